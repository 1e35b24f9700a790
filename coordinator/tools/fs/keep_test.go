package fs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"parley/coordinator/git"
	"parley/coordinator/tool"
)

// said is what a run says that it will write.
func (y *yard) said(out tool.Outcome) string {
	y.t.Helper()
	w, ok := out.(tool.Writes)
	if !ok {
		y.t.Fatalf("%+v", out)
	}
	defer w.Drop()
	var all []string
	for _, f := range w.Files {
		name := func(sum string) string {
			for _, text := range []string{"", "1", "2", "x"} {
				if sum == sumOf([]byte(text)) {
					return fmt.Sprintf("%q", text)
				}
			}
			return sum
		}
		if f.Before != "" && sumOf(f.Data) != f.Before {
			y.t.Errorf("%s: kept would be %q", f.Path, f.Data)
		}
		all = append(all, fmt.Sprintf("%s %s>%s %o", f.Path, name(f.Before), name(f.After), f.Mode))
	}
	return strings.Join(all, ", ")
}

// TestWhatARunWillWrite is said before anything is written.
func TestWhatARunWillWrite(t *testing.T) {
	clean := Options{Status: func(context.Context, string) string { return git.Clean }}
	for _, c := range []struct{ name, arguments, want string }{
		{"fs_create_file", `{"path":"new","content":"x"}`, `new >"x" 0`},
		{"fs_create_file", `{"path":"new","content":""}`, `new >"" 0`},
		{"fs_create_file", `{"path":"far/away/new","content":"x"}`, `far/away/new >"x" 0`},
		{"fs_create_file", `{"path":"a","content":"x"}`, `a "1">"x" 644`},
		{"fs_modify_file", `{"path":"a","patterns":[{"old":"1","new":"x"}]}`, `a "1">"x" 644`},
		{"fs_modify_file", `{"path":"b","patterns":[{"old":"2","new":""}]}`, `b "2">"" 755`},
		{"fs_delete_file", `{"path":"b"}`, `b "2"> 755`},
		{"fs_move_file", `{"path":"a","to":"c"}`, `a "1"> 644, c >"1" 0`},
		{"fs_move_file", `{"path":"a","to":"far/c"}`, `a "1"> 644, far/c >"1" 0`},
		{"fs_move_file", `{"path":"a","to":"b"}`, `a "1"> 644, b "2">"1" 755`},
	} {
		y := newYard(t, map[string]string{"a": "1", "b": "2"})
		y.must(os.Chmod(y.path("b"), 0o755))
		y.use(clean)
		one, call := y.call(c.name, c.arguments, nil)
		out := one.Run(t.Context(), call)
		if _, asks := out.(tool.NeedsInput); asks {
			one, call = y.call(c.name, c.arguments, y.all(out, "true"))
			out = one.Run(t.Context(), call)
		}
		if got := y.said(out); got != c.want {
			t.Errorf("%s %s: %s, want %s", c.name, c.arguments, got, c.want)
		}
		y.wantNames("a b")
		y.wantFile("a", "1")
		y.wantFile("b", "2")
	}
}

// TestAFileThatIsTooLargeToBeKept: it is named all the same.
func TestAFileThatIsTooLargeToBeKept(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1"})
	y.must(os.Truncate(y.path("a"), maxKeep+1))
	y.use(Options{Status: func(context.Context, string) string { return git.Clean }})
	one, call := y.call("fs_delete_file", deleteArguments{"a"}, nil)
	w := one.Run(t.Context(), call).(tool.Writes)
	defer w.Drop()
	f, err := os.Open(y.path("a"))
	y.must(err)
	sum, err := sumFrom(t.Context(), f)
	y.must(errors.Join(err, f.Close()))
	if c := w.Files[0]; c.Data != nil || c.Before != sum || c.After != "" {
		t.Errorf("%+v", c)
	}
}

// TestTheWriteIsOfTheFileThatWasLookedAt: a file that changed, disappeared, or became a
// link or a folder between the look and the write stays as it is.
func TestTheWriteIsOfTheFileThatWasLookedAt(t *testing.T) {
	for name, hurt := range map[string]func(y *yard){
		"changed":  func(y *yard) { y.put("d/a", "mine") },
		"gone":     func(y *yard) { y.must(os.Remove(y.path("d/a"))) },
		"a link":   func(y *yard) { y.must(errors.Join(os.Remove(y.path("d/a")), os.Symlink("../b", y.path("d/a")))) },
		"a folder": func(y *yard) { y.must(errors.Join(os.Remove(y.path("d/a")), os.Mkdir(y.path("d/a"), 0o700))) },
		"folder a link": func(y *yard) {
			y.must(errors.Join(os.Rename(y.path("d"), y.path("e")), os.Symlink(y.dir+"/e", y.path("d"))))
		},
	} {
		for _, c := range []struct{ tool, arguments string }{
			{"fs_modify_file", `{"path":"d/a","patterns":[{"old":"1","new":"x"}]}`}, {"fs_delete_file", `{"path":"d/a"}`},
			{"fs_move_file", `{"path":"d/a","to":"c"}`}, {"fs_move_file", `{"path":"d/a","to":"f/c"}`}, {"fs_create_file", `{"path":"d/a","content":"x"}`},
		} {
			y := newYard(t, map[string]string{"d/a": "1", "b": "2"})
			y.use(Options{Status: func(context.Context, string) string { return git.Clean }})
			one, call := y.call(c.tool, c.arguments, nil)
			out := one.Run(t.Context(), call)
			if _, asks := out.(tool.NeedsInput); asks {
				one, call = y.call(c.tool, c.arguments, y.all(out, "true"))
				out = one.Run(t.Context(), call)
			}
			hurt(y)
			before := y.names()
			if out, ok := done(t.Context(), out).(tool.Success); ok && name != "folder a link" {
				t.Errorf("%s, %s: %+v", name, c.tool, out)
			}
			y.wantFile("b", "2")
			if name != "folder a link" {
				y.wantNames(before)
			}
			if name == "changed" {
				y.wantFile("d/a", "mine")
			}
		}
	}
}
