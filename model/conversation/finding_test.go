package conversation

import (
	"testing"

	tea "charm.land/bubbletea/v2"
)

// TestSearchingTheConversation: while the text is written the line says what is found and
// how to continue; then n and N go through the hits, until Esc.
func TestSearchingTheConversation(t *testing.T) {
	d := newDesk(t).Start()
	d.Write("a needle").Press("enter")
	d.Answer("One needle.\n\nAnd hay.")
	d.Press("tab", "/")
	d.Sees(" /                                              Enter find   Esc end the search\n small · turn of 12:00                                    1.2k tokens · < $0.01")
	d.Write("needle")
	d.Sees(" / needle                          hit 2 of 2   Enter find   Esc end the search\n small · turn of 12:00                                    1.2k tokens · < $0.01")
	d.Press("enter")
	d.Sees(" ↑↓ block   c copy   / search   n N hits   Esc end search   ? help\n hit 2 of 2 · small                                       1.2k tokens · < $0.01")
	for _, c := range []struct{ key, note string }{{"n", "hit 1 of 2"}, {"n", "hit 2 of 2"}, {"N", "hit 1 of 2"}, {"N", "hit 2 of 2"}} {
		if d.Press(c.key); modelOf(d).note != c.note {
			t.Errorf("%s says %q, want %q", c.key, modelOf(d).note, c.note)
		}
	}
	d.Press("esc")
	d.Sees(" ↑↓ block   c copy   / search   Esc back   ? help\n small · turn of 12:00                                    1.2k tokens · < $0.01")
	d.Press("/").Write("nowhere")
	d.Send(tea.WindowSizeMsg{Width: 40, Height: 12})
	d.Sees(" / nowhere          no hit   Enter find\n small · turn of 12:00      1.2k tokens")
	d.Press("enter", "esc")
	d.Sees(" / commands   @ files   ? help\n small            1.2k tokens · < $0.01")
}

// TestHelpAtAQuestion: the help of a question has only keys that work there.
func TestHelpAtAQuestion(t *testing.T) {
	d := asked(t, yesNo)
	d.Press("?")
	d.Golden("help-question")
}
