package openai

import (
	"testing"

	"parley/providers"
)

func TestIDsOfCallsAreThoseThatTheServerTakes(t *testing.T) {
	s := serve(t, chat(hi, stop))
	answered(t, s.provider(t, profile(providers.Profile{NineLetters: true})), hello(func(r *providers.Request) {
		r.Messages = append(r.Messages,
			providers.Message{Role: providers.Assistant, Calls: []providers.Call{{ID: "call_1_1", Name: "f"}, {ID: "AbCdEf123", Name: "f"}}},
			providers.Message{Role: providers.Tool, CallID: "AbCdEf123", Text: "b"}, providers.Message{Role: providers.Tool, CallID: "call_1_1", Text: "a"})
	}))
	equal(t, s.seen()[0].body, `{"model":"m","messages":[`+user+`,{"role":"assistant","content":null,"tool_calls":[`+
		`{"id":"L8OO3eDPq","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"AbCdEf123","type":"function","function":{"name":"f","arguments":"{}"}}]},`+
		`{"role":"tool","tool_call_id":"AbCdEf123","content":"b"},{"role":"tool","tool_call_id":"L8OO3eDPq","content":"a"}],"stream":true}`)
}

// If the server's name does not tell, its refusal does.
func TestTheFormOfIDsIsLearned(t *testing.T) {
	s := serve(t, reply{status: 400, kind: "application/json", chunks: []string{`{"message":"Tool call id was a but must be a-z, A-Z, 0-9, with a length of 9."}`}},
		chat(hi, stop))
	answered(t, s.provider(t), step(providers.Response{Calls: []providers.Call{{ID: "a", Name: "f"}}}))
	equal(t, s.seen()[1].body == s.seen()[0].body, false)
}
