package openai

import (
	"testing"

	"pgregory.net/rapid"

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

// Where the server's name does not tell, its refusal does.
func TestTheFormOfIDsIsLearned(t *testing.T) {
	s := serve(t, reply{status: 400, kind: "application/json", chunks: []string{`{"message":"Tool call id was a but must be a-z, A-Z, 0-9, with a length of 9."}`}},
		chat(hi, stop))
	answered(t, s.provider(t), step(providers.Answer{Calls: []providers.Call{{ID: "a", Name: "f"}}}))
	equal(t, s.seen()[1].body == s.seen()[0].body, false)
}

func TestIDsStayApartAndTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOfDistinct(rapid.String(), rapid.ID).Draw(t, "ids")
		var in []providers.Message
		for _, id := range ids {
			in = append(in, providers.Message{Role: providers.Assistant, Calls: []providers.Call{{ID: id}}}, providers.Message{Role: providers.Tool, CallID: id})
		}
		out := callIDs(in, plan{nine: true})
		seen := map[string]bool{}
		for i, m := range out {
			if i%2 == 0 {
				if id := m.Calls[0].ID; seen[id] || !isShort(id) {
					t.Fatalf("%q became %q", ids[i/2], id)
				}
				seen[m.Calls[0].ID] = true
			} else if ids[i/2] != "" && m.CallID != out[i-1].Calls[0].ID {
				t.Fatalf("the result of %q is told to be %q's", out[i-1].Calls[0].ID, m.CallID)
			}
			if i < len(in) && len(out) > 2 {
				shorter := callIDs(in[:2], plan{nine: true})
				if shorter[0].Calls[0].ID != out[0].Calls[0].ID {
					t.Fatal("an id changed as the conversation went on")
				}
			}
		}
	})
}
