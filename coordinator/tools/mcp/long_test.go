package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// endless says something that does not end, until nobody takes it, and tells how many bytes
// were taken.
func endless(w http.ResponseWriter) (taken int) {
	piece := bytes.Repeat([]byte("a"), 1<<20)
	for taken < 8*largestMessage {
		if _, err := w.Write(piece); err != nil {
			return taken
		}
		taken += len(piece)
	}
	return taken
}

// mostTaken is how much of what does not end may be taken: more than a message has lies in
// the pipes between server and client.
const mostTaken = 3 * largestMessage

// TestALongAnswerOverHTTP ends its call, and the connection stays.
func TestALongAnswerOverHTTP(t *testing.T) {
	if testing.Short() {
		t.Skip("sends 32 MiB, one byte like the other")
	}
	const (
		list  = `{"jsonrpc":"2.0","id":%s,"result":{"tools":[{"name":"go","inputSchema":{"type":"object"}}]}}`
		start = `{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"`
	)
	done := make(chan int, 1)
	calls := 0
	s := spoken(t, list, func(w http.ResponseWriter, id json.RawMessage) {
		fmt.Fprintf(w, start, id)
		switch calls++; calls {
		case 1:
			done <- endless(w)
		case 2:
			fmt.Fprint(w, strings.Repeat("a", largestMessage-100)+`"}]}}`)
		}
	})
	same(t, "a long answer", run(t, s, "w__go", `{}`), "failure: The server w answered the call, but nothing can be made of the answer: it is longer than 16 MiB. "+
		"The call may or may not have taken effect: look before you repeat it.")
	if n := <-done; n > mostTaken {
		t.Errorf("%d bytes were taken", n)
	}
	if got := run(t, s, "w__go", `{}`); !strings.HasPrefix(got, "success: aaa") {
		t.Errorf("what is not too long: %.200s", got)
	}
}

// TestALongRefusalOverHTTP is given up as well: the library reads whole what comes with a
// status other than 200, and what is the answer to no request.
func TestALongRefusalOverHTTP(t *testing.T) {
	for _, kind := range []string{"application/json", "text/event-stream", "text/html", "application/json; a=b=c"} {
		for _, status := range []int{200, 202, 400, 403, 404, 500, 503} {
			if testing.Short() && status != 404 {
				continue
			}
			start := map[bool]string{true: "data: "}[kind == "text/event-stream"] // an event without an end
			t.Run(fmt.Sprint(kind, status), func(t *testing.T) {
				done := make(chan int, 1)
				s := spoken(t, `{"jsonrpc":"2.0","id":%s,"result":{"tools":[{"name":"go","inputSchema":{"type":"object"}}]}}`, func(w http.ResponseWriter, _ json.RawMessage) {
					w.Header().Set("Content-Type", kind)
					w.WriteHeader(status)
					fmt.Fprint(w, start)
					done <- endless(w)
				})
				if got := run(t, s, "w__go", `{}`); !strings.HasPrefix(got, "failure: ") {
					t.Errorf("it is %.200s", got)
				}
				if n := <-done; n > mostTaken {
					t.Errorf("%d bytes were taken", n)
				}
			})
		}
	}
}

// TestALongAnswerBefore costs what it was the answer to, before anything was called.
func TestALongAnswerBefore(t *testing.T) {
	for method, want := range map[string]string{
		"initialize":                "not there, it is longer than 16 MiB",
		"notifications/initialized": "0 tools, connected, revision 2025-11-25",
		"tools/list":                "0 tools, connected, revision 2025-11-25; its tools are not known: it is longer than 16 MiB",
	} {
		t.Run(method, func(t *testing.T) {
			s := scripted(t, map[string]func(http.ResponseWriter, json.RawMessage){
				method: func(w http.ResponseWriter, _ json.RawMessage) {
					if n := endless(w); n > mostTaken {
						t.Errorf("%d bytes were taken", n)
					}
				},
			})
			same(t, "how it is", strings.Join(append([]string{s.States()[0].standing()}, s.States()[0].Faults...), "; "), want)
		})
	}
}

// scripted connects with a server over HTTP that answers some methods in its own way.
func scripted(t *testing.T, own map[string]func(http.ResponseWriter, json.RawMessage)) *Set {
	t.Helper()
	return talking(t, `{"tools":{}}`, func(w http.ResponseWriter, m talk) bool {
		answer := own[m.Said]
		if answer != nil {
			answer(w, m.ID)
		}
		return answer != nil
	})
}
