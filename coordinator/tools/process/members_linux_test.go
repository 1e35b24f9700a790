package process

import (
	"reflect"
	"testing"
)

// TestEachGroupIsAskedOnce, and the one that was asked already is not asked again.
func TestEachGroupIsAskedOnce(t *testing.T) {
	all := []member{{1, 5}, {2, 5}, {3, 9}, {4, 9}, {6, 7}, {8, 5}}
	if got := others(all, 5); !reflect.DeepEqual(got, []int{9, 7}) {
		t.Errorf("asked are %v", got)
	}
	if got := others(all[:2], 5); got != nil {
		t.Errorf("asked are %v", got)
	}
}
