package replay

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/forms"
	"parley/store"
	"parley/views/pane"
	"parley/views/text"
)

// longLog is a conversation of about so many events of 600 bytes: turns with a response, a
// call, a permission and a question.
func longLog(t testing.TB, n int) store.Log {
	t.Helper()
	text := strings.Repeat("some words of an answer ", 20)
	at := time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC)
	var l store.Log
	turn := 0
	add := func(b store.Body) {
		if l.Len() == n {
			return
		}
		at = at.Add(700 * time.Millisecond)
		head := store.Head{V: 1, Seq: int64(l.Len() + 1), ID: fmt.Sprint("c-", l.Len()), Time: at, Conversation: "c", Turn: turn}
		e, err := store.New(head, b)
		if err != nil {
			t.Fatal(err)
		}
		l = l.Append(e)
	}
	question := forms.Question{ID: "q", Text: "Which?", Context: text, AnswerType: forms.AnswerType{Kind: forms.Boolean}}
	for l.Len() < n {
		turn++
		r, c := fmt.Sprint("r", turn), fmt.Sprint("c", turn)
		add(store.TurnStart{})
		add(store.ChatRequest{Text: text})
		add(store.ChatResponse{Response: r, Text: text})
		add(store.ToolCallRequest{Response: r, ID: c, Name: "fs_read_file", Arguments: []byte(`{"path":"main.go"}`)})
		add(store.ResponseEnd{Response: r, Calls: 1})
		add(store.PermissionRequest{ID: c + ".run", Call: c, Kind: "run", Tool: "fs_read_file", Text: "Read it?"})
		add(store.PermissionResponse{ID: c + ".run", Outcome: store.PermitAllowed, By: store.ByUser})
		add(store.ToolStarted{ID: c, Run: 1})
		add(store.InquiryRequest{ID: c + ".q.1", Call: c, Source: store.Source{Source: "tool", Name: "fs_read_file"}, Target: "user", Question: question})
		add(store.InquiryResponse{ID: c + ".q.1", Outcome: store.Answered, Answer: []byte("true"), AnsweredBy: &store.AnsweredBy{By: store.ByUser}})
		add(store.ToolCallResponse{ID: c, Content: text + text + text})
		add(store.ChatResponse{Response: r + "b", Text: text})
		add(store.ResponseEnd{Response: r + "b"})
		add(store.TurnEnd{Reason: store.ReasonDone})
	}
	return l
}

// benchPlayer is a paused replay of 50,000 events.
func benchPlayer(b *testing.B) *Player {
	b.Helper()
	theme, err := text.NewTheme(text.ThemeDark, text.Unicode())
	if err != nil {
		b.Fatal(err)
	}
	p := NewPlayer(PlayerOptions{Theme: theme, Now: time.Now, Paused: true, Teller: pane.Teller{Took: true}})
	p.Update(reelMsg{of: p, reel: newReel(longLog(b, 50_000))})
	p.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	p.View()
	return p
}

// BenchmarkReplayJump goes from one end to the other and to the middle, and draws each.
func BenchmarkReplayJump(b *testing.B) {
	p := benchPlayer(b)
	points := []int{50_000, 1, 25_000, 49_000, 3}
	i := 0
	for b.Loop() {
		p.jump(points[i%len(points)])
		p.picture.Old()
		p.View()
		i++
	}
}

// BenchmarkReplayJumpFar is the longest jump: from the first event to the last and back.
func BenchmarkReplayJumpFar(b *testing.B) {
	p := benchPlayer(b)
	for b.Loop() {
		for _, to := range []int{50_000, 1} {
			p.jump(to)
			p.picture.Old()
			p.View()
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(2*b.N), "ns/jump")
}

func benchmarkSteps(b *testing.B, from, by int) {
	p := benchPlayer(b)
	p.jump(from)
	for b.Loop() {
		if p.point+by < 1 || p.point+by > p.reel.last() {
			p.jump(from)
		}
		p.step(by)
		p.picture.Old()
		p.View()
	}
}

func BenchmarkReplayStep(b *testing.B)     { benchmarkSteps(b, 25_000, 1) }
func BenchmarkReplayStepBack(b *testing.B) { benchmarkSteps(b, 50_000, -1) }

// BenchmarkReplayOpen prepares a log of 50,000 events.
func BenchmarkReplayOpen(b *testing.B) {
	l := longLog(b, 50_000)
	b.ReportAllocs()
	for b.Loop() {
		newReel(l)
	}
}

// BenchmarkReplaySearch looks for a text that does not occur.
func BenchmarkReplaySearch(b *testing.B) {
	p := benchPlayer(b)
	for b.Loop() {
		if hits := pointsOf(p.reel.past, "nowhere at all"); len(hits) > 0 {
			b.Fatal(hits)
		}
	}
}
