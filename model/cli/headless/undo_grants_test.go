package headless

import (
	"testing"

	"parley/coordinator/undo"
)

// TestWhyAFileThatGivesPermissionStays is told word for word.
func TestWhyAFileThatGivesPermissionStays(t *testing.T) {
	got := grantLeftText(undo.File{Path: "AGENTS\x1b.md", Grants: "Assistants take it for instructions."})
	const want = "left as it is: AGENTS␛.md: it gives permission. Assistants take it for instructions. " +
		"--yes is no yes to that; the same command without it asks about the file.\n"
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
