package record

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"parley/store"
)

// pastOf is the transcript that a history gives for a point.
func pastOf(h *History, point int) string {
	var b strings.Builder
	for i := range h.Entries(point) {
		e := h.Entry(i, point)
		fmt.Fprintf(&b, "%d %s in %q seq %d turn %d, %v to %v, version %d: ", i, e.ID, e.Within, e.Seq, e.Turn, e.Time, e.Changed, e.Version)
		item(&b, e.Item)
	}
	return b.String()
}

// played is the same from the transcript of the events up to there.
func played(l store.Log, point int) string {
	var b strings.Builder
	for i, e := range NewTranscript(l.Prefix(point)).All() {
		fmt.Fprintf(&b, "%d %s in %q seq %d turn %d, %v to %v, version %d: ", i, e.ID, e.Within, e.Seq, e.Turn, e.Time, e.Changed, e.Version)
		item(&b, e.Item)
	}
	return b.String()
}

func TestHistoryIsTheTranscriptAtEveryPoint(t *testing.T) {
	l := store.Log{}.Append(everyEvent(t)...)
	h := NewHistory(l)
	if h.Len() != l.Len() {
		t.Fatalf("%d points for %d events", h.Len(), l.Len())
	}
	for point := h.Len(); point >= 0; point-- {
		if got, want := pastOf(h, point), played(l, point); got != want {
			t.Fatalf("after %d events\n%s--- want\n%s", point, got, want)
		}
	}
}

// TestHistoryOfAnything: bodies of a few ids in any order, as a damaged file may hold
// them; the points in any order.
func TestHistoryOfAnything(t *testing.T) {
	every := everyBody(t)
	rapid.Check(t, func(t *rapid.T) {
		bodies := rapid.SliceOfN(rapid.OneOf(fewIDs(), rapid.SampledFrom(every)), 0, 40).Draw(t, "bodies")
		var l store.Log
		for i, b := range bodies {
			l = l.Append(store.Event{Head: store.Head{V: 1, Seq: int64(i + 1), ID: fmt.Sprint("e", i), Time: epoch(), Turn: rapid.IntRange(0, 2).Draw(t, "turn")}, Body: b})
		}
		NewAudit(l).Words() // of a damaged file, too
		h := NewHistory(l)
		for range 5 {
			point := rapid.IntRange(0, l.Len()).Draw(t, "point")
			if got, want := pastOf(h, point), played(l, point); got != want {
				t.Fatalf("after %d events\n%s--- want\n%s", point, got, want)
			}
		}
	})
}

// TestHistoryOfAnAnswerBehindItsEnd: in a damaged file the end of an answer, which says that it is cut short, may
// precede its text; each is an entry of its own.
func TestHistoryOfAnAnswerBehindItsEnd(t *testing.T) {
	var l store.Log
	for i, b := range []store.Body{store.ResponseEnd{Response: "r", Finish: "length"}, store.ChatResponse{Response: "r", Text: "Done."}} {
		l = l.Append(store.Event{Head: store.Head{V: 1, Seq: int64(i + 1), ID: fmt.Sprint("e", i), Time: epoch()}, Body: b})
	}
	h := NewHistory(l)
	if got, want := pastOf(h, 2), played(l, 2); got != want || h.First(1).ID != "e1" {
		t.Errorf("it begins with %s\n%s--- want\n%s", h.First(1).ID, got, want)
	}
}

// fewIDs are bodies that often refer to one another.
func fewIDs() *rapid.Generator[store.Body] {
	return rapid.Custom(func(t *rapid.T) store.Body {
		id := rapid.SampledFrom([]string{"a", "b"}).Draw(t, "id")
		return rapid.SampledFrom([]store.Body{
			store.ChatResponse{Response: id, Text: "x"}, store.ChatResponse{Response: id, Partial: true}, store.Reasoning{Response: id},
			store.ToolCallRequest{Response: id, ID: id, Name: "t"}, store.ToolCallRequest{Response: id, ID: id + "2", Name: "t"},
			store.ResponseEnd{Response: id, Model: "m"}, store.ResponseDropped{Response: id}, store.ToolStarted{ID: id, Run: 1}, store.ToolAsked{ID: id},
			store.ToolFinished{ID: id}, store.ToolCallResponse{ID: id, Content: "c"}, store.PermissionRequest{ID: id + ".run", Call: id},
			store.PermissionResponse{ID: id + ".run", Outcome: store.PermitAllowed}, store.InquiryRequest{ID: id + ".q.1", Call: id},
			store.InquiryResponse{ID: id + ".q.1", Outcome: store.Answered, Answer: raw("1")}, store.InquiryRequest{ID: id + ".run"}, store.MemoryRevoked{ID: id + ".run"},
			store.TurnStart{Parent: 1}, store.TurnEnd{Reason: id}, store.ToolCallRequest{Response: id, ID: id + "3", Name: ReportTool, Arguments: raw(`{"root_cause":"x"}`)},
			store.InquiryRequest{ID: id + ".g.1", Source: store.Source{Source: "other", Name: "guard." + id}}, store.InquiryResponse{ID: id + ".g.1", Outcome: store.Answered},
			store.GuardResolved{Guard: id, Choice: ChoiceLimit}, store.GuardTripped{Guard: id}, store.GuardResolved{Guard: id, Choice: "c"}, store.Title{Title: id}, store.Unknown{Name: id},
		}).Draw(t, "body")
	})
}

// TestHistoryTellsWhatChanged: an entry that no event touched is the same at both points,
// and so is its version.
func TestHistoryTellsWhatChanged(t *testing.T) {
	l := store.Log{}.Append(everyEvent(t)...)
	h := NewHistory(l)
	for after := range h.Len() {
		for _, to := range []int{after + 1, min(after+7, h.Len())} {
			changed := slices.Collect(h.Changed(after, to))
			for i := range h.Entries(after) {
				same := h.Entry(i, after).Version == h.Entry(i, to).Version
				if said := slices.Contains(changed, i); said == same {
					t.Errorf("from %d to %d entry %d: changed %v, said to have changed %v", after, to, i, !same, said)
				}
				if (h.Version(i, after) == h.Version(i, to)) != same {
					t.Errorf("from %d to %d entry %d: the version is wrong", after, to, i)
				}
			}
			for i := h.Entries(after); i < h.Entries(to); i++ {
				if !slices.Contains(changed, i) {
					t.Errorf("from %d to %d entry %d is new and not said to be", after, to, i)
				}
			}
		}
	}
}

func BenchmarkHistory50000(b *testing.B) {
	l := longStory(b, 50_000)
	b.ReportAllocs()
	for b.Loop() {
		NewHistory(l)
	}
}

func BenchmarkTranscript5000(b *testing.B) {
	l := longStory(b, 5000)
	b.ReportAllocs()
	for b.Loop() {
		NewTranscript(l)
	}
}
