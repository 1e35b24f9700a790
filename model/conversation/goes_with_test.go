package conversation

import (
	"slices"
	"testing"

	"parley/coordinator"
	"parley/store"
)

// TestWhatGoesWithAResultIsReadBeforeItIsGiven: an image is given beside the text, so it is named,
// also where the text is to be edited first.
func TestWhatGoesWithAResultIsReadBeforeItIsGiven(t *testing.T) {
	m := modelOf(newDesk(t))
	r := &store.ToolFinished{ID: "c", Outcome: store.Outcome{Content: "here", Files: []store.File{{Name: "image 1", Type: "image/png", Bytes: 1200, Width: 3, Height: 2}}}}
	ask := coordinator.Prompt{Key: coordinator.AskUser{ID: "c"}.Key(), Result: r, Permission: &store.PermissionRequest{ID: "c.deliver", Call: "c", Kind: store.PermitDeliver, Tool: "x", Text: "Give it?", Edit: true}}
	p := m.newPermission(ask)
	if want := []string{"With it goes, also where its text is edited:\n[image 1: 3×2, 1 kB]"}; !slices.Equal(p.Said, want) || p.Editing() {
		t.Errorf("it says %q, and is edited: %v", p.Said, p.Editing())
	}
	r.Outcome.Files = nil
	if p := m.newPermission(ask); len(p.Said) > 0 || !p.Editing() {
		t.Errorf("without an image it says %q, and is edited: %v", p.Said, p.Editing())
	}
}
