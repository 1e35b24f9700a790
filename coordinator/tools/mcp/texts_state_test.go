package mcp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// TestWhatIsFolded of a server with much to offer, or much that is left out.
func TestWhatIsFolded(t *testing.T) {
	s := State{Name: "s", Where: "serve", Known: true, Prompts: []Prompt{{Name: "p", Description: "Asks."}}, Resources: []Resource{{URI: "a://b"}}}
	for i := range 9 {
		s.Offers = append(s.Offers, Offer{Name: fmt.Sprintf("t%02d", i), Description: "Does.", Parameters: json.RawMessage(`{}`)})
	}
	const most = "\n\ns__t00\n  Does.\ns__t01\n  Does.\ns__t02\n  Does.\ns__t03\n  Does.\ns__t04\n  Does.\ns__t05\n  Does.\ns__t06\n  Does.\ns__t07\n  Does."
	const last, prompt, resource = "\ns__t08\n  Does.", "\n/s:p\n  Asks.", "\n@s:a://b"
	folded := func(what, shown, rest string) {
		t.Helper()
		gotShown, gotRest := s.Folded()
		same(t, what, gotShown, shown)
		same(t, what+", the rest", gotRest, rest)
	}
	folded("much", "s: 9 tools, reached when one is called\n  serve"+most+last+prompt+"\n\n… and 1 more of 9 tools, 1 prompt, 1 resource, folded here; parley mcp tools s prints all", resource[1:])
	same(t, "whole", s.Whole(), "s: 9 tools, reached when one is called\n  serve"+most+last+prompt+resource)
	s.Offers = s.Offers[:8]
	folded("not much", "s: 8 tools, reached when one is called\n  serve"+most+prompt+resource, "")
	for i := range 12 {
		s.Faults = append(s.Faults, fmt.Sprintf("bad%d is left out", i))
	}
	left := "\n  " + strings.Join(s.Faults[:10], "\n  ")
	const more = "\n  … and 2 more lines; parley mcp tools s names all"
	folded("much left out", "s: 8 tools, reached when one is called\n  serve"+left+more+most+prompt+resource, "bad10 is left out\nbad11 is left out")
	same(t, "whole again", s.Whole(), "s: 8 tools, reached when one is called\n  serve\n  "+strings.Join(s.Faults, "\n  ")+most+prompt+resource)
	same(t, "short", s.Short(), "s: 8 tools, reached when one is called\n  serve"+left+more)
}

// TestAServerThatWaits for a yes of the user is none that cannot be reached: the user is asked,
// and told, elsewhere.
func TestAServerThatWaits(t *testing.T) {
	waits := Server{Name: "waits", Command: []string{"x"}, Fault: "it wants a key", Waits: true}
	s := newSet(t, waits)
	s.Connect(t.Context(), false)
	same(t, "told", strings.Join(s.News(), "\n"), "")
	if all := s.States(); !all[0].Waits || all[0].Failed != "it wants a key" {
		t.Errorf("it is %+v", all[0])
	}
	waits.Waits = false
	s.Take(waits)
	s.Connect(t.Context(), false)
	same(t, "one with a fault", strings.Join(s.News(), "\n"), "The server waits cannot be reached: /mcp says why, or `parley mcp ls`.")
}
