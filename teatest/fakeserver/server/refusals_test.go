package server_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"testing"

	"parley/teatest/fakeserver/server"
)

// TestRefusals: what a strict server refuses, by the interface through which it came.
func TestRefusals(t *testing.T) {
	s := server.Start(t, parse(t, "test.toml", "output = 'tool'\n[[answer]]\ntext = 'a'\nexpect = 'magic'"),
		parse(t, "strict.toml", "[[answer]]\ntext = 'a'"), parse(t, "loose.toml", "output = 'text'\n[[answer]]\ntext = 'a'"))
	user := `{"role":"user","content":"magic"}`
	chat := func(messages string) string { return `{"model":"test","messages":[` + messages + `]}` }
	calls := func(arguments string) string {
		return `{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":` + arguments + `}}]}`
	}
	input := func(items string) string { return `{"model":"test","input":[` + items + `]}` }
	for _, c := range []struct {
		path, body string
		status     int
		want       string
	}{
		{"chat/completions", chat(user), 200, ""},
		{"chat/completions", chat(user + "," + calls(`"{}"`) + `,{"role":"tool","tool_call_id":"a","content":"magic"}`), 400, "The scenario test.toml has nothing for answer 2 of this conversation: it has 1, and none fits here. The model was told \"magic\". Change the scenario, or what leads up to it."},
		{"chat/completions", chat(`{"role":"user","content":"x"}`), 400, "The scenario test.toml (line 2) expected the model to be told \"magic\", but it was told \"x\". Change the scenario, or what leads up to it."},
		{"chat/completions", `{`, 400, "the body is not what this interface takes: unexpected EOF"},
		{"chat/completions", `{} {}`, 400, "something follows the body's JSON object"},
		{"chat/completions", `{"model":"test","mesages":[]}`, 400, `the body is not what this interface takes: json: unknown field "mesages"`},
		{"chat/completions", `{"model":"other","messages":[` + user + `]}`, 404, `the model "other" does not exist`},
		{"chat/completions", chat(""), 400, "The model server refused the request: there are no messages."},
		{"chat/completions", chat(user + `,{"role":"system","content":"x"}`), 400, `messages[1]: a message of the role "system" after the first`},
		{"chat/completions", chat(`{"role":"user","content":4}`), 400, "messages[0]: the content is neither a string nor a list of parts"},
		{"chat/completions", chat(`{"role":"user","content":[{"type":"image","text":"x"}]}`), 400, `messages[0]: a part of the type "image" is not taken`},
		{"chat/completions", chat(`{"role":"user","content":[{"type":"text","text":""}]}`), 400, "messages[0]: a part has no text"},
		{"chat/completions", chat(`{"role":"user","content":"x","tool_call_id":"a"}`), 400, `messages[0]: tool_call_id in a message of the role "user"`},
		{"chat/completions", chat(user + "," + calls(`"{}"`) + `,{"role":"tool","tool_call_id":"a"}`), 400, "messages[2]: a tool message without content"},
		{"chat/completions", chat(user + "," + calls(`"{"`)), 400, `messages[1]: the arguments of the tool call "a" are not a JSON object: {`},
		{"chat/completions", chat(user + "," + calls(`"null"`)), 400, `messages[1]: the arguments of the tool call "a" are not a JSON object: null`},
		{"chat/completions", chat(user + "," + calls(`{}`)), 400, `messages[1]: the arguments of the tool call "a" are not a string`},
		{"chat/completions", chat(user + `,{"role":"assistant","tool_calls":[{"id":"a","type":"x"}]}`), 400, `messages[1]: the tool call "a" has the type "x", not function`},
		{"chat/completions", chat(user + "," + calls(`"{}"`)), 400, `The model server refused the request: the tool call "a" has no tool message.`},
		{"chat/completions", `{"model":"test","stream_options":{},"messages":[` + user + `]}`, 400, "stream_options without stream"},
		{"chat/completions", `{"model":"test","messages":[` + user + `],"tools":[{"type":"x"}]}`, 400, `tools[0] has the type "x", not function`},
		{"chat/completions", `{"model":"test","messages":[` + user + `],"tool_choice":"required"}`, 400, "tool_choice is required, but there are no tools"},
		{"chat/completions", `{"model":"test","messages":[` + user + `],"tool_choice":"any"}`, 400, `tool_choice cannot be "any"`},
		{"chat/completions", `{"model":"test","messages":[` + user + `],"tool_choice":{"type":"function","function":{"name":"f"}}}`, 400, `tool_choice names "f", which is not among the tools`},
		{"chat/completions", `{"model":"test","messages":[` + user + `],"response_format":{"type":"json_object"}}`, 400, `response_format has the type "json_object", not json_schema`},
		{"chat/completions", `{"model":"test","messages":[` + user + `],"response_format":{"type":"json_schema","json_schema":{"schema":{}}}}`, 400, "json_schema has no name"},
		{"chat/completions", `{"model":"test","messages":[` + user + `],"response_format":{"type":"json_schema","json_schema":{"name":"n","schema":{}}}}`, 400, `the schema "n" is not one of an object`},
		{"chat/completions", `{"model":"test","messages":[` + user + `],"response_format":{"type":"json_schema","json_schema":{"name":"n","strict":true,"schema":{"type":"object"}}}}`, 400, `the schema "n" is strict and must say additionalProperties: false`},
		{"chat/completions", `{"model":"test","messages":[` + user + `],"response_format":{"type":"json_schema","json_schema":{"name":"n","strict":true,"schema":{"type":"object","properties":{"b":{},"a":{}},"required":["b"],"additionalProperties":false}}}}`, 400, `the schema "n" is strict and must require "a"`},
		{"chat/completions", `{"model":"test","messages":[` + user + `],"response_format":{"type":"json_schema","json_schema":{"name":"n","schema":{"type":"object"}}}}`, 400, `the model "test" has no structured output`},
		{"chat/completions", `{"model":"loose","messages":[` + user + `],"tools":[{"type":"function","function":{"name":"f"}}],"tool_choice":{"type":"function","function":{"name":"f"}}}`, 400, `the model "loose" cannot be forced to call a tool`},
		{"responses", input(`{"role":"user","content":"magic"}`), 200, ""},
		{"responses", `{"model":"test","input":"magic"}`, 200, ""},
		{"responses", `{"model":"test","input":4}`, 400, "input is neither a string nor a list of items"},
		{"responses", input(`{"type":"x"}`), 400, `input[0]: an item of the type "x" is not taken`},
		{"responses", input(`{"type":"function_call_output","call_id":"a"}`), 400, "input[0]: a function_call_output without output"},
		{"responses", input(`{"role":"user","content":"x"},{"type":"function_call","call_id":"a","name":"f","arguments":"["}`), 400, `input[1]: the arguments of the tool call "a" are not a JSON object: [`},
		{"responses", input(`{"role":"user","content":"x"},{"role":"system","content":"y"}`), 400, `input[1]: a message of the role "system" after the first`},
		{"responses", input(`{"role":"user","content":"x"},{"type":"function_call","call_id":"a","name":"f","arguments":"{}"}`), 400, `The model server refused the request: the tool call "a" has no tool message.`},
		{"responses", `{"model":"strict","input":"x","text":{"format":{"type":"json_schema","name":"n","strict":true,"schema":{"type":"object"}}}}`, 400, `the schema "n" is strict and must say additionalProperties: false`},
		{"embeddings", `{}`, 404, "there is no POST /v1/embeddings here"},
	} {
		status, body, err := post(t, s.URL+"/"+c.path, c.body)
		if err != nil {
			t.Fatal(err)
		}
		want := ""
		if c.want != "" {
			quoted, err := json.Marshal(c.want)
			if err != nil {
				t.Fatal(err)
			}
			want = `{"error":{"message":` + string(quoted) + `,"type":"invalid_request_error","param":null,"code":null}}`
		} else {
			want = body
		}
		if status != c.status || body != want {
			t.Errorf("%s %s\ngot  %d %s\nwant %d %s", c.path, c.body, status, body, c.status, want)
		}
		if got := s.Settled(); got[len(got)-1].Refused != c.want || got[len(got)-1].Status != c.status {
			t.Errorf("recorded %+v", got[len(got)-1])
		}
	}
}

// TestModels: every model of every scenario is listed.
func TestModels(t *testing.T) {
	first := scenario(t, "review")
	first.ContextWindow = 9000
	s := server.Start(t, first, scenario(t, "hello"))
	resp, err := client().Get(s.URL + "/models")
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(resp.Body)
	if err := errors.Join(err, resp.Body.Close()); err != nil {
		t.Fatal(err)
	}
	want := `{"data":[{"context_length":9000,"created":0,"id":"parley","object":"model","owned_by":"scenario"},{"context_length":9000,"created":0,"id":"parley-review","object":"model","owned_by":"scenario"},{"created":0,"id":"hello","object":"model","owned_by":"scenario"}],"object":"list"}`
	if string(body) != want {
		t.Errorf("got %s", body)
	}
}

func TestSameModelTwice(t *testing.T) {
	_, err := server.Open(server.Options{}, scenario(t, "hello"), parse(t, "other/hello.toml", "[[answer]]\ntext='x'"))
	want := `fake server: the scenarios hello.toml and other/hello.toml both name a model "hello"; give one of them model = "…"`
	if err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}

// TestKey: a server that wants a key refuses others, and reports it in its log.
func TestKey(t *testing.T) {
	var logged []server.Request
	s, err := server.Open(server.Options{Key: "k", Log: func(r server.Request) { logged = append(logged, r) }}, scenario(t, "hello"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		header, value string
		status        int
	}{{"Authorization", "Bearer k", 200}, {"X-Api-Key", "k", 200}, {"Authorization", "Bearer x", 401}, {"X-Other", "k", 401}} {
		req, err := http.NewRequest("GET", s.URL+"/models", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set(c.header, c.value)
		resp, err := client().Do(req)
		if err != nil {
			t.Fatal(err)
		}
		if err := resp.Body.Close(); err != nil {
			t.Error(err)
		}
		if resp.StatusCode != c.status {
			t.Errorf("%s %s: %d", c.header, c.value, resp.StatusCode)
		}
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if len(logged) != 4 || logged[3].Refused != "the key is missing or wrong" {
		t.Errorf("logged %+v", logged)
	}
}
