package teatest

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// TestWhatMustBeginFirst: the packages that must start before the libraries are
// initialised before the slow ones among them.
func TestWhatMustBeginFirst(t *testing.T) {
	place := NewPlace(t)
	place.Env = append(place.Env, "GODEBUG=inittrace=1")
	var order []string
	for line := range strings.Lines(place.Run("tools", "--help").Err) {
		if rest, ok := strings.CutPrefix(line, "init "); ok {
			name, _, _ := strings.Cut(rest, " ")
			order = append(order, name)
		}
	}
	slow := slices.Index(order, "github.com/alecthomas/chroma/v2/lexers")
	if slow < 0 {
		t.Fatalf("the slow library is not there any more; look whether this is still of use:\n%q", order)
	}
	for _, name := range []string{"parley/model/cli/version", "parley/model/cli/launch"} {
		if at := slices.Index(order, name); at < 0 || at > slow {
			t.Errorf("%s is number %d, after number %d", name, at, slow)
		}
	}
}

// TestEndedAtOnce: a signal that comes with the first picture, before Bubble Tea
// has drawn or just after it, leaves the terminal as it was.
func TestEndedAtOnce(t *testing.T) {
	for _, sig := range []syscall.Signal{
		syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGABRT, syscall.SIGSEGV,
	} {
		for range 3 {
			place := NewPlace(t)
			x := place.Open(60, 16, "-m", "script/any")
			x.Until("the alternate screen", func(s Screen) bool { return s.Alt })
			x.Kill(sig)
			if got := x.Wait().ExitCode(); got != 130 {
				t.Errorf("%s: exit status %d", sig, got)
			}
			if s := x.Screen(); s.Alt || !s.Cursor.Visible {
				t.Errorf("%s: alternate screen %v, cursor visible %v", sig, s.Alt, s.Cursor.Visible)
			}
		}
	}
}

// TestNoMethodIsLookedUpByName: text/template would keep every exported method of
// every type in the program, which is a tenth of its size
// (docs/decisions/017-no-templates.md).
func TestNoMethodIsLookedUpByName(t *testing.T) {
	program, err := os.ReadFile(NewPlace(t).Command().Path)
	if err != nil {
		t.Fatal(err)
	}
	contains := func(function string) bool { return bytes.Contains(program, []byte("\x00"+function+"\x00")) }
	if !contains("parley/model/cli.Main") {
		t.Fatal("the program doesn't name its functions in this way any more; find another way to look for them")
	}
	for _, function := range []string{"reflect.Value.MethodByName", "reflect.Value.Method", "text/template.(*Template).Execute"} {
		if contains(function) {
			t.Errorf("the program contains %s; `go build -ldflags=-dumpdep . 2>&1 | grep %q` says who calls it", function, function)
		}
	}
}

// TestADraftOfTheLastMoment is on disk when the program was told to end, by whatever signal.
func TestADraftOfTheLastMoment(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		place := NewPlace(t)
		x := place.Open(60, 16, "-m", "script/any")
		x.WaitFor("Ask, or / for commands")
		x.Type("the last words")
		x.WaitFor("the last words")
		x.Kill(sig)
		if got := x.Wait().ExitCode(); got != 130 {
			t.Errorf("%s: exit status %d", sig, got)
		}
		files, err := filepath.Glob(filepath.Join(place.Store(), "*", "drafts.json"))
		if err != nil || len(files) != 1 {
			t.Fatalf("%s: %v, %q", sig, err, files)
		}
		if data, err := os.ReadFile(files[0]); err != nil || !strings.Contains(string(data), `"text":"the last words"`) {
			t.Errorf("%s: %v, the drafts are %s", sig, err, data)
		}
	}
}
