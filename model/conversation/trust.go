package conversation

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/forms"
	"parley/model/kit"
	"parley/model/start"
	"parley/store"
	"parley/store/text/clean"
	"parley/views/markdown"
	"parley/views/pane"
	"parley/views/prompt"
	"parley/views/text"
)

// Withheld is a workspace file that would set what may run on the user's machine
// or who gets their files, and is not trusted yet.
type Withheld struct {
	File  string
	Name  string      // its place in the workspace, "" if it lies elsewhere or is no file
	Parts []TrustPart // everything that is trusted with it, first what changed since the last time
	Trust func() error
	// Refuse keeps a no to the file as it is; nil: it is asked again at the next start.
	Refuse func() error
	// Set is the settings that the conversation changed in another workspace, if that
	// is what waits: trusting them sets them again in this workspace.
	Set map[string]json.RawMessage
	// Words are those of the form where it is no file of settings that waits.
	Words *TrustWords
}

// TrustWords are what a form of trust says: above all, what it asks, what a yes and what a no
// mean, and what is said after each.
type TrustWords struct{ Header, Question, Intro, Without, Trusted, Refused string }

// shown is the name of what waits, with every character visible.
func (w Withheld) shown() string { return text.Line(clean.Reveal(cmp.Or(w.Name, w.File)), 200) }

func (w Withheld) question() string {
	if w.Words != nil {
		return w.Words.Question
	}
	if w.Set != nil {
		return "Take over what this conversation set elsewhere?"
	}
	return fmt.Sprintf("Trust %s as it is now?", w.shown())
}

func (w Withheld) header() string {
	if w.Words != nil {
		return w.Words.Header
	}
	return "Workspace settings"
}

func (w Withheld) intro() string {
	if w.Words != nil {
		return w.Words.Intro
	}
	if w.Set != nil {
		return "This conversation changed settings in another place. Whoever made the file may have written them. " +
			"Taken over, they decide what runs on your machine, who is asked and who gets your files."
	}
	return "If trusted, it decides what runs, who is asked and who gets your files."
}

func (w Withheld) without() string {
	if w.Words != nil {
		return w.Words.Without
	}
	if w.Set != nil {
		return "Else they do not count here, and this is asked again when the conversation is opened here."
	}
	return "Without trust, only what is stricter counts. You are asked if it changes."
}

func (w Withheld) refused() string {
	if w.Words != nil {
		return w.Words.Refused
	}
	if w.Set != nil {
		return "What the conversation set elsewhere does not count here."
	}
	return fmt.Sprintf("%s is not trusted; its settings are left out.", w.shown())
}

// TrustPart is a part of what is trusted: lines that are shown byte by byte, and
// their title.
type TrustPart struct {
	Title string
	Lines []string
}

// trustKey is the prefix of the keys of the screen's own questions, which belong to
// no turn and are not on record.
const trustKey = "trust/"

// trustedMsg says that a file was trusted and the configuration is to be read
// again; told is what is said then.
type trustedMsg struct {
	err  error
	told string
}

// waitingMsg brings what waits for trust, to be asked about.
type waitingMsg struct {
	files []Withheld
	err   error
}

// trust asks about everything in the workspace that waits for the user's trust.
func (m *Model) trust(string) tea.Cmd {
	waiting := m.o.Waiting
	if waiting == nil || m.ask.open {
		m.reply(pane.Info, textNothingWaits)
		return nil
	}
	return func() tea.Msg {
		files, err := waiting()
		return waitingMsg{files, err}
	}
}

func (m *Model) waiting(msg waitingMsg) tea.Cmd {
	switch {
	case msg.err != nil:
		m.reply(pane.Failure, msg.err.Error())
	case m.ask.open:
		m.reply(pane.Info, textAnswerFirst)
	case len(msg.files) == 0:
		m.reply(pane.Info, textNothingWaits)
	default:
		m.o.Withheld = msg.files
		return m.askTrust()
	}
	return nil
}

// tellInstructions says what the user is to know of the files that the model is told, and
// shows what changed of them, in one line, since of many some would not be on the screen. That
// counts as seen a moment later, when it was drawn.
func (m *Model) tellInstructions(told kit.Told) tea.Cmd {
	for _, line := range told.Lines {
		m.say(pane.Info, line)
	}
	if len(told.Changes) > 0 {
		name, others := text.Line(clean.Reveal(told.Changes[0].Path), 60), len(told.Changes)-1
		said := fmt.Sprintf(textChangedSince, name)
		if others > 0 {
			said = fmt.Sprintf(textChangedOthers, name, others)
		}
		note := m.entries.Note(pane.Info, said)
		for _, c := range told.Changes {
			note.Patch += c.Patch
		}
		m.pane.Set(note)
	}
	m.frame.stale = true
	if len(told.Changes) == 0 {
		return nil
	}
	host := m.o.Host
	return m.o.Tick(start.Delay, func(time.Time) tea.Msg {
		return sawMsg{host.SawChanges(told.Changes)}
	})
}

// sawMsg says that changes count as seen.
type sawMsg struct{ err error }

// askTrust asks about the first file that waits for trust.
func (m *Model) askTrust() tea.Cmd {
	if len(m.o.Withheld) == 0 {
		return nil
	}
	w := m.o.Withheld[0]
	q := forms.Question{
		ID: "trust", Header: w.header(), Text: w.question(),
		Context:    trustContext(w),
		AnswerType: forms.AnswerType{Kind: forms.Boolean}, Exclusive: true, Persistence: forms.PersistNone,
	}
	m.askOwn(w.File, len(m.o.Withheld), q, m.trusted)
	return m.arm()
}

// trustContext shows everything that is trusted, in fences that nothing inside can
// close, with marks for all invisible bytes.
func trustContext(w Withheld) string {
	var b strings.Builder
	b.WriteString(w.intro() + "\n\n")
	for _, part := range w.Parts {
		b.WriteString(fencedText(part.Title, strings.Join(part.Lines, "\n")))
	}
	b.WriteString(w.without())
	return b.String()
}

// fencedText is a text under its title, both as they are: nothing in them is taken for Markdown or
// ends them, and every character is visible.
func fencedText(title, body string) string {
	return markdown.Literal(clean.Reveal(clean.Blanks(title))) + "\n\n" + markdown.Exact(clean.Reveal(body)) + "\n\n"
}

// ownBindings are the keys of a question of the screen's own: it is answered or
// put off, and there is no turn to end.
func (m *Model) ownBindings() []binding {
	rows := append([]binding{
		say("y", "y", "yes", prompt.Say{Yes: true}), say("n", "n", "no", prompt.Say{}),
	}, m.scrollingBindings(true)...)
	return append(rows, say("esc", "Esc", "not now", prompt.EndTheTurn{}).Briefly("later")) // what is asked about is read first
}

// trusted handles the answer to the question of trust.
func (m *Model) trusted(act prompt.Act) tea.Cmd {
	w := m.o.Withheld[0]
	m.o.Withheld = m.o.Withheld[1:]
	m.closePrompt()
	next := kit.Batch(m.askTrust(), m.reopen())
	a, ok := act.(prompt.Answered)
	if ok && string(a.Value) == "true" && w.Set != nil {
		return kit.Batch(next, m.send(coordinator.Changed{Delta: store.ConfigDelta{Set: w.Set}}), m.reload())
	}
	if ok && string(a.Value) == "true" {
		said := ""
		if w.Words != nil {
			said = w.Words.Trusted
		}
		return kit.Batch(next, func() tea.Msg { return trustedMsg{w.Trust(), said} })
	}
	m.say(pane.Warning, w.refused())
	if ok && w.Refuse != nil {
		next = kit.Batch(next, func() tea.Msg { return sawMsg{w.Refuse()} })
	}
	if len(m.o.Withheld) == 0 {
		return kit.Batch(next, m.firstMessage())
	}
	return next
}

// askNewly asks about what waits for trust since the configuration was read again, unless
// something else is open: then it is only told.
func (m *Model) askNewly() tea.Cmd {
	if m.o.Newly == nil {
		return nil
	}
	waits := m.o.Newly()
	asking := len(m.o.Withheld) > 0
	switch {
	case len(waits) == 0:
	case m.ask.open && !asking:
		m.say(pane.Warning, textTrustLater)
	default:
		if m.o.Withheld = append(m.o.Withheld, waits...); !asking {
			return m.askTrust()
		}
	}
	return nil
}

// wasTrusted takes up what was trusted.
func (m *Model) wasTrusted(msg trustedMsg) tea.Cmd {
	if msg.err != nil {
		m.say(pane.Failure, msg.err.Error())
		return m.firstMessage()
	}
	if msg.told != "" {
		m.reply(pane.Info, msg.told)
	}
	return m.reload()
}

func (m *Model) saw(msg sawMsg) {
	if msg.err != nil {
		m.say(pane.Failure, msg.err.Error())
	}
}

// ofInstructions takes what was looked up or recorded of instructions and skills.
func (m *Model) ofInstructions(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case trustedMsg:
		return m.wasTrusted(msg)
	case waitingMsg:
		return m.waiting(msg)
	case sawMsg:
		m.saw(msg)
	case skillsMsg:
		return m.found(&m.completing.skills, skillChoices(msg), nil)
	case calledMsg:
		return m.called(msg)
	}
	return nil
}
