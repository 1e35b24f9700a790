package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestRoomsImportOnlyWhatTheyMay(t *testing.T) {
	checked, used := 0, map[string]bool{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		room := roomOf(filepath.ToSlash(filepath.Dir(path)))
		if room < 0 {
			t.Errorf("%s lies in no room of the table", path)
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			checked++
			for library, front := range fronts {
				if at := filepath.ToSlash(path); strings.HasPrefix(name, library) && !strings.HasPrefix(at, front+"/") && !strings.HasPrefix(at, "teatest/") {
					t.Errorf("%s imports %s; only %s does", path, name, front)
				}
			}
			if own, ok := strings.CutPrefix(name, "parley/"); ok {
				used[rooms[room].room+" "+own] = true
			}
			if why := forbidden(room, filepath.ToSlash(filepath.Dir(path)), name); why != "" {
				t.Errorf("%s imports %s: %s", path, name, why)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if checked < 100 {
		t.Errorf("only %d imports were looked at", checked)
	}
	for _, r := range rooms {
		for _, may := range r.ours {
			if may != "*" && !used[r.room+" "+may] {
				t.Errorf("%s may import %s and does not; take it out of the row", r.room, may)
			}
		}
	}
}

// TestTheTableForbids proves that the check can fail.
func TestTheTableForbids(t *testing.T) {
	for _, c := range []struct {
		dir, imports string
		want         bool
	}{
		{"forms", "parley/store", true},
		{"forms", "time", true},
		{"forms", "parley/forms/rawjson", false},
		{"forms/rawjson", "parley/forms", true},
		{"forms", "parley/store/text/clean", true},
		{"config", "parley/forms/rawjson", false},
		{"config", "parley/forms", true},
		{"store", "parley/forms", false},
		{"store", "parley/coordinator", true},
		{"views/pane", "parley/coordinator", true},
		{"coordinator", "charm.land/bubbletea/v2", true},
		{"coordinator/tools/fs", "parley/coordinator/tool", false},
		{"coordinator/tools/fs", "parley/coordinator", true},
		{"coordinator/guards", "parley/coordinator", true},
		{"coordinator/window", "parley/coordinator", true},
		{"views/patch", "parley/views/prompt", false},
		{"views/markdown", "parley/views/pane", true},
		{"views/prompt", "parley/views/patch", true},
		{"model/conversation", "parley/model/kit", false},
		{"model/conversation", "parley/model/replay", true},
		{"model/kit", "parley/model/conversation", true},
		{"model/saved", "parley/model", true},
		{"model/cli/session", "parley/model/cli/screens", true},
		{"model/cli/headless", "parley/model/cli/screens", true},
		{"model/cli/records", "parley/model/cli/session", false},
	} {
		got := forbidden(roomOf(c.dir), c.dir, c.imports) != ""
		if got != c.want {
			t.Errorf("%s importing %s: forbidden is %v, want %v", c.dir, c.imports, got, c.want)
		}
	}
}

// TestTheArchitectureSaysWhatMayBeImported: its table names what the rows above name, and
// nothing else. What a row says of the rooms below another holds for all of them.
func TestTheArchitectureSaysWhatMayBeImported(t *testing.T) {
	page, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	told := toldRows(string(page))
	if len(told) < 50 {
		t.Fatalf("only %d rows were found", len(told))
	}
	for _, r := range rooms {
		row := r.room
		for row != "." && told[row] == "" {
			row = path.Dir(row)
		}
		if row == "." {
			row = "main.go"
		}
		if words := told[row]; words == "" {
			t.Errorf("%s is in no row of ARCHITECTURE.md", r.room)
		} else if row == r.room {
			for _, fault := range untold(r.room, r.ours, words) {
				t.Errorf("ARCHITECTURE.md, the row of %s: %s", row, fault)
			}
		}
	}
}

// toldRows are the third columns of a page's tables, by the name in the first.
func toldRows(page string) map[string]string {
	rows := map[string]string{}
	for _, m := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\|.*\\| ([^|]+) \\|$").FindAllStringSubmatch(page, -1) {
		rows[m[1]] = m[2]
	}
	return rows
}

// untold is where the words of a row differ from what its room may import.
func untold(room string, ours []string, words string) (faults []string) {
	if slices.Contains(ours, "*") || strings.HasPrefix(words, "all") {
		return nil
	}
	var names []string
	for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(words, -1) {
		names = append(names, m[1])
	}
	below := strings.Contains(words, "rooms below it")
	for _, own := range ours {
		under := func(name string) bool { return own == name || below && strings.HasPrefix(own, name+"/") }
		if !slices.ContainsFunc(names, under) && !strings.HasPrefix(own, room+"/") {
			faults = append(faults, own+" is missing")
		}
	}
	for _, name := range names {
		if !slices.Contains(ours, name) {
			faults = append(faults, name+" is not imported")
		}
	}
	if (len(names) == 0) != (words == "nothing") {
		faults = append(faults, "it neither names a room nor says nothing")
	}
	return faults
}

func TestWhatTheArchitectureLeavesOutIsFound(t *testing.T) {
	got := untold("a", []string{"b", "c/d", "a/e"}, "`c`, `f`")
	if want := []string{"b is missing", "c/d is missing", "c is not imported", "f is not imported"}; !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
	if got := untold("a", []string{"b", "c", "c/d"}, "`b`, `c` and the rooms below it"); len(got) > 0 {
		t.Errorf("found %q, want none", got)
	}
}

// roomOf returns the row of the longest room that holds the folder, or -1.
func roomOf(dir string) int {
	best := -1
	for i, r := range rooms {
		if (dir == r.room || r.room != "." && strings.HasPrefix(dir, r.room+"/")) && (best < 0 || len(r.room) > len(rooms[best].room)) {
			best = i
		}
	}
	return best
}

// grounds hold what is true of any JSON, any text and any system, and know nothing of Parley.
// They import nothing of ours, so every room may import them, and no row names them;
// the lowest room imports only what is its own.
var grounds = []string{"forms/rawjson", "store/text", "store/system"}

func onGround(own string) bool {
	return slices.ContainsFunc(grounds, func(g string) bool { return own == g || strings.HasPrefix(own, g+"/") })
}

// harmless are packages below a banned one that reach nothing: the parsing of addresses.
var harmless = []string{"net/url"}

// forbidden says why a room may not import a package, "" if it may.
func forbidden(room int, dir, name string) string {
	r := rooms[room]
	for _, b := range r.banned {
		if !slices.Contains(harmless, name) && (name == b || strings.HasPrefix(name, b+"/")) {
			return "the room must not know " + b + "; do without, or do it in a room above"
		}
	}
	own, ok := strings.CutPrefix(name, "parley/")
	if !ok || slices.Contains(r.ours, "*") || onGround(own) && (r.room != "forms" || strings.HasPrefix(own, "forms/")) {
		return ""
	}
	if own == r.room || strings.HasPrefix(own, dir+"/") || strings.HasPrefix(own, r.room+"/") && roomOf(own) == room {
		return ""
	}
	for _, may := range r.ours {
		if own == may {
			return ""
		}
	}
	return "arrows point down only"
}

// What a reader can take in at once. Of tests only the lines of a file are counted.
const (
	mostFiles = 25 // in a room of the screen or of the command line
	mostLines = 400
	mostInOne = 60 // lines of a function
)

// hidden makes messages of unexported types: a screen that shows another one could not
// tell whose they are, nor the root guard what they run.
var hidden = regexp.MustCompile(`\btea\.(Sequence|Exec|ExecProcess)\(`)

// tables are functions that are one flat table.
var tables = []string{"store/codec.go bodyReader"}

func TestRoomsFilesAndFunctionsAreSmall(t *testing.T) {
	files, found := map[string]int{}, 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		path = filepath.ToSlash(path)
		source, err := os.ReadFile(path)
		if n := bytes.Count(source, []byte("\n")); n >= mostLines {
			t.Errorf("%s has %d lines; fewer than %d are wanted", path, n, mostLines)
		}
		if err != nil || strings.HasSuffix(path, "_test.go") {
			return err
		}
		if strings.HasPrefix(path, "views/") || strings.HasPrefix(path, "model/") {
			files[filepath.ToSlash(filepath.Dir(path))]++
		}
		if strings.HasPrefix(path, "model/") && path != "model/cli/screens/fault.go" && hidden.Match(source) {
			t.Errorf("%s uses tea.Sequence or tea.Exec, whose messages no screen can hold; save what comes next, or use kit.LendMsg", path)
		}
		long, err := longFunctions(path, source)
		for _, name := range long {
			if slices.Contains(tables, path+" "+name) {
				found++
			} else {
				t.Errorf("%s: %s has more than %d lines", path, name, mostInOne)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for room, n := range files {
		if n > mostFiles {
			t.Errorf("%s has %d files; %d is the most: which of them are a room of their own?", room, n, mostFiles)
		}
	}
	if len(files) < 15 || found != len(tables) {
		t.Errorf("%d rooms of the screen; %d of %d long tables", len(files), found, len(tables))
	}
}

// longFunctions are the functions of a file that are longer than mostInOne.
func longFunctions(path string, source []byte) (long []string, err error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, source, 0)
	if err != nil {
		return nil, err
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if ok && f.Body != nil && set.Position(f.End()).Line-set.Position(f.Pos()).Line >= mostInOne {
			long = append(long, f.Name.Name)
		}
	}
	return long, nil
}
