package tool

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// TestArgumentsAreReadOnce, whether or not they fit, and what is appended to them is not
// known of them.
func TestArgumentsAreReadOnce(t *testing.T) {
	var c checker
	read, long := 0, `{"a":"`+strings.Repeat("x", largestSeen/2)+`"}`
	check := func(arguments string) string {
		out, err := c.seen.or(json.RawMessage(arguments), func() (json.RawMessage, error) {
			if read++; strings.HasPrefix(arguments, "no") {
				return nil, fmt.Errorf("%s does not fit", arguments)
			}
			return append(make(json.RawMessage, 0, len(arguments)+1), arguments...), nil
		})
		if len(arguments) <= largestSeen && cap(out) > len(out) {
			t.Errorf("%.10s has room for more", out)
		}
		return fmt.Sprintf("%.10s %v", out, err)
	}
	for range 3 {
		for arguments, want := range map[string]string{"{}": "{} <nil>", "no": " no does not fit", `{"a":1}`: `{"a":1} <nil>`} {
			if got := check(arguments); got != want {
				t.Errorf("%s came to %q, not %q", arguments, got, want)
			}
		}
	}
	if read != 3 {
		t.Errorf("three arguments were read %d times", read)
	}
	check(long)
	check(long)
	if read != 4 || len(c.seen.all) != 4 {
		t.Errorf("a long one was read again: %d times read, %d known", read, len(c.seen.all))
	}
	check(long + " ")
	if read != 5 || len(c.seen.all) != 1 {
		t.Errorf("more is known than one response can say: %d times read, %d known", read, len(c.seen.all))
	}
	check(long + long)
	check(long + long)
	if read != 7 || len(c.seen.all) != 1 {
		t.Errorf("too much for the cache is known: %d times read, %d known", read, len(c.seen.all))
	}
	for i := range 3 * mostSeen {
		check(fmt.Sprint(i))
	}
	if n := len(c.seen.all); n == 0 || n > mostSeen {
		t.Errorf("%d arguments are known", n)
	}
}

// TestBothFormsOfALongCallAreKnown: what a call says and what its run gets, with what the tool adds,
// are looked at in turns, and together they may be more than is kept.
func TestBothFormsOfALongCallAreKnown(t *testing.T) {
	var c checker
	read, said := 0, `{"a":"`+strings.Repeat("x", largestSeen*3/4)+`"}`
	for range 3 {
		for _, arguments := range []string{said, said + " "} {
			out, err := c.seen.or(json.RawMessage(arguments), func() (json.RawMessage, error) {
				read++
				return json.RawMessage(said), nil
			})
			if string(out) != said || err != nil {
				t.Fatalf("%.10s came to %.10s, %v", arguments, out, err)
			}
		}
	}
	if read != 2 {
		t.Errorf("both forms together were read %d times", read)
	}
}

// TestACheckIsKnown: Check uses what is already known.
func TestACheckIsKnown(t *testing.T) {
	c, err := newChecker(json.RawMessage(`{"type":"object","properties":{"a":{"type":"integer"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if got, err := (Spec{Name: "n", checker: c}).Check(json.RawMessage(`{"a": 1.0}`)); err != nil || string(got) != `{"a":1}` {
			t.Errorf("%s, %v", got, err)
		}
	}
	if n := len(c.seen.all); n != 1 {
		t.Errorf("%d arguments are known", n)
	}
}
