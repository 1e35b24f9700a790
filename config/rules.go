package config

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/pelletier/go-toml/v2"
)

// rules.toml holds the rules that the program wrote: lasting permissions. It is a
// sequence of tables, one per rule, and each is read by itself: a faulty one allows
// nothing and is reported, and the others still hold.

// SavedRule is a rule of rules.toml. This package does not know what its text means.
type SavedRule struct {
	Kind         string    // "allow", "ask" or "deny"
	Text         string    //
	Conversation string    // the conversation in which it holds
	Root         string    // the workspace in which it holds; with neither it holds everywhere
	Folder       string    // the identity of that workspace's folder
	Digest       string    // of the program that it permits, if that lies in the workspace
	When         time.Time // when it was made
	From         string    // the permission at which it was made
	Line         int       // in the file, if it was read from one
}

// RuleFault is a part of rules.toml that cannot be used as it is.
type RuleFault struct {
	Line int
	Text string
}

const ruleHeader = "[[rule]]"

// ruleBlock is the lines of one rule.
type ruleBlock struct {
	line  int // of its header
	lines []string
}

// ruleBlocks cuts a file into its rules. The text before the first is returned
// separately.
func ruleBlocks(doc string) (before []string, blocks []ruleBlock) {
	for i, line := range strings.Split(doc, "\n") {
		switch {
		case strings.TrimSpace(line) == ruleHeader:
			blocks = append(blocks, ruleBlock{line: i + 1, lines: []string{line}})
		case len(blocks) == 0:
			before = append(before, line)
		default:
			last := &blocks[len(blocks)-1]
			last.lines = append(last.lines, line)
		}
	}
	return before, blocks
}

// parseRules reads the text of rules.toml.
func parseRules(doc string) (rules []SavedRule, faults []RuleFault) {
	before, blocks := ruleBlocks(doc)
	for i, line := range before {
		if text := strings.TrimSpace(line); text != "" && !strings.HasPrefix(text, "#") {
			faults = append(faults, RuleFault{i + 1, textRuleBefore})
			break
		}
	}
	for _, b := range blocks {
		rule, why := b.read()
		if why != "" {
			faults = append(faults, RuleFault{b.line, why})
		}
		if rule.Text != "" {
			rules = append(rules, rule)
		}
	}
	return rules, faults
}

// read reads one rule. Of a faulty rule only a deny or an ask remains: these hold
// anyway, and everywhere if their place is unclear.
func (b ruleBlock) read() (SavedRule, string) {
	var doc struct{ Rule []map[string]any }
	if err := toml.Unmarshal([]byte(strings.Join(b.lines, "\n")), &doc); err != nil || len(doc.Rule) != 1 {
		return SavedRule{}, textRuleSyntax(err)
	}
	out, said, why := SavedRule{Line: b.line}, 0, ""
	texts := map[string]*string{"conversation": &out.Conversation, "root": &out.Root, "folder": &out.Folder, "digest": &out.Digest, "from": &out.From}
	for _, key := range sortedKeys(doc.Rule[0]) {
		text, isText := doc.Rule[0][key].(string)
		when, isTime := doc.Rule[0][key].(time.Time)
		switch {
		case key == "when" && isTime:
			out.When = when
		case texts[key] != nil && isText:
			*texts[key] = text
		case (key == "allow" || key == "ask" || key == "deny") && isText && text != "":
			said++
			out.Kind, out.Text = key, text
		default:
			why = textRuleKey(key)
		}
	}
	switch {
	case why != "":
	case said != 1:
		why = textRuleKinds
	case out.Conversation != "" && out.Root+out.Folder != "", (out.Root == "") != (out.Folder == ""):
		why = textRuleScope
	case strings.ContainsFunc(out.Text, unicode.IsControl):
		why = textRuleControl
	}
	if why == "" {
		return out, ""
	}
	if said > 0 && out.Kind != "allow" { // the kinds are tried in order, the strictest last
		return SavedRule{Kind: out.Kind, Text: out.Text, When: out.When, From: out.From, Line: out.Line}, why
	}
	return SavedRule{}, why
}

// lines writes a rule as a table.
func (r SavedRule) lines() string {
	var b strings.Builder
	fmt.Fprintln(&b, ruleHeader)
	fmt.Fprintf(&b, "%s = %s\n", r.Kind, quote(r.Text))
	for _, f := range []struct{ key, value string }{
		{"conversation", r.Conversation}, {"root", r.Root}, {"folder", r.Folder}, {"digest", r.Digest}, {"from", r.From},
	} {
		if f.value != "" {
			fmt.Fprintf(&b, "%s = %s\n", f.key, quote(f.value))
		}
	}
	if !r.When.IsZero() {
		fmt.Fprintf(&b, "when = %s\n", r.When.UTC().Format(time.RFC3339))
	}
	return b.String()
}

// check says what is wrong with a rule that is to be written.
func (r SavedRule) check() error {
	block := ruleBlock{lines: strings.Split(r.lines(), "\n")}
	if _, why := block.read(); why != "" {
		return errors.New(why)
	}
	return nil
}

// same reports whether two rules are the same, wherever they stand in the file.
func (r SavedRule) same(o SavedRule) bool {
	r.Line, o.Line = 0, 0
	when := cmp.Compare(r.When.Unix(), o.When.Unix())
	r.When, o.When = time.Time{}, time.Time{}
	return r == o && when == 0
}
