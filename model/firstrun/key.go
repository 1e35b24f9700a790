package firstrun

import (
	"errors"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
	"parley/providers"
	"parley/store/text/secret"
	"parley/views/edit"
	"parley/views/text"
)

// A key is typed into a field that does not show it, tried at once, and kept where
// the user chose.

// triedMsg is what the server said about a key.
type triedMsg struct {
	ask    int
	server Server
	models []string
	err    error
}

func (f *FirstRun) askKey(s Server) {
	f.to(writingKey)
	f.server, f.secret, f.aside = s, edit.Line{}, false
}

// keyBindings are the keys of the field that does not show what is in it.
func (f *FirstRun) keyBindings() []binding {
	enter, help := "try it", ""
	if f.server.BaseURL != "" {
		enter, help = "ask it", "ask this server, without a key if none is written"
	}
	return []binding{
		{Keys: kit.Keys("enter"), Shown: "Enter", Words: enter, Help: help, Do: does((*FirstRun).try)},
		{Keys: kit.Keys("tab"), Shown: "Tab", Words: "keep it elsewhere", Brief: "elsewhere", Do: does(func(f *FirstRun) tea.Cmd { f.elsewhere(); return nil })},
	}
}

// variableBindings are the keys of the field for the name of a variable.
func variableBindings() []binding {
	return []binding{
		{Keys: kit.Keys("enter"), Shown: "Enter", Words: "ask it", Help: "ask this server", Do: does((*FirstRun).variableGiven)},
		{Keys: kit.Keys("tab"), Shown: "Tab", Words: "paste the key", Do: does(func(f *FirstRun) tea.Cmd {
			f.page, f.aside = writingKey, false
			return nil
		})},
	}
}

// stopping are the keys while something is waited for: a server that does not answer is
// not waited for longer than the user wants.
func (f *FirstRun) stopping() []binding {
	if f.page != writingKey && f.page != writingVariable {
		return nil
	}
	return []binding{{Keys: kit.Keys("esc"), Shown: "Esc", Words: "stop asking", Rank: kit.RankBack, Do: does(func(f *FirstRun) tea.Cmd {
		f.busy = ""
		f.asks++
		return nil
	})}}
}

// elsewhere goes on to the next place for the key: the file of keys, this run of the
// program, and a variable that holds it already, where the server has no name of its own.
func (f *FirstRun) elsewhere() {
	f.fault = ""
	if f.aside && f.server.BaseURL != "" {
		f.page = writingVariable
		return
	}
	f.aside = !f.aside
}

// hide takes what cannot be, or looks as if it were not, the name of a variable into the
// field that does not show it.
func (f *FirstRun) hide() {
	word := strings.TrimSpace(f.variable.Text())
	if variableName(word) && !secret.Named(word) {
		return
	}
	f.variable.Set("")
	f.page, f.aside, f.secret = writingKey, false, edit.LineOf(word)
	f.fault = textKeyNoName
}

// variableGiven asks the server with the key that a variable holds.
func (f *FirstRun) variableGiven() tea.Cmd {
	s := f.server
	s.KeyEnv = strings.TrimSpace(f.variable.Text())
	return f.ask(s)
}

// try asks the server for its models with the key.
func (f *FirstRun) try() tea.Cmd {
	key, s := strings.TrimSpace(f.secret.Text()), f.server
	switch {
	case key == "" && s.BaseURL == "":
		f.fault = textNoKey
		return nil
	case key == "":
		s.KeyEnv = ""
	case strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }):
		f.fault = textBadKey
		return nil
	}
	s.Key = key
	return f.ask(s)
}

func (f *FirstRun) ask(s Server) tea.Cmd {
	f.fault = ""
	f.asks++
	f.busy = textAskingServer
	if s.Key != "" {
		f.busy = textTryingKey
	}
	begin, ask := f.begin, f.asks
	return func() tea.Msg {
		models, err := begin.Models(s)
		return triedMsg{ask, s, models, err}
	}
}

// tried keeps a key that the server takes. One that it refuses is the user's to correct.
// A server at an address that did not list its models may still have them.
func (f *FirstRun) tried(msg triedMsg) tea.Cmd {
	if msg.ask != f.asks || f.page != writingKey && f.page != writingVariable {
		return nil
	}
	f.busy = ""
	if msg.err != nil {
		if msg.server.BaseURL == "" || aboutKey(msg.err) {
			f.fault = keyFault(msg.server, msg.err)
			return nil
		}
		f.to(choosingModel)
		f.server, f.models = msg.server, kit.Listing{Here: true, Err: msg.err}
		return nil
	}
	if msg.server.Key != "" && !f.keep(msg.server.Key) {
		return nil
	}
	msg.server.Key, msg.server.Models = "", msg.models
	return f.modelsOf(msg.server)
}

// keep keeps the key of the server where the user wants it.
func (f *FirstRun) keep(key string) bool {
	if err := f.begin.Keep(f.server, key, !f.aside); err != nil {
		f.fault = err.Error()
		return false
	}
	f.secret, f.server.Key = edit.Line{}, ""
	return true
}

// aboutKey reports whether a server was not asked, or did not answer, for want of a key.
func aboutKey(err error) bool {
	var e *providers.Error
	return !errors.As(err, &e) || e.Status == statusNoKey || e.Status == statusForbidden
}

// keyFault is what is wrong with a key that was just typed; it names no setting.
func keyFault(s Server, err error) string {
	var e *providers.Error
	switch asked := errors.As(err, &e); {
	case !asked && s.BaseURL != "": // its variable is not set
		return strings.TrimRight(err.Error(), ".") + "."
	case !aboutKey(err) || !asked:
		return err.Error()
	case s.Key != "" || s.BaseURL == "":
		return textKeyRefused
	case s.KeyEnv != "":
		return fmt.Sprintf(textHeldRefused, s.KeyEnv)
	}
	return textWantsKey
}

// keyLines are the field, its fault, and where the key is kept.
func (f *FirstRun) keyLines(lines []string) ([]string, *tea.Cursor) {
	label := "Key for " + f.server.Title + ", as in " + f.server.KeyEnv
	where := "It is kept in " + f.keys + ", which nobody else can read."
	if f.server.BaseURL != "" {
		label = "Key for " + f.server.Title + "; leave it empty if none is needed"
		where = "It is kept as " + f.server.KeyEnv + " in " + f.keys + ", which nobody else can read."
	}
	if f.aside {
		where = "It is not written down. Set " + f.server.KeyEnv + " to have it the next time."
	}
	for _, line := range text.Wrap(text.Line(label, 200), f.w-4) {
		lines = append(lines, "   "+line)
	}
	n := min(len([]rune(f.secret.Text())), max(f.w-10, 1))
	cursor := tea.NewCursor(5+n, len(lines))
	cursor.Blink = false
	mark := strings.Repeat("•", n)
	if f.theme.Glyphs.InASCII() {
		mark = strings.Repeat("*", n)
	}
	lines = append(lines, "   "+f.theme.Accent.Render(f.theme.Glyphs.Cursor)+" "+mark)
	lines = append(lines, f.faultLines()...)
	lines = append(lines, "")
	return append(lines, kit.Paragraphs(f.theme, where, f.w)...), cursor
}

// faultLines describe a fault below its field.
func (f *FirstRun) faultLines() []string {
	if f.fault == "" {
		return nil
	}
	return kit.Fault(f.theme, f.fault, f.w)
}

// click moves the cursor to the choice under the mouse.
func (f *FirstRun) click(msg tea.MouseClickMsg) {
	if msg.Button != tea.MouseLeft || f.page != choosingServer || f.busy != "" {
		return
	}
	for i := range f.rows() {
		at := f.at
		f.at = i
		_, line := f.choiceLines()
		if f.at = at; firstRow+line == msg.Y {
			f.at = i
			return
		}
	}
}
