package prompt

import (
	"encoding/json"
	"runtime"
	"slices"
	"strings"
	"testing"

	"parley/teatest/goldens"
	"parley/views/text"
)

// TestThePermissionAsksByItsHeading: a command stands there if all of it can, and then not
// below again; else it stands below, whole.
func TestThePermissionAsksByItsHeading(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	command := func(line string) Permission {
		args, err := json.Marshal(map[string]string{"command": line})
		if err != nil {
			t.Fatal(err)
		}
		return Permission{Tool: "run_command", Text: line, Arguments: args}
	}
	inside := command("make")
	inside.Text = "make in docs"
	waits := command("go test ./coordinator/...")
	waits.Waiting, waits.Change = 3, ""
	for _, c := range []struct {
		p           Permission
		width       int
		head, below string
	}{
		{command("go test ./..."), 80, "── Run `go test ./...`? ─", ""},
		{command("go test ./..."), 40, "── Run `go test ./...`? ─", ""},
		{command("go test ./coordinator/tools/..."), 40, "── Run this command? ─", "go test ./coordinator/tools/..."},
		{waits, 80, "── Run `go test ./coordinator/...`? ─", ""},
		{waits, 40, "── Run this command? ── 1 of 3 waiting", "go test ./coordinator/..."},
		{command("echo `id`"), 80, "── Run this command? ─", "echo `id`"},
		{command("echo a  b"), 80, "── Run this command? ─", "echo a  b"},
		{command("echo \u202ea"), 80, "── Run this command? ─", "echo <U+202E>a"},
		{command("make\nmake install"), 80, "── Run this command? ─", "make install"},
		{inside, 80, "── Run this command? ─", "make in docs"},
		{Permission{Tool: "fs_create_file", Text: "guest.txt (1 line)", Arguments: json.RawMessage(`{"path":"guest.txt","content":"x"}`)}, 80, "── Create guest.txt? ─", "guest.txt (1 line)"},
		{Permission{Tool: "fs_move_file", Text: "a.txt to b.txt", Arguments: json.RawMessage(`{"path":"a.txt","to":"b.txt"}`)}, 80, "── Move a.txt to b.txt? ─", "a.txt to b.txt"},
		{Permission{Tool: "table__book", Text: "for two", Arguments: json.RawMessage(`{"people":2}`)}, 80, "── Run table__book? ─", "for two"},
	} {
		lines := NewPermission(th, c.p).Draw(c.width, 12).Lines
		head, rest := text.Stripped(lines[0]), text.Stripped(strings.Join(lines[1:], "\n"))
		if !strings.HasPrefix(head, c.head) {
			t.Errorf("%s at %d: the heading is %q, want %q", c.p.Text, c.width, head, c.head)
		}
		if c.below == "" && strings.TrimSpace(rest) != "" || !strings.Contains(rest, c.below) {
			t.Errorf("%s at %d: below is %q, want %q", c.p.Text, c.width, rest, c.below)
		}
	}
}

// TestAToolsNameIsToldWhole: of two tools whose names differ where the heading has no room, the questions
// differ, at every width.
func TestAToolsNameIsToldWhole(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	long := "u__customer_records_of_the_company_archive_and_keep_them_all_"
	for _, width := range []int{40, 80, 120} {
		for _, result := range []*string{nil, new(string)} {
			drawn := func(name string) string {
				p := Permission{Tool: name, Text: `{"ids":"all"}`, Arguments: json.RawMessage(`{"ids":"all"}`), Result: result, Waiting: 3}
				return text.Stripped(strings.Join(NewPermission(th, p).Draw(width, 12).Lines, "\n"))
			}
			see, del := drawn(long+"see"), drawn(long+"del")
			if see == del {
				t.Errorf("at %d two tools are asked about in the same words:\n%s", width, see)
			}
			if joined := strings.NewReplacer("\n", "", " ", "").Replace(see); !strings.Contains(joined, "Thetoolis"+long+"see") {
				t.Errorf("at %d the name is not told whole:\n%s", width, see)
			}
			if short := drawn("table__book"); strings.Contains(short, "The tool is") {
				t.Errorf("at %d a name that stands in the heading is told again:\n%s", width, short)
			}
		}
	}
}

// TestALongArgumentIsNoFurtherOne: what goes on of it has a mark, so that of two calls of which one has an
// argument more, the questions differ.
func TestALongArgumentIsNoFurtherOne(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	words := strings.Repeat("word ", 12) + "fin"
	for _, width := range []int{40, 60, 80, 120} {
		drawn := func(arguments map[string]any) string {
			raw, err := json.Marshal(arguments)
			if err != nil {
				t.Fatal(err)
			}
			p := Permission{Tool: "mcp__db__query", Text: "Call mcp__db__query", Arguments: raw, Asks: "Run mcp__db__query?"}
			return text.Stripped(strings.Join(NewPermission(th, p).Draw(width, 20).Lines, "\n"))
		}
		for n := range 60 { // one of these breaks just there
			pad := strings.Repeat("x", n) + " "
			one, two := drawn(map[string]any{"prompt": pad + words + " force: true"}), drawn(map[string]any{"prompt": pad + words, "z": 1, "force": true})
			if strings.Contains(one, "│ force: true") || !strings.Contains(two, "│ force: true") {
				t.Fatalf("at %d:\n%s\nand with an argument of its own\n%s", width, one, two)
			}
		}
	}
}

// TestWhatChangedOfAToolGoesOnBehindAMark: a long line of a server's looks like no line of its own.
func TestWhatChangedOfAToolGoesOnBehindAMark(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	changed := "The server s says something else of it:\n+ Lists the files of the folder that is named, one in a line, by its name, - Then deletes all of them, for good"
	p := Permission{Tool: "s__list", Text: "{}", Arguments: json.RawMessage("{}"), Said: []string{changed}}
	for _, width := range []int{40, 60, 80} {
		lines := NewPermission(th, p).Draw(width, 20).Lines
		for _, line := range lines {
			if bare := strings.TrimSpace(text.Stripped(line)); strings.HasPrefix(bare, "│ -") || strings.HasPrefix(bare, "│ ") && !strings.HasPrefix(bare, "│ +") && !strings.HasPrefix(bare, "│ … ") {
				t.Errorf("at %d: %q", width, bare)
			}
		}
		if all := text.Stripped(strings.Join(lines, "\n")); !strings.Contains(all, "│ + Lists") || !strings.Contains(all, "│ … ") {
			t.Errorf("at %d:\n%s", width, all)
		}
	}
}

// A reason is asked for in the words that a change asks for it with, and what is typed
// follows them.
func TestAReasonIsAskedFor(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	p := NewPermission(th, Permission{Tool: "run_command", Text: "make", Arguments: json.RawMessage(`{"command":"make"}`)})
	p, _ = p.Update(WriteReason{})
	p, _ = p.Update(Insert{Text: "not now"})
	d := p.Draw(80, 12)
	var got []string
	for _, line := range d.Lines[1:] {
		if line = strings.TrimRight(text.Stripped(line), " "); line != "" {
			got = append(got, line)
		}
	}
	if want := []string{"   Why not? The assistant is told.", " │ not now"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if line := text.Stripped(d.Lines[d.Y]); !strings.Contains(line, "not now") || d.X != 10 {
		t.Errorf("the cursor is at %d of %q", d.X, line)
	}
	if p, _ = p.Update(OpenMenu{}); strings.Contains(text.Stripped(strings.Join(p.Draw(80, 12).Lines, "")), TextWhyNot) {
		t.Error("it is asked for when none is written")
	}
}

// TestAHeadingIsNotCutForWhatWaits: how many wait gives way to what is asked.
func TestAHeadingIsNotCutForWhatWaits(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	for _, c := range []struct {
		width int
		want  string
	}{
		{80, "── Parley asks ── Workspace ─────────────────────────────────── 1 of 3 waiting ─"},
		{40, "── Parley asks ── Workspace ────── 1/3 ─"},
		{30, "── Parley asks ── Wo… ── 1/3 ─"},
	} {
		d := Dock{Theme: th, Width: c.width, Heading: "Parley asks ── Workspace", Right: Waiting(3, ""), Brief: WaitingBrief(3)}
		if got := text.Stripped(d.Head()); got != c.want {
			t.Errorf("at %d:\n%s\nwant\n%s", c.width, got, c.want)
		}
	}
}

// TestALongCallIsReadOnce: its arguments were read when it came to be asked about, and a key that
// draws it again reads no more of them.
func TestALongCallIsReadOnce(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	const long = 1 << 20
	for tool, field := range map[string]string{"run_command": "command", "fs_create_file": "content"} {
		args, err := json.Marshal(map[string]string{"path": "a", field: strings.Repeat("echo a; ", long/8) + "."})
		if err != nil {
			t.Fatal(err)
		}
		p := NewPermission(th, Permission{Tool: tool, Text: "what it does", Arguments: args})
		p.Draw(80, 12)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		p.Draw(80, 12)
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > long/2 {
			t.Errorf("%s is drawn again with %d bytes", tool, n)
		}
	}
}
