package session

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"parley/config/private"
	"parley/coordinator/rules"
	"parley/store"
)

// InForce is a rule that holds in a conversation.
type InForce struct {
	rules.Held
	Scope string // store's word for it
	When  time.Time
	From  string // as it was kept; "" for a rule of the configuration
	Key   string // identifies it among the rules that the program keeps; "" for other rules
}

// InForce are the rules that hold in the conversation, with warnings about those that
// cannot be used, and those that together permit very much.
func (x *Session) InForce() (all []InForce, faults, together []string) {
	here := x.Setup.Here()
	here.Conversation = x.Saved.ID()
	held, faults := heldRules(x.Current(), x.Setup.Places.Rules)
	saved, _, err := private.ReadRules(x.Setup.Places.Rules)
	if err != nil {
		saved = nil // it is among the faults
	}
	kept := map[string]private.SavedRule{}
	for _, r := range saved {
		kept[savedAt(x.Setup.Places.Rules, r)] = r
	}
	for _, h := range held {
		if !h.Holds(here) {
			continue
		}
		one := InForce{Held: h, Scope: placeOf(h)}
		if r, is := kept[h.Where]; is && r.Text == h.String() {
			one.When, one.From, one.Key = r.When, r.From, keyOf(r)
		}
		all = append(all, one)
	}
	for _, pair := range rules.Together(rules.NewSet(held, here)) {
		together = append(together, pair.Why)
	}
	return all, faults, together
}

// DropRule removes the rule with a key from those that the program keeps.
func (x *Session) DropRule(key string) ([]store.RuleRevoked, error) {
	ctx, stop := context.WithTimeout(context.Background(), makeLimit)
	defer stop()
	dropped, err := private.DropRules(ctx, x.Setup.Places.Rules, func(r private.SavedRule) bool { return keyOf(r) == key })
	if err != nil {
		return nil, err
	}
	if len(dropped) == 0 {
		return nil, errors.New("it is not there any more")
	}
	r := dropped[0] // others with the key are the same
	scope := rules.Scope{Conversation: r.Conversation, Root: r.Root, Folder: r.Folder}
	return []store.RuleRevoked{{Rule: r.Text, Verdict: r.Kind, Scope: scopeOf(scope)}}, nil
}

// savedAt is where a rule of rules.toml stands, for people.
func savedAt(file string, r private.SavedRule) string {
	return fmt.Sprintf("%s:%d", filepath.Base(file), r.Line)
}

// keyOf identifies a kept rule wherever it is in its file.
func keyOf(r private.SavedRule) string {
	return strings.Join([]string{r.Kind, r.Text, r.Conversation, r.Root, r.Folder, r.Digest, r.From, r.When.UTC().Format(time.RFC3339)}, "\x00")
}

// placeOf is the record's word for where a rule holds. One of a file of the workspace holds there, one of a flag or of the
// environment where that was given.
func placeOf(h rules.Held) string {
	switch {
	case h.Guest != "":
		return store.ScopeWorkspace
	case h.Scope == rules.Scope{} && !h.Wide:
		return store.ScopeConversation
	}
	return scopeOf(h.Scope)
}

// scopeOf is the record's word for where a rule holds.
func scopeOf(s rules.Scope) string {
	switch {
	case s.Conversation != "":
		return store.ScopeConversation
	case s.Root != "":
		return store.ScopeWorkspace
	}
	return store.ScopeEverywhere
}
