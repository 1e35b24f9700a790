package private

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
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

// TestReviewersStayReadable: what is written can be read again, however much models have said.
func TestReviewersStayReadable(t *testing.T) {
	name := filepath.Join(t.TempDir(), "reviewers.json")
	said := func(n int) (all []Reviewed) {
		for i := range n {
			all = append(all, Reviewed{Question: strconv.Itoa(i), Reason: strings.Repeat("x", 1000)})
		}
		return all
	}
	all := Reviewers{"a/much": said(5000), "b/little": said(100)}
	if err := WriteReviewers(name, all); err != nil {
		t.Fatal(err)
	}
	got, err := ReadReviewers(name)
	if err != nil || len(got["a/much"]) != 2500 || got["a/much"][2499].Question != "4999" || len(got["b/little"]) != 100 {
		t.Errorf("read again are %d and %d, %v", len(got["a/much"]), len(got["b/little"]), err)
	}
	if len(all["a/much"]) != 5000 {
		t.Error("what is known in memory became less")
	}
	one := Reviewers{"a/much": {{Reason: strings.Repeat("x", maxFile)}}}
	if err := WriteReviewers(name, one); err == nil {
		t.Error("something that cannot be read again was written")
	}
	if again, err := ReadReviewers(name); err != nil || len(again["a/much"]) != 2500 {
		t.Errorf("what was there is lost: %v", err)
	}
}
