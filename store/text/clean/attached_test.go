package clean

import "testing"

// TestAttached: what belongs to an emoji, and what would be a text of its own behind one.
func TestAttached(t *testing.T) {
	for _, c := range []struct {
		first, prev, r, next rune
		want                 bool
	}{
		{'👩', '👩', joiner, '💻', true}, {'👩', '🏽', joiner, '💻', true}, {'❤', 0xfe0f, joiner, '🔥', true}, {'👩', '👩', joiner, 'a', false}, {'👩', joiner, joiner, '💻', false},
		{'न', '्', joiner, 'त', false}, {'a', 'a', joiner, '👩', false}, {'❤', '❤', 0xfe0f, 0, true}, {'❤', 0xfe0f, 0xfe0f, 0, false}, {'a', 'a', 0xfe0f, 0, false},
		{'1', '1', 0xfe0f, keycap, true}, {'1', '1', 0xfe0f, 'a', false}, {'1', 0xfe0f, keycap, 0, true}, {'1', '1', keycap, 0, true}, {'a', 'a', keycap, 0, false}, {'1', keycap, keycap, 0, false},
		{'👍', '👍', '🏽', 0, true}, {'👍', '🏽', '🏽', 0, false}, {'🏽', '🏽', '🏽', 0, false}, {'a', 'a', '🏽', 0, false},
	} {
		if got := Attaches(c.r) && Attached(c.first, c.prev, c.r, c.next); got != c.want {
			t.Errorf("%U behind %U, %U, before %U: %v", c.r, c.first, c.prev, c.next, got)
		}
	}
	for _, r := range []rune{'a', nonJoiner, 0x202e, 0xfe00, 0xe0100, '👍', 0x301} {
		if Attaches(r) {
			t.Errorf("%U is a part of an emoji", r)
		}
	}
}

// TestUnjoined: a joiner stays only before what it joins.
func TestUnjoined(t *testing.T) {
	for _, c := range []struct {
		emoji string
		next  rune
		want  string
	}{{"👩\u200d", '💻', "👩\u200d"}, {"👩\u200d", 'a', "👩"}, {"👩\u200d", 0, "👩"}, {"👍🏽", 'a', "👍🏽"}} {
		if got := Unjoined(c.emoji, c.next); got != c.want {
			t.Errorf("%+q before %U: %+q", c.emoji, c.next, got)
		}
	}
}
