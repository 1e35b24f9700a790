package process

import (
	"fmt"
	"maps"
	"os"
	"testing"
)

// TestWhoIsAbove: a mark in an environment, or a session of its own directly below this
// program. The numbers are processes; 1 has nobody above it.
func TestWhoIsAbove(t *testing.T) {
	top := relative{name: "init", session: 1}
	for name, c := range map[string]struct {
		all  map[int]relative
		want bool
	}{
		"a shell":                 {map[int]relative{9: {"parley", 5, 5, nil, 0}, 5: {"sh", 1, 5, nil, 0}, 1: top}, false},
		"a marked shell":          {map[int]relative{9: {"parley", 5, 5, nil, 0}, 5: {"sh", 1, 5, []byte("A=1\x00MARK=1\x00"), 0}, 1: top}, true},
		"a mark at the beginning": {map[int]relative{9: {"parley", 5, 5, nil, 0}, 5: {"sh", 1, 5, []byte("MARK=1\x00"), 0}, 1: top}, true},
		"a longer name":           {map[int]relative{9: {"parley", 5, 5, nil, 0}, 5: {"sh", 1, 5, []byte("XMARK=1\x00MARK=10\x00"), 0}, 1: top}, false},
		"its own mark is no word": {map[int]relative{9: {"parley", 1, 9, []byte("MARK=1\x00"), 0}, 1: top}, false},
		"a command":               {map[int]relative{9: {"parley", 5, 9, nil, 0}, 5: {"parley", 1, 5, nil, 0}, 1: top}, true},
		"below a command":         {map[int]relative{9: {"parley", 8, 7, nil, 0}, 8: {"script", 7, 7, nil, 0}, 7: {"sh", 5, 7, nil, 0}, 5: {"parley", 1, 5, nil, 0}, 1: top}, true},
		"an editor":               {map[int]relative{9: {"parley", 8, 5, nil, 0}, 8: {"vi", 5, 5, nil, 0}, 5: {"parley", 1, 5, nil, 0}, 1: top}, false},
		"a shell in an editor":    {map[int]relative{9: {"parley", 8, 8, nil, 0}, 8: {"sh", 7, 8, nil, 0}, 7: {"emacs", 5, 5, nil, 0}, 5: {"parley", 1, 5, nil, 0}, 1: top}, false},
		"another program":         {map[int]relative{9: {"parley", 5, 9, nil, 0}, 5: {"parleys", 1, 5, nil, 0}, 1: top}, false},
		"nothing can be read":     {nil, false},
		"another namespace":       {map[int]relative{9: {"parley", 0, 0, nil, 0}}, false},
		"a circle":                {map[int]relative{9: {"parley", 8, 9, nil, 0}, 8: {"sh", 9, 9, nil, 0}}, false},
		"one cannot be read":      {map[int]relative{9: {"parley", 5, 5, nil, 0}}, false},
	} {
		if got := descends(9, "MARK=1", func(pid int) (relative, bool) { r, ok := c.all[pid]; return r, ok }); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestWhoEndsMeanwhile: when a process ends while it is looked at, its children get
// another parent.
func TestWhoEndsMeanwhile(t *testing.T) {
	all := map[int]relative{9: {"parley", 8, 8, nil, 0}, 5: {"parley", 1, 5, nil, 0}, 1: {"init", 0, 1, nil, 0}}
	looks := 0
	got := descends(9, "MARK=1", func(pid int) (relative, bool) {
		if looks++; pid == 8 { // it has just ended
			all[9] = relative{"parley", 5, 8, nil, 0}
		}
		r, ok := all[pid]
		return r, ok
	})
	if !got || looks != 5 {
		t.Errorf("%v after %d looks", got, looks)
	}
}

// TestWhoseNumberIsAStrangers: a process that ends while it is looked at may leave its number to one
// that has nothing to do with its children.
func TestWhoseNumberIsAStrangers(t *testing.T) {
	all := map[int]relative{
		9: {"nc", 8, 8, nil, 90}, 8: {"sh", 5, 8, nil, 80}, 5: {"parley", 1, 5, nil, 50}, 1: {"init", 0, 1, nil, 1}, 4: {"bash", 1, 4, nil, 40},
	}
	reused := func() func(int) (relative, bool) {
		all, done := maps.Clone(all), false
		return func(pid int) (relative, bool) {
			if pid == 8 && !done {
				done, all[8], all[9] = true, relative{"vi", 4, 4, nil, 99}, relative{"nc", 5, 8, nil, 90}
			}
			r, ok := all[pid]
			return r, ok
		}
	}
	if !descends(9, "MARK=1", reused()) {
		t.Error("it is not below")
	}
	if k := kinOf(9, "MARK=1", reused()); !k.Below || !k.Known {
		t.Errorf("%+v", k)
	}
	if is, known := underOf(9, Seat{5, 50}, reused()); !is || !known {
		t.Errorf("under: %v, %v", is, known)
	}
}

// TestWhatIsReadOfAProcess in the kernel's line about it, whatever it calls itself.
func TestWhatIsReadOfAProcess(t *testing.T) {
	for line, want := range map[string]string{
		"7 (sh) S 5 7 6 0 -1":               `"sh" 5 6 true`,
		"7 (a) b (c) S 5 7 6 0 -1":          `"a) b (c" 5 6 true`,
		"7 () Z 1 1 1\n":                    `"" 1 1 true`,
		"7 (x) S 1 1 0 1":                   `"x" 1 0 true`,
		"":                                  `"" 0 0 false`,
		"7 (sh":                             `"" 0 0 false`,
		"7 )sh( S 1 1 1":                    `"" 0 0 false`,
		"7 (sh) S 5":                        `"sh" 0 0 false`,
		"7 (sh) S x 7 6":                    `"sh" 0 6 false`,
		"7 (sh) S 5 7 99999999999999999999": `"sh" 5 9223372036854775807 false`,
	} {
		r, ok := readStat([]byte(line))
		if got := fmt.Sprintf("%q %d %d %v", r.name, r.parent, r.session, ok); got != want {
			t.Errorf("%q: %s, want %s", line, got, want)
		}
	}
	if r, ok := lookAt(os.Getpid()); !ok || r.parent != os.Getppid() || r.environment == nil {
		t.Errorf("of this process: %+v %v", r, ok)
	}
}

// FuzzWhatIsReadOfAProcess: any line is read or refused.
func FuzzWhatIsReadOfAProcess(f *testing.F) {
	f.Add([]byte("7 (a) b (c) S 5 7 6 0 -1"))
	f.Add([]byte(")("))
	f.Fuzz(func(t *testing.T, line []byte) {
		if r, ok := readStat(line); !ok && r.parent > 0 && r.session > 0 && r.session < 1<<40 && r.parent < 1<<40 {
			t.Errorf("%q is refused as %+v", line, r)
		}
	})
}
