package guards

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// Budget: guards cost at most 50 µs and 4 KB per tool call, the 1,000th no more than the
// 10th. What is measured is everything that they add to a call: its digest, the iteration,
// and the look at the limits.
func BenchmarkGuards(b *testing.B) {
	for _, before := range []int{10, 1000} {
		b.Run(fmt.Sprintf("after %d", before), func(b *testing.B) {
			loop, h, limits := Loop{}, History{}, Limits{Iterations: 1 << 30, Runtime: 1 << 60, Loop: 3, Errors: 5}
			call := func(n int) Ended {
				return Ended{Name: "fs_read_file", Arguments: json.RawMessage(fmt.Sprintf(`{"path":"dir/file-%d.go","limit":200}`, n)),
					Content: fmt.Sprintf("%d\n", n) + strings.Repeat("line 42 of a file at 05:34:10, 0xc000123\n", 100), Failed: n%7 == 0}
			}
			watch := func(c Ended) {
				c.Digest = c.Sum()
				var s Signature
				h, s = h.Iterated([]Ended{c})
				loop = loop.With(s)
				if name := (Watch{History: h, Loop: loop}).Tripped(limits); name != "" {
					b.Fatalf("%s tripped", name)
				}
			}
			for n := range before {
				watch(call(n))
			}
			next := []Ended{call(7*before + 1), call(7*before + 2)} // neither failed, whatever came before
			b.ReportAllocs()
			for n := 0; b.Loop(); n++ {
				watch(next[n%2])
				if n%2 == 1 {
					loop = Loop{}
				}
			}
		})
	}
}
