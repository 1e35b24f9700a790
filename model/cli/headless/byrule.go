package headless

import (
	"fmt"

	"parley/store"
)

// ruled is what a rule allowed in a run.
type ruled struct {
	By   string `json:"by"`
	What string `json:"what"` // the permission or the question
	store.RuleAt
}

// permittedByRule records what a rule allowed.
func (o *printer) permittedByRule(id string, at store.RuleAt) {
	o.byRule = append(o.byRule, ruled{store.ByRule, id, at})
}

// tellRules reports at the end of a run what rules allowed, each rule once, and which
// rules cannot be used.
func (o *printer) tellRules(trouble []string) {
	var order []store.RuleAt
	times := map[store.RuleAt]int{}
	for _, r := range o.byRule {
		if times[r.RuleAt]++; times[r.RuleAt] == 1 {
			order = append(order, r.RuleAt)
		}
	}
	for _, r := range order {
		o.note("%s", ruleTimesText(r, times[r]))
	}
	for _, t := range trouble {
		o.note("%s", t)
	}
}

func ruleTimesText(r store.RuleAt, n int) string {
	times := ""
	if n > 1 {
		times = fmt.Sprintf(" %d times", n)
	}
	return fmt.Sprintf("allowed%s by the rule %s (%s)", times, r.Rule, r.At)
}
