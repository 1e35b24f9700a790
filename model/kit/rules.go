package kit

import "parley/store"

// Rules are the rules that are in force in a conversation.
type Rules struct {
	All      []Rule
	Faults   []string // about rules that cannot be used
	Together []string // about rules that together permit very much
}

// Rule is one rule, in words.
type Rule struct {
	Verdict string // "allow", "ask" or "deny"
	Text    string
	Covers  string
	Scope   string // "this conversation", "this workspace", "everywhere"
	Added   string // who made it, and when
	At      string // where it stands
	Key     string // identifies it among the rules that the program keeps; "" for a rule of the configuration
}

// RuleDroppedMsg is the result of revoking a rule.
type RuleDroppedMsg struct {
	Of      any // the conversation in which it was done
	Rule    Rule
	Revoked []store.RuleRevoked
	Err     error
	Rules   Rules // the rules now in force
}
