package command

import (
	"encoding/json"
	"testing"
)

// TestACommandOfAnotherProgram is described as one of ours, with what that program says of its run.
func TestACommandOfAnotherProgram(t *testing.T) {
	f := Foreign("", nil)
	const call = `{"command":"make","directory":"sub","timeout_ms":1.5,"run_in_background":true}`
	got, err := f.Spec().Check(json.RawMessage(call))
	if err != nil || string(got) != call {
		t.Errorf("its arguments are %s, %v", got, err)
	}
	if got := f.(foreign).Describe(got); got != "make  (in sub)" {
		t.Errorf("it is described as %q", got)
	}
	if _, err := New(Config{}).Spec().Check(json.RawMessage(call)); err == nil {
		t.Error("a command of ours takes what only another program can do")
	}
}
