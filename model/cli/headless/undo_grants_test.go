package headless

import (
	"strings"
	"testing"

	"parley/coordinator/undo"
	"parley/model/cli/process"
)

// TestAMovedFileStaysWhereItsOldNameIsNotPutBack, as --yes is none to what gives permission.
func TestAMovedFileStaysWhereItsOldNameIsNotPutBack(t *testing.T) {
	files := []undo.File{
		{Path: "AGENTS.md", Then: "a", Grants: "Assistants take it for instructions."}, {Path: "notes.md", Now: "a", From: "AGENTS.md"}, {Path: "z", Now: "a", Then: "b"},
	}
	for also, want := range map[bool]int{false: 1, true: 3} {
		in, err := agreed(files, true, func(string) (bool, error) { return also, nil })
		if err != nil || len(in.Files) != want {
			t.Errorf("%v: %+v, %v", also, in.Files, err)
		}
	}
}

// TestAYesThatCountsForNothingIsTold: the new name stays although it got a yes, since the old one got none.
func TestAYesThatCountsForNothingIsTold(t *testing.T) {
	files := []undo.File{{Path: "AGENTS.md", Then: "a", Grants: "Words."}, {Path: "CLAUDE.md", Now: "a", From: "AGENTS.md", Grants: "Words."}}
	var out strings.Builder
	tellLeft(&process.Program{Out: &out}, false, nil, files)
	if want := "left as it is: CLAUDE.md: it was moved here, and AGENTS.md is not put back.\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}

// TestWhyAFileThatGivesPermissionStays is told word for word.
func TestWhyAFileThatGivesPermissionStays(t *testing.T) {
	got := grantLeftText(undo.File{Path: "AGENTS\x1b.md", Grants: "Assistants take it for instructions."})
	const want = "left as it is: AGENTS␛.md: it gives permission. Assistants take it for instructions. " +
		"--yes is no yes to that; the same command without it asks about the file.\n"
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
