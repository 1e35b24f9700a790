package replay

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"parley/store"
	"parley/store/record"
	"parley/teatest/goldens"
	"parley/views/markdown"
	"parley/views/pane"
	"parley/views/prompt"
	"parley/views/text"
)

// script is a command of so many lines.
func script(name string, lines int) string {
	var b strings.Builder
	for i := range lines {
		fmt.Fprintf(&b, "echo %s%05d is a line of a script that is a bit too long for a row of forty cells\n", name, i)
	}
	return b.String()
}

// longCases are permissions of which everything that can be long has so many lines.
func longCases(lines int) map[string]Replayed {
	run := func(tool, says string, args map[string]string, p store.PermissionResponse) Replayed {
		x := permitted(3, &p)
		x.Permission.Tool, x.Permission.Text = tool, says
		x.Permission.Arguments, _ = json.Marshal(args)
		return Replayed{Who: tool, Tool: tool, Exchange: x}
	}
	allowed := store.PermissionResponse{Outcome: store.PermitAllowed, By: store.ByUser}
	edited := store.PermissionResponse{Outcome: store.PermitEdited, By: store.ByUser}
	edited.Arguments, _ = json.Marshal(map[string]string{"command": script("written", lines)})
	command, says := script("asked", lines), strings.TrimSuffix(script("asked", 1), "\n")+" … (some lines)"
	result := script("result", lines)
	content := store.PermissionResponse{Outcome: store.PermitEdited, By: store.ByUser, Content: &result}
	deliver := run("read", "Give the result?", nil, content)
	deliver.Exchange.Permission.Kind, deliver.Result = store.PermitDeliver, &result
	return map[string]Replayed{
		"a command":         run("run_command", says, map[string]string{"command": command}, allowed),
		"a line":            run("run_command", strings.ReplaceAll(command, "\n", " "), map[string]string{"command": strings.ReplaceAll(command, "\n", " ")}, allowed),
		"arguments":         run("fs_create_file", "a.txt", map[string]string{"path": "a.txt", "content": command}, allowed),
		"both":              run("run_command", says, map[string]string{"command": command, "why": script("others", lines)}, allowed),
		"an edited command": run("run_command", "make", map[string]string{"command": "make"}, edited),
		"edited arguments":  run("run_command", says, map[string]string{"command": command}, edited),
		"a result":          deliver,
	}
}

// ready is the decision as it is made beside the loop.
func ready(r Replayed) Replayed {
	r.Told = &Told{Telling: record.Tell(*r.Exchange.Permission)}
	if p := r.Exchange.Permitted; len(p.Arguments) > 0 {
		words := record.Readable(p.Arguments)
		r.Told.Edited = &words
	}
	return r
}

// TestALongDecisionCostsWhatIsSeen: to draw it for the first time, and again.
func TestALongDecisionCostsWhatIsSeen(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	md := markdown.New(th, 76)
	cost := func(name string, lines int) float64 {
		r := ready(longCases(lines)[name])
		return testing.AllocsPerRun(1, func() {
			shown := NewReplayed(r, Replayed{})
			shown.Draw(th, md, 80, 24, 0)
			NewReplayed(r, shown).Draw(th, md, 80, 24, 1)
		})
	}
	for name := range longCases(1) {
		if few, many := cost(name, 1000), cost(name, 20_000); many > 1.2*few {
			t.Errorf("%s of 20,000 lines takes %.0f allocations, one of 1,000 takes %.0f", name, many, few)
		}
	}
}

// TestADecisionIsReadOnce, however often it is drawn: what a permission says is kept with the one
// that was drawn before.
func TestADecisionIsReadOnce(t *testing.T) {
	r := longCases(1000)["a command"]
	shown := NewReplayed(r, Replayed{})
	if again := NewReplayed(r, shown); again.Told != shown.Told {
		t.Error("the same permission is read again")
	}
	other := longCases(1000)["arguments"]
	other.Exchange.Permission.ID = "other"
	if again := NewReplayed(other, shown); again.Told == shown.Told || again.Told.Whole != "a.txt" {
		t.Errorf("of another permission %q is told", again.Told.Whole)
	}
}

// TestAllOfALongDecisionCanBeRead: whoever reads on comes to the same lines as if all were drawn,
// in their order, and to the end of them.
func TestAllOfALongDecisionCanBeRead(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	const width, height = 100, 30
	md := markdown.New(th, text.TextWidth(width))
	look := pane.Look{Theme: th, Width: width, Markdown: md}
	for name, r := range longCases(400) {
		r = ready(r)
		shown := NewReplayed(r, Replayed{})
		var read []string
		seen := map[int]bool{}
		for scroll, most := 0, 0; scroll <= most; scroll += 3 {
			d := shown.Draw(th, md, width, height, scroll)
			goldens.Fits(t, d.Lines, width, height)
			top := 1
			if d.Lines[top] == "" && scroll == 0 {
				top++ // a blank line below the heading
			}
			for i, line := range d.Lines[top : top+d.Page+1] {
				if !seen[scroll+i] {
					seen[scroll+i], read = true, append(read, line)
				}
			}
			if most = d.MaxScroll; scroll+3 > most && scroll < most {
				scroll = most - 3
			}
		}
		follow := func(what string, want []string) {
			t.Helper()
			at := 0
			for _, line := range read {
				if at < len(want) && line == want[at] {
					at++
				}
			}
			if at < len(want) {
				t.Errorf("%s: of %s %d lines of %d can be read; then comes not %q", name, what, at, len(want), want[at])
			}
		}
		if r.Result == nil && len(r.Told.Whole) > 100 {
			follow("what is asked", prompt.LoudLines(look, r.Told.Whole))
		}
		if others := r.others(); others != "" {
			follow("the rest", pane.Arguments(look, others))
		}
		if r.Told.Edited != nil {
			follow("what was written", pane.Arguments(look, *r.Told.Edited))
		}
	}
}

// TestALongCommandBeginsLikeAShortOne: its first lines stand above the answer, with a mark that
// there are more.
func TestALongCommandBeginsLikeAShortOne(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	md := markdown.New(th, 96)
	asked := func(lines int) []string {
		var found []string
		for _, line := range NewReplayed(longCases(lines)["a command"], Replayed{}).Draw(th, md, 100, 30, 0).Lines {
			if i := strings.Index(line, "echo asked"); i >= 0 {
				found = append(found, strings.TrimSpace(line))
			}
		}
		return found
	}
	short, long := asked(100), asked(1000)
	if len(short) == 0 || !slices.Equal(short, long) {
		t.Errorf("of a long command stands there\n%s\nof a short one\n%s", strings.Join(long, "\n"), strings.Join(short, "\n"))
	}
}

// BenchmarkLongDecision is a step onto a permission of a command of 2 MB in one line.
func BenchmarkLongDecision(b *testing.B) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	md, r := markdown.New(th, 76), ready(longCases(25_000)["a line"])
	for b.Loop() {
		NewReplayed(r, Replayed{}).Draw(th, md, 80, 24, 0)
	}
}
