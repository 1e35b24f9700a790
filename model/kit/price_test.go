package kit

import (
	"testing"

	"parley/store"
)

// What the server had cached is part of the input, and has a price of its own.
func TestCachedInputIsCountedAtItsPrice(t *testing.T) {
	for _, c := range []struct {
		price Price
		used  store.Usage
		want  float64
	}{
		{Price{In: 3, Cached: 0.3, Out: 15}, store.Usage{Input: 1_000_000, Cached: 900_000, Output: 100_000}, 0.3 + 0.27 + 1.5},
		{Price{In: 3, Out: 15}, store.Usage{Input: 1_000_000, Cached: 900_000}, 3},
		{Price{In: 3, Cached: 0.3}, store.Usage{Input: 1_000_000, Cached: 2_000_000}, 0.3},
		{Price{}, store.Usage{Input: 1}, 0},
	} {
		if got := c.price.Of(c.used); got < c.want-1e-9 || got > c.want+1e-9 {
			t.Errorf("%+v at %+v: %v, want %v", c.used, c.price, got, c.want)
		}
	}
}
