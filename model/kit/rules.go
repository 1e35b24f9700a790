package kit

import "parley/store"

// Rules are the rules that are in force in a conversation.
type Rules struct {
	All      []Rule
	Faults   []string // what to tell of those that cannot be taken
	Together []string // … and of those that are wide together
}

// Rule is one of them, in words.
type Rule struct {
	Verdict string // "allow", "ask" or "deny"
	Text    string
	Covers  string
	Scope   string // "this conversation", "this workspace", "everywhere"
	Added   string // who made it, and when
	At      string // where it stands
	Key     string // names it among those that the program keeps; "" for a rule of the configuration
}

// RuleDroppedMsg says what came of taking a rule back.
type RuleDroppedMsg struct {
	Of      any // the conversation that it was done in
	Rule    Rule
	Revoked []store.RuleRevoked
	Err     error
	Rules   Rules // that are in force now
}
