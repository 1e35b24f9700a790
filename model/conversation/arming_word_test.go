package conversation

import (
	"testing"
	"time"

	"parley/teatest/desk"
)

// TestALetterOfAWordIsNoAnswer: somebody who writes a word at a question that waits answers
// nothing by a letter in it, writes no message that nobody sees, and can answer soon after.
func TestALetterOfAWordIsNoAnswer(t *testing.T) {
	choice := `{"id":"c","text":"Which?","answer_type":"select","options":["x","y"]}`
	for name, c := range map[string]struct {
		tool, args string
		word       []string
		key        string
	}{
		"a yes or no":  {"ask_user", `{"questions":[` + yesNo + `]}`, []string{"m", "y"}, "n"},
		"a choice":     {"ask_user", `{"questions":[` + choice + `]}`, []string{"v", "2"}, "1"},
		"a permission": {"echo", `{"say":"hi"}`, []string{"m", "y"}, "n"},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, withTools(t)).Start()
			d.Write("go").Press("enter")
			d.Answer("", desk.CallOf("c1", c.tool, c.args))
			d.Pass(time.Minute)
			for _, key := range c.word {
				d.Press(key)
				d.Pass(100 * time.Millisecond)
			}
			if !modelOf(d).ask.open || result(d, "c1") != "" {
				t.Fatalf("a letter of a word answered:\n%s", d.Screen())
			}
			if d.Bottom(2)[:len(textNotYet)+1] != " "+textNotYet {
				t.Errorf("the keys are %q", d.Bottom(2))
			}
			d.Press("enter")
			if got := modelOf(d).composer.Text(); got != "" || !modelOf(d).ask.open {
				t.Errorf("the message is %q", got)
			}
			d.Pass(300 * time.Millisecond)
			if d.Press(c.key); modelOf(d).ask.open {
				t.Errorf("the key does not answer later:\n%s", d.Screen())
			}
		})
	}
}
