package arming

import (
	"testing"
	"time"
)

// TestAKeyDoesItOnce presses a key that decides ("r") and others, each after so long.
func TestAKeyDoesItOnce(t *testing.T) {
	const ms = time.Millisecond
	type press struct {
		after  time.Duration
		key    rune
		repeat bool
		takes  bool
	}
	for name, all := range map[string][]press{
		"one":                     {{0, 'r', false, true}},
		"held from the beginning": {{0, 'r', true, false}},
		"held, as terminals send it": {
			{0, 'r', false, true}, {660 * ms, 'r', false, false}, {33 * ms, 'r', false, false}, {290 * ms, 'r', false, false}, {290 * ms, 'r', false, false}, {290 * ms, 'r', false, false},
		},
		"let go of, and pressed again":      {{0, 'r', false, true}, {33 * ms, 'r', false, false}, {time.Second, 'r', false, true}, {33 * ms, 'r', false, false}},
		"pressed again and again":           {{0, 'r', false, true}, {600 * ms, 'r', false, false}, {600 * ms, 'r', false, true}, {600 * ms, 'r', false, false}, {600 * ms, 'r', false, true}},
		"another in between":                {{0, 'r', false, true}, {10 * ms, 'j', false, true}, {10 * ms, 'r', false, true}},
		"a key that may repeat":             {{0, 'j', false, true}, {500 * ms, 'j', false, true}, {30 * ms, 'j', true, true}, {30 * ms, 'j', true, true}},
		"a key that was held for something": {{0, 'j', false, true}, {30 * ms, 'r', false, true}, {30 * ms, 'r', false, false}},
	} {
		now := time.Unix(0, 0)
		a := Arming{Clock: Clock{Now: func() time.Time { return now }}}
		for i, p := range all {
			now = now.Add(p.after)
			if got, _ := a.Takes(string(p.key), p.repeat, p.key == 'r'); got != p.takes {
				t.Errorf("%s: press %d takes %v", name, i, got)
			}
		}
	}
}

// TestWhatAnswers: keys around something that comes on the screen, each after so long; which of
// them answer.
func TestWhatAnswers(t *testing.T) {
	const ms = time.Millisecond
	key := func(name string, answers bool) func(*Arming) bool {
		return func(a *Arming) bool { return a.Answers(name, false) == answers }
	}
	repeated := func(name string, answers bool) func(*Arming) bool {
		return func(a *Arming) bool { return a.Answers(name, true) == answers }
	}
	before := func(name string) func(*Arming) bool {
		return func(a *Arming) bool { a.Pressed(name, false); return true }
	}
	appears := func(a *Arming) bool { a.Appear(); return true }
	away := func(a *Arming) bool { a.Away(); return true }
	torn := func(a *Arming) bool { a.Torn(""); return true }
	part := func(bytes string) func(*Arming) bool { return func(a *Arming) bool { a.Torn(bytes); return true } }
	keys := func(all string) func(*Arming) bool { // none of which answers
		return func(a *Arming) bool {
			answered := ""
			for _, r := range all {
				name := map[rune]string{'\x1b': "esc", ' ': "space", '\a': "ctrl+g", '\r': "enter"}[r]
				if name == "" {
					name = string(r)
				}
				if a.Answers(name, false) {
					answered += name
				}
			}
			return answered == ""
		}
	}
	pastes := func(a *Arming) bool { a.Pastes(); return true }
	pasted := func(taken bool) func(*Arming) bool { return func(a *Arming) bool { return a.Pasted() == taken } }
	ends := func(typing bool) func(*Arming) bool {
		return func(a *Arming) bool { a.PasteEnds(typing); return true }
	}
	released := func(name string) func(*Arming) bool {
		return func(a *Arming) bool { a.Released(name); return true }
	}
	late := func(by time.Duration) func(*Arming) bool {
		return func(a *Arming) bool { a.Late(a.Now().Add(-by)); return true }
	}
	type step struct {
		after time.Duration
		do    func(*Arming) bool
	}
	for name, steps := range map[string][]step{
		"a key after the delay":              {{0, appears}, {299 * ms, key("y", false)}, {300 * ms, key("n", true)}},
		"one that is held":                   {{0, before("y")}, {0, appears}, {999 * ms, key("y", false)}, {33 * ms, key("y", false)}, {300 * ms, key("y", true)}},
		"another one":                        {{0, before("y")}, {0, appears}, {300 * ms, key("n", true)}},
		"one that was let go of":             {{0, before("y")}, {0, released("y")}, {0, appears}, {300 * ms, key("y", true)}},
		"while another was let go of":        {{0, before("y")}, {0, released("x")}, {0, appears}, {300 * ms, key("y", false)}},
		"one that was too early":             {{0, appears}, {100 * ms, key("y", false)}, {899 * ms, key("y", false)}, {300 * ms, key("y", true)}},
		"too early, behind another":          {{0, appears}, {0, key("y", false)}, {400 * ms, key("n", true)}, {100 * ms, key("y", true)}, {0, key("n", true)}},
		"of before, behind another":          {{0, before("y")}, {0, appears}, {300 * ms, key("n", true)}, {33 * ms, key("y", true)}},
		"behind another that was early":      {{0, before("y")}, {0, appears}, {100 * ms, key("n", false)}, {300 * ms, key("y", true)}},
		"repeating, behind another":          {{0, before("y")}, {0, appears}, {300 * ms, key("n", true)}, {33 * ms, repeated("y", false)}},
		"one that repeats":                   {{0, before("y")}, {0, appears}, {time.Minute, repeated("y", false)}, {time.Minute, key("y", true)}},
		"one that repeats, of elsewhere":     {{0, appears}, {time.Minute, repeated("y", false)}},
		"one that repeats, pressed since":    {{0, appears}, {time.Minute, key("down", true)}, {500 * ms, repeated("down", true)}},
		"after another program":              {{0, appears}, {time.Minute, away}, {999 * ms, key("y", false)}, {300 * ms, key("n", true)}},
		"a paste":                            {{0, appears}, {300 * ms, pastes}, {time.Minute, pasted(true)}},
		"a paste of before":                  {{0, pastes}, {time.Minute, appears}, {time.Minute, pasted(false)}, {0, pasted(true)}},
		"a paste begun too early":            {{0, appears}, {299 * ms, pastes}, {time.Minute, pasted(false)}},
		"keys behind a paste":                {{0, appears}, {time.Minute, pasted(true)}, {0, ends(false)}, {299 * ms, key("y", false)}, {300 * ms, key("n", true)}},
		"a key long after a paste":           {{0, appears}, {time.Minute, pasted(true)}, {0, ends(false)}, {300 * ms, key("y", true)}},
		"keys behind a paste into a text":    {{0, appears}, {time.Minute, ends(true)}, {0, key("y", true)}, {0, key("é", true)}, {0, key("space", true)}, {0, key("backspace", true)}, {299 * ms, key("enter", false)}, {time.Second, key("enter", true)}},
		"Ctrl behind a paste into a text":    {{0, appears}, {time.Minute, ends(true)}, {299 * ms, key("ctrl+s", false)}},
		"Enter after a paste into a text":    {{0, appears}, {time.Minute, ends(true)}, {300 * ms, key("enter", true)}},
		"one that waited":                    {{0, appears}, {600 * ms, late(301 * ms)}, {0, key("y", false)}, {300 * ms, key("n", true)}},
		"one that waited, but was seen":      {{0, appears}, {600 * ms, late(300 * ms)}, {0, key("y", true)}},
		"one after one that waited":          {{0, appears}, {600 * ms, late(301 * ms)}, {0, key("y", false)}, {301 * ms, key("n", true)}},
		"one that waited behind a paste":     {{0, appears}, {time.Minute, ends(true)}, {0, key("y", true)}, {600 * ms, late(301 * ms)}, {0, key("enter", false)}},
		"one after a paste that waited":      {{0, appears}, {time.Minute, late(time.Second)}, {0, pastes}, {0, pasted(true)}, {0, ends(false)}, {300 * ms, key("y", true)}},
		"a held one that waited":             {{0, before("y")}, {0, appears}, {1500 * ms, late(501 * ms)}, {0, key("y", false)}},
		"the rest of a torn key":             {{0, appears}, {time.Minute, key("alt+[", true)}, {time.Minute, key("1", false)}, {0, key("5", false)}, {2 * time.Second, key("2", true)}},
		"the rest of a torn key, O":          {{0, appears}, {time.Minute, key("alt+O", true)}, {time.Minute, key("y", false)}, {300 * ms, key("n", true)}},
		"the rest of a torn answer":          {{0, appears}, {time.Minute, torn}, {time.Minute, key("y", false)}, {300 * ms, key("n", true)}},
		"torn before it appeared":            {{0, torn}, {0, appears}, {time.Minute, key("y", false)}},
		"torn twice":                         {{0, appears}, {time.Minute, torn}, {time.Minute, key("2", false)}, {0, key("$", false)}, {299 * ms, key("y", false)}},
		"torn into three":                    {{0, appears}, {time.Minute, torn}, {time.Minute, key(";", false)}, {0, key("2", false)}, {0, key("$", false)}, {400 * ms, key("y", false)}, {300 * ms, key("y", false)}, {time.Second, key("n", true)}},
		"a report torn into three":           {{0, appears}, {time.Minute, torn}, {400 * ms, key("1", false)}, {400 * ms, key("2", false)}, {0, key(";", false)}, {0, key("5", false)}, {0, key("M", false)}, {300 * ms, key("2", true)}},
		"digits behind something torn":       {{0, appears}, {time.Minute, torn}, {time.Minute, key("1", false)}, {1999 * ms, key("2", false)}, {300 * ms, key("2", false)}, {time.Second, key("2", true)}},
		"the rest of a torn name":            {{0, appears}, {time.Minute, key("alt+]", true)}, {time.Minute, key("1", false)}},
		"torn behind its first byte":         {{0, appears}, {time.Minute, key("esc", true)}, {time.Minute, key("[", true)}, {time.Minute, key("1", false)}},
		"an answer about a color, in three":  {{0, appears}, {time.Minute, part("\x1b]11;rgb:")}, {450 * ms, keys("1e")}, {450 * ms, keys("1e/1e1e/1e1e\a")}, {300 * ms, key("y", true)}},
		"one that ends in Esc and a sign":    {{0, appears}, {time.Minute, part("\x1b]11;r")}, {450 * ms, keys("gb:")}, {450 * ms, keys("1e1e/1e1e\x1b\\")}, {300 * ms, key("y", true)}},
		"one that is torn behind two bytes":  {{0, appears}, {time.Minute, key("alt+]", true)}, {450 * ms, keys("11;r")}, {450 * ms, keys("gb:")}, {450 * ms, keys("n")}},
		"letters long after a torn answer":   {{0, appears}, {time.Minute, part("\x1b]11;rgb:")}, {450 * ms, keys("1e")}, {2 * time.Second, key("y", true)}},
		"a report of three bytes":            {{0, appears}, {time.Minute, part("\x1b[")}, {450 * ms, keys("M")}, {450 * ms, keys("y")}, {450 * ms, keys("n")}, {450 * ms, keys("1")}, {300 * ms, key("2", true)}},
		"a key of a console":                 {{0, appears}, {time.Minute, part("\x1b[")}, {450 * ms, keys("[")}, {450 * ms, keys("A")}, {300 * ms, key("y", true)}},
		"a paste whose beginning is torn":    {{0, appears}, {time.Minute, part("\x1b[200")}, {500 * ms, keys("~")}, {500 * ms, keys("y and")}, {1999 * ms, keys("n\ry")}, {0, ends(false)}, {300 * ms, key("n", true)}},
		"one that is torn behind two digits": {{0, appears}, {time.Minute, part("\x1b[20")}, {500 * ms, keys("0~so")}, {500 * ms, keys("y")}, {2 * time.Second, key("n", true)}},
		"one whose end never comes":          {{0, appears}, {time.Minute, part("\x1b[200")}, {500 * ms, keys("~")}, {1500 * ms, keys("y")}, {1500 * ms, keys("n")}, {1500 * ms, keys("1")}, {500 * ms, key("2", true)}},
		"one whose end is torn too":          {{0, appears}, {time.Minute, part("\x1b[200")}, {500 * ms, keys("~y")}, {500 * ms, part("\x1b[201")}, {500 * ms, keys("~")}, {300 * ms, key("n", true)}},
		"another key that is torn":           {{0, appears}, {time.Minute, part("\x1b[15")}, {500 * ms, keys("~")}, {300 * ms, key("y", true)}},
		"an answer behind Esc":               {{0, appears}, {time.Minute, key("esc", true)}, {0, key("y", true)}},
		"a paste that came at once":          {{0, appears}, {299 * ms, pasted(false)}, {1 * ms, pasted(true)}},
	} {
		now := time.Unix(100, 0)
		a := Arming{Clock: Clock{Now: func() time.Time { return now }, Delay: 300 * ms}}
		for i, s := range steps {
			now = now.Add(s.after)
			if !s.do(&a) {
				t.Errorf("%s: step %d is another", name, i)
			}
		}
	}
}

// TestWithoutADelay every key answers.
func TestWithoutADelay(t *testing.T) {
	now := time.Unix(100, 0)
	a := Arming{Clock: Clock{Now: func() time.Time { return now }}}
	a.Pressed("y", false)
	a.Pastes()
	a.Away()
	a.Appear()
	a.PasteEnds(true)
	a.Torn("")
	if !a.Answers("enter", false) {
		t.Error("Enter behind a paste does not answer")
	}
	if !a.Answers("y", false) || !a.Answers("y", true) || !a.Pasted() {
		t.Error("a key does not answer")
	}
}

// TestWhenKeysChange: the hints are drawn anew then.
func TestWhenKeysChange(t *testing.T) {
	now := time.Unix(100, 0)
	a := Arming{Clock: Clock{Now: func() time.Time { return now }, Delay: 300 * time.Millisecond}}
	a.Pressed("y", false)
	a.Appear()
	for i, want := range []time.Duration{300 * time.Millisecond, 700 * time.Millisecond, 0} {
		at, is := a.Wakes()
		if is != (want > 0) || is && at.Sub(now) != want {
			t.Errorf("%d: in %s, %v", i, at.Sub(now), is)
		}
		if held := a.Holds(); (held == "y") != (want > 0) {
			t.Errorf("%d: %q is held", i, held)
		}
		now = now.Add(want)
	}
}
