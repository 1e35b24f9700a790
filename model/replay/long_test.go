package replay

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/forms"
	"parley/store"
	"parley/teatest/desk"
	"parley/views/pane"
	"parley/views/text"
)

// commandLog is a conversation in which a command of one line of so many words was edited and run.
func commandLog(t testing.TB, words int) store.Log {
	t.Helper()
	command := "true " + strings.TrimSpace(strings.Repeat("abc ", words))
	arguments, err := json.Marshal(map[string]string{"command": command})
	if err != nil {
		t.Fatal(err)
	}
	var l store.Log
	for i, b := range []store.Body{
		store.TurnStart{}, store.ChatRequest{Text: "go on"},
		store.ToolCallRequest{Response: "r", ID: "c", Name: "run_command", Arguments: arguments}, store.ResponseEnd{Response: "r", Calls: 1},
		store.PermissionRequest{ID: "c.run", Call: "c", Kind: store.PermitRun, Tool: "run_command", Text: command, Arguments: arguments},
		store.PermissionResponse{ID: "c.run", Outcome: store.PermitEdited, By: store.ByUser, Arguments: arguments},
		store.ToolStarted{ID: "c", Run: 1}, store.ToolCallResponse{ID: "c", Content: "ok"},
	} {
		e, err := store.New(store.Head{V: 1, Seq: int64(i + 1), ID: fmt.Sprint("c-", i), Time: time.Date(2026, 1, 2, 15, 4, i, 0, time.UTC), Conversation: "c", Turn: 1}, b)
		if err != nil {
			t.Fatal(err)
		}
		l = l.Append(e)
	}
	return l
}

// commandPlayer is a paused replay of it.
func commandPlayer(t testing.TB, words int) *Player {
	t.Helper()
	th, err := text.NewTheme(text.ThemePlain, text.Unicode())
	if err != nil {
		t.Fatal(err)
	}
	p := NewPlayer(PlayerOptions{Theme: th, Now: time.Now, Paused: true, Teller: pane.Teller{Took: true}})
	p.Update(reelMsg{of: p, reel: newReel(commandLog(t, words))})
	p.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	p.View()
	return p
}

// TestALongCommandIsReadBesideTheLoop: with the conversation, so that a step reads none of it.
func TestALongCommandIsReadBesideTheLoop(t *testing.T) {
	r := newReel(commandLog(t, 10_000))
	if told := r.decisions[0].told; told == nil || told.Whole != "true "+strings.TrimSpace(strings.Repeat("abc ", 10_000)) || told.Edited == nil || !strings.HasPrefix(*told.Edited, "command: true abc abc") {
		t.Errorf("what is told of a long command is %.100v", told)
	}
	if told := newReel(commandLog(t, 10)).decisions[0].told; told != nil {
		t.Errorf("of a short command %v is kept", told)
	}
}

// TestAStepCostsWhatIsSeen: onto the permission of a command, onto its answer, and back.
func TestAStepCostsWhatIsSeen(t *testing.T) {
	cost := func(words int) float64 {
		p := commandPlayer(t, words)
		return testing.AllocsPerRun(1, func() {
			for _, to := range []int{4, 5, 6, 7, 6, 5, 4} {
				p.jump(to)
				p.picture.Old()
				p.View()
			}
		})
	}
	if few, many := cost(10_000), cost(200_000); many > 1.2*few {
		t.Errorf("steps over 200,000 words take %.0f allocations, over 10,000 %.0f", many, few)
	}
}

// BenchmarkLongCommandStep goes onto the permission of a command of 2 MB in one line, and off it.
func BenchmarkLongCommandStep(b *testing.B) {
	p := commandPlayer(b, 500_000)
	for b.Loop() {
		for _, to := range []int{5, 4} {
			p.jump(to)
			p.picture.Old()
			p.View()
		}
	}
}

// TestWhatIsLongIsLaidOutBesideTheReplay: an answer stands there as it was written until then, and of
// what a question was about it is said. A film, in which nobody waits for a key, has it laid out at once.
func TestWhatIsLongIsLaidOutBesideTheReplay(t *testing.T) {
	var answer strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&answer, "Part %d has *words* that are marked.\n\n", i)
	}
	change := "```diff\n--- /dev/null\n+++ b/x.go\n@@ -0,0 +1,4000 @@\n" + strings.Repeat("+a line of the change\n", 4000) + "```\n"
	for _, c := range []struct {
		last          store.Body
		before, after string
	}{
		{store.ChatResponse{Response: "s", Text: answer.String()}, "has *words* that are marked.", "has words that are marked."},
		{store.InquiryRequest{ID: "q", Question: forms.Question{ID: "q", Text: "Apply it?", Context: change, AnswerType: forms.AnswerType{Kind: forms.Boolean}}},
			"It is long, and being laid out…", "a line of the change"},
	} {
		log := commandLog(t, 1)
		e, err := store.New(store.Head{V: 1, Seq: int64(log.Len() + 1), ID: "c-last", Time: time.Date(2026, 1, 2, 15, 5, 0, 0, time.UTC), Conversation: "c", Turn: 1}, c.last)
		if err != nil {
			t.Fatal(err)
		}
		log = log.Append(e)
		d := desk.New(t)
		p := NewPlayer(PlayerOptions{Log: log, Theme: d.Theme(), Paused: true, Now: d.Clock, Tick: d.Tick, Teller: pane.Teller{Took: true}})
		p.Init()
		p.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
		p.Update(reelMsg{of: p, reel: newReel(log)})
		_, cmd := p.Update(tea.KeyPressMsg{Code: 'G', Text: "G"})
		screen := func() string { return text.Stripped(p.View().Content) }
		if got := screen(); cmd == nil || !strings.Contains(got, c.before) || strings.Contains(got, c.after) {
			t.Fatalf("before it is laid out (%v) the screen is\n%s", cmd != nil, got)
		}
		if _, again := p.Update(tea.KeyPressMsg{Code: 'G', Text: "G"}); again != nil {
			t.Error("it is laid out twice")
		}
		p.Update(cmd())
		if got := screen(); !strings.Contains(got, c.after) || strings.Contains(got, c.before) {
			t.Errorf("laid out the screen is\n%s", got)
		}
		var last []string
		err = film(PlayerOptions{Log: log, Theme: d.Theme(), Teller: pane.Teller{Took: true}}, newReel(log), 80, 24, func(f Frame) error { last = f.Lines; return nil })
		if got := text.Stripped(strings.Join(last, "\n")); err != nil || !strings.Contains(got, c.after) {
			t.Errorf("%v; a film ends with\n%s", err, got)
		}
	}
}

// TestALongEventIsLaidOutBesideTheReplay: as it is stored, of what it takes to read no key waits.
func TestALongEventIsLaidOutBesideTheReplay(t *testing.T) {
	p := commandPlayer(t, 50_000)
	p.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	p.jump(5)
	screen := func() string { return text.Stripped(p.View().Content) }
	press := func(code rune) tea.Cmd {
		_, cmd := p.Update(tea.KeyPressMsg{Code: code, Text: string(code)})
		return cmd
	}
	cmd := press('i')
	if got := screen(); !strings.Contains(got, "A long event: it is being laid out…") || strings.Contains(got, `"type"`) || cmd == nil {
		t.Fatalf("%v; before it is laid out the screen is\n%s", cmd, got)
	}
	if again := press('i'); again != nil { // it closes
		t.Error("somebody lays out what is closed")
	}
	if again := press('i'); again != nil {
		t.Error("it is laid out twice")
	}
	p.Update(cmd())
	if got := screen(); !strings.Contains(got, `"type": "permission_request"`) {
		t.Errorf("laid out the screen is\n%s", got)
	}
	_, cmd = p.Update(tea.WindowSizeMsg{Width: 60, Height: 24})
	if cmd == nil {
		t.Fatal("nobody lays it out for another width")
	}
	late := cmd()
	_, cmd = p.Update(tea.WindowSizeMsg{Width: 70, Height: 24})
	if cmd != nil {
		t.Error("two are laid out at once")
	}
	if _, cmd = p.Update(late); cmd == nil || !strings.Contains(screen(), "being laid out") {
		t.Errorf("what comes for another width is shown:\n%s", screen())
	}
	p.Update(cmd())
	if got := screen(); !strings.Contains(got, `"type": "permission_request"`) {
		t.Errorf("laid out again the screen is\n%s", got)
	}
}
