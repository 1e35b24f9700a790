package conversation

import (
	"slices"
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
	"parley/views/chrome"
)

// completing is the list above the composer: commands after a slash, models after
// /model, files after @. It is recomputed after each change of the text; what must be
// looked up arrives later, in a message.
type completing struct {
	kind    completion
	word    string // what it completes, before the cursor
	choices []chrome.Choice
	at      int
	moved   bool   // the user has moved in the list
	shut    bool   // the list was closed, until its word changes
	closed  string // that word
	files   kit.Listing
	models  kit.Listing
	servers []string // whose models these are, or would be
	skills  kit.Listing
	earlier bool  // the list searches earlier messages
	found   []int // the index of each choice among them
}

type completion int

const (
	noCompletion completion = iota
	ofCommands
	ofModels
	ofFiles
	ofEarlier
)

// paletteRows is how many choices are shown at once.
const paletteRows = 8

// filesMsg and offersMsg bring what was looked up.
type filesMsg struct {
	files []string
	err   error
}

// filesOf are the files of the workspace and what servers have, each by a name that is its alone.
func filesOf(h kit.Host) tea.Msg {
	files, err := h.Files()
	out := make([]string, 0, len(files))
	for _, name := range files {
		out = append(out, chrome.Below(name))
	}
	out = append(out, h.Resources()...)
	return filesMsg{slices.DeleteFunc(out, func(name string) bool { _, ok := chrome.Named(name); return !ok }), err}
}

type offersMsg struct {
	offers  []kit.Offer
	servers []string
	err     error
}

// open reports whether there is a list to choose from.
func (c *completing) open() bool {
	return c.kind == ofEarlier || c.kind != noCompletion && len(c.choices) > 0
}

// awaited reports whether a list of models is still to come: a key that is meant for it has no other use meanwhile.
func (c *completing) awaited() bool { return c.kind == ofModels && !c.models.Here }

// complete computes the list for the text before the cursor. The returned command
// looks up what is not known yet.
func (m *Model) complete() tea.Cmd {
	c := &m.completing
	kind, word := wordAt(m.composer.Before())
	if c.earlier {
		kind, word = ofEarlier, m.composer.Text()
	}
	if m.composer.Command() {
		kind = noCompletion
	}
	c.shut = c.shut && word == c.closed
	if kind == noCompletion || c.shut {
		c.kind, c.word, c.choices = noCompletion, "", nil
		return nil
	}
	if kind != c.kind || word != c.word {
		c.at, c.moved = 0, false
	}
	if kind == ofCommands && c.kind != ofCommands {
		c.skills.Asked = false // trust may have been given meanwhile
	}
	if kind == ofFiles && c.kind != ofFiles {
		c.files.Asked = false // files come and go; the known ones are shown meanwhile
	}
	c.kind, c.word = kind, word
	var cmd tea.Cmd
	switch kind {
	case ofCommands:
		cmd = m.lookUp(&c.skills, func(h kit.Host) tea.Msg { return skillsMsg(callable(h)) })
		c.choices = append(commandChoices(word), beginning(c.skills.Choices, word)...)
	case ofEarlier:
		c.choices, c.found = m.earlierHolding(word)
	case ofModels:
		cmd = m.lookUp(&c.models, func(h kit.Host) tea.Msg { o, s, err := h.Models(); return offersMsg{o, s, err} })
		c.choices = atServer(c.servers, kit.Fitting(c.models.Choices, word), word)
		if word == "" {
			c.stay(m.o.Host.ModelID())
		}
	case ofFiles:
		cmd = m.lookUp(&c.files, func(h kit.Host) tea.Msg { return filesOf(h) })
		c.choices = kit.Fitting(c.files.Choices, word[1:])
	}
	c.at = min(c.at, max(len(c.choices)-1, 0))
	return cmd
}

// stay puts the cursor at the model in use, so that Enter alone changes nothing. No server lists another's model.
func (c *completing) stay(now string) {
	if now == "" || len(c.choices) == 0 {
		return
	}
	at := slices.IndexFunc(c.choices, func(x chrome.Choice) bool { return x.Name == now })
	if at < 0 {
		at, c.choices = 0, slices.Concat([]chrome.Choice{{Name: now}}, c.choices)
	}
	if !c.moved {
		c.at = at
	}
}

// atServer puts what fits at the server that is written before what others list under such a name, or the
// name as it is written, whatever that server lists.
func atServer(servers []string, fitting []chrome.Choice, word string) []chrome.Choice {
	server, name, is := strings.Cut(word, "/")
	others := func(c chrome.Choice) bool { return !strings.HasPrefix(c.Name, server+"/") }
	if !is || name == "" || !slices.Contains(servers, server) {
		return fitting
	}
	there := slices.DeleteFunc(slices.Clone(fitting), others)
	if len(there) == 0 && len(fitting) > 0 {
		there = append(there, chrome.Choice{Name: word})
	}
	return append(there, slices.DeleteFunc(fitting, func(c chrome.Choice) bool { return !others(c) })...)
}

// wordAt says what the text before the cursor asks to be completed.
func wordAt(before string) (completion, string) {
	if name, argument, ok := strings.Cut(before, " "); ok && name == "/model" && !strings.ContainsAny(argument, " \n") {
		return ofModels, argument
	}
	if strings.HasPrefix(before, "/") && !strings.ContainsFunc(before, unicode.IsSpace) && strings.Count(before, "/") == 1 {
		return ofCommands, before
	}
	if i := strings.LastIndexByte(before, '@'); i >= 0 && !strings.ContainsFunc(before[i:], unicode.IsSpace) {
		if i == 0 || unicode.IsSpace(rune(before[i-1])) {
			return ofFiles, before[i:]
		}
	}
	return noCompletion, ""
}

func commandChoices(word string) []chrome.Choice {
	var out []chrome.Choice
	for _, s := range slashes() {
		if strings.HasPrefix(s.name, word) {
			out = append(out, chrome.Choice{Name: s.name, Help: s.help})
		}
	}
	return out
}

// skillsMsg brings the skills that can be called.
type skillsMsg []kit.Skill

// skillChoices are skills as the list shows them.
func skillChoices(all []kit.Skill) (out []chrome.Choice) {
	for _, s := range all {
		out = append(out, chrome.Choice{Name: "/" + s.Name, Help: s.Where + ": " + s.Help})
	}
	return out
}

// beginning are the choices whose name begins with a word.
func beginning(all []chrome.Choice, word string) (out []chrome.Choice) {
	for _, c := range all {
		if strings.HasPrefix(c.Name, word) {
			out = append(out, c)
		}
	}
	return out
}

// lookUp asks for a list unless it was requested already.
func (m *Model) lookUp(l *kit.Listing, ask func(kit.Host) tea.Msg) tea.Cmd {
	if l.Asked {
		return nil
	}
	l.Asked = true
	host := m.o.Host
	return func() tea.Msg { return ask(host) }
}

// found takes in a list that was looked up. A failed lookup is repeated with the next
// word.
func (m *Model) found(l *kit.Listing, choices []chrome.Choice, err error) tea.Cmd {
	*l = kit.Listing{Asked: err == nil || len(choices) > 0, Here: true, Choices: choices, Err: err}
	if m.completing.kind == noCompletion {
		return nil
	}
	again := l.Asked
	l.Asked = true
	cmd := m.complete()
	l.Asked = again
	return cmd
}

func offerChoices(offers []kit.Offer) []chrome.Choice {
	out := make([]chrome.Choice, 0, len(offers))
	for _, o := range offers {
		if kit.Writable(o.ID) {
			out = append(out, chrome.Choice{Name: o.ID, Help: o.Words()})
		}
	}
	return out
}

// takeChoice inserts the choice under the cursor. Enter on a command runs it unless
// it takes an argument and was not typed in full; everything else is only completed.
func (m *Model) takeChoice(run bool) tea.Cmd {
	c := &m.completing
	if c.kind == ofEarlier {
		return m.takeEarlier()
	}
	choice := c.choices[c.at].Name
	switch c.kind {
	case ofCommands:
		takes := true // a skill takes what is written after its name
		if i := slices.IndexFunc(slashes(), func(s slash) bool { return s.name == choice }); i >= 0 {
			takes = slashes()[i].argument != ""
		}
		m.composer.Complete(len([]rune(c.word)), choice)
		if run && (!takes || c.word == choice) {
			return m.submit()
		}
		if takes {
			m.composer.Complete(0, " ")
		}
	case ofModels:
		m.composer.Complete(len([]rune(c.word)), choice)
		if run {
			return m.submit()
		}
		c.shut, c.closed = true, choice
	case ofFiles:
		named, _ := chrome.Named(choice) // others are not offered
		m.composer.Complete(len([]rune(c.word)), named+" ")
	}
	m.drafts.setMessage(m.composer.Text(), m.o.Now())
	return m.complete()
}

func (m *Model) closePalette() tea.Cmd {
	m.completing.earlier = false
	m.completing.shut, m.completing.closed = true, m.completing.word
	return m.complete()
}

// endPalette closes the list because the text has changed.
func (m *Model) endPalette() {
	c := &m.completing
	c.kind, c.word, c.choices, c.shut, c.earlier = noCompletion, "", nil, false, false
}

func chooseNext(n int) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		c := &m.completing
		if len(c.choices) == 0 {
			return nil
		}
		c.at, c.moved = (c.at+n+len(c.choices))%len(c.choices), true
		return nil
	}
}

// paletteBindings are the keys of the list; they come before the composer's.
func (m *Model) paletteBindings() []binding {
	enter, tab := "choose", "complete"
	switch m.completing.kind {
	case ofFiles: // both do the same
		enter, tab = "complete", ""
	case ofEarlier:
		enter, tab = "take it", ""
	}
	return []binding{
		{Keys: kit.Keys("enter"), Shown: "Enter", Words: enter, Help: "take the choice; a command without an argument, or written in full, runs", Do: does(func(m *Model) tea.Cmd { return m.takeChoice(true) })},
		{Keys: kit.Keys("tab"), Shown: "Tab", Words: tab, Help: "complete", Rank: kit.RankAway, Do: does(func(m *Model) tea.Cmd { return m.takeChoice(false) })},
		{Keys: kit.Keys("up ctrl+p"), Shown: "↑↓", Words: "move", Do: does(chooseNext(-1))},
		{Keys: kit.Keys("down ctrl+n"), Do: does(chooseNext(1))},
		{Keys: kit.Keys("ctrl+r"), Shown: "Ctrl+R", Help: "the message before that one, among the earlier ones", When: func(m *Model) bool { return m.completing.kind == ofEarlier }, Do: does(chooseNext(1))},
		{Keys: kit.Keys("esc"), Shown: "Esc", Words: "close", Help: "close the list; the text stays", Do: does((*Model).closePalette)},
	}
}

// palette draws the list, or says why there is none.
func (m *Model) palette() []string {
	c := &m.completing
	if m.focus != onComposer || c.kind == noCompletion {
		return nil
	}
	list := c.list()
	list.Note = m.o.Theme.Glyphs.More(list.Note)
	return list.Draw(m.o.Theme, m.w, m.paletteRoom())
}

func (c *completing) list() chrome.Palette {
	return chrome.Palette{Choices: c.choices, At: c.at, Note: c.note()}
}

func (m *Model) paletteRoom() int { return min(paletteRows, m.h/3) }

// clickPalette puts the cursor of the list on the choice under the mouse.
func (m *Model) clickPalette(row int) {
	if m.focus != onComposer || !m.completing.open() {
		return
	}
	if n := m.completing.list().Row(row, m.paletteRoom()); n >= 0 {
		m.completing.at, m.completing.moved = n, true
	}
}

// note says what the list waits for, or why there is none.
func (c *completing) note() string {
	l, asking, none, empty := &c.files, textListingFiles, textNoFile, textNoFiles
	switch c.kind {
	case ofCommands:
		if len(c.choices) == 0 {
			return textNoCommand
		}
		return ""
	case ofEarlier:
		if len(c.choices) == 0 {
			return textNoEarlier
		}
		return ""
	case ofModels:
		l, asking, none, empty = &c.models, textAskingServers, textNoModel, textNoModels
	}
	switch {
	case !l.Here:
		return asking
	case l.Err != nil:
		return l.Err.Error()
	case len(l.Choices) == 0:
		return empty
	case len(c.choices) == 0:
		return none
	}
	return ""
}

// Commands are the names of all commands, with their slashes.
func Commands() (names []string) {
	for _, s := range slashes() {
		names = append(names, s.name)
	}
	return names
}
