package private

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"parley/forms/rawjson"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

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

// isHeader reports whether a line begins a rule, in any of the ways in which TOML writes that.
func isHeader(line string) bool {
	line = unmarked(line)
	if before, _, comment := strings.Cut(line, "#"); comment {
		line = before
	}
	return strings.Map(func(c rune) rune {
		if strings.ContainsRune(" \t\r\"'", c) {
			return -1
		}
		return c
	}, line) == ruleHeader
}

// ruleBlock is the lines of one rule.
type ruleBlock struct {
	line  int // of its header
	lines []string
}

// unmarked is a text without the mark that some editors write at the beginning of a file.
func unmarked(text string) string { return strings.TrimPrefix(text, "\ufeff") }

// ruleBlocks cuts a file into its rules. The text before the first is returned
// separately.
func ruleBlocks(doc string) (before []string, blocks []ruleBlock) {
	for i, line := range strings.Split(doc, "\n") {
		switch {
		case isHeader(line):
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
			left, unsure := ruleBlock{1, before}.strict()
			faults = append(faults, RuleFault{i + 1, textRuleBefore + unsure})
			rules = append(rules, left...)
			break
		}
	}
	for _, b := range blocks {
		rule, why := b.read()
		if why == "" {
			rules = append(rules, rule)
			continue
		}
		left, unsure := b.strict()
		faults = append(faults, RuleFault{b.at(), why + unsure})
		rules = append(rules, left...)
	}
	return rules, faults
}

// at is the line of a fault: the one that is no TOML, or else the first of the rule.
func (b ruleBlock) at() int {
	var doc map[string]any
	var fault *toml.DecodeError
	if !errors.As(toml.Unmarshal([]byte(unmarked(strings.Join(b.lines, "\n"))), &doc), &fault) {
		return b.line
	}
	row, _ := fault.Position()
	return b.line + row - 1
}

// strict returns what still holds of lines that cannot be used as they are: each ask and
// deny that can be read by itself, everywhere, as its place is not known. For one that cannot
// be read every call is asked about, which unsure says.
func (b ruleBlock) strict() (rules []SavedRule, unsure string) {
	for i, line := range b.lines {
		var doc map[string]any
		broken := toml.Unmarshal([]byte(unmarked(line)), &doc) != nil
		for _, kind := range []string{"ask", "deny"} {
			text, is := doc[kind].(string)
			switch {
			case !broken && is && text != "" && !strings.ContainsFunc(text, unicode.IsControl):
				rules = append(rules, SavedRule{Kind: kind, Text: text, Line: b.line + i})
			case doc[kind] != nil, broken && (begins(line, kind) || !utf8.ValidString(line)):
				rules, unsure = append(rules, askAll(b.line+i)), textRuleUnsure
			}
		}
	}
	return rules, unsure
}

// begins reports whether a line begins with a key, however that is written.
func begins(line, key string) bool {
	return strings.HasPrefix(strings.TrimLeft(unmarked(line), " \t\"'"), key)
}

// EveryCall is the text of a rule for all calls.
const EveryCall = "*"

// askAll asks about every call, everywhere, for what may be refused in a line.
func askAll(line int) SavedRule { return SavedRule{Kind: "ask", Text: EveryCall, Line: line} }

// read reads one rule, and says why it cannot be used as it is.
func (b ruleBlock) read() (SavedRule, string) {
	var doc map[string]any
	if err := toml.Unmarshal([]byte(unmarked(strings.Join(b.lines, "\n"))), &doc); err != nil {
		return SavedRule{}, textRuleSyntax(err)
	}
	for _, key := range slices.Sorted(maps.Keys(doc)) {
		if key != "rule" {
			return SavedRule{}, textRuleKey(key)
		}
	}
	list, _ := doc["rule"].([]any)
	if len(list) != 1 {
		return SavedRule{}, textRuleSyntax(nil)
	}
	table, _ := list[0].(map[string]any)
	out, said, why := SavedRule{Line: b.line}, 0, ""
	texts := map[string]*string{"conversation": &out.Conversation, "root": &out.Root, "folder": &out.Folder, "digest": &out.Digest, "from": &out.From}
	for _, key := range slices.Sorted(maps.Keys(table)) {
		text, isText := table[key].(string)
		when, isTime := table[key].(time.Time)
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
	case (out.Root == "") != (out.Folder == ""):
		why = textRuleScope
	case strings.ContainsFunc(out.Text, unicode.IsControl):
		why = textRuleControl
	}
	if why != "" {
		return SavedRule{}, why
	}
	return out, ""
}

// lines writes a rule as a table. Where it holds stands before what it allows: the
// beginning of a rule never allows more than the whole.
func (r SavedRule) lines() string {
	var b strings.Builder
	fmt.Fprintln(&b, ruleHeader)
	for _, f := range []struct{ key, value string }{
		{"conversation", r.Conversation}, {"root", r.Root}, {"folder", r.Folder}, {"digest", r.Digest}, {r.Kind, r.Text}, {"from", r.From},
	} {
		if f.value != "" || f.key == r.Kind {
			fmt.Fprintf(&b, "%s = %s\n", f.key, rawjson.Quote(f.value))
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
