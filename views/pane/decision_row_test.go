package pane

import (
	"strings"
	"testing"

	"parley/teatest/goldens"
	"parley/views/text"
)

// TestTheRowOfADecisionSaysWhatCounts: who answered, and whether it still counts, are never
// cut. The question gives way first, and what does not fit then stands below it.
func TestTheRowOfADecisionSaysWhatCounts(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	for name, test := range map[string]struct {
		decision Decision
		width    int
		want     string
	}{
		"wide":          {Decision{Answer: "staging", Who: "you", Took: "4 s", Gone: "taken back"}, 80, " ◆ Which environment?                   staging · you after 4 s, taken back   ▸"},
		"beside":        {Decision{Answer: "staging", Who: "you", Took: "4 s"}, 40, " ◆ Which environmen…  staging · you   ▸"},
		"less question": {Decision{Answer: "production", Who: "you", Took: "4 s"}, 40, " ◆ Which environ…  production · you   ▸"},
		"taken back":    {Decision{Answer: "staging", Who: "you", Took: "4 s", Gone: "taken back"}, 40, " ◆ Which environment?                 ▸\n   staging · you after 4 s, taken back"},
		"without time":  {Decision{Answer: "production", Who: "you", Took: "2 s", Gone: "taken back"}, 40, " ◆ Which environment?                 ▸\n   production · you, taken back"},
		"a long name":   {Decision{Answer: "yes", Who: "claude-haiku-4-5", Took: "2 s", Yes: true}, 40, " ◆ Which environment?                 ▸\n   yes · claude-haiku-4-5 after 2 s"},
		"a long answer": {Decision{Answer: "the one that the window was agreed for", Who: "you"}, 40, " ◆ Which envir…  the one tha… · you   ▸"},
		"open":          {Decision{}, 40, " ◆ Which environment?          open   ▸"},
	} {
		t.Run(name, func(t *testing.T) {
			test.decision.Question = "Which environment?"
			var got []string
			for _, line := range test.decision.Draw(Look{Theme: th, Width: test.width}) {
				got = append(got, strings.TrimRight(text.Stripped(line), " "))
			}
			if got := strings.Join(got, "\n"); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}
