package firstrun

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
	"parley/views/chrome"
	"parley/views/edit"
	"parley/views/text"
)

// firstRow is the line of a page at which the choices begin.
const firstRow = 3

// View draws the page.
func (f *FirstRun) View() tea.View {
	v := tea.NewView("")
	v.AltScreen, v.WindowTitle = true, "parley"
	if f.w < kit.LeastWidth || f.h < kit.LeastHeight {
		v.Content = strings.Join(kit.SmallLines(f.w, f.h), "\n")
		return v
	}
	lines, chosen, cursor := f.body()
	foot := f.foot()
	room := f.h - len(foot)
	for len(lines) < room {
		lines = append(lines, "")
	}
	v.Content = strings.Join(append(f.part(lines, chosen, room), foot...), "\n")
	v.Cursor = cursor
	return v
}

// part is as many lines as there is room for: the chosen one, two below it, and, where
// there are more, how many.
func (f *FirstRun) part(lines []string, chosen, room int) []string {
	from := min(max(chosen-room+4, 0), len(lines)-room)
	shown := slices.Clone(lines[from : from+room])
	if below := len(lines) - from - room; below > 0 && room > 0 {
		shown[room-1] = "   " + f.theme.Dim.Render(text.Line(f.theme.Glyphs.Down+" "+text.Count(below+1, textMoreLine, textMoreLines), f.w-4))
	}
	return shown
}

// body is the question and its choices, and the chosen line.
func (f *FirstRun) body() (lines []string, chosen int, cursor *tea.Cursor) {
	lines = []string{"", "   " + f.theme.Strong.Render(textNeedsModel), ""}
	switch f.page {
	case choosingModel:
		models, cursor := f.modelLines()
		return append(lines, models...), 0, cursor
	case writingAddress:
		lines, cursor = f.fieldLines(lines, textAddress, &f.address)
		return lines, 0, cursor
	case writingVariable:
		lines, cursor = f.fieldLines(lines, fmt.Sprintf(textVariable, text.Line(f.server.Title, 100)), &f.variable)
		return lines, 0, cursor
	case writingKey:
		lines, cursor = f.keyLines(lines)
		return lines, 0, cursor
	}
	choices, chosen := f.choiceLines()
	return append(lines, choices...), firstRow + chosen, nil
}

// choiceLines are the servers, the choices without a server, and the index of the
// chosen line.
func (f *FirstRun) choiceLines() (lines []string, chosen int) {
	servers := f.servers()
	another := f.theme.Glyphs.More(textAnother)
	names := text.Width(another)
	for _, s := range append(servers[:len(servers):len(servers)], f.begin.Keyless()...) {
		names = max(names, text.Width(s.Title))
	}
	wide := f.w >= names+30 // otherwise only the chosen one says more, below it
	names = min(names, f.w-9)
	row := func(i int, name, about string) {
		mark := "   "
		name = keyOf(i) + text.Line(name, names)
		gap := strings.Repeat(" ", max(names+5-text.Width(name), 2))
		if i == f.at {
			mark = " " + f.theme.Accent.Render(f.theme.Glyphs.Cursor) + " "
			name = f.theme.Accent.Render(name)
			chosen = len(lines)
		}
		if wide {
			name += gap + f.theme.Dim.Render(text.Line(about, max(f.w-names-9, 0)))
		}
		lines = append(lines, mark+name)
		if i == f.at && !wide {
			for _, line := range text.Wrap(text.Line(about, 200), f.w-7) {
				lines = append(lines, "      "+f.theme.Dim.Render(line))
			}
		}
	}
	roomy := firstRow+len(servers)+len(f.begin.Keyless())+8 <= f.h
	head := func(words string) {
		if roomy && len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, "   "+f.theme.Dim.Render(words))
	}
	if len(servers) > 0 || !f.asked {
		head(textFound)
	}
	for i, s := range servers {
		row(i, s.Title, s.about())
	}
	switch {
	case !f.asked:
		lines = append(lines, "      "+f.theme.Dim.Render(f.theme.Glyphs.More(textLooking)))
	case len(servers) == 0:
		lines = append(append(lines, kit.Paragraph(f.theme, textFoundNone, f.w)...), "")
	}
	if len(servers) > 0 || !f.asked {
		head(textOr)
	}
	row(len(servers), another, textAnotherAbout)
	row(len(servers)+1, textTour, textTourAbout)
	for i, s := range f.begin.Keyless() {
		if i == 0 {
			head(textKeyless)
		}
		row(len(servers)+2+i, s.Title, s.About)
	}
	return lines, chosen
}

// keyOf is the digit that chooses an entry, blanks if there is none.
func keyOf(i int) string {
	if i >= 9 {
		return "   "
	}
	return fmt.Sprintf("%d  ", i+1)
}

// about says how the server was found, and what it has.
func (s Server) about() string {
	if len(s.Models) == 0 {
		return s.About
	}
	names := strings.Join(s.Models[:min(len(s.Models), 3)], ", ")
	if len(s.Models) == 1 {
		return names + " (1 model)"
	}
	return fmt.Sprintf("%s (%d models)", names, len(s.Models))
}

func (f *FirstRun) modelLines() (lines []string, cursor *tea.Cursor) {
	lines = []string{"   " + text.Line("Which model of "+f.server.Title+"?", f.w-4), ""}
	if f.busy == "" || f.typed.Text() != "" {
		words, x := f.typed.Draw(f.w - 6)
		if f.typed.Text() == "" {
			words = textModelName
			if len(f.models.Choices) > 0 {
				words = textModelField
			}
			words = f.theme.Dim.Render(text.Line(words, f.w-6))
		}
		cursor = tea.NewCursor(5+x, firstRow+len(lines))
		cursor.Blink = false
		lines = append(lines, "   "+f.theme.Accent.Render(f.theme.Glyphs.Cursor)+" "+words, "")
	}
	note := ""
	switch fit := f.fittingModels(); {
	case !f.models.Here:
		note = f.theme.Glyphs.More(textAskingServer)
	case f.models.Err != nil:
		lines = append(lines, kit.Paragraph(f.theme, serverFault(f.server, f.models.Err), f.w)...)
		note = textOrTypeName
	case len(fit) == 0:
		note = textTypeName
	}
	p := chrome.Palette{Choices: f.fittingModels(), At: f.at, Note: note}
	return append(lines, p.Draw(f.theme, f.w, max(f.h-len(lines)-6, 1))...), cursor
}

// fieldLines are a field of a server that is not known by name, and what is wrong with it.
func (f *FirstRun) fieldLines(lines []string, label string, e *edit.Editor) ([]string, *tea.Cursor) {
	for _, line := range text.Wrap(label, f.w-4) {
		lines = append(lines, "   "+line)
	}
	x, y := e.Cursor()
	cursor := tea.NewCursor(5+x, len(lines)+y)
	cursor.Blink = false
	lines = append(lines, "   "+f.theme.Accent.Render(f.theme.Glyphs.Cursor)+" "+strings.TrimRight(kit.First(e.Lines()), " "))
	return append(lines, f.faultLines()...), cursor
}

// foot is the fault or the activity, the keys, and where the choice is saved.
func (f *FirstRun) foot() []string {
	var lines []string
	switch {
	case f.fault != "" && (f.page == choosingServer || f.page == choosingModel):
		lines = append(kit.Fault(f.theme, f.fault, f.w), "")
	case f.busy != "":
		lines = append(lines, "   "+f.theme.Dim.Render(text.Line(f.theme.Glyphs.More(f.busy), f.w-4)), "")
	}
	left := kit.HintLine(f.bindings(), f, f.theme, f.w)
	right := "writes " + f.file
	if f.page == choosingServer && text.Width(left)+text.Width(right)+4 <= f.w {
		left += strings.Repeat(" ", f.w-1-text.Width(left)-text.Width(right)) + f.theme.Dim.Render(right)
	}
	return append(lines, left)
}
