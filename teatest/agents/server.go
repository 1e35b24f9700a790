package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
)

// call is a call of a tool that a model makes.
type call struct {
	tool  string
	input string // JSON, or the text of a tool that takes text
	text  bool   // it takes text
}

// fake is a model server for both programs: it makes calls, one after the other, and then says
// that it is done. Unlike teatest/fakeserver it is not strict, because what these programs
// send is not ours to judge and changes with each version.
type fake struct {
	*httptest.Server
	calls []call

	mu     sync.Mutex
	bodies []string
}

func serve(calls []call) *fake {
	f := &fake{calls: calls}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/messages", f.messages)
	mux.HandleFunc("POST /v1/messages/count_tokens", func(w http.ResponseWriter, _ *http.Request) { reply(w, map[string]int{"input_tokens": 1}) })
	mux.HandleFunc("POST /v1/responses", f.responses)
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { reply(w, map[string][]string{"data": {}, "models": {}}) })
	f.Server = httptest.NewServer(mux)
	return f
}

// heard reports whether some request contained these words.
func (f *fake) heard(words string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.ContainsFunc(f.bodies, func(body string) bool { return strings.Contains(body, words) })
}

// next returns the call that follows this many results, false after the last.
func (f *fake) next(results int, offered func(tool string) bool) (call, bool) {
	if results >= len(f.calls) || !offered(f.calls[results].tool) {
		return call{}, false
	}
	return f.calls[results], true
}

// take reads a request and keeps it.
func (f *fake) take(w http.ResponseWriter, r *http.Request, into any) bool {
	var raw json.RawMessage
	err := json.NewDecoder(r.Body).Decode(&raw)
	if err == nil {
		err = json.Unmarshal(raw, into)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.bodies = append(f.bodies, string(raw))
	return true
}

func reply(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(v); err != nil {
		return // the program is gone, which is its right
	}
}

// part is a value in an event, whose type is beside it.
type part map[string]any

func stream(w http.ResponseWriter, events ...part) {
	w.Header().Set("Content-Type", "text/event-stream")
	for _, e := range events {
		line, err := json.Marshal(e)
		if err != nil {
			panic(err) // of strings and numbers only
		}
		if _, err := fmt.Fprintf(w, "event: %s\ndata: %s\n\n", e["type"], line); err != nil {
			return
		}
	}
}

// messages speaks Anthropic's protocol.
func (f *fake) messages(w http.ResponseWriter, r *http.Request) {
	var q struct {
		Model    string
		Stream   bool
		Tools    []struct{ Name string }
		Messages []struct{ Content json.RawMessage }
	}
	if !f.take(w, r, &q) {
		return
	}
	results := 0
	for _, m := range q.Messages {
		var blocks []struct{ Type string }
		if json.Unmarshal(m.Content, &blocks) != nil {
			continue // a plain text
		}
		for _, b := range blocks {
			if b.Type == "tool_result" {
				results++
			}
		}
	}
	block, delta, reason := part{"type": "text", "text": ""}, part{"type": "text_delta", "text": "All done."}, "end_turn"
	whole := part{"type": "text", "text": "All done."}
	c, calls := f.next(results, func(tool string) bool {
		return slices.ContainsFunc(q.Tools, func(t struct{ Name string }) bool { return t.Name == tool })
	})
	if calls {
		id := fmt.Sprintf("toolu_%d", results+1)
		block = part{"type": "tool_use", "id": id, "name": c.tool, "input": part{}}
		delta, reason = part{"type": "input_json_delta", "partial_json": c.input}, "tool_use"
		whole = part{"type": "tool_use", "id": id, "name": c.tool, "input": json.RawMessage(c.input)}
	}
	usage := part{"input_tokens": 1, "output_tokens": 1}
	message := part{"id": "msg_1", "type": "message", "role": "assistant", "model": q.Model, "content": []part{}, "stop_reason": nil, "usage": usage}
	if !q.Stream {
		message["content"], message["stop_reason"] = []part{whole}, reason
		reply(w, message)
		return
	}
	stream(w, part{"type": "message_start", "message": message},
		part{"type": "content_block_start", "index": 0, "content_block": block}, part{"type": "content_block_delta", "index": 0, "delta": delta}, part{"type": "content_block_stop", "index": 0},
		part{"type": "message_delta", "delta": part{"stop_reason": reason}, "usage": usage}, part{"type": "message_stop"})
}

// responses speaks OpenAI's.
func (f *fake) responses(w http.ResponseWriter, r *http.Request) {
	var q struct{ Input []struct{ Type string } }
	if !f.take(w, r, &q) {
		return
	}
	results := 0
	for _, item := range q.Input {
		if strings.HasSuffix(item.Type, "_call_output") {
			results++
		}
	}
	item := part{"type": "message", "role": "assistant", "id": "msg_1", "status": "completed", "content": []part{{"type": "output_text", "text": "All done.", "annotations": []part{}}}}
	if c, calls := f.next(results, func(string) bool { return true }); calls {
		id := fmt.Sprintf("call_%d", results+1)
		item = part{"type": "function_call", "id": "fc_" + id, "call_id": id, "name": c.tool, "arguments": c.input, "status": "completed"}
		if c.text {
			item = part{"type": "custom_tool_call", "id": "ctc_" + id, "call_id": id, "name": c.tool, "input": c.input, "status": "completed"}
		}
	}
	answer := func(status string, output ...part) part {
		return part{"id": "resp_1", "object": "response", "status": status, "output": append([]part{}, output...),
			"usage": part{"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}}
	}
	stream(w, part{"type": "response.created", "response": answer("in_progress")},
		part{"type": "response.output_item.added", "output_index": 0, "item": item}, part{"type": "response.output_item.done", "output_index": 0, "item": item},
		part{"type": "response.completed", "response": answer("completed", item)})
}
