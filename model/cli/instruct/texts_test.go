package instruct

import (
	"slices"
	"testing"

	"parley/config"
)

// TestASkillThatChangedIsNotTold, not even as it was: only of instructions an earlier version is.
func TestASkillThatChangedIsNotTold(t *testing.T) {
	was := config.Withheld{Last: &config.Trusted{}}
	skill, words := Waiting{"SKILL.md", was, true}, Waiting{Path: "AGENTS.md", Withheld: was}
	for _, c := range []struct {
		files []Waiting
		want  []string
	}{
		{[]Waiting{words, skill}, []string{
			"AGENTS.md is not trusted as it is now, so the assistant is told what you trusted before. /trust shows it and asks you.",
			"SKILL.md is not trusted as it is now, so the assistant is not told it. /trust shows it and asks you.",
		}},
		{[]Waiting{skill}, []string{"SKILL.md is not trusted as it is now, so the assistant is not told it. /trust shows it and asks you."}},
		{[]Waiting{words}, []string{"AGENTS.md is not trusted as it is now, so the assistant is told what you trusted before. /trust shows it and asks you."}},
		{[]Waiting{{Path: "a"}, {Path: "b", Skill: true}}, []string{"a and b are not trusted as they are now, so the assistant is not told them. /trust shows them and asks you."}},
	} {
		if got := waitTexts(c.files, TrustHere); !slices.Equal(got, c.want) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
