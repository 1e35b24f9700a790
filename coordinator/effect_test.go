package coordinator

import (
	"testing"
	"time"
)

// TestKeys: each effect has a key of its own, whatever characters are in its subject.
func TestKeys(t *testing.T) {
	seen := map[Key]string{}
	for _, c := range []struct {
		effect Effect
		want   string
	}{
		{CallModel{Turn: 2, Response: "2.1", Try: 1}, "model/2/2.1/1"},
		{CallModel{Turn: 2, Response: "2.1", Try: 2}, "model/2/2.1/2"},
		{RunTool{Turn: 2, Response: "2.1", Call: "a/b", Run: 1}, "tool/2/2.1/a/b/1"},
		{RunTool{Turn: 2, Response: "2.1/a", Call: "b", Run: 1}, "tool/2/2.1/a/b/1"}, // reads the same, but is another
		{WriteFiles{Turn: 2, Response: "2.1", Call: "a", Run: 1}, "write/a/1"},
		{WriteFiles{Turn: 2, Response: "2.2", Call: "a", Run: 1}, "write/a/1"},
		{AskUser{ID: "c.q.1"}, "ask/c.q.1"},
		{Review{Inquiry: "c.q.1"}, "review/c.q.1"},
		{Wake{Name: "order/1", Due: time.Unix(0, 7)}, "wake/order/1/7"},
		{Entitle{}, "title/"},
		{RunCommand{ID: "c.q.1", Command: "make"}, "command/c.q.1"},
	} {
		k := c.effect.Key()
		if k.String() != c.want {
			t.Errorf("%+v: %s, want %s", c.effect, k, c.want)
		}
		if other, taken := seen[k]; taken {
			t.Errorf("%+v has the key of %s", c.effect, other)
		}
		seen[k] = c.want
		if k != c.effect.Key() || k.compare(c.effect.Key()) != 0 {
			t.Errorf("%s is not itself", k)
		}
	}
	for a := range seen {
		for b := range seen {
			if a != b && a.compare(b)*b.compare(a) != -1 {
				t.Errorf("%s and %s have no order", a, b)
			}
		}
	}
}

// TestWhatRunsIsShared: a state from which two steps were taken is unchanged.
func TestWhatRunsIsShared(t *testing.T) {
	start := []Effect{AskUser{ID: "x"}}
	all := after(nil, Key{}, nil, []Effect{AskUser{ID: "a"}, AskUser{ID: "b"}, AskUser{ID: "c"}})
	for _, ended := range []string{"a", "b", "c", "none"} {
		rest := after(all, AskUser{ID: ended}.Key(), nil, nil)
		after(rest, Key{}, nil, start)
		after(rest, Key{}, []Key{AskUser{ID: "b"}.Key()}, start)
		for i, id := range []string{"a", "b", "c"} {
			if all[i].Key != (AskUser{ID: id}).Key() || all[i].Stopping {
				t.Errorf("%s ended: what ran before became %+v", ended, all[i])
			}
		}
	}
}
