package fs

import (
	"testing"

	"parley/coordinator/rules"
)

// TestRulesKnowWhatGivesPermission: no rule covers what only a person may change here,
// however it is spelled.
func TestRulesKnowWhatGivesPermission(t *testing.T) {
	for _, g := range grants {
		for _, name := range g.names {
			for _, spelled := range append(spellings(name), name, "sub/"+name+"/x") {
				if rules.GivesPermission(spelled) == "" {
					t.Errorf("a rule may cover %q", spelled)
				}
			}
		}
	}
}
