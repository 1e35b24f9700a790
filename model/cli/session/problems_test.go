package session

import (
	"slices"
	"strings"
	"testing"

	"parley/store"
)

// TestAFileIsToldOf: a repair is suggested only if it has something to do.
func TestAFileIsToldOf(t *testing.T) {
	newer := store.Problem{Line: 1, Fault: store.Newer, Why: "new", Kept: true}
	bad := store.Problem{Line: 2, Fault: store.Damaged, Why: "bad"}
	for _, x := range []struct {
		problems []store.Problem
		want     []string
	}{
		{},
		{[]store.Problem{newer}, []string{"line 1: new", "nothing of the file is lost; a newer Parley understands these events"}},
		{[]store.Problem{newer, bad}, []string{"line 1: new", "line 2: bad; the line is set aside",
			"nothing of the file is lost; `parley repair a` sets bad lines aside for good and keeps the file as it was beside it"}},
	} {
		if got := Problems("a", store.Report{Problems: x.problems}); !slices.Equal(got, x.want) {
			t.Errorf("got %s", strings.Join(got, " | "))
		}
	}
}
