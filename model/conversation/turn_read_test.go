package conversation

import (
	"testing"
	"time"

	"parley/teatest/desk"
)

// TestTheTurnThatIsReadSaysWhen: who goes through the conversation sees of each turn when it
// began and what it took, also of those before the last; what is not on record belongs to none.
func TestTheTurnThatIsReadSaysWhen(t *testing.T) {
	d := newDesk(t).Write("one").Press("enter")
	d.Pass(5 * time.Second)
	d.Answer("One.")
	d.Pass(26 * time.Hour)
	d.Write("two").Press("enter")
	d.Pass(2 * time.Second)
	d.Answer("", desk.CallOf("e", "echo", `{"say":"x"}`))
	d.Pass(34 * time.Second)
	d.Press("y")
	d.Answer("Two.")
	d.Pass(time.Minute)
	d.Write("three").Press("enter")
	d.Answer("Three.")
	d.Write("/limits").Press("enter").Press("tab")
	d.Sees(" small                                                      1.2k tokens · $0.02")
	for _, c := range []struct{ key, want string }{
		{"k", " small · turn of 14:01                                      1.2k tokens · $0.02"},
		{"k", " small · turn of 14:01                                      1.2k tokens · $0.02"},
		{"k", " small · turn of 14:00, 2 s of work, 34 s waiting for you   1.2k tokens · $0.02"},
		{"g", " small · turn of 21 November 12:00, 5 s of work             1.2k tokens · $0.02"},
	} {
		d.Press(c.key)
		d.Sees(c.want)
	}
	d.Press("esc")
	d.Sees(" small                                                      1.2k tokens · $0.02")
}
