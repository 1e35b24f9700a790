package conversation

import (
	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
	"parley/views/patch"
	"parley/views/prompt"
)

// patchBindings is the key table of a patch. No movement key answers, and while a
// search is open nothing does.
func (m *Model) patchBindings() []binding {
	v, f := m.ask.patch.view, m.ask.field
	switch f.Mode() {
	case prompt.InMenu:
		return m.fieldBindings(f)
	case prompt.Replying:
		return append(m.fieldBindings(f, prompt.TheScrolling), m.patchMoves(false)...)
	}
	switch v.Mode() {
	case patch.PatchSaying:
		return append(patchReason(), m.patchMoves(false)...)
	case patch.PatchTyping:
		return append(patchQuery(), m.patchMoves(false)...)
	case patch.PatchHits:
		return append(patchHits(), append(m.patchMoves(true), helpBinding())...)
	}
	help := helpBinding()
	if m.smallPatch() {
		help = help.Ranked(kit.RankAnswer)
	}
	return append(append(m.patchAnswers(v), m.patchMoves(true)...), help)
}

// smallPatch reports whether there is room for only few hints: the keys for viewing
// the change and the way to all other keys then precede answers other than yes and
// no.
func (m *Model) smallPatch() bool { return m.w < 80 || m.h < 24 }

// hintsNarrow is the width below which the hints of a patch are shortened.
const hintsNarrow = 50

// patchAnswers are the keys that answer, and those that change what a yes means.
func (m *Model) patchAnswers(v patch.Patch) []binding {
	shown := func(*Model) bool { return v.Shown() && !m.ask.patch.editing }
	whole := func(*Model) bool { return shown(m) && v.Changeable() }
	y := "apply"
	switch {
	case m.ask.patch.stale && m.w < hintsNarrow:
		y = "re-ask"
	case m.ask.patch.stale:
		y = "ask again"
	case v.Shown() && v.Rules.Notice != "":
		y = "let it try"
	}
	taking := "hunk"
	if v.Held() {
		taking = "take all of it"
	}
	why, no := kit.RankAnswer, "reject and say why"
	if m.smallPatch() {
		no = "say why"
		if m.w < 60 {
			why = kit.RankAway
		}
	}
	rows := []binding{
		say("y", "y", y, prompt.Allow{}).Only(shown), say("n", "n", "reject", prompt.Deny{}),
		say("Y", "Y/N", "the same change, this turn", prompt.Allow{Turn: true}).Ranked(kit.RankAway).Only(func(*Model) bool { return v.Memorable() }),
		say("N", "", "", prompt.Deny{Turn: true}).Only(func(*Model) bool { return v.Memorable() }),
		say("r", "r", no, prompt.WriteReason{}).Ranked(why).Explained("reject it with words, which the assistant is told"),
	}
	rows = append(rows, binding{Keys: kit.Keys("a"), Shown: "a", Words: "from now on", Brief: "always", Rank: kit.RankNear, Help: "a rule: changes of such files are applied without being asked about",
		When: (*Model).lastingChange, Do: does((*Model).openLasting)})
	rows = append(rows, withEditor(binding{Keys: kit.Keys("e"), Shown: "e", Words: "edit first", Help: "change the proposed text in $VISUAL or $EDITOR; then look again",
		Rank: kit.RankAway, When: whole, Do: does((*Model).editPatch)})...)
	rows = append(rows,
		say("space", "Space", taking, patch.TakeHunk{}).Ranked(kit.RankAway).Only(func(m *Model) bool { return whole(m) || shown(m) && v.Held() }).
			Explained("take or leave the hunk under the cursor"),
		say("b", "b", "back", prompt.GoBack{}).Ranked(kit.RankAway).Only(func(*Model) bool { return v.Rules.CanGoBack }),
		say("s", "s", "end turn", prompt.EndTheTurn{}).Ranked(kit.RankAway).Explained("end the turn; drafts stay"),
	)
	return append(rows, say("esc", "Esc", "menu", prompt.OpenMenu{}).Ranked(kit.RankExtra))
}

// patchMoves are the keys that move; letters do so if no text is being typed.
func (m *Model) patchMoves(letters bool) []binding {
	v := m.ask.patch.view
	long := func(*Model) bool { return v.Long() || m.ask.full }
	page := func(by int) func(*Model) tea.Cmd {
		return func(m *Model) tea.Cmd { return m.intent(prompt.Scroll{By: by * v.Page()}) }
	}
	rows := []binding{
		{Keys: kit.Keys("pgdown"), Shown: "PgUp/PgDn", Help: "scroll the change", Do: does(page(1))},
		{Keys: kit.Keys("pgup"), Do: does(page(-1))},
		silent("ctrl+up alt+up", "Ctrl+↑↓", "scroll it by lines", prompt.Scroll{By: -1}),
		say("ctrl+down alt+down", "", "", prompt.Scroll{By: 1}),
	}
	if letters {
		rows = append(rows,
			silent("up k", "↑↓", "scroll by lines (also k and j)", prompt.Scroll{By: -1}), say("down j", "", "", prompt.Scroll{By: 1}),
			silent("home g", "Home End", "to the beginning, to the end (also g and G)", prompt.Edge{}), say("end G", "", "", prompt.Edge{Last: true}))
	}
	for i := range rows {
		rows[i].When = long
	}
	if !letters {
		return rows
	}
	several := func(*Model) bool { return v.Hunks() > 1 || v.Long() }
	there := func(*Model) bool { return v.Hunks() > 0 }
	side := "side by side"
	if v.Split() {
		side = "one text"
	}
	return append(rows,
		say("]", "]/[", "hunk", patch.NextHunk{By: 1}).Ranked(kit.RankExtra).Only(several).Explained("to the next hunk, to the one before"),
		say("[", "", "", patch.NextHunk{By: -1}).Only(several),
		m.fullScreen("give the change the whole screen, and back").Ranked(kit.RankAnswer).Only(long),
		say("t", "t", side, patch.SideBySide{}).Ranked(kit.RankExtra).Only(func(m *Model) bool { return there(m) && m.w >= patch.SideBySideLeast }).
			Explained("old and new beside each other, or in one text"),
		say("/", "/", "search", patch.Find{}).Ranked(kit.RankExtra).Only(there).Explained("search the change; then n and N go from hit to hit"),
	)
}

func patchReason() []binding {
	rows := []binding{
		say("enter", "Enter", "reject with these words", prompt.Confirm{}),
		joined(prompt.NewLine()),
	}
	return append(append(rows, answerEditor((*Model).editPatch)...), say("esc", "Esc", "back (draft is kept)", prompt.OpenMenu{}))
}

func patchQuery() []binding {
	rows := []binding{
		say("enter", "Enter", "go through the hits", prompt.Confirm{}),
		say("esc", "Esc", "end the search", prompt.OpenMenu{}),
	}
	return append(rows, kit.LineKeys[*Model]()...)
}

func patchHits() []binding {
	return []binding{
		say("n enter", "n", "next", patch.NextHit{By: 1}), say("N", "N", "before", patch.NextHit{By: -1}),
		say("esc", "Esc", "end the search", prompt.OpenMenu{}),
	}
}

// patchTyped handles a key that no row of the table takes, while a text of the patch
// is being typed.
func (m *Model) patchTyped(msg tea.KeyPressMsg) (prompt.Intent, bool) {
	if !m.isPatch() {
		return nil, false
	}
	switch m.ask.patch.view.Mode() {
	case patch.PatchSaying:
		return prompt.Key{Msg: msg}, true
	case patch.PatchTyping:
		return inLine(msg), true
	}
	return nil, false
}
