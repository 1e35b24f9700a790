package conversation

import (
	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/store"
	"parley/views/prompt"
)

// ruledWords is what the rules say of a call that is asked about, "" where none does.
func ruledWords(r coordinator.Ruling) string {
	if !r.Told() {
		return ""
	}
	return r.Why
}

// offersOf are the rules that a yes can be made to.
func offersOf(r coordinator.Ruling) []prompt.RuleOffer {
	var out []prompt.RuleOffer
	for _, o := range r.Offers {
		x := prompt.RuleOffer{Where: o.Where, Words: o.Covers, Would: o.Would}
		for _, one := range o.Rules {
			x.Rules = append(x.Rules, one.String())
		}
		out = append(out, x)
	}
	return out
}

// rulesMadeMsg says that rules were written to where they are kept, or not.
type rulesMadeMsg struct {
	key   coordinator.Key
	rules []store.RuleAdded
	err   error
}

// makeRules writes the rules of an offer. Only when they are there does the call run:
// until then the permission stays open.
func (m *Model) makeRules(offer int) tea.Cmd {
	host, key, ruling := m.o.Host, m.ask.prompt.Key, m.ask.prompt.Ruling
	return func() tea.Msg {
		made, err := host.MakeRules(ruling, offer)
		return rulesMadeMsg{key, made, err}
	}
}

// rulesMade lets the call run whose permission was made to last.
func (m *Model) rulesMade(msg rulesMadeMsg) tea.Cmd {
	here := m.ask.open && m.ask.prompt.Key == msg.key && m.ask.prompt.Permission != nil
	switch {
	case msg.err != nil && here:
		m.ask.permission = m.ask.permission.WithFault("The rule could not be kept: " + msg.err.Error())
		return nil
	case msg.err != nil:
		return nil // what it was about is gone, and nothing was kept
	case here:
		m.dropDraft()
		return m.send(coordinator.Permitted{Key: msg.key, Outcome: store.PermitAllowed, Scope: store.ScopeOnce, Rules: msg.rules})
	}
	return m.send(coordinator.RulesChanged{Added: msg.rules})
}
