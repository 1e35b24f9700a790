package model

import (
	"strings"
	"testing"
	"time"

	"parley/store"
)

const branching = `{"id":"go","text":"Shall we?","answer_type":"boolean"},` +
	`{"id":"why","text":"Why not?","answer_type":"boolean","when":{"question_id":"go","equals":false}},` +
	`{"id":"when","text":"Today?","answer_type":"boolean"}`

// TestACountThatJumpsSaysWhy: the place of a question is that in the list, and
// what was skipped before it is told, in the form and in its replay.
func TestACountThatJumpsSaysWhy(t *testing.T) {
	d := asked(t, branching)
	d.shows("── Assistant asks ── [1/3] ─────────────────────────────────────────────────────")
	d.calm("y")
	d.shows("── Assistant asks ── [3/3] 1 skipped ───────────────────────────────────────────")
	d.calm("b")
	d.shows("── Assistant asks ── [1/3] ─────────────────────────────────────────────────────")
	d.calm("n")
	d.shows("── Assistant asks ── [2/3] ─────────────────────────────────────────────────────")
	d.calm("y")
	d.shows("── Assistant asks ── [3/3] ─────────────────────────────────────────────────────")
	d.calm("b", "b", "y")
	d.shows("── Assistant asks ── [3/3] 1 skipped ───────────────────────────────────────────")
	d.calm("y")

	var heads []string
	r := newScreening(t, d.logged(t))
	for range r.player().reel.last() {
		for _, line := range splitLines(r.screen()) {
			if line = strings.TrimRight(line, "─"); strings.HasPrefix(line, "── Assistant asked ") && (len(heads) == 0 || heads[len(heads)-1] != line) {
				heads = append(heads, line)
			}
		}
		r.press("right")
	}
	want := []string{
		"── Assistant asked ── [1/3] ── answered by you after 1 s ", "── Assistant asked ── [3/3] 1 skipped ── you went back, after 1 s ",
		"── Assistant asked ── [1/3] ── answered by you after 1 s ", "── Assistant asked ── [2/3] ── answered by you after 1 s ",
		"── Assistant asked ── [3/3] ── you went back, after 1 s ", "── Assistant asked ── [2/3] ── you went back, after 1 s ",
		"── Assistant asked ── [1/3] ── answered by you after 1 s ", "── Assistant asked ── [3/3] 1 skipped ── answered by you after 1 s ",
	}
	if got := strings.Join(heads, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("the replay has the headings\n%s\n--- want\n%s", got, strings.Join(want, "\n"))
	}
}

// logged is the conversation so far as it would be read from its file.
func (d *desk) logged(t *testing.T) store.Log {
	t.Helper()
	var l store.Log
	for _, e := range d.model().o.Shell.Log().All() {
		line, err := store.Encode(e.Head, e.Body)
		if err != nil {
			t.Fatal(err)
		}
		e.Line = line
		l = l.Append(e)
	}
	return l
}

// TestANumberThatIsNoneOfAnEventStaysToBeMended: the field does not close, and
// says which there are.
func TestANumberThatIsNoneOfAnEventStaysToBeMended(t *testing.T) {
	for _, c := range []struct{ written, shown string }{
		{"", ":  the events have the numbers 1 to 49"},
		{"x", ": x  the events have the numbers 1 to 49"},
		{"0", ": 0  the events have the numbers 1 to 49"},
		{"50", ": 50  the events have the numbers 1 to 49"},
		{"99999999999999999999", ": 99999999999999999999  the events have the numbers 1 to 49"},
		{strings.Repeat("9", 300), ": " + strings.Repeat("9", 39) + "…  the events have the numbers 1 to 49"},
	} {
		d := newScreening(t, storyLog(t)).press(":").write(c.written).press("enter")
		d.sees(c.shown)
		for range max(len(c.written), 1) {
			d.press("backspace")
		}
		d.sees(":")
		d.write("7").press("enter")
		if d.player().point != 7 || d.player().typing != nil {
			t.Errorf("%q: it is at event %d", c.written, d.player().point)
		}
	}
	d := newScreening(t, storyLog(t)).press(":").write("x").press("enter", "esc")
	if p := d.player(); p.point != 1 || p.typing != nil {
		t.Errorf("after Esc it is at event %d, writing %v", p.point, p.typing)
	}
}

// TestGoingToADecisionPauses: it is gone to so that it can be read; where there is
// none, what plays goes on.
func TestGoingToADecisionPauses(t *testing.T) {
	playing := func(o *PlayerOptions) { o.Paused = false }
	for _, c := range []struct {
		keys    string
		point   int
		playing bool
	}{
		{"}", 14, false}, {"} }", 18, false}, {"{", 1, true}, {"} {", 14, false}, {"]", 4, true}, {"} space", 14, true},
	} {
		d := newScreening(t, storyLog(t), playing).press(strings.Fields(c.keys)...)
		if p := d.player(); p.point != c.point || p.playing != c.playing {
			t.Errorf("%s leads to event %d, playing %v; want %d, %v", c.keys, p.point, p.playing, c.point, c.playing)
		}
		if d.pass(time.Hour); !c.playing && d.player().point != c.point {
			t.Errorf("after %s it goes on to event %d", c.keys, d.player().point)
		}
	}
}

// TestAnAddressWithoutAServerIsRefused says of each what to mend.
func TestAnAddressWithoutAServerIsRefused(t *testing.T) {
	for _, c := range []struct{ address, fault string }{
		{"", " ! The address should begin with http:// or https://."},
		{"gpu:8000", " ! The address should begin with http:// or https://."},
		{"ftp://gpu", " ! The address should begin with http:// or https://."},
		{"http://", " ! The address names no server. It should look like http://localhost:8000/v1."},
		{"https:///v1", " ! The address names no server. It should look like http://localhost:8000/v1."},
		{"http://:8000/v1", " ! The address names no server. It should look like http://localhost:8000/v1."},
		{"http://gpu box/v1", " ! This is no address. It should look like http://localhost:8000/v1."},
		{"http://[::1/v1", " ! This is no address. It should look like http://localhost:8000/v1."},
		{"http://gpu:http/v1", " ! This is no address. It should look like http://localhost:8000/v1."},
		{"http://gpu:0/v1", " ! The port of the address should be a number from 1 to 65535."},
		{"http://gpu:80000/v1", " ! The port of the address should be a number from 1 to 65535."},
		{"http://gpu/v1?key=1", " ! The address should end with its path, without ? and #."},
		{"http://gpu/v1#top", " ! The address should end with its path, without ? and #."},
	} {
		d := firstRun(t, &fakeBeginning{}).press("1").write(c.address).press("enter")
		d.sees(c.fault + "\n\n Enter next   Esc back")
	}
	for _, address := range []string{"http://gpu", "https://gpu:8000/v1", "HTTP://[::1]:8000/v1/", "http://gpu:65535"} {
		d := firstRun(t, &fakeBeginning{}).press("1").write(address).press("enter")
		d.shows("   Variable with its key, empty for none", " Enter ask this server   Esc back")
	}
}
