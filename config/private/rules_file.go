package private

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"parley/store/system"
)

// ReadRules reads rules.toml. A missing file has no rules. A file that is a link,
// belongs to another user, is open to others or is too large allows nothing: the error
// says so and what to do. What it asks about and refuses is returned all the same, since
// nobody is let do more by that; where not all of it can be read, it asks about every call.
func ReadRules(name string) ([]SavedRule, []RuleFault, error) {
	doc, err := read(name, textRulesWhy)
	if err != nil {
		rules, whole := strictRules(name)
		return rules, nil, errors.New(textRulesUnread(err, whole))
	}
	rules, faults := parseRules(doc)
	return rules, faults, nil
}

// strictRules returns the asks and denies of a file, whoever could have written it, and
// whether that is all of them. If not, the first asks about every call.
func strictRules(name string) (rules []SavedRule, whole bool) {
	doc, whole := beginning(name)
	rules, _ = parseRules(doc)
	rules = slices.DeleteFunc(rules, func(r SavedRule) bool { return r.Kind != "ask" && r.Kind != "deny" })
	if !whole {
		rules = slices.Insert(rules, 0, askAll(1))
	}
	return rules, whole
}

// beginning is what can be read of a file, and whether that is all of it.
func beginning(name string) (doc string, whole bool) {
	f, err := system.Open(name, 0) // a pipe must not be waited for
	if err != nil {
		return "", false
	}
	defer f.Close() // only read: there is nothing to lose
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return "", false
	}
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	return string(data), err == nil && len(data) <= maxFile
}

// AddRules appends rules to rules.toml. What is there stays byte for byte, even if it
// cannot be read, and so does what another process adds at the same time.
func AddRules(ctx context.Context, name string, rules ...SavedRule) error {
	for _, r := range rules {
		if err := r.check(); err != nil {
			return fmt.Errorf("%s: %w", r.Text, err)
		}
	}
	return changeRules(ctx, name, func(doc string) string {
		if doc != "" && !strings.HasSuffix(doc, "\n") {
			doc += "\n"
		}
		for _, r := range rules {
			if doc != "" {
				doc += "\n"
			}
			doc += r.lines()
		}
		return doc
	})
}

// DropRules removes rules from rules.toml and returns the removed ones. Faulty rules
// stay.
func DropRules(ctx context.Context, name string, drop func(SavedRule) bool) ([]SavedRule, error) {
	var dropped []SavedRule
	err := changeRules(ctx, name, func(doc string) string {
		before, blocks := ruleBlocks(doc)
		kept := before
		for _, b := range blocks {
			if rule, why := b.read(); why == "" && drop(rule) {
				dropped = append(dropped, rule)
				continue
			}
			kept = append(kept, b.lines...)
		}
		return strings.Join(kept, "\n")
	})
	if err != nil {
		return nil, err
	}
	return dropped, nil
}

// changeRules locks the file, reads it, and replaces it in one step.
func changeRules(ctx context.Context, name string, to func(doc string) string) error {
	return change(ctx, name, textRulesRefused, to)
}
