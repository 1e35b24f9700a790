package model

import (
	"encoding/json"

	"parley/store"
	"parley/views/patch"
)

// patchDraft is what the user did with a patch, as it is kept: the edited text is
// the draft's text. It belongs to one proposal, named by its digest; the reason
// outlives it.
type patchDraft struct {
	Digest string `json:"digest"`
	Hunks  int    `json:"hunks"`
	Left   []int  `json:"left,omitempty"`
	Why    string `json:"why,omitempty"`
	Edited bool   `json:"edited,omitempty"`

	text string
}

// draftOfPatch is the draft of the patch that the question of a draft's key is
// about.
func (m *Model) draftOfPatch(key string) patchDraft {
	x, _ := m.drafts.question(store.PatchDraft(key))
	var d patchDraft
	if len(x.Value) == 0 || json.Unmarshal(x.Value, &d) != nil {
		return patchDraft{}
	}
	d.text = x.Text
	return d
}

// content is the edited text if it was made of the proposal with this digest.
func (d patchDraft) content(digest string) (string, bool) {
	return d.text, d.Edited && d.Digest == digest
}

// part says whether not all of the proposal was taken, or another text.
func (d patchDraft) part() bool { return len(d.Left) > 0 || d.Edited }

// of is what a view takes up of the draft.
func (d patchDraft) of(digest string, v patch.Patch) patch.Draft {
	out := patch.Draft{Why: d.Why}
	if d.Digest == digest && d.Hunks == v.Hunks() && d.Edited == v.Edited() {
		out.Left = d.Left
	}
	return out
}

// keepPatchDraft keeps what was done with the open patch; nothing where the user
// did nothing.
func (m *Model) keepPatchDraft() {
	v := m.ask.patch.view
	if !v.Shown() {
		return
	}
	now, key := v.Draft(), store.PatchDraft(m.draftKey())
	if !v.Changeable() && m.draftOfPatch(m.draftKey()).part() {
		return // what was left out before is told when it can be chosen again
	}
	if len(now.Left) == 0 && now.Why == "" && now.Content == nil {
		m.drafts.keep(key, store.Draft{})
		return
	}
	d := patchDraft{
		Digest: m.ask.prompt.Inquiry.Question.Digest, Hunks: v.Hunks(), Left: now.Left, Why: now.Why, Edited: now.Content != nil,
	}
	value, err := json.Marshal(d)
	if err != nil { // numbers and texts always marshal
		return
	}
	x := store.Draft{Value: value, Updated: m.o.Now().UTC()}
	if now.Content != nil {
		x.Text = *now.Content
	}
	m.drafts.keep(key, x)
}
