package patch

import (
	"reflect"
	"strings"
	"testing"

	"parley/teatest/goldens"
	"parley/views/text"
)

// far puts two changes in hunks of their own.
var far = strings.Repeat("same\n", 12)

// TestCarry: a choice holds where the same lines are removed and added, and nowhere else.
func TestCarry(t *testing.T) {
	theme := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	change := func(old, new string) *Changes { return NewChanges("a.txt", old, new) }
	before := change("a\n"+far+"b\n", "A\n"+far+"B\n")
	for name, c := range map[string]struct {
		left    []int
		now     *Changes
		rules   Rules
		want    []bool
		unknown int
		held    bool
	}{
		"the same, elsewhere":        {[]int{1}, change("x\n"+far+"a\n"+far+"b\n", "x\n"+far+"A\n"+far+"B\n"), Rules{}, []bool{false, true}, 0, false},
		"one is another":             {[]int{1}, change("aa\n"+far+"b\n", "A\n"+far+"B\n"), Rules{}, []bool{true, true}, 1, false},
		"both became one":            {[]int{1}, change("a\nb\n", "A\nB\n"), Rules{}, []bool{true}, 1, false},
		"twice now":                  {[]int{1}, change("a\n"+far+"a\n", "A\n"+far+"A\n"), Rules{}, []bool{false, false}, 0, false},
		"only whole":                 {[]int{1}, before, Rules{Whole: "so"}, []bool{false, false}, 2, true},
		"binary":                     {[]int{1}, change("a\x00", "b"), Rules{}, []bool{}, 0, true},
		"what goes comes, and so on": {[]int{1}, change("A\n"+far+"b\n", "a\n"+far+"B\n"), Rules{}, []bool{true, true}, 1, false},
	} {
		chosen := New(theme, before, Rules{}).Drafted(Draft{Left: c.left}).Choices()
		got, unknown := New(theme, c.now, c.rules).Carry(chosen)
		if !reflect.DeepEqual(got.left, c.want) || unknown != c.unknown || got.Held() != c.held {
			t.Errorf("%s: left %v, %d unknown, held %v", name, got.left, unknown, got.Held())
		}
	}
	same := change("a\n"+far+"a\n", "A\n"+far+"A\n") // which of two identical ones was meant is unknown
	got, unknown := New(theme, same, Rules{}).Carry(New(theme, same, Rules{}).Drafted(Draft{Left: []int{1}}).Choices())
	if !reflect.DeepEqual(got.left, []bool{true, true}) || unknown != 2 {
		t.Errorf("two of the same: left %v, %d unknown", got.left, unknown)
	}
}
