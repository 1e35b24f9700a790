package private

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"parley/store/system"
)

// ReadRules reads rules.toml. A missing file has no rules. A file that is a link,
// belongs to another user, is open to others or is too large allows nothing: the error
// says so and what to do. What it asks about and refuses is returned all the same, as far
// as it can be read, since nobody is let do more by that.
func ReadRules(name string) ([]SavedRule, []RuleFault, error) {
	doc, err := readRules(name)
	if err != nil {
		return strictRules(name), nil, err
	}
	rules, faults := parseRules(doc)
	return rules, faults, nil
}

// strictRules returns the asks and denies of a file, whoever could have written it.
func strictRules(name string) []SavedRule {
	f, err := os.OpenFile(name, os.O_RDONLY|system.NoWait, 0) // a pipe must not be waited for
	if err != nil {
		return nil // that the file cannot be used was said
	}
	defer f.Close() // only read: there is nothing to lose
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	doc, err := io.ReadAll(io.LimitReader(f, maxFile))
	if err != nil {
		return nil
	}
	rules, _ := parseRules(string(doc))
	return slices.DeleteFunc(rules, func(r SavedRule) bool { return r.Kind != "ask" && r.Kind != "deny" })
}

func readRules(name string) (string, error) { return read(name, textRulesRefused) }

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
