package pane

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"parley/teatest/goldens"
	"parley/views/text"
)

// noon is some time, in milliseconds.
const noon = 1_000_000

// stripped are the lines without styles and trailing blanks.
func strippedLines(lines []string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = strings.TrimRight(ansi.Strip(line), " ")
	}
	return out
}

func shows(t *testing.T, p *Pane, want ...string) {
	t.Helper()
	if got := strippedLines(p.Lines()); !slices.Equal(got[len(got)-len(want):], want) {
		t.Errorf("the pane ends with\n%s\n--- want\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestWhatWorksMoves(t *testing.T) {
	p := New(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), 60, 10)
	p.Set(Call{Key: "done", Tool: "fs_read_file", Verb: "Read", Summary: "a.go", State: CallDone, Since: noon})
	p.Set(Call{Key: "runs", Tool: "run_command", Verb: "Run", Summary: "go test ./...", State: CallRunning, Since: noon, Output: "ok one\n"})
	p.Set(Call{Key: "read", Tool: "fs_modify_file", Verb: "Edit", Summary: "b.go", State: CallReviewed, Since: noon, Reviewer: "haiku"})
	p.Set(Reasoning{Key: "thought", Text: "hm\nlet me see", Live: true})
	shows(t, p,
		" ✓ Read   a.go",
		" ⠹ Run    go test ./...                             running",
		"     ok one",
		" ⠹ Edit   b.go                                haiku reviews",
		" ⠹ thinking: let me see                                   ▸")
	p.SetPulse(text.Pulse{Now: noon + 100})
	shows(t, p,
		" ✓ Read   a.go",
		" ⠋ Run    go test ./...",
		"     ok one",
		" ⠋ Edit   b.go                                haiku reviews",
		" ⠋ thinking: let me see                                   ▸")
	p.SetPulse(text.Pulse{Beat: 112, Now: noon + 14_000})
	shows(t, p,
		" ✓ Read   a.go",
		" ⠹ Run    go test ./...                                14 s",
		"     ok one",
		" ⠹ Edit   b.go                          haiku reviews, 14 s",
		" ⠹ thinking: let me see                                   ▸")
	p.SetPulse(text.Pulse{Beat: 14, Still: true, Now: noon + 14_000})
	shows(t, p,
		" ✓ Read   a.go",
		" * Run    go test ./...                                14 s",
		"     ok one",
		" * Edit   b.go                          haiku reviews, 14 s",
		" * thinking: let me see                                   ▸")
}

// What does not move is not drawn again.
func TestWhatRestsIsNotDrawnAgain(t *testing.T) {
	p := New(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), 60, 4)
	drawn := 0
	p.Set(counting{&drawn})
	for beat := range 20 {
		p.SetPulse(text.Pulse{Beat: beat, Now: noon + 1000*int64(beat)})
		p.Lines()
	}
	if drawn != 1 {
		t.Errorf("drawn %d times", drawn)
	}
}

type counting struct{ n *int }

func (counting) ID() string           { return "counting" }
func (counting) Version() int         { return 1 }
func (counting) Size() int            { return 1 }
func (counting) Folds() bool          { return false }
func (counting) Plain() string        { return "" }
func (c counting) Draw(Look) []string { *c.n++; return []string{"x"} }

func TestACallIsSeenWhileItIsWritten(t *testing.T) {
	p := New(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), 60, 7)
	p.Set(Message{Key: "go", Text: "go"})
	a := NewArriving("writing/1", noon)
	p.Set(a)
	p.SetPulse(text.Pulse{Now: noon})
	write := func(tool, arguments string) { a.Append(tool, arguments); p.Set(a) }
	write("", "")
	shows(t, p, " ▌ go", "", " ⠋")
	write("fs_create_file", `{"pa`)
	shows(t, p, " ▌ go", "", " ⠋ Create")
	write("fs_create_file", `th":"cmd/re\u001bport.go","content":"pack`)
	shows(t, p, " ▌ go", "", " ⠋ Create cmd/re␛port.go")
	write("fs_create_file", `age report\n\nimport \"fmt\"\n\nfunc main() {\n\tfmt.Pr`)
	shows(t, p, " ⠋ Create cmd/re␛port.go                     6 lines so far",
		"     import \"fmt\"", "", "     func main() {", "         fmt.Pr")
	write("fs_create_file", `intln()\n}\n"}`)
	shows(t, p, " ⠋ Create cmd/re␛port.go                     8 lines so far")
	p.Remove("writing/1")
	shows(t, p, "", " ▌ go")
	if _, there := p.Entry("writing/1"); there || p.Len() != 1 {
		t.Errorf("it is still there, of %d", p.Len())
	}
}

// Only what is at the end is removed, and what follows takes its place.
func TestRemove(t *testing.T) {
	p := New(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), 40, 5)
	for _, id := range []string{"a", "b", "c", "d"} {
		p.Set(Message{Key: id, Text: id})
	}
	p.Select(0)
	p.Remove("d", "b")
	shows(t, p, " ▌ a", "", " ▌ b", "", " ▌ c")
	if _, is := p.Selected(); is {
		t.Error("what is gone is selected")
	}
	p.Set(Message{Key: "e", Text: "e"})
	shows(t, p, " ▌ b", "", " ▌ c", "", " ▌ e")
	p.Remove("a", "b", "c", "e")
	shows(t, p, "", "", "", "", "")
	if p.heights.total() != 0 || len(p.index) != 0 || len(p.drawn) != 0 {
		t.Errorf("%d lines, %d in the index, %d drawn are left", p.heights.total(), len(p.index), len(p.drawn))
	}
}
