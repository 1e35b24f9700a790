package saved

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
	"parley/store"
	"parley/store/search"
	"parley/views/edit"
	"parley/views/text"
)

// BenchmarkPickerFirstScreen draws the first screen of ten thousand conversations that are
// already listed.
func BenchmarkPickerFirstScreen(b *testing.B) {
	theme, err := text.NewTheme(text.ThemeDark, text.Unicode())
	if err != nil {
		b.Fatal(err)
	}
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	list := make([]store.Summary, 10_000)
	for i := range list {
		list[i] = store.Summary{ID: fmt.Sprintf("c%d", i), Title: fmt.Sprintf("Conversation %d about migrations", i), Turns: i % 30, Updated: now.Add(-time.Duration(i) * time.Hour), Workspace: "/w"}
	}
	for b.Loop() {
		p := NewPicker(PickerOptions{Shared: kit.Shared{Theme: theme, Now: func() time.Time { return now }}, Workspace: "/w"})
		p.Update(listedMsg{of: p, list: list})
		if v := p.View(); v.Content == "" {
			b.Fatal("nothing is drawn")
		}
	}
}

// BenchmarkPickerFilter types a letter with ten thousand conversations listed.
func BenchmarkPickerFilter(b *testing.B) {
	theme, err := text.NewTheme(text.ThemeDark, text.Unicode())
	if err != nil {
		b.Fatal(err)
	}
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	list := make([]store.Summary, 10_000)
	for i := range list {
		list[i] = store.Summary{ID: fmt.Sprintf("c%d", i), Title: fmt.Sprintf("Conversation %d about migrations", i), Updated: now, Workspace: "/w"}
	}
	p := NewPicker(PickerOptions{Shared: kit.Shared{Theme: theme, Now: func() time.Time { return now }, Tick: func(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil }}, Workspace: "/w"})
	p.Update(listedMsg{of: p, list: list})
	for b.Loop() {
		p.write(edit.LineOf("9 mig"))
		p.View()
		p.write(edit.Line{})
	}
}

// onDisk is a store as a shelf.
type onDisk struct{ store.Store }

func (d onDisk) Search(ctx context.Context, words string, scope search.Scope) iter.Seq2[search.Match, error] {
	return search.In(ctx, d.Store, words, scope)
}

// BenchmarkPickerWarm reads the list of ten thousand conversations from a disk that has
// been read before and draws its first screen.
func BenchmarkPickerWarm(b *testing.B) {
	theme, err := text.NewTheme(text.ThemeDark, text.Unicode())
	if err != nil {
		b.Fatal(err)
	}
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	kept := store.Open(b.TempDir(), func() time.Time { return now })
	for i := range 10_000 {
		id := fmt.Sprintf("c%d", i)
		var lines []byte
		for seq, body := range []store.Body{store.TurnStart{}, store.ChatRequest{Text: fmt.Sprintf("Conversation %d about migrations", i)}, store.TurnEnd{Reason: store.ReasonDone}} {
			line, err := store.Encode(store.Head{V: store.Version, Seq: int64(seq + 1), ID: fmt.Sprint("e", seq), Time: now.Add(-time.Duration(i) * time.Minute), Conversation: id, Turn: 1}, body)
			if err != nil {
				b.Fatal(err)
			}
			lines = append(append(lines, line...), '\n')
		}
		if err := errors.Join(os.MkdirAll(filepath.Dir(kept.Path(id)), 0o700), os.WriteFile(kept.Path(id), lines, 0o600)); err != nil {
			b.Fatal(err)
		}
	}
	if _, err := kept.List(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		p := NewPicker(PickerOptions{Shared: kit.Shared{Theme: theme, Now: func() time.Time { return now }}, Shelf: onDisk{kept}, Workspace: "/w"})
		p.Update(p.list()())
		if len(p.shown) != 10_000 || p.View().Content == "" {
			b.Fatal("nothing is drawn")
		}
	}
}
