package forms

import (
	"encoding/json"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestEqual(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{`1`, `1.0`, true},
		{`1`, `1e0`, true},
		{`100`, `1E+2`, true},
		{`0.01`, `1e-2`, true},
		{`0`, `-0.0`, true},
		{`0`, `0e999`, true},
		{`-1`, `1`, false},
		{`12`, `1.2`, false},
		{`9007199254740993`, `9007199254740992`, false},
		{`9007199254740993`, `9007199254740993.000`, true},
		{`1e999999999999999999999`, `10e999999999999999999998`, true},
		{`1e999999999999999999999`, `1e999999999999999999998`, false},
		{`1e-999999999999999999999`, `0`, false},
		{`1`, `"1"`, false},
		{`1`, `true`, false},
		{`null`, `null`, true},
		{`null`, `false`, false},
		{`"a"`, `"\u0061"`, true},
		{`"é"`, `"e\u0301"`, false},
		{`"/"`, `"\/"`, true},
		{`{"a":1,"b":2}`, `{"b":2.0,"a":1}`, true},
		{`{"a":1}`, `{"a":1,"b":null}`, false},
		{`{"a":1,"a":2}`, `{"a":2}`, true},
		{`[1,2]`, `[2,1]`, false},
		{`[1,2]`, ` [ 1 , 2 ] `, true},
		{`["a,b"]`, `["a","b"]`, false},
		{`[]`, `{}`, false},
		{`[[]]`, `[[],[]]`, false},
		{``, ``, false},
		{`{`, `{`, false},
		{`1 1`, `1 1`, false},
		{`01`, `1`, false},
		{strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000), `1`, false},
	} {
		if got := Equal(json.RawMessage(c.a), json.RawMessage(c.b)); got != c.want {
			t.Errorf("%.60s and %.60s: %v", c.a, c.b, got)
		}
		if got := Equal(json.RawMessage(c.b), json.RawMessage(c.a)); got != c.want {
			t.Errorf("%.60s and %.60s: %v", c.b, c.a, got)
		}
	}
}

// Numbers are equal when exact arithmetic says so.
func TestEqualNumbersLikeRationals(t *testing.T) {
	number := rapid.Custom(func(t *rapid.T) string {
		s := rapid.StringMatching(`-?(0|[1-9][0-9]{0,3})(\.[0-9]{1,4})?`).Draw(t, "mantissa")
		if rapid.Bool().Draw(t, "has an exponent") {
			s += "e" + strconv.Itoa(rapid.IntRange(-6, 6).Draw(t, "exponent"))
		}
		return s
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := number.Draw(t, "a"), number.Draw(t, "b")
		if rapid.Bool().Draw(t, "the same, written otherwise") {
			b = rewritten(a)
		}
		x, _ := new(big.Rat).SetString(a)
		y, _ := new(big.Rat).SetString(b)
		if got, want := Equal(json.RawMessage(a), json.RawMessage(b)), x.Cmp(y) == 0; got != want {
			t.Fatalf("%s and %s: %v", a, b, got)
		}
	})
}

// rewritten writes a number without an exponent, with trailing zeros.
func rewritten(s string) string {
	r, _ := new(big.Rat).SetString(s)
	return r.FloatString(20)
}

// value draws any JSON value, in its Go form.
func value() *rapid.Generator[any] {
	leaf := rapid.OneOf(
		rapid.Just[any](nil),
		rapid.Map(rapid.Bool(), func(b bool) any { return b }),
		rapid.Map(rapid.Int64(), func(i int64) any { return i }),
		rapid.Map(rapid.StringN(0, 4, 8), func(s string) any { return s }),
	)
	list := rapid.Map(rapid.SliceOfN(leaf, 0, 3), func(v []any) any { return v })
	object := rapid.Map(rapid.MapOfN(rapid.StringN(0, 2, 4), rapid.OneOf(leaf, list), 0, 3), func(v map[string]any) any { return v })
	return rapid.OneOf(leaf, list, object)
}

// Space, indentation and the order of keys do not matter; anything else does.
func TestEqualIgnoresLayoutOnly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, other := value().Draw(t, "v"), value().Draw(t, "other")
		plain, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		spaced, err := json.MarshalIndent(v, " ", "\t")
		if err != nil {
			t.Fatal(err)
		}
		if !Equal(plain, spaced) {
			t.Fatalf("%s is not %s", plain, spaced)
		}
		differs, err := json.Marshal(other)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := Equal(plain, differs), string(plain) == string(differs); got != want {
			t.Fatalf("%s and %s: %v", plain, differs, got)
		}
	})
}

func FuzzEqual(f *testing.F) {
	for _, pair := range [][2]string{{`1`, `1.0`}, {`1e9999999999`, `-0`}, {`{"a":[1,"b"]}`, `{"a":[1,"b"]} `}, {`[`, `]`}} {
		f.Add([]byte(pair[0]), []byte(pair[1]))
	}
	f.Fuzz(func(t *testing.T, a, b []byte) {
		ab := Equal(a, b)
		if ab != Equal(b, a) {
			t.Errorf("%q and %q are equal one way only", a, b)
		}
		if ab && !(Equal(a, a) && Equal(b, b)) {
			t.Errorf("%q and %q are equal, and one is not itself", a, b)
		}
		if Equal(a, a) != json.Valid(a) {
			t.Errorf("%q: equal to itself %v, valid %v", a, Equal(a, a), json.Valid(a))
		}
	})
}
