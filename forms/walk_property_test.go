package forms

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// anyForm draws a form of booleans, selects, multi-selects, texts and secrets
// with conditions on earlier questions.
func anyForm(t *rapid.T) Form {
	qs := make([]Question, rapid.IntRange(1, 7).Draw(t, "questions"))
	for i := range qs {
		qs[i] = Question{ID: fmt.Sprintf("q%d", i), Text: fmt.Sprintf("Q%d?", i), AnswerType: anyType(t)}
		parent := rapid.IntRange(-1, i-1).Draw(t, "parent")
		if parent < 0 || qs[parent].AnswerType.Kind == Secret {
			continue
		}
		qs[i].When = &When{QuestionID: qs[parent].ID, Equals: anyAnswer(t, qs[parent]).Value}
	}
	f, err := New(qs)
	if err != nil {
		t.Fatalf("a form that is not sound: %v", err)
	}
	return f
}

func anyType(t *rapid.T) AnswerType {
	options := []Option{{Value: json.RawMessage(`"a"`)}, {Value: json.RawMessage(`1`)}}
	return rapid.SampledFrom([]AnswerType{
		{Kind: Boolean}, {Kind: Text}, {Kind: Secret},
		{Kind: Select, Options: options},
		{Kind: MultiSelect, Options: options},
	}).Draw(t, "type")
}

func anyAnswer(t *rapid.T, q Question) Answer {
	values := map[Kind][]string{
		Boolean:     {`true`, `false`},
		Text:        {`""`, `"x"`},
		Secret:      {`"hunter2"`},
		Select:      {`"a"`, `1.0`},
		MultiSelect: {`[]`, `[1]`, `[1,"a"]`, `["a",1]`},
	}
	return Answer{
		Value:  json.RawMessage(rapid.SampledFrom(values[q.AnswerType.Kind]).Draw(t, "value")),
		ByUser: rapid.Bool().Draw(t, "by the user"),
	}
}

// anyMove draws a move that an open walk takes.
func anyMove(t *rapid.T, w Walk) Move {
	q, _ := w.Open()
	if w.CanGoBack() && rapid.IntRange(0, 2).Draw(t, "back") == 0 {
		return Back{}
	}
	return anyAnswer(t, q)
}

// anyWalk draws an unfinished walk, and the walks that led to it.
func anyWalk(t *rapid.T) []Walk {
	walks := []Walk{Start(anyForm(t))}
	for range rapid.IntRange(0, 12).Draw(t, "moves") {
		w := walks[len(walks)-1]
		if _, open := w.Open(); !open {
			break
		}
		next, err := w.Apply(anyMove(t, w))
		if err != nil {
			t.Fatalf("a move is refused: %v", err)
		}
		walks = append(walks, next)
	}
	return walks
}

// photograph is everything that can be seen of a walk.
func photograph(w Walk) string {
	text := seen(w) + string(w.Result())
	for _, q := range w.Form().Questions() {
		draft, ok := w.Draft(q.ID)
		text += fmt.Sprintf(" %s %v", draft, ok)
	}
	return text + fmt.Sprintf("%+v", w.Given())
}

// A move leaves the walk that it was made on unchanged, even if several moves are made on
// one walk.
func TestMovesLeaveOlderWalksAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		walks := anyWalk(t)
		before := make([]string, len(walks))
		for i, w := range walks {
			before[i] = photograph(w)
		}
		for _, w := range walks {
			for range 3 {
				if _, open := w.Open(); !open {
					break
				}
				if _, err := w.Apply(anyMove(t, w)); err != nil {
					t.Fatal(err)
				}
			}
		}
		for i, w := range walks {
			if after := photograph(w); after != before[i] {
				t.Fatalf("before %s\nafter  %s", before[i], after)
			}
		}
	})
}

// replay repeats a walk by giving the answers that count.
func replay(t *rapid.T, f Form, given []Given) Walk {
	w := Start(f)
	for _, g := range given {
		q, open := w.Open()
		if !open || q.ID != g.ID {
			t.Fatalf("%s was answered where %s is asked", g.ID, q.ID)
		}
		next, err := w.Apply(Answer{Value: g.Value, ByUser: g.ByUser, Redacted: g.Redacted})
		if err != nil {
			t.Fatal(err)
		}
		w = next
	}
	return w
}

// The state of a walk depends on the answers that count, whatever way led there; only the
// drafts remember the way.
func TestWalkIsItsAnswers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		walks := anyWalk(t)
		w := walks[len(walks)-1]
		again := replay(t, w.Form(), w.Given())
		w.drafts = nil
		if !reflect.DeepEqual(w, again) {
			t.Fatalf("walked   %s\nreplayed %s", photograph(w), photograph(again))
		}
	})
}

// Back followed by the offered answer restores the walk if no other answers followed;
// otherwise it does once those are given again too.
func TestBackAndTheSameAnswerChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		walks := anyWalk(t)
		w := walks[len(walks)-1]
		if !w.CanGoBack() {
			return
		}
		back, err := w.Apply(Back{})
		if err != nil {
			t.Fatal(err)
		}
		kept := len(back.Given())
		if !slices.EqualFunc(back.Given(), w.Given()[:kept], func(a, b Given) bool { return reflect.DeepEqual(a, b) }) {
			t.Fatalf("before %+v\nafter %+v", w.Given(), back.Given())
		}
		for _, g := range w.Given()[kept:] {
			draft, offered := back.Draft(g.ID)
			if q, _ := back.Open(); q.ID != g.ID || offered == g.Redacted || string(draft) != string(g.Value) {
				t.Fatalf("%s is offered for %s where %s is asked", draft, g.ID, q.ID)
			}
			if back, err = back.Apply(Answer{Value: draft, ByUser: g.ByUser, Redacted: g.Redacted}); err != nil {
				t.Fatal(err)
			}
		}
		if !reflect.DeepEqual(back, w) {
			t.Fatalf("before %s\nafter  %s", photograph(w), photograph(back))
		}
	})
}

// Only what was answered counts, and every walk comes to its end.
func TestNoAnswerWithoutAMove(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := Start(anyForm(t))
		for moves := 0; ; moves++ {
			if got := len(w.Given()); got != moves {
				t.Fatalf("%d answers count after %d", got, moves)
			}
			q, open := w.Open()
			if !open {
				break
			}
			next, err := w.Apply(anyAnswer(t, q))
			if err != nil {
				t.Fatal(err)
			}
			w = next
		}
		var result map[string]json.RawMessage
		if err := json.Unmarshal(w.Result(), &result); err != nil || len(result) != w.Form().Len() {
			t.Fatalf("result %s: %v", w.Result(), err)
		}
	})
}

// model computes recursively which of up to four booleans are asked: the i-th depends on
// parents[i], -1 for none, having the value equals[i].
func model(parents []int, equals, answers []bool) []bool {
	asked := make([]bool, len(parents))
	for i, p := range parents {
		asked[i] = p < 0 || asked[p] && answers[p] == equals[i]
	}
	return asked
}

// Every form of four booleans with every condition, answered in every way, asks what the
// model says.
func TestEveryWhen(t *testing.T) {
	const n = 4
	walked := 0
	for graph := range 1 * 3 * 5 * 7 { // each question: no condition, or an earlier one being true or false
		parents, equals := make([]int, n), make([]bool, n)
		for i, rest := 0, graph; i < n; i++ {
			choice := rest % (2*i + 1)
			rest /= 2*i + 1
			parents[i], equals[i] = (choice+1)/2-1, choice%2 == 1
		}
		f := booleans(t, parents, equals)
		for bits := range 1 << n {
			answers := make([]bool, n)
			for i := range answers {
				answers[i] = bits>>i&1 == 1
			}
			w := Start(f)
			for i, asked := range model(parents, equals, answers) {
				q, open := w.Open()
				if isOpen := open && q.ID == f.questions[i].ID; isOpen != asked {
					t.Fatalf("parents %v equals %v answers %v: question %d is asked: %v", parents, equals, answers, i, isOpen)
				}
				if asked {
					w = apply(t, w, said(fmt.Sprint(answers[i])))
					walked++
				}
			}
			if !w.Done() {
				t.Fatalf("parents %v equals %v answers %v: not done", parents, equals, answers)
			}
		}
	}
	if walked < 105*16 {
		t.Fatalf("only %d questions were asked", walked)
	}
}

func booleans(t testing.TB, parents []int, equals []bool) Form {
	qs := make([]Question, len(parents))
	for i, p := range parents {
		qs[i] = Question{ID: fmt.Sprint("q", i), Text: "?", AnswerType: AnswerType{Kind: Boolean}}
		if p >= 0 {
			qs[i].When = &When{QuestionID: fmt.Sprint("q", p), Equals: json.RawMessage(fmt.Sprint(equals[i]))}
		}
	}
	f, err := New(qs)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
