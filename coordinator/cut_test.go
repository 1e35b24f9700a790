package coordinator

import (
	"reflect"
	"testing"

	"parley/providers"
	"parley/store"
)

// TestCallsOfACutResponseAreNotCarriedOut: nobody knows whether they are complete. They
// get a result, and the model is asked again, also after a kill in between.
func TestCallsOfACutResponseAreNotCarriedOut(t *testing.T) {
	const (
		head  = " was not carried out, and nothing was changed by it. "
		tail  = " Its calls may not be whole, so none of them was carried out. Call again, with shorter arguments or fewer calls at once."
		limit = "The response was cut: it reached the limit of tokens for one response."
	)
	calls := []providers.Call{{ID: "a", Name: "writer", Arguments: `{"path":"a.go"}`}, {ID: "b", Name: "reader", Arguments: `{"path":`}, {ID: "c", Name: "nosuch"}}
	for finish, why := range map[string]string{
		"length": limit, "MAX_TOKENS": limit, "content_filter": "The server's content filter ended the response.",
		"incomplete":                    "The response was cut: the server says that it is incomplete.",
		"moon, length":                  limit,
		"network_error":                 "The response was cut: the server lost its connection to the model.",
		"model_context_window_exceeded": "The response was cut: the model's window is full.",
		"stop":                          "", "tool_calls": "", "input_cut": "", "STOP.": "", "toolCalls": "", "": "",
		"moon":    `The response ended in a way that is not known ("moon"); part of it may be missing.`,
		"stop,":   `The response ended in a way that is not known ("stop,"); part of it may be missing.`,
		"length.": limit, "content-filter": "The server's content filter ended the response.", "truncated": "The response was cut: the server says that it is incomplete.",
		"missing":           "The response may be cut: the server did not say that it is complete.",
		"input_cut, length": "The server cut the conversation to fit its window: the model did not see all of it.",
	} {
		s := newStory(t, 3)
		s.answers = 20
		s.send(Opened{})
		s.send(Submitted{ID: "m", Text: "go"})
		s.send(ModelDone{Key: s.effect("model"), Response: providers.Response{Calls: calls, Finish: finish}})
		said := map[string]string{}
		began, cut := false, 0
		for i, ev := range s.disk {
			switch b := ev.Body.(type) {
			case store.ToolCallResponse:
				if cut == 0 {
					cut = i
				}
				said[b.ID] = b.Content
			case store.ToolStarted, store.PermissionRequest:
				began = true
			}
		}
		if why == "" {
			if !began || said["a"] != "" {
				t.Errorf("%q: no call is carried out: %q", finish, said)
			}
			continue
		}
		want := map[string]string{}
		for _, c := range calls {
			want[c.ID] = c.Name + head + why + tail
		}
		if began || !reflect.DeepEqual(said, want) {
			t.Errorf("%q: got %q, want %q, or something began", finish, said, want)
		}
		if live := s.state.Folded; !reflect.DeepEqual(live, foldEvents(s.disk)) {
			t.Errorf("%q: the fold of the log is another state", finish)
		}
		s.kill(cut + 1) // one call is answered, two are not
		s.send(Continued{})
		for _, ev := range s.disk {
			if b, ok := ev.Body.(store.ToolStarted); ok {
				t.Errorf("%q: after a kill %s runs", finish, b.ID)
			}
		}
		s.effect("model")
	}
}
