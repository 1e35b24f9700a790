package teatest

import (
	"strings"
	"testing"
)

// refusal makes a reviewer say no to the change of twoHunks.
const refusal = `
reviewer = "judge"
` + twoHunks + `
[[review]]
reason = "The second place was not asked for: only line 3 is to be renamed, and notes.txt is read by a script that counts its lines."
answer = false
`

// A change that a reviewer refused, on the smallest screen and on larger ones: who refused
// and why, what would change, and the keys. While it is being read it has the whole of a
// small screen; the yes writes what was shown.
func TestRefusedChangeOnEverySize(t *testing.T) {
	p := NewPlace(t)
	p.Write("notes.txt", twentyLines())
	p.Scenario("refused", refusal)
	x := p.Open(40, 12, "-m", "script/refused", "-c", "forms.arming_delay=0s", "-c", "conversation.inquiry.assistant.model.id=script/refused")
	x.WaitFor("Ask, or / for")
	x.Type("go\r")
	x.WaitForGolden("patch/9-refused-40", "says no:", "y apply", "3 + third")
	x.Press("pgdown")
	x.WaitForGolden("patch/9-refused-40-reads", "script that counts", "y apply")
	x.Press("home")
	x.WaitForGolden("patch/9-refused-40", "says no:", "y apply", "3 + third")
	x.Resize(60, 15)
	x.WaitForGolden("patch/9-refused-60", "r say why", "3 + third")
	x.Resize(80, 24)
	x.WaitForGolden("patch/9-refused-80", "r reject and say why", "3 + third")
	x.Type("y")
	x.WaitFor("Done.", "+3 −2")
	leave(t, x)
	if got, want := p.Read("notes.txt"), strings.NewReplacer("line 3\n", "third\n", "line 17\n", "seventeenth\nand more\n").Replace(twentyLines()); got != want {
		t.Errorf("the file is %q, want %q", got, want)
	}
}
