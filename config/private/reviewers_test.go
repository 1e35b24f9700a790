package private

import (
	"fmt"
	"testing"
)

// TestAgreement: the share of equal answers, and how far it exceeds chance.
func TestAgreement(t *testing.T) {
	answers := func(bothYes, bothNo, falseYes, falseNo, unusable int) (all []Reviewed) {
		add := func(n int, person bool, said *bool) {
			for range n {
				all = append(all, Reviewed{Person: person, Said: said})
			}
		}
		yes, no := true, false
		add(bothYes, true, &yes)
		add(bothNo, false, &no)
		add(falseYes, false, &yes)
		add(falseNo, true, &no)
		add(unusable, true, nil)
		return all
	}
	for _, c := range []struct {
		name  string
		all   []Reviewed
		share string
		kappa string
	}{
		{"nothing", nil, "0.00", "-"},
		{"no usable answer", answers(0, 0, 0, 0, 3), "0.00", "-"},
		{"always the same", answers(10, 0, 0, 0, 0), "1.00", "-"},
		{"always", answers(6, 4, 0, 0, 1), "1.00", "1.00"},
		{"never", answers(0, 0, 5, 5, 0), "0.00", "-1.00"},
		{"as the textbook has it", answers(20, 15, 5, 10, 0), "0.70", "0.40"},
		{"a yes to everything", answers(9, 0, 1, 0, 0), "0.90", "0.00"},
	} {
		a := Of(c.all)
		kappa := "-"
		if k, known := a.Kappa(); known {
			kappa = fmt.Sprintf("%.2f", k)
		}
		if share := fmt.Sprintf("%.2f", a.Share()); share != c.share || kappa != c.kappa {
			t.Errorf("%s: %s and %s, want %s and %s", c.name, share, kappa, c.share, c.kappa)
		}
	}
}
