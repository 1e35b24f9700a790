package forms

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// TestWalks plays every transcript of testdata/walks; the README there says how
// one is written. UPDATE=1 rewrites them.
func TestWalks(t *testing.T) {
	files, err := filepath.Glob("../testdata/walks/*.walk")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".walk"), func(t *testing.T) {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got, err := play(string(want))
			if err != nil {
				t.Fatal(err)
			}
			if os.Getenv("UPDATE") != "" {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if got != string(want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// play returns the transcript as it should be: its head, and what is seen after each move.
func play(file string) (string, error) {
	head, moves, _ := strings.Cut(file, "\n\n")
	var list strings.Builder
	for line := range strings.Lines(head) {
		if !strings.HasPrefix(line, "#") {
			list.WriteString(line)
		}
	}
	out := bytes.NewBufferString(head + "\n\n")
	qs, err := ParseQuestions(json.RawMessage(list.String()))
	if err == nil {
		var f Form
		if f, err = New(qs); err == nil {
			return out.String() + transcript(f, moves), nil
		}
	}
	var faults Faults
	if !errors.As(err, &faults) {
		return "", err
	}
	fmt.Fprintln(out, faults)
	return out.String(), nil
}

func transcript(f Form, moves string) string {
	w := Start(f)
	out := bytes.NewBufferString(seen(w) + "\n")
	for line := range strings.Lines(moves) {
		if !strings.HasPrefix(line, "> ") {
			continue
		}
		out.WriteString(line)
		m, err := readMove(strings.TrimSpace(line[2:]))
		if err == nil {
			w, err = w.Apply(m)
		}
		if err != nil {
			fmt.Fprintln(out, "refused:", strings.ReplaceAll(err.Error(), "\n", "\n  "))
		}
		fmt.Fprintln(out, seen(w))
	}
	return out.String()
}

func readMove(line string) (Move, error) {
	verb, rest, _ := strings.Cut(line, " ")
	switch verb {
	case "answer":
		return Answer{Value: json.RawMessage(rest), ByUser: true}, nil
	case "answered":
		return Answer{Value: json.RawMessage(rest)}, nil
	case "redacted":
		return Answer{ByUser: true, Redacted: true}, nil
	case "back":
		return Back{}, nil
	case "reply":
		return Reply{Text: rest}, nil
	case "end":
		return EndTurn{}, nil
	}
	return nil, fmt.Errorf("no such move; use answer, answered, redacted, back, reply or end")
}

// seen is what must be seen of a walk, on one line.
func seen(w Walk) string {
	if q, open := w.Open(); open {
		draft, ok := w.Draft(q.ID)
		if !ok {
			draft = json.RawMessage("<nil>")
		}
		at, of := w.Progress()
		skipped := ""
		if n := w.Skipped(); n > 0 {
			skipped = fmt.Sprintf("%d skipped, ", n)
		}
		return fmt.Sprintf("[%d/%d] %s (%swas %s, back %v)", at, of, visible(q.Text), skipped, draft, w.CanGoBack())
	}
	switch m := w.Ended().(type) {
	case Reply:
		return fmt.Sprintf("replied %q %s", m.Text, w.Result())
	case EndTurn:
		return fmt.Sprintf("turn ended %s", w.Result())
	}
	return fmt.Sprintf("done %s", w.Result())
}

// visible is a text that can be shown in a terminal.
func visible(s string) string {
	if quoted := strconv.QuoteToGraphic(s); strings.Contains(quoted, `\`) {
		return quoted
	}
	return s
}

func apply(t testing.TB, w Walk, moves ...Move) Walk {
	t.Helper()
	for _, m := range moves {
		next, err := w.Apply(m)
		if err != nil {
			t.Fatalf("%#v: %v", m, err)
		}
		w = next
	}
	return w
}

func said(value string) Answer { return Answer{Value: json.RawMessage(value), ByUser: true} }

const three = `[{"id":"apply","text":"Apply?","answer_type":"boolean"},
	{"id":"env","text":"Where?","answer_type":{"type":"select","options":["staging","production"]},"when":{"question_id":"apply","equals":true}},
	{"id":"note","text":"Note","answer_type":"text"}]`

func TestWalkTellsWhatCounts(t *testing.T) {
	f := form(t, three)
	w := apply(t, Start(f), said(`true`), Answer{Value: json.RawMessage(`"staging"`)})
	want := []Given{{ID: "apply", Value: json.RawMessage(`true`), ByUser: true}, {ID: "env", Value: json.RawMessage(`"staging"`)}}
	if got := w.Given(); !reflect.DeepEqual(got, want) {
		t.Errorf("given %+v", got)
	}
	if got, ok := w.Answer("env"); !ok || !reflect.DeepEqual(got, want[1]) {
		t.Errorf("env: %+v %v", got, ok)
	}
	if got, ok := w.Answer("note"); ok {
		t.Errorf("note: %+v", got)
	}
	if !reflect.DeepEqual(w.Form(), f) {
		t.Error("the walk's form is another")
	}
	if w.Done() || w.Ended() != nil {
		t.Error("the walk is over too early")
	}
	if w = apply(t, w, said(`""`)); !w.Done() || w.Ended() != nil || w.CanGoBack() {
		t.Error("the walk is not done")
	}
	if w = apply(t, Start(f), Reply{"why?"}); w.Done() || w.Ended() != (Reply{"why?"}) || w.CanGoBack() {
		t.Error("the reply did not end the walk")
	}
}

func TestWalkRefuses(t *testing.T) {
	f := form(t, three)
	done := apply(t, Start(f), said(`false`), said(`"x"`))
	for _, c := range []struct {
		name string
		w    Walk
		m    Move
		want error
	}{
		{"an answer when done", done, said(`true`), ErrFinished},
		{"back when done", done, Back{}, ErrFinished},
		{"an end when done", done, EndTurn{}, ErrFinished},
		{"a reply after the end", apply(t, Start(f), EndTurn{}), Reply{}, ErrFinished},
		{"back at the start", Start(f), Back{}, ErrNoWayBack},
		{"back behind what others answered", apply(t, Start(f), Answer{Value: json.RawMessage(`false`)}), Back{}, ErrNoWayBack},
		{"anything in no form", Start(Form{}), Reply{}, ErrFinished},
	} {
		got, err := c.w.Apply(c.m)
		if !errors.Is(err, c.want) || !reflect.DeepEqual(got, c.w) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if _, err := Start(f).Apply(nil); err == nil || err.Error() != "forms: unknown move <nil>" {
		t.Errorf("no move: %v", err)
	}
	if !(Walk{}).Done() {
		t.Error("a walk of nothing is not done")
	}
}

// A secret is nowhere in a walk: not among the answers, the drafts, the result
// or what a formatted walk shows.
func TestWalkKeepsNoSecret(t *testing.T) {
	f := form(t, `[{"id":"token","text":"Token?","answer_type":"secret"},{"id":"b","text":"B?","answer_type":"text"}]`)
	for _, m := range []Move{said(`"hunter2"`), Answer{ByUser: true, Redacted: true}, Answer{Value: json.RawMessage(`"hunter2"`), ByUser: true, Redacted: true}} {
		w := apply(t, Start(f), m)
		if got := w.Given(); !reflect.DeepEqual(got, []Given{{ID: "token", ByUser: true, Redacted: true}}) {
			t.Errorf("given %+v", got)
		}
		if got := string(w.Result()); got != `{"token":{"redacted":true},"b":null}` {
			t.Errorf("result %s", got)
		}
		back := apply(t, w, Back{})
		if draft, ok := back.Draft("token"); ok {
			t.Errorf("draft %s", draft)
		}
		if !reflect.DeepEqual(back, Start(f)) {
			t.Error("going back over a secret leaves a trace")
		}
	}
	if _, err := Start(f).Apply(said(`1`)); err == nil || err.Error() != "the secret must be a string, not a number" {
		t.Errorf("got %v", err)
	}
}
