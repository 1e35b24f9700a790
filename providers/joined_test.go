package providers

import (
	"reflect"
	"testing"
)

func TestNeighboursAreJoined(t *testing.T) {
	call := []Call{{ID: "c"}}
	for _, c := range []struct{ in, want []Message }{
		{nil, nil},
		{[]Message{{Role: User, Text: "a"}}, []Message{{Role: User, Text: "a"}}},
		{[]Message{{Role: User, Text: "a"}, {Role: User, Text: "b"}, {Role: User, Text: "c"}, {Role: Assistant, Text: "d"}, {Role: User, Text: "e"}},
			[]Message{{Role: User, Text: "a\n\nb\n\nc"}, {Role: Assistant, Text: "d"}, {Role: User, Text: "e"}}},
		{[]Message{{Role: User, Text: "a", Images: []Image{{Type: "x"}}}, {Role: User, Text: "b"}, {Role: User, Text: "c", Images: []Image{{Type: "y"}}}},
			[]Message{{Role: User, Text: "a\n\nb\n\nc", Images: []Image{{Type: "x"}, {Type: "y"}}}}},
		{[]Message{{Role: Assistant, Text: "a"}, {Role: Assistant, Text: "b"}}, []Message{{Role: Assistant, Text: "a\n\nb"}}},
		{[]Message{{Role: Assistant, Text: "a"}, {Role: Assistant, Text: "b", Calls: call}, {Role: Tool, CallID: "c"}, {Role: Tool, CallID: "d"}},
			[]Message{{Role: Assistant, Text: "a"}, {Role: Assistant, Text: "b", Calls: call}, {Role: Tool, CallID: "c"}, {Role: Tool, CallID: "d"}}},
		{[]Message{{Role: Assistant, Text: "a", Provider: []byte("{}")}, {Role: Assistant, Text: "b"}},
			[]Message{{Role: Assistant, Text: "a", Provider: []byte("{}")}, {Role: Assistant, Text: "b"}}},
	} {
		before := append([]Message{}, c.in...)
		if got := Joined(c.in); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%+v: got %+v, want %+v", c.in, got, c.want)
		}
		if len(before) > 0 && !reflect.DeepEqual(before, c.in) {
			t.Errorf("the given messages were changed: %+v", c.in)
		}
	}
}
