package conversation

import (
	"strings"
	"testing"

	"parley/coordinator"
	"parley/coordinator/rules"
	"parley/teatest/desk"
)

// TestAllOfARuleCanBeRead: what an offer makes and covers is scrolled to where it has no room,
// and a key for that is named.
func TestAllOfARuleCanBeRead(t *testing.T) {
	var made []rules.Offered
	var covers []string
	for _, w := range []string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"} {
		rule, err := rules.Parse(rules.Allow, "run_command("+w+" *)")
		if err != nil {
			t.Fatal(err)
		}
		made, covers = append(made, rules.Offered{Rule: rule}), append(covers, w+" with its harmless flags and with the files that this workspace has ("+w+"-end)")
	}
	offer := rules.Offer{Rules: made, Where: "everywhere", Covers: strings.Join(covers, "; ")}
	narrow := offer
	narrow.Where = "this conversation"
	for _, size := range desk.Sizes() {
		d := ruled(t, coordinator.Ruling{Verdict: rules.Asked, Ground: rules.Uncovered, Offers: []rules.Offer{narrow, offer}})
		d.Send(size)
		d.Calm("a").Calm("end")
		if strings.Contains(d.Screen(), "more lines") && !strings.Contains(d.Screen(), "PgDn read on") {
			t.Errorf("%dx%d: no key is named\n%s", size.Width, size.Height, d.Screen())
		}
		seen := ""
		for range 60 {
			seen += d.Screen()
			d.Press("ctrl+down")
		}
		for _, r := range made {
			if !strings.Contains(seen, r.Rule.String()) {
				t.Errorf("%dx%d: %s cannot be read", size.Width, size.Height, r.Rule)
			}
		}
		seen = strings.Join(strings.Fields(seen), "")
		for _, w := range covers {
			if _, end, _ := strings.Cut(w, " ("); !strings.Contains(seen, strings.TrimSuffix(end, ")")) {
				t.Errorf("%dx%d: %q cannot be read", size.Width, size.Height, w)
			}
		}
	}
}
