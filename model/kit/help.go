package kit

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"parley/views/chrome"
	"parley/views/edit"
	"parley/views/text"
)

// Help is a help page in front of a screen: whether it is shown, how far it is
// scrolled, and what is searched for in it.
type Help struct {
	Open    bool
	At      int
	seeking bool // the search text is being typed
	query   edit.Line
}

// HelpGroup is a part of the help.
type HelpGroup struct {
	Title string
	Rows  [][2]string // a key or command, and what it does
	Wide  int         // of the first column
	// Commands says that the rows are commands: the text after the first blank of a name
	// describes the argument, and is not to be typed as it is.
	Commands bool
}

// GroupOf are the rows of a key table that belong in the help, with keys named as on
// this terminal.
func GroupOf[S any](title string, th text.Theme, terminal Terminal, rows []Row[S]) HelpGroup {
	g := HelpGroup{Title: title, Wide: 13}
	for _, r := range rows {
		if words := r.Told(); words != "" {
			g.Rows = append(g.Rows, [2]string{Spell(th, terminal.Names(r.Shown)), terminal.Tells(r.Shown, words)})
		}
	}
	return g
}

// HelpPage is the content and size of a help page.
type HelpPage struct {
	Theme  text.Theme
	Groups []HelpGroup
	W, H   int
}

// helping is a help page with its content.
type helping struct {
	*Help
	HelpPage
}

// HelpRows are the keys of every help page that is longer than the screen.
func HelpRows() []Row[*helping] {
	by := func(n int) func(*helping) (tea.Model, tea.Cmd) {
		return func(h *helping) (tea.Model, tea.Cmd) { h.Scroll(h.HelpPage, n); return nil, nil }
	}
	pages := func(n int) func(*helping) (tea.Model, tea.Cmd) {
		return func(h *helping) (tea.Model, tea.Cmd) {
			h.Scroll(h.HelpPage, n*max(h.H-2, 1))
			return nil, nil
		}
	}
	long := func(h *helping) bool { return h.end(h.HelpPage) > 0 }
	return []Row[*helping]{
		{Keys: Keys("/"), Shown: "/", Words: "search", Help: "only what holds the words that you type",
			Do: func(h *helping) (tea.Model, tea.Cmd) { h.seeking, h.At = true, 0; return nil, nil }},
		Row[*helping]{Keys: Keys("up k"), Shown: "↑↓", Words: textHelpScroll, Do: by(-1)}.Only(long),
		Row[*helping]{Keys: Keys("down j"), Do: by(1)}.Only(long),
		Row[*helping]{Keys: Keys("pgup"), Shown: "PgUp", Help: "a page up", Do: pages(-1)}.Only(long),
		Row[*helping]{Keys: Keys("pgdown space"), Shown: "PgDn", Help: "a page down (also Space)", Do: pages(1)}.Only(long),
		Row[*helping]{Keys: Keys("home g"), Shown: "g G", Help: "to the beginning, to the end", Do: by(-HelpMost)}.Only(long),
		Row[*helping]{Keys: Keys("end G"), Do: by(HelpMost)}.Only(long),
	}
}

// HelpSearching are the keys while the search text is typed in the help.
func HelpSearching() []Row[*helping] {
	rows := []Row[*helping]{
		{Keys: Keys("ctrl+z"), Do: func(*helping) (tea.Model, tea.Cmd) { return nil, tea.Suspend }},
		{Keys: Keys("enter"), Shown: "Enter", Words: "keep", Help: "keep these",
			Do: func(h *helping) (tea.Model, tea.Cmd) { h.seeking = false; return nil, nil }},
		{Keys: Keys("esc ctrl+c"), Shown: "Esc", Words: "end search", Rank: RankBack, Help: "end the search",
			Do: func(h *helping) (tea.Model, tea.Cmd) {
				h.seeking, h.query, h.At = false, edit.Line{}, 0
				return nil, nil
			}},
	}
	return append(rows, LineKeys[*helping]()...)
}

func (h *Help) rows() []Row[*helping] {
	if h.seeking {
		return HelpSearching()
	}
	return HelpRows()
}

// Key searches the help, scrolls it, or leaves it: any key that is not one of the
// help's own leaves it and does nothing else.
func (h *Help) Key(page HelpPage, msg tea.KeyPressMsg) tea.Cmd {
	now := &helping{Help: h, HelpPage: page}
	if r, ok := RowOf(h.rows(), now, msg.String()); ok {
		_, cmd := r.Do(now)
		return cmd
	}
	if h.seeking {
		h.query, _ = Written(h.query, msg)
		h.At = 0
		return nil
	}
	*h = Help{}
	return nil
}

// Paste inserts text into the search, if it is being typed.
func (h *Help) Paste(words string) {
	if h.seeking {
		h.query, h.At = h.query.Insert(words), 0
	}
}

// Scroll moves the help by n lines.
func (h *Help) Scroll(page HelpPage, n int) { h.At = min(max(h.At+n, 0), h.end(page)) }

// Wheel scrolls the help with the mouse.
func (h *Help) Wheel(page HelpPage, msg tea.MouseWheelMsg) {
	h.Scroll(page, Turned(msg)*WheelLines)
}

// end is how far the help can be scrolled.
func (h *Help) end(page HelpPage) int { return max(len(h.Text(page))-(page.H-1), 0) }

// helpGap is what separates the words of a search from the hints.
const helpGap = "  "

// Lines are the part of the help that is on the screen, and the hints below it.
func (h *Help) Lines(page HelpPage) []string {
	all, room := h.Text(page), page.H-1
	at := min(h.At, h.end(page)) // the window may have grown
	lines := make([]string, room, room+1)
	copy(lines, all[at:min(at+room, len(all))])
	hints := HintsOf(h.rows(), &helping{Help: h, HelpPage: page}, page.Theme)
	if h.seeking {
		words, _ := h.query.Draw(max(page.W/2, 8))
		foot := " " + page.Theme.Accent.Render("/") + " " + words
		room := max(page.W-text.Width(foot)-len(helpGap), 0)
		return append(lines, text.Cut(foot+helpGap+First(chrome.Hints(page.Theme, hints, room, 1)), page.W, ""))
	}
	return append(lines, helpFoot(page.Theme, hints, len(all) > room, page.W))
}

// Text are all lines of the help, or those that match the search.
func (h *Help) Text(page HelpPage) (lines []string) {
	words := strings.Fields(strings.ToLower(h.query.Text()))
	for _, g := range page.Groups {
		var found []string
		for _, r := range g.Rows {
			if HoldsAll(strings.ToLower(r[0]+" "+r[1]), words) {
				found = append(found, g.row(page.Theme, r, page.W)...)
			}
		}
		if len(found) == 0 {
			continue
		}
		if len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(append(lines, page.Theme.Strong.Render(" "+g.Title)), found...)
	}
	if len(lines) == 0 {
		lines = []string{" " + page.Theme.Dim.Render(textNoHelp)}
	}
	return lines
}

// row draws a row of the group.
func (g HelpGroup) row(th text.Theme, r [2]string, w int) []string {
	if !g.Commands {
		return HelpRow(th, r[0], "", r[1], g.Wide, w)
	}
	name, takes, _ := strings.Cut(r[0], " ")
	return HelpRow(th, name, takes, r[1], g.Wide, w)
}

// HoldsAll reports whether a text contains every word.
func HoldsAll(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}
