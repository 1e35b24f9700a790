package mcp

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"
)

// BenchmarkStart is what servers cost before the first picture: those that were never
// reached, and those whose tools are kept.
func BenchmarkStart(b *testing.B) {
	for _, tools := range []int{0, 40} {
		b.Run(fmt.Sprintf("13 servers, %d tools each", tools), func(b *testing.B) {
			o := Options{State: b.TempDir()}
			var all []Server
			for i := range 13 {
				s := Server{Name: fmt.Sprintf("s%02d", i), Command: []string{"none"}, Identity: Identity(fmt.Sprint(i), "", "", nil)}
				all = append(all, s)
				if tools > 0 {
					l := &link{Server: s, set: &Set{o: o}}
					for n := range tools {
						l.offers.tools = append(l.offers.tools, Offer{
							Name: fmt.Sprintf("tool_%02d", n), Description: "Does one thing, and says how it went.",
							Parameters: json.RawMessage(`{"type":"object","properties":{"path":{"type":"string","description":"Where"},"lines":{"type":"integer","minimum":1},"mode":{"enum":["a","b"]}},"required":["path"]}`),
						})
					}
					l.keep()
				}
			}
			for b.Loop() {
				s := New(o, all...)
				if got := len(s.Tools()); got != 13*tools {
					b.Fatalf("%d tools", got)
				}
				s.Close(time.Second)
			}
		})
	}
}
