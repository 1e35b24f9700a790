package rawjson

import "testing"

func TestValues(t *testing.T) {
	for _, c := range []struct {
		json string
		want int
	}{
		{``, 0},
		{`1`, 0},
		{`{}`, 1},
		{`[1,2]`, 2},
		{`{"a":[{},{"b":"c"}]}`, 5},
		{`"{[,\"{[,\\"`, 0},
		{`{"a\\":[0,"\\\",["]}`, 3},
		{`{"a`, 1},
		{`"a\`, 0},
	} {
		if got := Values([]byte(c.json)); got != c.want {
			t.Errorf("%s: %d, want %d", c.json, got, c.want)
		}
	}
}
