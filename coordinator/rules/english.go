package rules

import (
	"fmt"
	"slices"
	"strings"
)

// Words says in plain English what a rule of a kind is for.
func (r Rule) Words(kind Kind) string {
	switch {
	case r.text == "":
		return "nothing"
	case r.Command() && (r.all || len(r.words) == 1 && r.open()):
		return "every command"
	case r.Command():
		return r.commandWords(kind)
	case r.all && star(r.tool):
		return fmt.Sprintf("every tool whose name is %s, with anything in the place of a star", r.tool)
	case r.all:
		return fmt.Sprintf("every call of %s", r.tool)
	}
	if kind == Allow && slices.ContainsFunc(r.path.parts, star) {
		return r.pathWords() + butNames
	}
	return r.pathWords()
}

func (r Rule) commandWords(kind Kind) string {
	if why := r.vain(); kind == Allow && why != "" {
		return "nothing: " + why
	}
	var words []string
	stars := 0
	for _, w := range r.words {
		if w.is(isAny) {
			stars++
			continue
		}
		words = append(words, sourceOf(w))
	}
	shown := strings.Join(words, " ")
	switch {
	case stars == 0 && kind != Allow:
		return shown + ", with its flags in any order and spelling"
	case stars == 0:
		return "exactly " + shown
	case stars == 1 && r.open() && kind != Allow:
		return shown + " with any words after it, its flags in any order and spelling"
	case stars == 1 && r.open():
		return shown + operandWords(r.words)
	}
	var all []string
	for _, w := range r.words {
		all = append(all, sourceOf(w))
	}
	return strings.Join(all, " ") + ", with one word in the place of a star" + map[bool]string{true: ", and any number at the end"}[r.open()]
}

// vain says why an allow for a command covers nothing, "" if it may cover something.
func (r Rule) vain() string {
	words := r.words
	wild := slices.ContainsFunc(words, func(w word) bool { return w.is(isAny) })
	if r.open() {
		words = words[:len(words)-1]
	}
	if len(words) == 0 || words[0].is(isAny) {
		return ""
	}
	if p, runs := find(tablesOf().programs, words); wild && runs && len(p.only) == 0 {
		return whySpelled(said(words[0].text))
	}
	if rows := tablesOf().rows(baseName(words[0].text)); wild && len(words) == 1 && len(rows) > 0 && !slices.ContainsFunc(rows, func(h harmless) bool { return len(h.sub) == 0 }) {
		return whySubcommand(words[0].text)
	}
	if u := useOf(words); wild && (u.row != nil || unlisted(words, u)) {
		switch {
		case unlisted(words, u):
			return whyUnlistedProgram(words[0].text)
		case u.asked != "":
			return u.asked
		case u.row.takesNone():
			return whyExact(u.title(words))
		}
		return ""
	}
	j := newJudge(NewSet([]Held{{Rule: r, Kind: Allow}}, Here{}), Call{Tool: commandTool}, Facts{assume: true})
	if f := j.command(command{words: words}); f.ground == Always || f.ground == Personal {
		return f.why
	}
	return ""
}

func sourceOf(w word) string {
	switch {
	case w.is(isAny):
		return "*"
	case w.source != "":
		return w.source
	}
	return quote(w.text)
}

// operandWords says what a trailing wildcard takes.
func operandWords(words []word) string {
	u := useOf(words[:len(words)-1])
	switch {
	case u.row == nil:
		return " with any words that are no flags and no paths out of the workspace"
	case u.row.operands == "none" && len(tablesOf().rows(baseName(words[0].text))) > 1 && len(u.row.sub) == 0:
		return " with its harmless flags, and none of its commands"
	case u.row.operands == "none":
		return " with its harmless flags"
	case u.row.operands == "lines":
		return " with its harmless flags, which lines to print or leave out, and any words that are no paths out of the workspace"
	case u.row.operands == "filter":
		return " with its harmless flags, a program of known words, and any words that are no paths out of the workspace"
	case u.row.operands == "any":
		return " with its harmless flags and any words that are no paths out of the workspace"
	case u.row.operands == "search":
		return " with its harmless flags, what is looked for, and any words that are no paths out of the workspace"
	case u.row.most() == "1":
		return " with its harmless flags and at most one other word, no path out of the workspace"
	case digits(u.row.most()):
		return fmt.Sprintf(" with its harmless flags and at most %s other words, no path out of the workspace", u.row.most())
	}
	return " with its harmless flags and any words that are no paths out of the workspace"
}

func (r Rule) pathWords() string {
	what := fmt.Sprintf("%s on ", r.tool)
	if star(r.tool) {
		what = fmt.Sprintf("file tools named %s on ", r.tool)
	}
	body := strings.Join(r.path.parts, "/")
	stars := 0
	for _, part := range r.path.parts {
		if star(part) {
			stars++
		}
	}
	last := r.path.parts[len(r.path.parts)-1]
	folder := strings.TrimSuffix(strings.TrimSuffix(body, "**"), "/")
	switch {
	case stars == 0:
		return what + "exactly " + said(strings.NewReplacer(`\*`, "*", `\\`, `\`).Replace(body))
	case body == "**":
		return what + "anything in the workspace"
	case stars == 1 && last == "**":
		return what + "anything in " + said(folder) + " and its folders"
	case stars == 1 && last == "*":
		return what + "anything in " + said(strings.TrimSuffix(body, "/*")) + ", not in its folders"
	}
	return what + "paths like " + said(body)
}

// Words says where rules of a scope hold.
func (s Scope) Words() string {
	switch {
	case s.Conversation != "":
		return "this conversation"
	case s.Root != "" || s.Folder != "":
		return "this workspace"
	}
	return "everywhere"
}
