package audit

import "testing"

// TestTheNameOfATurn: what is decided while no turn is open belongs to none.
func TestTheNameOfATurn(t *testing.T) {
	for n, want := range map[int]string{0: "between turns", 1: "turn 1", 41: "turn 41"} {
		if got := turnText(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
