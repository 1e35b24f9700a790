package mcp

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// odd is a server that says these messages before it answers a call with a result.
func odd(t *testing.T, messages []string, result string) *Set {
	t.Helper()
	return offering(t, `{"name":"go","inputSchema":{"type":"object"}}`, messages, result)
}

// offering is such a server, with these tools.
func offering(t *testing.T, tools string, messages []string, result string) *Set {
	t.Helper()
	return spoken(t, `{"jsonrpc":"2.0","id":%s,"result":{"tools":[`+tools+`]}}`, func(w http.ResponseWriter, id json.RawMessage) {
		w.Header().Set("Content-Type", "text/event-stream")
		for _, said := range append(messages, `{"jsonrpc":"2.0","id":`+string(id)+`,"result":`+result+`}`) {
			fmt.Fprint(w, "data: "+said+"\n\n")
		}
	})
}

// spoken is a server, reached over HTTP, that gives this list of its tools, with the id of the
// request in it, and answers a call as it likes.
func spoken(t *testing.T, list string, call func(w http.ResponseWriter, id json.RawMessage)) *Set {
	t.Helper()
	return talking(t, `{"tools":{"listChanged":true}}`, func(w http.ResponseWriter, m talk) bool {
		switch m.Said {
		case "tools/list":
			fmt.Fprintf(w, list, m.ID)
		case "tools/call":
			call(w, m.ID)
		default:
			return false
		}
		return true
	})
}

// TestWhatIsNoneOfTheProtocol ends one call at most, never the program.
func TestWhatIsNoneOfTheProtocol(t *testing.T) {
	var messages []string
	for _, method := range []string{"elicitation/complete", "progress", "tools/list_changed", "prompts/list_changed", "resources/list_changed", "resources/updated", "message", "cancelled", "initialized", "none"} {
		for _, params := range []string{"", `,"params":null`, `,"params":[]`, `,"params":7`, `,"params":{}`} {
			messages = append(messages, `{"jsonrpc":"2.0","method":"notifications/`+method+`"`+params+`}`)
		}
	}
	const fine = `{"content":[{"type":"text","text":"fine"}]}`
	for _, said := range messages {
		s := odd(t, []string{said}, fine)
		if got := run(t, s, "w__go", `{}`); got != "success: fine" && !strings.HasPrefix(got, "failure: The connection with the server w broke while the call ran (") {
			t.Errorf("%s: %s", said, got)
		}
	}
	const broke = `failure: The connection with the server w broke while the call ran (its message does not follow the protocol). ` +
		`The call may or may not have taken effect: look before you repeat it.`
	s := odd(t, nil, `{"resultType":"input_required","inputRequests":{"a":null}}`)
	same(t, "a question that is null", run(t, s, "w__go", `{}`), broke)
}

// TestNothingInAList costs what it stands for: the rest of the list is there, and so is the program.
func TestNothingInAList(t *testing.T) {
	lists := map[string]string{
		"tools/list":     `"tools":[null,{"name":"go","inputSchema":{"type":"object"}},null]`,
		"prompts/list":   `"prompts":[null,{"name":"p","arguments":[null]},null]`,
		"resources/list": `"resources":[null,{"uri":"a:b","name":"r"},null]`,
	}
	s := talking(t, `{"tools":{},"prompts":{},"resources":{}}`, func(w http.ResponseWriter, m talk) bool {
		list, is := lists[m.Said]
		if is {
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{%s}}`, m.ID, list)
		}
		return is
	})
	st := s.States()[0]
	if len(st.Offers) != 1 || len(st.Prompts) != 1 || len(st.Resources) != 1 {
		t.Errorf("there are %v, %v, %v", st.Offers, st.Prompts, st.Resources)
	}
	const unnamed = ` "" is left out: its name cannot be typed`
	same(t, "what is left out", strings.Join(st.Faults, "\n"), strings.Join([]string{"the prompt" + unnamed, "the prompt" + unnamed, "the resource" + unnamed, "the resource" + unnamed}, "\n"))
}

// TestAResultOfAnotherKind is not told as one that is complete.
func TestAResultOfAnotherKind(t *testing.T) {
	s := odd(t, nil, `{"resultType":"task","taskId":"7","content":[{"type":"text","text":"queued"}]}`)
	same(t, "a result of another kind", run(t, s, "w__go", `{}`), `failure: The server w answered the call, but nothing can be made of the answer: it is a result of a kind that is not known ("task"). `+
		`The call may or may not have taken effect: look before you repeat it.`)
	s = odd(t, nil, `{"resultType":"complete","content":[{"type":"text","text":"fine"}]}`)
	same(t, "a complete one", run(t, s, "w__go", `{}`), "success: fine")
}

// TestAListThatDoesNotEnd is given up.
func TestAListThatDoesNotEnd(t *testing.T) {
	s := offering(t, `],"nextCursor":"again","more":[`, nil, "")
	same(t, "why it is not there", s.States()[0].Failed, "it did not say what it offers: its list of tools does not end")
}

// TestAServerIsAskedCalmly: however often it says that its tools have changed.
func TestAServerIsAskedCalmly(t *testing.T) {
	c := &connection{asks: true} // it is being asked
	l := &link{}
	for range 1000 {
		l.refreshes(c) // starts nothing
	}
	if !c.more() || c.more() || c.asks {
		t.Error("it is not asked just once more")
	}
}

// TestAServerThatKeepsChanging is asked less and less often, also if it says so only once it was
// asked: whoever reads a question about one of its tools has the time to answer it.
func TestAServerThatKeepsChanging(t *testing.T) {
	s := newSet(t, local(t, "t", ""))
	s.Connect(t.Context(), false)
	now, pauses := time.Unix(0, 0), make(chan time.Duration, 100)
	s.o.Now = func() time.Time { return now }
	s.o.After = func(d time.Duration) <-chan time.Time {
		over := make(chan time.Time, 1)
		over <- now
		pauses <- d
		return over
	}
	l := s.links[0]
	c := l.conn
	var got []string
	for i := range 9 {
		if i == 8 {
			now = now.Add(3 * time.Minute) // it was quiet
		}
		l.refreshes(c)
		got = append(got, (<-pauses).String())
	}
	same(t, "the pauses", strings.Join(got, " "), "1s 2s 4s 8s 16s 32s 1m0s 1m0s 1s")
}

// TestADeadServerIsTold once, however often it is tried, and several in one line.
func TestADeadServerIsTold(t *testing.T) {
	gone := func(name string) Server {
		return Server{Name: name, Command: []string{"/nothing/of/that/name"}, Identity: Identity("test", "", "", []string{name})}
	}
	told := func(all ...Server) string {
		s := newSet(t, all...)
		s.Connect(t.Context(), false)
		<-s.Changed()
		news := strings.Join(s.News(), "\n")
		s.Connect(t.Context(), false)
		if again := s.News(); len(again) > 0 {
			t.Errorf("it is told again: %q", again)
		}
		return news
	}
	unset := gone("u")
	unset.Fault = "a variable is not set"
	same(t, "one", told(gone("a")), "The server a cannot be reached: /mcp says why, or `parley mcp ls`.")
	same(t, "two", told(gone("b"), unset), "The servers b and u cannot be reached: /mcp says why, or `parley mcp ls`.")
	same(t, "many", told(gone("g"), gone("f"), gone("e"), gone("d"), gone("c"), gone("b"), gone("a")), "The servers a, b, c, d, e and 2 more cannot be reached: /mcp says why, or `parley mcp ls`.")
}

// TestWordsOfTheLibrary are not told where there are others, nor what they repeat of a server.
func TestWordsOfTheLibrary(t *testing.T) {
	const list = `{"jsonrpc":"2.0","id":%s,"result":{"tools":[{"name":"go","inputSchema":{"type":"object"}}]}}`
	for why, answer := range map[string]func(w http.ResponseWriter, id json.RawMessage){
		"it went on in another session than it began": func(w http.ResponseWriter, id json.RawMessage) {
			w.Header().Set("Mcp-Session-Id", strings.Repeat("Q", 3000))
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"content":[]}}`, id)
		},
		"it is longer than 16 MiB": func(w http.ResponseWriter, id json.RawMessage) {
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprintf(w, "data: %s\n\n", strings.Repeat("a", largestMessage+1))
		},
	} {
		s := spoken(t, list, func(w http.ResponseWriter, id json.RawMessage) { answer(w, id) })
		want := "failure: The connection with the server w broke while the call ran (" + why + "). The call may or may not have taken effect: look before you repeat it."
		same(t, why, run(t, s, "w__go", `{}`), want)
	}
}

// TestAnAnswerOfAnotherKind is told as that, whatever it answers: what it holds is not used.
func TestAnAnswerOfAnotherKind(t *testing.T) {
	const other = `it is a result of a kind that is not known ("task")`
	results := map[string]string{
		"prompts/get":    `"messages":[{"role":"user","content":{"type":"text","text":"queued"}}]`,
		"resources/read": `"contents":[{"uri":"x://y","text":"queued"}]`,
		"tools/list":     `"tools":[{"name":"go","inputSchema":{"type":"object"}}]`,
		"prompts/list":   `"prompts":[{"name":"p"}]`,
		"resources/list": `"resources":[{"uri":"x://y","name":"r"}]`,
	}
	all := `{"tools":{},"prompts":{},"resources":{}}`
	for method, want := range map[string]string{
		"prompts/get":    "w: " + other,
		"resources/read": "w: " + other,
		"tools/list":     "its tools are not known: " + other,
		"prompts/list":   "its prompts are not known: " + other,
		"resources/list": "its resources are not known: " + other,
	} {
		for _, kind := range []string{`"task"`, `"complete"`, `"input_required"`} {
			s := talking(t, all, func(w http.ResponseWriter, m talk) bool {
				body, is := results[m.Said]
				if !is {
					return false
				}
				if m.Said == method {
					body = `"resultType":` + kind + `,` + body
				}
				m.answers(w, `{`+body+`}`)
				return true
			})
			told := strings.Join(s.States()[0].Faults, "; ")
			if !strings.HasSuffix(method, "/list") {
				_, err := s.Prompt(t.Context(), "w", "p", nil)
				if method == "resources/read" {
					_, err = s.Read(t.Context(), "w", "x://y")
				}
				told = fmt.Sprint(err)
			}
			should := strings.Replace(want, "task", strings.Trim(kind, `"`), 1)
			switch {
			case kind == `"complete"` && strings.HasSuffix(method, "/list"):
				should = ""
			case kind == `"complete"`:
				should = "<nil>"
			case kind == `"input_required"` && !strings.HasSuffix(method, "/list"):
				should = "w asks something first, which only a call of a tool can pass on"
			}
			same(t, method+" "+kind, told, should)
		}
	}
}
