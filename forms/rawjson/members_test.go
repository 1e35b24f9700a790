package rawjson

import "testing"

// TestAnObjectIsTheSameAgain once it was split and joined, with every member where it was.
func TestAnObjectIsTheSameAgain(t *testing.T) {
	for in, want := range map[string]string{
		` { "b": 1.50, "a" : {"y":1, "x":2}, "b":"<" } `: `{"b":1.50,"a":{"y":1, "x":2},"b":"<"}`,
		`{}`: `{}`, `[1]`: "", `{"a":1} 2`: "", `{"a":1`: "", ``: "", `null`: "",
	} {
		all, err := Members([]byte(in))
		if (err != nil) != (want == "") {
			t.Errorf("%s: %v", in, err)
		}
		if got := string(Object(all)); err == nil && got != want {
			t.Errorf("%s becomes %s", in, got)
		}
	}
}
