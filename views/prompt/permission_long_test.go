package prompt

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"parley/store"
	"parley/store/record"
	"parley/views/pane"
)

// longPermission asks for a call with so many lines of arguments.
func longPermission(t *testing.T, lines int) Permission {
	t.Helper()
	var content strings.Builder
	for i := range lines {
		fmt.Fprintf(&content, "\tline %d is a bit too long for a row of a screen that has forty cells\n", i)
	}
	arguments, err := json.Marshal(map[string]string{"content": content.String(), "path": "a.txt"})
	if err != nil {
		t.Fatal(err)
	}
	told := record.Tell(store.PermissionRequest{Tool: "fs_create_file", Text: "a.txt", Arguments: arguments})
	p := lastingPermission()
	return NewPermission(p.theme, Permission{Tool: "fs_create_file", Text: "a.txt", Arguments: arguments, Telling: &told, Covers: "writing a.txt", Said: []string{"read this"}})
}

// TestLongArgumentsAreDrawnAsFarAsTheyAreSeen: a picture costs the same whatever follows below it,
// and whoever reads on comes to the same lines as if all were drawn.
func TestLongArgumentsAreDrawnAsFarAsTheyAreSeen(t *testing.T) {
	cost := func(lines int) float64 {
		p := longPermission(t, lines)
		return testing.AllocsPerRun(1, func() { NewPermission(p.theme, p).Draw(80, 24) })
	}
	if few, many := cost(1000), cost(50_000); many > 1.5*few {
		t.Errorf("a picture of 50,000 lines takes %.0f allocations, one of 1,000 takes %.0f", many, few)
	}
	p := longPermission(t, 1000)
	for _, raw := range []bool{false, true} {
		p.raw = raw
		look := pane.Look{Theme: p.theme, Width: 40}
		r := p.reading(nil, look)
		r.Take(1 << 30)
		n, guess := r.Size()
		want := slices.Concat(p.remarks(look), pane.Arguments(look, p.rest()), p.behind(look))
		if got := r.Part(0, n); guess || !slices.Equal(got, want) {
			t.Errorf("raw %v: %d lines are read, not %d", raw, len(got), len(want))
		}
	}
}

// TestALongCommandIsDrawnAsFarAsItIsSeen: it comes after what Parley says, line by line as a short one.
func TestALongCommandIsDrawnAsFarAsItIsSeen(t *testing.T) {
	p := lastingPermission()
	command := strings.Repeat("echo a line of a script that is a bit too long for forty cells\n\n", 500)
	arguments, err := json.Marshal(map[string]string{"command": command})
	if err != nil {
		t.Fatal(err)
	}
	p = NewPermission(p.theme, Permission{Tool: "run_command", Text: "echo a line of a script that is a bit too long for forty cells … (1001 lines)", Arguments: arguments, Covers: "such commands"})
	look := pane.Look{Theme: p.theme, Width: 40}
	for _, raw := range []bool{false, true} {
		p.raw = raw
		r := p.reading(nil, look)
		r.Take(1)
		if n, guess := r.Size(); !guess || n < 1000 {
			t.Errorf("raw %v: it is guessed that %d lines are read", raw, n)
		}
		r.Take(1 << 30)
		n, _ := r.Size()
		want := slices.Concat(p.remarks(look), []string{""}, LoudLines(look, p.told.Whole), p.behind(look))
		if raw {
			want = slices.Concat(p.remarks(look), []string{""}, LoudLines(look, p.told.Whole), pane.Arguments(look, p.rest()), p.behind(look))
		}
		if got := r.Part(0, n); p.told.Whole != strings.Trim(command, "\n") || !slices.Equal(got, want) {
			t.Errorf("raw %v: %d lines are read, not %d", raw, len(got), len(want))
		}
	}
}

// TestALongCommandCostsWhatIsSeen: also where its arguments stand below it as they came.
func TestALongCommandCostsWhatIsSeen(t *testing.T) {
	cost := func(lines int) float64 {
		arguments, err := json.Marshal(map[string]string{"command": strings.Repeat("echo a line of a script\n", lines)})
		if err != nil {
			t.Fatal(err)
		}
		told := record.Tell(store.PermissionRequest{Tool: "run_command", Text: "echo a line of a script … (some lines)", Arguments: arguments})
		p := lastingPermission()
		p = NewPermission(p.theme, Permission{Tool: "run_command", Text: "echo a line of a script … (some lines)", Arguments: arguments, Telling: &told})
		p, _ = p.Update(ToggleRaw{})
		return testing.AllocsPerRun(1, func() { p.Draw(80, 24) })
	}
	if few, many := cost(1000), cost(50_000); many > 1.5*few {
		t.Errorf("a picture of 50,000 lines takes %.0f allocations, one of 1,000 takes %.0f", many, few)
	}
}
