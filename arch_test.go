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

// rooms says which of our packages each package may import; what none of its files imports is not in its row. A
// room stands for the packages below it but for those that have rows. Tests may import more, never a room that imports theirs.
var rooms = []struct {
	room   string
	ours   []string
	banned []string // packages of others that the room must not know
}{
	{"forms", nil, []string{"os", "time", "net", "charm.land"}},
	{"config", []string{"config/private"}, []string{"charm.land", "net"}},
	{"config/private", nil, []string{"charm.land", "net"}},
	{"store", []string{"forms"}, []string{"charm.land", "net"}},
	{"forms/rawjson", nil, []string{"os", "time", "net", "charm.land"}},
	{"store/text", nil, []string{"os", "time", "net", "charm.land"}},
	{"store/text/lexing", nil, []string{"os", "net", "charm.land"}}, // it waits for a lexer
	{"store/system", nil, []string{"charm.land", "net", "time"}},
	{"store/picture", nil, []string{"os", "time", "net", "charm.land"}},
	{"store/said", nil, []string{"charm.land", "net"}},
	{"store/record", []string{"forms", "store"}, []string{"charm.land", "net", "os"}},
	{"store/search", []string{"store"}, []string{"charm.land", "net", "os"}},
	{"store/inbox", []string{"forms", "store", "store/record"}, []string{"charm.land", "net", "os"}},
	{"store/export", []string{"forms", "store", "store/picture", "store/record"}, []string{"charm.land", "net", "os"}},
	{"providers", nil, []string{"charm.land"}},
	{"providers/sse", nil, []string{"charm.land", "net"}},
	{"providers/wire", []string{"providers", "providers/sse"}, []string{"charm.land", "github.com/sashabaranov"}},
	{"providers/anthropic", []string{"providers", "providers/sse", "providers/wire"}, []string{"charm.land", "net", "github.com/sashabaranov"}},
	{"providers/openai", []string{"forms", "providers", "providers/sse", "providers/wire"}, []string{"charm.land", "net"}},
	{"providers/script", []string{"providers"}, []string{"charm.land"}}, // it knows the words of HTTP statuses
	{"coordinator/git", nil, []string{"charm.land", "net", "os/exec"}},
	{"coordinator/tool", []string{"forms"}, []string{"charm.land", "net"}},
	{"coordinator/tools", []string{"coordinator/git", "coordinator/tool", "forms", "coordinator/tools/process"}, []string{"charm.land", "net"}},
	{"coordinator/tools/fs/grants", []string{"coordinator/git", "coordinator/tool", "coordinator/tools/fs/paths"}, []string{"charm.land", "net", "time"}},
	{"coordinator/tools/fs/paths", nil, []string{"charm.land", "net", "time"}},
	{"coordinator/tools/process", nil, []string{"charm.land", "net"}},
	{"coordinator/tools/mcp", []string{"coordinator/tool", "coordinator/tools/process", "forms"}, []string{"charm.land", "os/exec"}},
	{"coordinator/guards", []string{"forms", "store", "store/record"}, []string{"os", "net", "charm.land"}},
	{"coordinator/route", []string{"coordinator/rules", "coordinator/tool"}, []string{"os", "time", "net", "charm.land"}},
	{"coordinator/rules", nil, []string{"os", "time", "net", "io/fs", "path/filepath", "charm.land"}},
	{"coordinator/rulebook", []string{"coordinator", "coordinator/git", "coordinator/rules", "coordinator/tool", "coordinator/tools/fs", "store"}, []string{"charm.land", "net", "os/exec"}},
	{"coordinator/undo", []string{"coordinator/tools/fs", "store"}, []string{"charm.land", "net", "os/exec"}},
	{"coordinator/instructions", nil, []string{"charm.land", "net", "os/exec"}},
	{"coordinator/skills", []string{"coordinator/instructions"}, []string{"charm.land", "net"}},
	{"coordinator/window", []string{"coordinator/guards", "coordinator/tool", "forms", "providers", "store", "store/picture", "store/record"}, []string{"os", "time", "net", "context", "charm.land"}},
	{"coordinator", []string{"coordinator/guards", "coordinator/route", "coordinator/rules", "coordinator/tool", "coordinator/window", "forms", "providers", "store", "store/picture", "store/record"}, []string{"charm.land", "net"}},
	{"coordinator/arming", nil, []string{"charm.land", "net", "os"}},
	{"coordinator/commands", []string{"coordinator", "coordinator/arming", "forms", "store", "store/record"}, []string{"charm.land/bubbles", "charm.land/lipgloss", "charm.land/glamour", "net"}},
	{"views/text", nil, []string{"os", "time", "net", "charm.land/bubbletea"}},
	{"views/markdown", []string{"views/text"}, []string{"os", "time", "net", "charm.land/bubbletea"}},
	{"views/pane", []string{"forms", "store", "store/record", "views/markdown", "views/text"}, []string{"os", "time", "net", "charm.land/bubbletea"}},
	{"views/edit", []string{"views/text"}, []string{"os", "time", "net", "charm.land/bubbletea"}},
	{"views/chrome", []string{"views/edit", "views/text"}, []string{"os", "time", "net", "charm.land/bubbletea"}},
	{"views/prompt", []string{"forms", "store", "store/record", "views/chrome", "views/edit", "views/markdown", "views/pane", "views/text"}, []string{"os", "time", "net", "charm.land/bubbletea"}},
	{"views/patch", []string{"store/record", "views/edit", "views/markdown", "views/pane", "views/prompt", "views/text"}, []string{"os", "time", "net", "charm.land/bubbletea"}},
	{"views/replay", []string{"forms", "store", "store/record", "views/markdown", "views/pane", "views/patch", "views/prompt", "views/text"}, []string{"os", "time", "net", "charm.land/bubbletea"}},
	{"model/kit", []string{"coordinator", "coordinator/arming", "store", "store/inbox", "store/record", "views/chrome", "views/edit", "views/pane", "views/text"}, []string{"net", "os", "github.com/sashabaranov"}},
	{"views/audit", []string{"forms", "store", "store/record", "views/markdown", "views/pane", "views/text"}, []string{"os", "net", "charm.land/bubbletea"}},
	{"model/audit", []string{"model/kit", "store", "store/record", "views/audit", "views/pane"}, []string{"net", "os", "github.com/sashabaranov"}},
	{"model/start", []string{"model/kit", "store", "store/record", "views/chrome", "views/text"}, []string{"net", "os", "charm.land/bubbletea", "github.com/sashabaranov"}},
	{"model/rules", []string{"model/kit", "views/text"}, []string{"net", "os", "github.com/sashabaranov"}},
	{"model/window", []string{"coordinator", "model/kit", "store", "store/record", "views/edit", "views/markdown", "views/pane", "views/text"}, []string{"net", "os", "github.com/sashabaranov"}},
	{"model/inbox", []string{"coordinator", "coordinator/commands", "model/kit", "store", "store/inbox", "store/record", "views/chrome", "views/edit", "views/text"}, []string{"net", "os", "github.com/sashabaranov"}},
	{"model/undo", []string{"coordinator", "model/kit", "store/record", "views/markdown", "views/pane", "views/patch", "views/text"}, []string{"net", "os", "github.com/sashabaranov"}},
	{"model/replay", []string{"forms", "model/kit", "store", "store/record", "views/edit", "views/markdown", "views/pane", "views/prompt", "views/replay", "views/text"}, []string{"net", "os", "github.com/sashabaranov"}},
	{"model/saved", []string{"model/kit", "store", "store/record", "store/search", "views/chrome", "views/edit", "views/pane", "views/text"}, []string{"net", "os", "github.com/sashabaranov"}},
	{"model/firstrun", []string{"model/kit", "providers", "views/chrome", "views/edit", "views/text"}, []string{"net", "os", "github.com/sashabaranov"}},
	{"model/conversation", []string{"coordinator", "coordinator/arming", "coordinator/commands", "coordinator/guards", "coordinator/tool", "forms", "model/kit", "model/start", "providers", "store", "store/record", "views/chrome", "views/markdown", "views/pane", "views/patch", "views/prompt", "views/text"}, []string{"net", "os", "github.com/sashabaranov"}},
	{"model", []string{"model/audit", "model/conversation", "model/inbox", "model/kit", "model/replay", "model/rules", "model/saved", "model/undo", "model/window", "store"}, []string{"net", "os", "github.com/sashabaranov"}},
	{"model/cli/version", nil, []string{"os", "fmt", "strings", "time", "unicode"}},
	{"model/cli/launch", nil, []string{"os", "fmt", "strings", "unicode", "charm.land"}},
	{"model/cli/terminal", []string{"model/cli/launch"}, []string{"charm.land/bubbles", "charm.land/glamour", "net"}},
	{"model/cli/process", []string{"config", "model/cli/launch", "model/cli/terminal", "views/text"}, []string{"charm.land/bubbles", "net"}},
	{"model/cli/servers", []string{"config", "config/private", "coordinator/tools/local", "coordinator/tools/mcp", "coordinator/tools/process", "model/cli/process", "model/cli/version", "model/kit"}, []string{"charm.land", "net", "os/exec"}},
	{"model/cli/session", []string{"config", "config/private", "coordinator", "coordinator/commands", "coordinator/git", "coordinator/guards", "coordinator/route", "coordinator/rulebook", "coordinator/rules", "coordinator/skills", "coordinator/tool", "coordinator/tools/askuser", "coordinator/tools/command", "coordinator/tools/describe", "coordinator/tools/findings", "coordinator/tools/fs", "coordinator/tools/local", "coordinator/tools/mcp", "coordinator/tools/process", "coordinator/tools/readskill", "coordinator/undo", "coordinator/window", "model/cli/account", "model/cli/instruct", "model/cli/notice", "model/cli/process", "model/cli/servers", "model/conversation", "providers", "providers/anthropic", "providers/openai", "providers/script", "providers/wire", "store", "store/export", "store/picture", "store/said", "views/text"}, []string{"charm.land", "github.com/sashabaranov"}},
	{"model/cli/instruct", []string{"config", "coordinator", "coordinator/git", "coordinator/instructions", "coordinator/skills", "coordinator/tool", "store"}, []string{"charm.land", "net", "os/exec"}},
	{"model/cli/headless", []string{"config", "coordinator", "coordinator/commands", "coordinator/guards", "coordinator/tools/process", "coordinator/undo", "forms", "model/cli/process", "model/cli/servers", "model/cli/session", "model/cli/socket", "providers", "store", "store/inbox", "store/record", "views/chrome", "views/text"}, []string{"charm.land", "net", "github.com/sashabaranov"}},
	{"model/cli/account", []string{"config/private", "store"}, []string{"charm.land", "net"}},
	{"model/cli/notice", []string{"config", "coordinator/tools/process", "store", "store/inbox"}, []string{"charm.land", "net"}},
	{"model/cli/socket", []string{"config", "coordinator", "model/cli/process", "store"}, []string{"charm.land", "net/http"}},
	{"model/cli/answer", []string{"coordinator", "coordinator/commands", "coordinator/tools/process", "forms", "model/cli/headless", "model/cli/notice", "model/cli/process", "model/cli/session", "model/cli/socket", "store", "store/inbox", "store/record"}, []string{"charm.land", "net"}},
	{"model/cli/bridge/hook", []string{"forms"}, []string{"os", "time", "net", "charm.land"}},
	{"model/cli/bridge/settings", nil, []string{"os", "time", "net", "charm.land"}},
	{"model/cli/bridge", []string{"config", "config/private", "coordinator", "coordinator/commands", "coordinator/tool", "coordinator/tools/askuser", "coordinator/tools/command", "coordinator/tools/fs", "coordinator/tools/process", "forms", "model/cli/bridge/hook", "model/cli/bridge/settings", "model/cli/process", "model/cli/session", "model/cli/socket", "store", "store/inbox"}, []string{"charm.land", "net"}},
	{"model/cli/parley-hook", nil, []string{"charm.land", "net", "fmt", "encoding", "os/exec", "github.com"}}, // it starts in no time
	{"model/cli/learning", []string{"config", "config/private", "coordinator", "coordinator/rulebook", "coordinator/rules", "forms", "model/cli/process", "model/cli/session", "model/kit", "providers", "store", "store/record", "views/text"}, []string{"charm.land", "net"}},
	{"model/cli/records", []string{"model/cli/process", "model/cli/session", "store", "store/export", "store/record", "store/said", "store/search", "views/audit", "views/pane", "views/text"}, []string{"charm.land", "net", "github.com/sashabaranov"}},
	{"model/cli/screens", []string{"config", "config/private", "coordinator", "coordinator/arming", "coordinator/git", "coordinator/tool", "coordinator/tools/fs", "coordinator/tools/process", "coordinator/undo", "model", "model/cli/answer", "model/cli/headless", "model/cli/instruct", "model/cli/launch", "model/cli/notice", "model/cli/process", "model/cli/servers", "model/cli/session", "model/cli/socket", "model/cli/terminal", "model/cli/version", "model/conversation", "model/firstrun", "model/kit", "model/replay", "model/saved", "model/start", "providers", "providers/script", "providers/wire", "store", "store/export", "store/inbox", "store/record", "store/said", "store/search", "views/pane", "views/text"}, []string{"net", "github.com/sashabaranov"}},
	{"model/cli", []string{"config", "config/private", "coordinator/rules", "coordinator/tool", "coordinator/tools/mcp", "model/cli/answer", "model/cli/bridge", "model/cli/headless", "model/cli/instruct", "model/cli/learning", "model/cli/process", "model/cli/records", "model/cli/screens", "model/cli/servers", "model/cli/session", "model/cli/version", "views/text"}, []string{"charm.land", "net", "github.com/sashabaranov"}},
	{"teatest", []string{"*"}, nil},
	{"teatest/scripts", []string{"*"}, nil},
	{"teatest/stage", []string{"providers", "providers/script", "teatest/fakeserver/server"}, []string{"charm.land"}},
	{".", []string{"*"}, nil},
}

// fronts are libraries that one room only uses: another library changes that room alone.
var fronts = map[string]string{
	"github.com/santhosh-tekuri/jsonschema":  "forms",
	"github.com/spf13/cobra":                 "model/cli",
	"github.com/modelcontextprotocol":        "coordinator/tools/mcp",
	"github.com/alecthomas/chroma/v2/lexers": "store/text/lexing",
}

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
	if slices.Contains(r.ours, own) {
		return ""
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
