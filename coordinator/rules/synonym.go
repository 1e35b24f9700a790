package rules

import (
	"fmt"
	"slices"
	"strings"
)

// What a command does can be said in several ways: git-push and git send-pack are git push, and
// so is git -c alias.x=push x. Asks and denies look for all of them.

// synonym is a row of the table of subcommands that do what another one does.
type synonym struct{ sub, is []string }

func (t *tables) addSynonym(row []string) error {
	words, is := strings.Fields(row[0]), strings.Fields(row[1])
	if len(words) < 2 || len(is) < 2 || words[0] != is[0] {
		return fmt.Errorf("%q and %q are not two subcommands of one command", row[0], row[1])
	}
	t.synonyms[words[0]] = append(t.synonyms[words[0]], synonym{words[1:], is[1:]})
	return nil
}

// also returns the words of a command, and the other ways to say what it does.
func also(words []word, depth int) [][]word {
	out := [][]word{words}
	if apart := tablesOf().apart(words); apart != nil {
		words = apart
		out = append(out, words)
	}
	t := tablesOf()
	name := t.common(baseName(words[0].text))
	for _, s := range t.synonyms[name] {
		if said := s.in(words); said != nil {
			out = append(out, said)
		}
	}
	if name == "git" && depth < mostNested {
		for _, said := range aliased(words) {
			out = append(out, also(said, depth+1)...)
		}
	}
	return out
}

// apart returns the words of git-push as those of git push, nil for other commands.
func (t *tables) apart(words []word) []word {
	first, sub, is := strings.Cut(baseName(words[0].text), "-")
	if !is || sub == "" || !t.joined[first] {
		return nil
	}
	return append([]word{literal(first), literal(sub)}, words[1:]...)
}

// in returns the words of a command with the other subcommand in the place of this one, nil if
// it is not there.
func (s synonym) in(words []word) []word {
	for i := 1; i < min(len(words), 2*mostBefore); i++ {
		if startsWith(words[i:], s.sub) {
			said := slices.Clone(words[:i])
			for _, text := range s.is {
				said = append(said, literal(text))
			}
			return append(said, words[i+len(s.sub):]...)
		}
	}
	return nil
}

// aliased returns the commands of git that its words define as aliases, each with what stands
// behind the alias where it is used. One that begins with "!" is a line of shell, and is found
// as such.
func aliased(words []word) (out [][]word) {
	for i := 1; i+1 < len(words) && len(out) < mostBefore; i++ {
		key, value, is := strings.Cut(words[i+1].text, "=")
		key = strings.ToLower(key)
		if words[i].text != "-c" || !is || !strings.HasPrefix(key, "alias.") {
			continue
		}
		name := strings.TrimSuffix(strings.TrimPrefix(key, "alias."), ".command")
		var rest []word
		if at := slices.IndexFunc(words[i+2:], func(w word) bool { return strings.ToLower(w.text) == name }); at >= 0 {
			rest = words[i+2+at+1:]
		}
		for _, c := range lines(value, mostNested) {
			out = append(out, slices.Concat(words[:1], c.words, rest))
		}
	}
	return out
}
