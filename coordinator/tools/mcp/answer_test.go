package mcp

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
)

// TestAnswersOverHTTP: one to another request, or none that can be read, ends the call as one
// that may have taken effect; and JSON may be written over many lines.
func TestAnswersOverHTTP(t *testing.T) {
	const (
		list   = "{\n\"jsonrpc\":\"2.0\",\n\"id\":%s,\n\"result\":{\"tools\":[{\n\"name\":\"go\",\n\"inputSchema\":{\"type\":\"object\"}},\n7]}}"
		result = `"result":{"content":[{"type":"text","text":"fine"}]}}`
		other  = "failure: The server w answered the call, but nothing can be made of the answer: it is the answer to something else. " +
			"The call may or may not have taken effect: look before you repeat it."
	)
	for _, c := range []struct{ said, want string }{
		{`{"jsonrpc":"2.0","id":%s,` + result, "success: fine"},
		{"{\n  \"jsonrpc\": \"2.0\",\n  \"id\": %s,\n  " + result + "\n", "success: fine"},
		{"{\n  \"jsonrpc\": \"2.0\",\n  \"id\": %s.0,\n  " + result + "\n", "success: fine"},
		{`{"jsonrpc":"2.0","id":9%s,` + result, other},
		{`{"jsonrpc":"2.0","id":"%s",` + result, other},
		{`{"jsonrpc":"2.0","id":"","x":%s,` + result, other},
		{`{"jsonrpc":"2.0","id":null,"x":%s,` + result, other},
		{`{"jsonrpc":"2.0","x":%s,` + result, other},
		{`{"jsonrpc":"2.0","id":9%s,"error":{"code":1,"message":"no"}}`, other},
		{`{"jsonrpc":"2.0","id":null,"x":%s,"error":{"code":1,"message":"no"}}`, "failure: The server w refused the call: no"},
		{`{"jsonrpc":"2.0","id":%s,"error":{"code":-32700,"message":"no"}}`, "failure: The server w refused the call: no"},
		{`{"jsonrpc":"2.0","id":%s,"result":{]}`, "failure: The server w answered the call, but nothing can be made of the answer: its message is not JSON. " +
			"The call may or may not have taken effect: look before you repeat it."},
	} {
		s := spoken(t, list, func(w http.ResponseWriter, id json.RawMessage) { fmt.Fprintf(w, c.said, id) })
		same(t, c.said, run(t, s, "w__go", `{}`), c.want)
	}
}
