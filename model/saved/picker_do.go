package saved

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
	"parley/store/record"
	"parley/views/chrome"
	"parley/views/edit"
	"parley/views/text"
)

// open gives way to the conversation under the cursor.
func (p *Picker) open() (tea.Model, tea.Cmd) {
	x, ok := p.chosen()
	if !ok {
		return p, nil
	}
	if x.ID == p.here {
		return p.leave()
	}
	screens, id := p.o.Screens, x.ID
	return p, p.GoTo(p.Under, kit.TextGoing, func() (tea.Model, error) { return screens.Conversation(id) })
}

// fork copies the conversation under the cursor and opens the copy.
func (p *Picker) fork() (tea.Model, tea.Cmd) {
	x, ok := p.chosen()
	if !ok {
		return p, nil
	}
	screens, id := p.o.Screens, x.ID
	return p, p.GoTo(p.Under, kit.TextForking, func() (tea.Model, error) { return kit.ForkAndOpen(screens, id, 0) })
}

// arrived gives way to the requested screen, or says why there is none.
func (p *Picker) arrived(msg kit.ArrivedMsg) (tea.Model, tea.Cmd) {
	typed := p.Came(p.Under, msg)
	if locked := kit.AsLocked(msg.Err); locked != nil {
		next := NewHeld(p.o.Shared, locked)
		p.Hands(&next.Leaving)
		next.Over(p)
		return p.Terminal.Hand(next, nil)
	}
	if msg.Err != nil {
		p.fault = msg.Err.Error()
		if p.Keeps() {
			p.fault += "\n" + textKept
		}
		return p, nil
	}
	p.stopSearch()
	if c, ok := msg.Model.(kit.Covering); ok {
		c.Over(p)
	}
	return p.Terminal.Hand(msg.Model, typed)
}

// replay replays the conversation under the cursor.
func (p *Picker) replay() (tea.Model, tea.Cmd) {
	x, ok := p.chosen()
	if !ok {
		return p, nil
	}
	screens, id := p.o.Screens, x.ID
	p.Busy = kit.TextReplayReading
	return p, func() tea.Msg { next, err := screens.Replay(id); return kit.ArrivedMsg{Model: next, Err: err} }
}

// leave goes back to the conversation behind, or leaves the program.
func (p *Picker) leave() (tea.Model, tea.Cmd) {
	p.stopSearch()
	return p.Return(p)
}

// back clears the filter, or leaves.
func (p *Picker) back() (tea.Model, tea.Cmd) {
	if p.filter.Text() != "" {
		id := p.chosenID()
		cmd := p.write(edit.Line{})
		p.choose(id)
		return p, cmd
	}
	return p.leave()
}

// quit leaves the program.
func (p *Picker) quit() (tea.Model, tea.Cmd) {
	p.stopSearch()
	if m := kit.ConversationOf(p.Under); m != nil {
		return p, m.Quit()
	}
	return p, tea.Quit
}

// rename opens the title for editing.
func (p *Picker) rename() (tea.Model, tea.Cmd) {
	if x, ok := p.chosen(); ok {
		title := edit.LineOf(text.Line(x.Title, maxTitle))
		p.naming = &title
	}
	return p, nil
}

// maxTitle is the longest title that can be given, in cells.
const maxTitle = 200

// named sets the new title, through the conversation itself if it is the one behind.
func (p *Picker) named() (tea.Model, tea.Cmd) {
	title := text.Line(p.naming.Text(), maxTitle)
	p.naming = nil
	x, ok := p.chosen()
	if !ok || title == "" || title == x.Title {
		return p, nil
	}
	take := func(p *Picker) {
		for i := range p.all {
			if p.all[i].ID == x.ID {
				p.all[i].Title, p.all[i].folded = title, strings.ToLower(title)
			}
		}
		p.sift()
		p.choose(x.ID)
	}
	if m := kit.ConversationOf(p.Under); m != nil && x.ID == p.here {
		take(p)
		return p, m.SetTitle(title)
	}
	shelf := p.o.Shelf
	return p, func() tea.Msg { return shelvedMsg{of: p, id: x.ID, err: shelf.Rename(x.ID, title), take: take} }
}

// trash puts the conversation under the cursor into the trash.
func (p *Picker) trash() (tea.Model, tea.Cmd) {
	x, ok := p.chosen()
	if !ok {
		return p, nil
	}
	if x.ID == p.here {
		p.fault = textTrashHere
		return p, nil
	}
	shelf := p.o.Shelf
	return p, func() tea.Msg {
		return shelvedMsg{of: p, id: x.ID, done: trashedText(kit.TitleOf(x.Summary)), err: shelf.Trash(x.ID), take: func(p *Picker) {
			p.thrown = append(p.thrown, x.ID)
			p.drop(x.ID)
		}}
	}
}

// drop takes a conversation out of the list.
func (p *Picker) drop(id string) {
	at := p.at
	for i := range p.all {
		if p.all[i].ID == id {
			p.all = append(p.all[:i:i], p.all[i+1:]...)
			break
		}
	}
	p.at = at
	p.sift()
}

// restore takes the latest conversation out of the trash again.
func (p *Picker) restore() (tea.Model, tea.Cmd) {
	id, shelf := p.thrown[len(p.thrown)-1], p.o.Shelf
	return p, func() tea.Msg {
		return shelvedMsg{of: p, id: id, done: textRestored, err: shelf.Restore(id), take: func(p *Picker) {
			p.thrown = deleteOf(p.thrown, id)
		}}
	}
}

func deleteOf(list []string, x string) []string {
	var out []string
	for _, y := range list {
		if y != x {
			out = append(out, y)
		}
	}
	return out
}

// shelved handles the end of a change, then reads the list again.
func (p *Picker) shelved(msg shelvedMsg) tea.Cmd {
	if msg.err != nil {
		p.fault = msg.err.Error()
		return nil
	}
	defer p.other(p.chosenID())
	msg.take(p)
	p.note = msg.done
	behind := p.Pass(kit.ShelfChangedMsg{})
	if msg.done == textRestored {
		shelf := p.o.Shelf
		return kit.Batch(behind, func() tea.Msg {
			list, err := shelf.List()
			return shelvedMsg{of: p, id: msg.id, done: msg.done + " ", err: err, take: func(p *Picker) {
				p.take(listedMsg{p, list, nil})
				p.choose(msg.id)
			}}
		})
	}
	return behind
}

// row describes the i-th conversation in sight.
func (p *Picker) row(i int) chrome.SavedRow {
	x := p.all[p.shown[i]]
	r := chrome.SavedRow{Title: kit.TitleOf(x.Summary), Turns: x.Turns, Notes: p.notes(x)}
	if !x.Updated.IsZero() {
		r.Age = strings.Replace(record.Ago(p.o.Now().Sub(x.Updated)), "days ago", "days", 1)
	}
	if p.every && !p.near(x) {
		r.About = "in " + shortDir(x.Workspace, p.o.Home)
	}
	if x.ForkedFrom != "" {
		r.About = strings.TrimPrefix(r.About+", ", ", ") + textForkOf + p.nameOf(x.ForkedFrom)
	}
	if m, ok := p.finding.found[x.ID]; ok && p.filter.Text() != "" {
		r.Found = chrome.Found{Line: m.Line, From: m.From, To: m.To}
	}
	return r
}

func (p *Picker) notes(x saved) (notes []string) {
	g := p.Theme.Glyphs
	if x.ID == p.here {
		notes = append(notes, "on screen")
	}
	switch {
	case x.Open != "":
		notes = append(notes, g.Decision+" question open")
	case x.TurnOpen && x.ID != p.here:
		notes = append(notes, "turn open")
	}
	if x.Requests > 1 {
		notes = append(notes, fmt.Sprintf("%d requests of the session", x.Requests))
	}
	if x.Forks > 0 {
		notes = append(notes, fmt.Sprintf("%s %d %s", g.Fork, x.Forks, plural(x.Forks, "fork", "forks")))
	}
	return notes
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// nameOf is the title of a conversation; an id would tell nobody which it was.
func (p *Picker) nameOf(id string) string {
	for _, x := range p.all {
		if x.ID == id {
			return kit.TitleOf(x.Summary)
		}
	}
	return textForkOfGone
}

// shortDir is a directory as people write it.
func shortDir(dir, home string) string {
	if rest, ok := strings.CutPrefix(dir, home+"/"); ok && home != "" {
		return "~/" + rest
	}
	return dir
}
