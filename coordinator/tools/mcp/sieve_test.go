package mcp

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"
)

// sieved returns what passes of data that arrives at once, while the call "parley-1" runs.
func sieved(t *testing.T, said string) string {
	t.Helper()
	return all(t, &sieve{body: body(said), see: func([]byte) {}, calls: func(token string) bool { return token == "parley-1" }, asks: &patience{now: time.Now}})
}

func body(said string) io.ReadCloser { return io.NopCloser(strings.NewReader(said)) }

func all(t *testing.T, r io.Reader) string {
	t.Helper()
	got, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(got)
}

func TestWhatCountsOfAFlood(t *testing.T) {
	step := func(token, n string) string {
		return `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"` + token + `","progress":` + n + "}}\n"
	}
	steps := func(all string) (out string) {
		for _, n := range all {
			out += step("parley-1", string(n))
		}
		return out
	}
	const (
		changed = `{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}` + "\n"
		prompts = `{"jsonrpc":"2.0","method":"notifications/prompts/list_changed"}` + "\n"
		logged  = `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}` + "\n"
		done    = `{"jsonrpc":"2.0","id":1,"result":{"a":"notifications/message"}}` + "\n"
		asks    = `{"jsonrpc":"2.0","id":2,"method":"notifications/message"}` + "\n"
	)
	for _, c := range []struct{ name, said, want string }{
		{"nothing", "", ""},
		{"a message without an end", `{"a":1}`, `{"a":1}`},
		{"no message", "\r\nhello\n", "\r\nhello\n"},
		{"the last steps", steps("0123456789"), steps("789")},
		{"steps of no call", step("parley-2", "1") + steps("1"), steps("1")},
		{"steps before and after something else", steps("123456789") + done + steps("1"), steps("789") + done + steps("1")},
		{"changes", changed + changed + prompts + changed, prompts + changed},
		{"a change on each side of a result", changed + changed + done + changed, changed + done + changed},
		{"what nobody reads", logged + asks + logged, asks},
		{"letters as numbers", strings.Repeat(`{"jsonrpc":"2.0","method":"n\u006ftifications/message","params":{}}`+"\n", 3) + done, done},
		{"an event of several lines", "data: {\"a\":\ndata: 1\nid: 2\ndata:}\n\ndata: {\"b\":\r\ndata: 2}", "id: 2\ndata: {\"a\": 1 }\n\ndata: {\"b\": 2}"},
		{"events of one line each", "data: {\"a\":1}\r\n\r\ndata: {\"b\":2}\n\n", "data: {\"a\":1}\r\n\r\ndata: {\"b\":2}\n\n"},
		{"events", "event: message\nid: 1\ndata: " + changed + "\nid: 2\ndata: " + changed + "\n", "event: message\nid: 1\ndata:\n\nid: 2\ndata: " + changed + "\n"},
	} {
		same(t, c.name, sieved(t, c.said), c.want)
	}
}

// TestAToolThatCannotBeRead affects no other tool, and is reported by name.
func TestAToolThatCannotBeRead(t *testing.T) {
	const good = `{"name":"go","inputSchema":{"type":"object"}}`
	deep := `{"name":"deep","inputSchema":` + strings.Repeat(`{"type":"object","properties":{"[\"":`, 600) + `{}` + strings.Repeat(`}}`, 600) + `}`
	for _, c := range []struct{ tool, told string }{
		{`null`, ""},
		{`7`, "w__tool_2 is left out: the server's description of it does not follow the protocol"},
		{`{"name":5}`, "w__tool_2 is left out: the server's description of it does not follow the protocol"},
		{`{"name":"b","description":{}}`, "w__b is left out: the server's description of it does not follow the protocol"},
		{`{"name":"b","annotations":"x","inputSchema":{"type":"object"}}`, "w__b is left out: the server's description of it does not follow the protocol"},
		{`{"name":"b","icons":"x","inputSchema":{"type":"object"}}`, "w__b is left out: the server's description of it does not follow the protocol"},
		{deep, "w__deep is left out: the server's description of it is nested too deeply"},
		{`{"name":"b","inputSchema":{"type":"object","properties":{"a":{"$ref":"#/properties/a"}}}}`, "w__b is left out: its parameters are not a JSON Schema that can be used: " +
			"has a $ref that leads back to itself without going into the value, so nothing can fit it; remove that $ref"},
	} {
		s := offering(t, good+","+c.tool, nil, `{"content":[{"type":"text","text":"fine"}]}`)
		same(t, c.tool[:min(len(c.tool), 60)], run(t, s, "w__go", `{}`), "success: fine")
		same(t, "told", strings.Join(s.States()[0].Faults, "\n"), c.told)
	}
}

func FuzzSieve(f *testing.F) {
	f.Add([]byte("data: {\"method\":\"notifications/progress\",\"params\":{}}\n\n{\"result\":{\"tools\":[{\"name\":5}]}}"))
	f.Add([]byte("data:0\n{"))
	f.Fuzz(func(t *testing.T, said []byte) {
		s := &sieve{body: io.NopCloser(bytes.NewReader(said)), see: func([]byte) {}, calls: func(string) bool { return true }, asks: &patience{now: time.Now}}
		got, err := io.ReadAll(s)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(got) {
			if data, is := message(line); is && !bytes.Contains(said, data) && !json.Valid(data) {
				t.Errorf("%q became %q", said, data)
			}
		}
	})
}
