package teatest

import (
	"bytes"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// TestKilledInTheMiddle: a program that is killed while it has the terminal leaves it as
// it was, says how to continue, and leaves nobody behind.
func TestKilledInTheMiddle(t *testing.T) {
	const endless = "tokens_per_second = 50\n[[answer]]\ngenerate = { kind = \"markdown\", tokens = 20000, seed = 7 }\n"
	const kept, brief = "What was said and decided by then is on disk; `parley resume` lists it.", "The tour was in a throw-away folder; `parley` offers it again."
	for name, begin := range map[string]func(*Place) *Terminal{
		"at rest": func(p *Place) *Terminal {
			x := p.Open(80, 24, "-m", "script/any")
			x.WaitFor("Ask, or")
			x.Type("zq") // the first picture is there before anybody looks after the terminal
			x.WaitFor("zq")
			x.Until("the conversation itself, behind the screen that opens it", func(Screen) bool {
				return bytes.Count(x.Raw(), []byte(ansi.RequestBackgroundColor)) == 2 // each asks
			})
			return x
		},
		"while an answer arrives": func(p *Place) *Terminal {
			p.Scenario("endless", endless)
			x := p.Open(80, 24, "-m", "script/endless", "go")
			x.WaitFor(" writes")
			return x
		},
		"at a question": func(p *Place) *Terminal {
			p.StoredScenario("read-ask-modify-run")
			x := p.Open(80, 24, "-m", "script/read-ask-modify-run", "Improve the greeting")
			x.WaitFor("1-2 choose")
			return x
		},
		"at the first run": func(p *Place) *Terminal {
			x := p.Open(80, 24)
			x.WaitFor("needs a model", "1-9 choose")
			x.Press("down")
			x.WaitFor("› 2")
			return x
		},
		"in the tour": func(p *Place) *Terminal {
			x := p.Open(80, 24, "-m", "script/tour")
			x.WaitFor("This is the tour")
			x.Type("zq")
			x.WaitFor("zq")
			return x
		},
		"in the tour of a first run": func(p *Place) *Terminal {
			x := p.Open(80, 24, "-c", "forms.arming_delay=0s")
			x.WaitFor("needs a model", "1-9 choose")
			x.Press("2")
			x.WaitFor("This is the tour")
			x.Type("zq")
			x.WaitFor("zq")
			return x
		},
	} {
		t.Run(name, func(t *testing.T) {
			place := NewPlace(t)
			x := begin(place)
			x.Answered()
			x.Kill(syscall.SIGKILL)
			x.Wait() // until nobody has the terminal
			s := x.Screen()
			if s.Alt || !s.Cursor.Visible || x.on(ansi.ModeBracketedPaste, ansi.ModeFocusEvent, ansi.ModeMouseButtonEvent, ansi.ModeMouseExtSgr) {
				t.Errorf("alternate screen %v, cursor visible %v, modes left", s.Alt, s.Cursor.Visible)
			}
			want := "parley: the program was ended from outside.\n" + kept
			if strings.Contains(name, "tour") {
				want = "parley: the program was ended from outside.\n" + brief
			}
			said := onItsWay.ReplaceAllString(s.String(), "")
			if got := strings.TrimSpace(said); got != want {
				t.Errorf("it said:\n%s\nwant:\n%s", got, want)
			}
			if faults, err := filepath.Glob(filepath.Join(place.Home, ".local", "state", "parley", "fault-*")); err != nil || len(faults) > 0 {
				t.Errorf("%q, %v", faults, err)
			}
		})
	}
}

// onItsWay is an answer of the terminal that reached nobody, since the system delivered it after the
// kill: it is echoed like any key.
var onItsWay = regexp.MustCompile(`\^\[\]11;rgb:[0-9a-f/]*(\^G|\^\[\\)`)

// on reports whether one of the modes is on.
func (x *Terminal) on(modes ...ansi.Mode) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, m := range modes {
		if x.em.modes[m] {
			return true
		}
	}
	return false
}
