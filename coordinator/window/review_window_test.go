package window

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"parley/providers"
)

func size(all []providers.Message) int {
	n := 0
	for _, m := range all {
		n += estimate(m)
	}
	return n
}

// stepOf is a response with one call, and the call's result.
func stepOf(n, bytes int) []providers.Message {
	id := fmt.Sprint(n)
	return []providers.Message{
		{Role: providers.Assistant, Text: id, Calls: []providers.Call{{ID: id, Name: "reader", Arguments: "{}"}}},
		{Role: providers.Tool, CallID: id, Text: strings.Repeat("x", bytes)},
	}
}

func TestASmallWindowKeepsTheTail(t *testing.T) {
	all := []providers.Message{{Role: providers.User, Text: strings.Repeat("task ", 60)}}
	for n := range 10 {
		all = append(all, stepOf(n, 270)...)
	}
	if got := fitted(all, size(all)+50, 50); !reflect.DeepEqual(got, all) {
		t.Errorf("what fits is cut to %d messages", len(got))
	}
	got := fitted(all, size(all)+49, 50)
	left := providers.Message{Role: providers.User, Text: "(The beginning of this conversation is left out.)"}
	if len(got) < 10 || !reflect.DeepEqual(got[0], left) || !reflect.DeepEqual(got[1:], all[len(all)-len(got)+1:]) {
		t.Errorf("one token over: %d of %d messages, first %+v", len(got), len(all), got[0])
	}
	if got := fitted(all, 0, 50); len(got) != 0 {
		t.Errorf("without room %d messages are left", len(got))
	}
	again := append(all[:len(all):len(all)], providers.Message{Role: providers.User, Text: "go on"})
	if got := fitted(again, 30, 0); !reflect.DeepEqual(got, again[len(again)-1:]) {
		t.Errorf("with room for the last message: %+v", got)
	}
}

// TestATrimmedConversation checks what servers and their caches need: it fits, it begins
// with a message of the user's, every call is with its response, and a growing
// conversation keeps its beginning for about a tenth of the room.
func TestATrimmedConversation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		room := rapid.IntRange(300, 3000).Draw(t, "room")
		var all []providers.Message
		begins, trimmed := map[string]bool{}, 0
		for n := range 60 {
			if n == 0 || rapid.IntRange(0, 9).Draw(t, "user") == 0 {
				all = append(all, providers.Message{Role: providers.User, Text: fmt.Sprint("message ", n)})
			}
			all = append(all, stepOf(n, rapid.IntRange(0, room/8).Draw(t, "bytes"))...)
			asked := rapid.IntRange(10, 20).Draw(t, "asked")
			got := fitted(all, room, asked)
			if len(got) == len(all) && size(got)+asked <= room {
				continue
			}
			trimmed++
			if len(got) == 0 {
				t.Fatal("nothing is left")
			}
			if size(got)+asked > room+estimate(providers.Message{Text: leftOutText}) {
				t.Fatalf("%d tokens in a room of %d", size(got)+asked, room)
			}
			checkOrder(t, got)
			at := got[0].Text
			if at == leftOutText {
				at = got[1].Text
			}
			begins[at] = true
		}
		// Each step is a tenth of the room or more, and what is asked varies by 10.
		if most := (size(all)+20)/max(room/10, 1) + 2; len(begins) > most {
			t.Fatalf("%d beginnings in %d trimmed requests, want at most %d", len(begins), trimmed, most)
		}
	})
}

func checkOrder(t *rapid.T, all []providers.Message) {
	calls := map[string]bool{}
	for i, m := range all {
		if i == 0 && m.Role != providers.User {
			t.Fatalf("it begins with %+v", m)
		}
		for _, c := range m.Calls {
			calls[c.ID] = true
		}
		if m.Role == providers.Tool && !calls[m.CallID] {
			t.Fatalf("the response of %s stands without its call", m.CallID)
		}
	}
}
