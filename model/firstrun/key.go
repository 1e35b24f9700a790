package firstrun

import (
	"errors"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
	"parley/providers"
	"parley/views/edit"
	"parley/views/text"
)

// A key is written into a field that does not show it, tried at once, and kept where
// the user chose.

// triedMsg says what the server said to a key.
type triedMsg struct {
	ask    int
	models []string
	err    error
}

func (f *FirstRun) askKey(s Server) {
	f.to(writingKey)
	f.server, f.secret, f.aside = s, edit.Line{}, false
}

func keyBindings() []binding {
	return []binding{
		{Keys: []string{"enter"}, Shown: "Enter", Words: "try it", Do: does((*FirstRun).try)},
		{Keys: []string{"tab"}, Shown: "Tab", Words: "keep it elsewhere", Do: does(func(f *FirstRun) tea.Cmd { f.aside = !f.aside; return nil })},
	}
}

// try asks the server for its models with the key.
func (f *FirstRun) try() tea.Cmd {
	key := strings.TrimSpace(f.secret.Text())
	switch {
	case key == "":
		f.fault = textNoKey
		return nil
	case strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }):
		f.fault = textBadKey
		return nil
	}
	f.asks++
	f.busy = textTryingKey
	begin, s, ask := f.begin, f.server, f.asks
	s.Key = key
	return func() tea.Msg {
		models, err := begin.Models(s)
		return triedMsg{ask, models, err}
	}
}

// tried keeps a key that the server takes. One that it could not be asked about is the
// user's to correct.
func (f *FirstRun) tried(msg triedMsg) tea.Cmd {
	if msg.ask != f.asks || f.page != writingKey {
		return nil
	}
	f.busy = ""
	if msg.err != nil {
		f.fault = keyFault(msg.err)
		return nil
	}
	s := f.server
	if err := f.begin.Keep(s, strings.TrimSpace(f.secret.Text()), !f.aside); err != nil {
		f.fault = err.Error()
		return nil
	}
	f.secret = edit.Line{}
	s.Models = msg.models
	return f.modelsOf(s)
}

// keyFault is what is wrong with a key that was just written: no setting is named.
func keyFault(err error) string {
	var e *providers.Error
	if errors.As(err, &e) && (e.Status == statusNoKey || e.Status == statusForbidden) {
		return textKeyRefused
	}
	return err.Error()
}

// keyLines are the field, what is wrong with it, and where the key is kept.
func (f *FirstRun) keyLines(lines []string) ([]string, *tea.Cursor) {
	for _, line := range text.Wrap("Key of "+f.server.Title+", as in "+f.server.KeyEnv, f.w-4) {
		lines = append(lines, "   "+line)
	}
	n := min(len([]rune(f.secret.Text())), max(f.w-10, 1))
	cursor := tea.NewCursor(5+n, len(lines))
	cursor.Blink = false
	mark := strings.Repeat("•", n)
	if f.theme.Glyphs == text.ASCII() {
		mark = strings.Repeat("*", n)
	}
	lines = append(lines, "   "+f.theme.Accent.Render(f.theme.Glyphs.Cursor)+" "+mark)
	lines = append(lines, f.faultLines()...)
	lines = append(lines, "")
	where := "It is kept in " + f.keys + ", which nobody else can read."
	if f.aside {
		where = "It is not written down. Set " + f.server.KeyEnv + " to have it the next time."
	}
	return append(lines, kit.Paragraphs(f.theme, where, f.w)...), cursor
}

// faultLines say below a field what is wrong with it.
func (f *FirstRun) faultLines() []string {
	if f.fault == "" {
		return nil
	}
	return kit.Paragraph(f.theme, f.fault, f.w)
}

// click moves the cursor to the choice that is pointed at.
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
