package session

import (
	"reflect"
	"testing"

	"parley/model/cli/account"
)

// TestThatNobodyWasTold is said once: when the next tool has run, else at the end.
func TestThatNobodyWasTold(t *testing.T) {
	how := ""
	x := &Session{Begun: &account.Begun{}, made: &account.Made{}, untold: func() string { return how }}
	if got := x.fails(); len(got) != 0 || x.Untold() != "" {
		t.Errorf("nothing failed: %q", got)
	}
	how = "it failed"
	if got, want := x.fails(), []string{"it failed."}; !reflect.DeepEqual(got, want) || x.Untold() != "" || len(x.fails()) != 0 {
		t.Errorf("%q, want %q, once", got, want)
	}
	x = &Session{Begun: &account.Begun{}, made: &account.Made{}, untold: x.untold}
	if got := x.Untold(); got != "it failed" || x.Untold() != "" || len(x.fails()) != 0 {
		t.Errorf("at the end %q, or again", got)
	}
	if x = new(Session); x.Untold() != "" {
		t.Error("there is no notify.command")
	}
}
