package mcp

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// TestWhatNoLibraryReads costs the value or the answer that it stands in, and is told.
func TestWhatNoLibraryReads(t *testing.T) {
	nested := func(n int) string { return strings.Repeat(`{"a":[`, n) + `"]}\""` + strings.Repeat(`]}`, n) }
	const id, says = `{"jsonrpc":"2.0","id":7`, `,"error":{"code":-32700,"message":"its message is not JSON"}}` + "\n"
	for _, c := range []struct{ name, said, want string }{
		{"deep", `{"id":1,"result":{"b":` + nested(20000) + `,"c":2}}` + "\n", `{"id":1,"result":{"b":` + strings.Repeat(`{"a":[`, 499) + `"nested too deeply"` + strings.Repeat(`]}`, 499) + `,"c":2}}` + "\n"},
		{"as deep as it may be", nested(500) + "\n", nested(500) + "\n"},
		{"no JSON", `{"id":7,"result":{"tools":[{"name":"a" "x"}]}}` + "\n", id + says},
		{"its id at the end", `data: {"result":{"tools":[}},"jsonrpc":"2.0","id": "x"}` + "\n", `data: {"jsonrpc":"2.0","id":"x"` + says},
		{"nobody can say whose", `{"result":[}}` + "\n", `{"result":[}}` + "\n"},
	} {
		same(t, c.name, sieved(t, c.said), c.want)
	}
}

func TestAListThatIsNoJSON(t *testing.T) {
	s := offering(t, `{"name":"go" "x"}`, nil, `{}`)
	st := s.States()[0]
	if !st.Connected || st.Known {
		t.Errorf("it is %+v", st)
	}
	same(t, "told", strings.Join(st.Faults, "|"), "its tools are not known: its message is not JSON")
	l := s.links[0]
	l.mu.Lock()
	defer l.mu.Unlock()
	l.learn(listing{tools: []Offer{{Name: "a", Parameters: json.RawMessage("{}")}}})
	l.learn(listing{untold: true})
	if len(l.offers.tools) != 1 || !l.known || len(l.was) != 0 {
		t.Errorf("what was known is %+v, %+v", l.offers, l.was)
	}
}

// TestAToolThatIsDeepAlone: its depth costs itself, however deep it is.
func TestAToolThatIsDeepAlone(t *testing.T) {
	deep := `{"name":"deep","inputSchema":` + strings.Repeat(`{"type":"object","properties":{"a":`, 12000) + `{}` + strings.Repeat(`}}`, 12000) + `}`
	s := offering(t, deep+`,{"name":"go","inputSchema":{"type":"object"}}`, nil, `{"content":[{"type":"text","text":"fine"}]}`)
	same(t, "the other", run(t, s, "w__go", `{}`), "success: fine")
	same(t, "told", strings.Join(s.States()[0].Faults, "|"), "w__deep is left out: the server's description of it is nested too deeply")
}

// TestAPartOfAResultThatCannotBeRead costs itself alone.
func TestAPartOfAResultThatCannotBeRead(t *testing.T) {
	const text, left = `{"type":"text","text":"fine"}`, "[a part that does not follow the protocol and was left out]"
	for _, c := range []struct{ parts, want string }{
		{`{"type":"image","mimeType":"image/png","data":"%%%"},` + text, left + "\nfine"},
		{text + `,{"type":"audio","mimeType":"audio/wav","data":7}`, "fine\n" + left},
		{`{"type":"hologram"},` + text + `,null`, left + "\nfine\n" + left},
		{`{"type":"resource","resource":{"uri":"a:b","blob":"%"}},` + text, left + "\nfine"},
		{`{"type":"text","text":{}},7,` + text, left + "\n" + left + "\nfine"},
	} {
		s := offering(t, `{"name":"go","inputSchema":{"type":"object"}}`, nil, `{"content":[`+c.parts+`]}`)
		same(t, c.parts, run(t, s, "w__go", `{}`), "success: "+c.want)
	}
}

// TestAServerThatAsksInAnotherSpelling is heard to the same bound: what counts is what the library
// makes of it, not how it is written.
func TestAServerThatAsksInAnotherSpelling(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs beside it")
	}
	for name, c := range map[string]struct {
		said string
		asks int // in each
		want int
	}{
		"letters as numbers":    {`{"jsonrpc":"2.0","id":1,"\u006dethod":"ping"}` + "\n", 1, mostAtOnce},
		"the name once more":    {`{"jsonrpc":"2.0","id":1,"method":"ping","METHOD":"","ID":null}` + "\n", 1, mostAtOnce},
		"an event of two lines": {"data: {\"jsonrpc\":\"2.0\",\"id\":1,\ndata: \"method\":\"ping\"}\n\n", 1, mostAtOnce},
		"lines with others between them": {
			"data: {\"jsonrpc\":\"2.0\",\"id\":1,\nevent: message\nid: 1\n: x\ndata:\"method\":\"ping\"\nretry: 1\ndata: }\r\n\r\n", 1, mostAtOnce,
		},
		"a list": {
			`[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"result":{}},{"jsonrpc":"2.0","id":3,"method":"ping"}]` + "\n", 2, mostAtOnce,
		},
		"a list of more than are taken at once": {"[" + strings.Repeat(`{"jsonrpc":"2.0","id":1,"method":"ping"},`, mostAtOnce) + `{"jsonrpc":"2.0","id":1,"method":"ping"}]` + "\n", mostAtOnce + 1, 0},
		"long ones":                             {`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"x":"` + strings.Repeat("x", 24*heavy) + `"}}}` + "\n", 100, 2},
		"one of many values":                    {`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"x":[` + strings.Repeat("1,", 24500) + `1]}}}` + "\n", 100, 2},
		"one that is longer than any":           {`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"x":"` + strings.Repeat("x", mostAtOnce*heavy) + `"}}}` + "\n", 100, 0},
		"results that say so":                   {`{"jsonrpc":"2.0","id":1,"result":{"id":1,"method":"ping"}}` + "\n", 1, 200},
	} {
		times := 200 / min(c.asks, 2)
		if len(c.said) > 1<<20 {
			times = 4 // of which fewer pass
		}
		s := &sieve{body: body(strings.Repeat(c.said, times)), see: func([]byte) {}, calls: func(string) bool { return true }, asks: &patience{now: func() time.Time { return time.Unix(0, 0) }}}
		if n := strings.Count(all(t, s), "ping"); n != c.want {
			t.Errorf("%s: %d passed", name, n)
		}
	}
}

// TestAMessageOfMillionsOfValues is not read, and only what it was the answer to is lost.
func TestAMessageOfMillionsOfValues(t *testing.T) {
	many := "[" + strings.Repeat("{},", mostValues) + "{}]"
	s := offering(t, `{"name":"go","inputSchema":{"type":"object"}}`, nil, `{"content":[],"structuredContent":{"a":`+many+`}}`)
	const want = "failure: The server w answered the call, but nothing can be made of the answer: it has more than 500000 values. " +
		"The call may or may not have taken effect: look before you repeat it."
	same(t, "a call", run(t, s, "w__go", `{}`), want)
	same(t, "the next call", run(t, s, "w__go", `{}`), want)
	const done = `{"jsonrpc":"2.0","id":1,"result":{}}` + "\n"
	for _, said := range []string{`{"jsonrpc":"2.0","method":"notifications/x","params":{"a":` + many + "}}\n", many + "\n"} {
		same(t, "what answers nothing", sieved(t, said+done), done)
	}
}

// TestAServerThatAsksWithoutEnd is heard to a bound, and again after a while.
func TestAServerThatAsksWithoutEnd(t *testing.T) {
	const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}` + "\n"
	now := time.Unix(0, 0)
	p := &patience{now: func() time.Time { return now }}
	passes := func(said string) int {
		t.Helper()
		s := &sieve{body: body(said), see: func([]byte) {}, calls: func(string) bool { return true }, asks: p}
		return strings.Count(all(t, s), "ping")
	}
	if n := passes(strings.Repeat(ping, 5000)); n != mostAtOnce {
		t.Errorf("%d passed at once", n)
	}
	now = now.Add(2 * time.Second)
	if n := passes(strings.Repeat(ping, 100)); n != 2*mostASecond {
		t.Errorf("%d passed two seconds later", n)
	}
	now = now.Add(time.Hour)
	if n := passes(strings.Repeat(ping, 100)); n != mostAtOnce {
		t.Errorf("%d passed an hour later", n)
	}
}
