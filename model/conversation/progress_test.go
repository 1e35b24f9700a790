package conversation

import (
	"strings"
	"testing"

	"parley/model/replay"
	"parley/store"
	"parley/teatest/desk"
	"parley/views/pane"
)

const branching = `{"id":"go","text":"Shall we?","answer_type":"boolean"},` +
	`{"id":"why","text":"Why not?","answer_type":"boolean","when":{"question_id":"go","equals":false}},` +
	`{"id":"when","text":"Today?","answer_type":"boolean"}`

// TestACountThatJumpsSaysWhy: a question is counted by its place in the list, and what was
// skipped before it is named, in the form and in its replay.
func TestACountThatJumpsSaysWhy(t *testing.T) {
	d := asked(t, branching)
	d.Shows("── Assistant asks ── [1/3] ─────────────────────────────────────────────────────")
	d.Calm("y")
	d.Shows("── Assistant asks ── [3/3] 1 skipped ───────────────────────────────────────────")
	d.Calm("b")
	d.Shows("── Assistant asks ── [1/3] ─────────────────────────────────────────────────────")
	d.Calm("n")
	d.Shows("── Assistant asks ── [2/3] ─────────────────────────────────────────────────────")
	d.Calm("y")
	d.Shows("── Assistant asks ── [3/3] ─────────────────────────────────────────────────────")
	d.Calm("b", "b", "y")
	d.Shows("── Assistant asks ── [3/3] 1 skipped ───────────────────────────────────────────")
	d.Calm("y")

	var heads []string
	log := logged(d)
	r := desk.New(t)
	r.Top = replay.NewPlayer(replay.PlayerOptions{Log: log, Theme: r.Theme(), Paused: true, Now: r.Clock, Tick: r.Tick, Teller: pane.Teller{Took: true}})
	for range log.Len() {
		for _, line := range strings.Split(r.Screen(), "\n") {
			if line = strings.TrimRight(line, "─"); strings.HasPrefix(line, "── Assistant asked ") && (len(heads) == 0 || heads[len(heads)-1] != line) {
				heads = append(heads, line)
			}
		}
		r.Press("right")
	}
	want := []string{
		"── Assistant asked ── [1/3] ── answered by you after 1 s, taken back later ", "── Assistant asked ── [3/3] 1 skipped ── you went back, after 1 s ",
		"── Assistant asked ── [1/3] ── answered by you after 1 s, taken back later ", "── Assistant asked ── [2/3] ── answered by you after 1 s, taken back later ",
		"── Assistant asked ── [3/3] ── you went back, after 1 s ", "── Assistant asked ── [2/3] ── you went back, after 1 s ",
		"── Assistant asked ── [1/3] ── answered by you after 1 s ", "── Assistant asked ── [3/3] 1 skipped ── answered by you after 1 s ",
	}
	if got := strings.Join(heads, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("the replay has the headings\n%s\n--- want\n%s", got, strings.Join(want, "\n"))
	}
}

// logged is the conversation so far as it would be read from its file.
func logged(d *desk.Desk) store.Log {
	d.T.Helper()
	var l store.Log
	for _, e := range modelOf(d).o.Shell.Log().All() {
		again, err := store.New(e.Head, e.Body)
		if err != nil {
			d.T.Fatal(err)
		}
		l = l.Append(again)
	}
	return l
}
