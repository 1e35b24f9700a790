package route

import (
	"testing"

	"parley/coordinator/rules"
	"parley/coordinator/tool"
)

// TestWhoPermits goes through the table of permissions: each row, and what competes with
// it.
func TestWhoPermits(t *testing.T) {
	allowed := func(w *Wish) { w.Verdict, w.Ground = rules.Allowed, rules.Covered }
	denied := func(w *Wish) { w.Verdict, w.Ground = rules.Denied, rules.ByRule }
	asks := func(w *Wish) { w.Verdict, w.Ground = rules.Asked, rules.ByRule }
	always := func(w *Wish) { w.Ground, w.Command = rules.Always, true }
	unread := func(w *Wish) { w.Ground, w.Command, w.Unread = rules.Always, true, true }
	personal := func(w *Wish) { w.Ground, w.Command = rules.Personal, true }
	file := func(w *Wish) { w.Ground, w.Command = rules.Personal, false }
	outside := func(w *Wish) { w.Ground, w.Command = rules.Always, false }
	itself := func(w *Wish) { w.Asks = true }
	there := func(w *Wish) { w.SomebodyThere = true }
	granted := func(w *Wish) { w.Granted = true }
	reopened := func(w *Wish) { w.Reopened = true }
	auto := func(w *Wish) { w.Policy = PolicyAuto }
	park := func(w *Wish) { w.Policy = PolicyPark }
	defaults := func(w *Wish) { w.Policy = PolicyDefaults }
	mode := func(m tool.Mode) func(*Wish) { return func(w *Wish) { w.Mode = m } }
	type set = func(*Wish)
	for _, c := range []struct {
		name string
		sets []set
		want Way
	}{
		{"nobody is there", nil, DenyByPolicy},
		{"somebody is there", []set{there}, PermitByUser},
		{"the policy", []set{auto}, PermitByPolicy},
		{"it stays open", []set{park}, PermitParked},
		{"it stays open for nobody there", []set{park, there}, PermitByUser},
		{"what a rule asks stays open", []set{park, asks}, PermitParked},
		{"what cannot be read stays open", []set{park, unread}, PermitParked},
		{"what is a person's alone stays open", []set{park, personal}, PermitParked},
		{"what a rule allows needs nobody", []set{park, allowed}, PermitByRule},
		{"what a rule denies is denied", []set{park, denied}, DenyByRule},
		{"unattended runs", []set{park, mode(tool.Unattended)}, RunUnasked},
		{"defaults are no permission", []set{defaults}, DenyByPolicy},
		{"the policy is for nobody there", []set{auto, there}, PermitByUser},
		{"unattended", []set{mode(tool.Unattended)}, RunUnasked},
		{"unattended, somebody there", []set{mode(tool.Unattended), there}, RunUnasked},
		{"edit", []set{mode(tool.Edit), there}, PermitByUser},
		{"a rule allows", []set{allowed}, PermitByRule},
		{"a rule allows, somebody there", []set{allowed, there}, PermitByRule},
		{"a rule allows what runs anyway", []set{allowed, mode(tool.Unattended)}, RunUnasked},
		{"edit edits whatever a rule says", []set{allowed, mode(tool.Edit), there}, PermitByUser},
		{"a deny", []set{denied}, DenyByRule},
		{"a deny before a yes for this turn", []set{denied, granted, there}, DenyByRule},
		{"a deny before the mode", []set{denied, mode(tool.Unattended)}, DenyByRule},
		{"a deny before a fork's reopening", []set{denied, reopened, there}, DenyByRule},
		{"a deny before edit", []set{denied, mode(tool.Edit), there}, DenyByRule},
		{"this turn's yes before an ask", []set{asks, granted, there}, PermitByTurn},
		{"this turn's yes before an allow", []set{allowed, granted, there}, PermitByTurn},
		{"this turn's yes before what is always asked about", []set{always, granted, there}, PermitByTurn},
		{"a fork asks again", []set{reopened, there, allowed}, PermitByUser},
		{"a fork with nobody there", []set{reopened, allowed}, PermitByRule},
		{"an ask", []set{asks, there}, PermitByUser},
		{"an ask with nobody there", []set{asks, auto}, DenyByPolicy},
		{"an ask before unattended", []set{asks, mode(tool.Unattended), there}, PermitByUser},
		{"always asked about, before unattended", []set{always, mode(tool.Unattended), there}, PermitByUser},
		{"always asked about, with nobody there", []set{always, mode(tool.Unattended)}, DenyByPolicy},
		{"always asked about, by the policy", []set{always, auto}, PermitByPolicy},
		{"what cannot be read is refused by every policy", []set{unread, auto, mode(tool.Unattended)}, DenyByPolicy},
		{"what cannot be read, somebody there", []set{unread, auto, mode(tool.Unattended), there}, PermitByUser},
		{"a person's alone", []set{personal, there, mode(tool.Unattended)}, PermitByUser},
		{"a person's alone, not for the turn", []set{personal, granted, there}, PermitByUser},
		{"a person's alone, with nobody there", []set{personal, auto, mode(tool.Unattended)}, DenyByPolicy},
		{"of a file, the tool asks the person", []set{file, mode(tool.Unattended), there}, RunUnasked},
		{"the run asks a person itself", []set{itself, there}, RunUnasked},
		{"the run asks itself, with nobody there", []set{itself}, RunUnasked},
		{"the run asks itself, and edit edits", []set{itself, mode(tool.Edit), there}, PermitByUser},
		{"the run asks itself, and a rule denies", []set{itself, denied}, DenyByRule},
		{"the run asks itself, and a rule asks", []set{itself, asks, there}, PermitByUser},
		{"the run asks itself, and a fork asks again", []set{itself, reopened, there}, PermitByUser},
		{"the run asks itself, and this turn's answer", []set{itself, granted, there}, PermitByTurn},
		{"of a path outside, the tool says so", []set{outside, mode(tool.Unattended), there}, RunUnasked},
	} {
		w := Wish{Verdict: rules.Asked, Ground: rules.Uncovered, Mode: tool.Ask, Policy: PolicyDeny}
		for _, set := range c.sets {
			set(&w)
		}
		if got := WayOf(w); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}
