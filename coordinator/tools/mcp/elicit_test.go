package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"parley/coordinator/tool"
	"parley/forms"
)

// answerer answers forms with values by the ids of their questions; a question without
// a value is left out. A nil map declines.
type answerer []map[string]string

// asked is a form as it is shown.
func shownForm(f forms.Form) string {
	var lines []string
	for _, q := range f.Questions() {
		kind, _ := json.Marshal(q.AnswerType)
		line := fmt.Sprintf("%s | %s | %s | %s", q.ID, q.Header, q.Text, kind)
		if q.Default != nil {
			line += " | default " + string(q.Default)
		}
		if q.Optional {
			line += " | optional"
		}
		if !q.Exclusive {
			line += " | for anybody"
		}
		lines = append(lines, line, "  "+strings.ReplaceAll(q.Context, "\n", "\n  "))
	}
	return strings.Join(lines, "\n")
}

func values(f forms.Form, given map[string]string, into map[string]tool.Answer) {
	for _, q := range f.Questions() {
		value, ok := given[q.ID]
		if !ok {
			value = "null"
		}
		into[q.ID] = tool.Answer{Value: json.RawMessage(value), Asked: q}
	}
}

// play calls a tool and answers what it asks, whichever way it asks. It returns the
// forms that were asked, and how it ended.
func play(t *testing.T, s *Set, name, arguments string, a answerer) (shown []string, end string) {
	t.Helper()
	call := tool.Call{ID: "c", Name: name, Arguments: json.RawMessage(arguments), Attempt: 1, Live: io.Discard, Answers: map[string]tool.Answer{}}
	next := func(f forms.Form) (map[string]string, bool) {
		shown = append(shown, shownForm(f))
		if len(a) == 0 {
			t.Fatalf("%s asks more than was answered: %s", name, shownForm(f))
		}
		given := a[0]
		a = a[1:]
		return given, given == nil
	}
	call.Ask = func(_ context.Context, m tool.Meanwhile) (tool.Told, error) {
		f := m.Form
		given, declined := next(f)
		told := tool.Told{Declined: declined, Answers: map[string]tool.Answer{}}
		values(f, given, told.Answers)
		return told, nil
	}
	x := find(t, s, name)
	for {
		o := x.Run(t.Context(), call)
		needs, asks := o.(tool.NeedsInput)
		if !asks {
			return shown, ended(o)
		}
		given, declined := next(needs.Form)
		if call.Declined = declined; !declined {
			values(needs.Form, given, call.Answers)
		}
		call.State, call.Attempt = needs.State, call.Attempt+1
	}
}

func TestAQuestionIsAForm(t *testing.T) {
	for _, words := range []string{"", "legacy"} {
		t.Run(words, func(t *testing.T) {
			s := newSet(t, local(t, "t", words))
			s.Connect(t.Context(), false)
			shown, end := play(t, s, "t__book", `{}`, answerer{{"when": `"2026-12-24"`, "people": "4", "outside": "false", "kitchen": `"fr"`, "allergies": `["nuts"]`}})
			same(t, "the form", strings.Join(shown, "\n---\n"), `when | server t | Day | {"type":"text","format":"date"}
  Where and when?
people | server t | How many people? | {"type":"number","integer":true,"minimum":1,"maximum":8} | default 2
  Where and when?
outside | server t | Outside? | {"type":"boolean"} | default true
  Where and when?
kitchen | server t | Kitchen | {"type":"select","options":[{"value":"it","label":"Italian"},{"value":"fr","label":"French"}]}
  Where and when?
allergies | server t | Allergies | {"type":"multi_select","options":[{"value":"nuts"},{"value":"milk"}]} | optional
  Where and when?
note | server t | Anything else? | {"type":"text","max_length":40} | optional
  Where and when?`)
			same(t, "the end", end, `success: table: accept {"allergies":["nuts"],"kitchen":"fr","outside":false,"people":4,"when":"2026-12-24"}`)
		})
	}
}

func TestDeclineIsTold(t *testing.T) {
	for _, words := range []string{"", "legacy"} {
		s := newSet(t, local(t, "t", words))
		s.Connect(t.Context(), false)
		_, end := play(t, s, "t__confirm", `{}`, answerer{nil})
		same(t, words, end, "success: sure: decline null")
	}
}

// TestFormsOfOneResult: each is a form of its own, in order; one is declined, the other
// is not.
func TestFormsOfOneResult(t *testing.T) {
	s := newSet(t, local(t, "t", ""))
	s.Connect(t.Context(), false)
	shown, end := play(t, s, "t__both", `{}`, answerer{nil, {"when": `"2026-12-24"`, "people": "2", "outside": "true", "kitchen": `"it"`}})
	if len(shown) != 2 || !strings.HasPrefix(shown[0], "sure | ") || !strings.HasPrefix(shown[1], "when | ") {
		t.Errorf("asked was:\n%s", strings.Join(shown, "\n---\n"))
	}
	same(t, "the end", end, "success: sure: decline null\ntable: accept {\"kitchen\":\"it\",\"outside\":true,\"people\":2,\"when\":\"2026-12-24\"}")
}

func TestAtMostTwentyForms(t *testing.T) {
	many := make(answerer, 40)
	for i := range many {
		many[i] = map[string]string{"value": "true"}
	}
	s := newSet(t, local(t, "t", ""))
	s.Connect(t.Context(), false)
	shown, end := play(t, s, "t__twenty", `{"times":20}`, many)
	same(t, "twenty", fmt.Sprint(len(shown), " ", end), "20 success: asked 20 times")
	shown, end = play(t, s, "t__twenty", `{"times":21}`, many)
	same(t, "more", fmt.Sprint(len(shown), " ", end), "20 failure: The server t asked for more than 20 forms in one call, so the call was ended. Do not retry it; tell the user.")
}

func TestAPasswordWarns(t *testing.T) {
	for _, words := range []string{"", "legacy"} {
		t.Run(words, func(t *testing.T) { warnsOfAPassword(t, words) })
	}
}

func warnsOfAPassword(t *testing.T, words string) {
	s := newSet(t, local(t, "t", words))
	s.Connect(t.Context(), false)
	shown, end := play(t, s, "t__password", `{}`, answerer{{"user": `"ann"`, "password": `"s3cret"`}})
	same(t, "the form", strings.Join(shown, "\n"), `user | server t | user | {"type":"text"}
  Who are you?
password | server t | Your password | {"type":"secret"}
  `+secretWarning+`
  
  The server says:
  
  > Who are you?`)
	same(t, "the end", end, `success: login: accept {"password":"[secret]","user":"ann"}`)
	_, end = play(t, s, "t__password", `{}`, answerer{{"user": `"ann s3cret"`, "password": `"other word"`}})
	same(t, "a later call", end, `success: login: accept {"password":"[secret]","user":"ann [secret]"}`)
}

// TestASecretThatIsRepeated: whatever a server says after it was given a secret.
func TestASecretThatIsRepeated(t *testing.T) {
	l := &link{Server: Server{Name: "t"}}
	c := &connection{orders: newOrders(), given: &l.given}
	r := remote{link: l}
	asked := forms.Question{ID: "p", AnswerType: forms.AnswerType{Kind: forms.Secret}}
	l.given.add(map[string]tool.Answer{"p": {Value: json.RawMessage(`"hun\"ter22"`), Asked: asked}, "q": {Value: json.RawMessage(`"plain words"`)}})
	l.given.add(map[string]tool.Answer{"p": {Value: json.RawMessage(`"ter22"`), Asked: asked}})
	same(t, "text", c.hide(`hun"ter22, {"a":"hun\"ter22"}, ter22, plain words`), `[secret], {"a":"[secret]"}, [secret], plain words`)
	q := requestOf("x", &mcp.ElicitParams{Message: "Is it ter22?", URL: "https://a.example/ter22", RequestedSchema: json.RawMessage(`{"title":"ter22"}`)}, c)
	same(t, "a question", q.Message+" "+q.URL+" "+string(q.Schema), `Is it [secret]? https://a.example/[secret] {"title":"[secret]"}`)
	for what, result := range map[string]*mcp.CallToolResult{
		"a state":     {RequestState: `{"p":"ter22"}`, InputRequests: mcp.InputRequestMap{"x": &mcp.ElicitParams{Message: "m"}}},
		"no question": {RequestState: `{"p":"ter22"}`},
		"a name":      {InputRequests: mcp.InputRequestMap{"x ter22": &mcp.ElicitParams{Message: "m"}}},
		"a visit":     {InputRequests: mcp.InputRequestMap{"x": &mcp.ElicitParams{Mode: "url", URL: "https://a.example", ElicitationID: "ter22"}}},
	} {
		same(t, what, ended(r.asks(c, result, 0)), "failure: The server t asked for something that cannot be put to the user: what it wants to get back holds a secret that it was given. "+
			"The call did not end; do not retry it, and tell the user.")
	}
}

func TestAVisit(t *testing.T) {
	s := newSet(t, local(t, "t", ""))
	s.Connect(t.Context(), false)
	shown, end := play(t, s, "t__visit", `{}`, answerer{{"visited": "true"}})
	same(t, "the form", strings.Join(shown, "\n"), `visited | server t | Did you do at example.com what it asks for? | {"type":"boolean"}
  It wants you to visit a page. Its host, and the whole address:
  
      example.com
      https://example.com/login?for=parley
  
  Open it only if you trust that host. Yes goes on, no declines.
  
  The server says:
  
  > Please log in there.`)
	same(t, "yes", end, "success: page: accept null")
	_, end = play(t, s, "t__visit", `{}`, answerer{{"visited": "false"}})
	same(t, "no", end, "success: page: decline null")
}

// TestAServersWordsStandBelowOurs, in quotes that they cannot leave, where the question has words of Parley's.
func TestAServersWordsStandBelowOurs(t *testing.T) {
	for theirs, want := range map[string]string{
		"a\nb": "> a\n> b", "a\r\nb": "> a\n> b", "a\rb\n\nc": "> a\n> b\n> \n> c", "": "",
	} {
		if want = strings.TrimSuffix("ours\n\n"+serverSaysText+"\n\n"+want, "\n\n"+serverSaysText+"\n\n"); beside("ours", theirs) != want {
			t.Errorf("%q: %q", theirs, beside("ours", theirs))
		}
		if beside("", theirs) != theirs {
			t.Errorf("%q alone: %q", theirs, beside("", theirs))
		}
	}
}

// TestALongHostIsNamedByItsEnd: whose a page is stands at the end of its host, and a small screen cuts the end of a question.
func TestALongHostIsNamedByItsEnd(t *testing.T) {
	host := "github.com." + strings.Repeat("a", 40) + ".evil.example"
	same(t, "a long one", visitText(host), "Did you do at …"+strings.Repeat("a", 21)+".evil.example what it asks for?")
	same(t, "one that has room", visitText("login.example.com"), "Did you do at login.example.com what it asks for?")
}

// TestAVisitBeforeACall: a server of the revision before refuses a call until a page was
// visited; the call is made again then.
func TestAVisitBeforeACall(t *testing.T) {
	for _, words := range []string{"first", "legacy first"} {
		t.Run(words, func(t *testing.T) {
			s := newSet(t, local(t, "t", words))
			s.Connect(t.Context(), false)
			shown, end := play(t, s, "t__first", `{}`, answerer{{"visited": "true"}})
			if len(shown) != 1 || !strings.Contains(shown[0], "\n      https://example.com/connect\n") {
				t.Errorf("asked was:\n%s", strings.Join(shown, "\n---\n"))
			}
			same(t, "yes", end, "success: connected")
			_, end = play(t, s, "t__first", `{"again":true}`, answerer{{"visited": "false"}})
			same(t, "no", end, "failure: The server t makes this call only once the user has visited a page, and the user declined. Do not retry it; go on without it.")
		})
	}
}

// TestAnswersGoToTheServerThatAsked and to no other of its name.
func TestAnswersGoToTheServerThatAsked(t *testing.T) {
	s := newSet(t, local(t, "t", ""))
	s.Connect(t.Context(), false)
	needs, ok := find(t, s, "t__confirm").Run(t.Context(), tool.Call{Name: "t__confirm", Arguments: json.RawMessage(`{}`), Live: io.Discard}).(tool.NeedsInput)
	if !ok {
		t.Fatal("it does not ask")
	}
	other := local(t, "t", "")
	other.Identity = Identity("elsewhere", "", "", other.Command)
	again := newSet(t, other)
	again.Connect(t.Context(), false)
	call := tool.Call{Name: "t__confirm", Arguments: json.RawMessage(`{}`), Live: io.Discard, State: needs.State, Answers: map[string]tool.Answer{"sure": {Value: json.RawMessage("true")}}}
	same(t, "another one", ended(find(t, again, "t__confirm").Run(t.Context(), call)),
		"failure: The answers were not sent: the server t is configured in another way than when it asked. Call it again from the beginning if it is still needed.")
	moved := local(t, "t", "")
	moved.Command = append(moved.Command, "x") // as a variable in it says now
	same(t, "one that a variable moved", ended(find(t, New(s.o, moved), "t__confirm").Run(t.Context(), call)),
		"failure: The answers were not sent: the server t is configured in another way than when it asked. Call it again from the beginning if it is still needed.")
	same(t, "the same, started anew", ended(find(t, New(s.o, local(t, "t", "")), "t__confirm").Run(t.Context(), call)), `success: sure: accept {"sure":true}`)
}

// TestAnAnswerAgreesToNoTool: what a person agreed to is the tool as it was when the call began, not as it
// is offered once its questions are answered.
func TestAnAnswerAgreesToNoTool(t *testing.T) {
	s := newSet(t, local(t, "t", ""))
	s.Connect(t.Context(), false)
	call := tool.Call{Name: "t__confirm", Arguments: json.RawMessage(`{}`), Live: io.Discard, Agreed: true}
	needs, ok := find(t, s, "t__confirm").Run(t.Context(), call).(tool.NeedsInput)
	if !ok {
		t.Fatal("it does not ask")
	}
	l := s.links[0]
	l.mu.Lock()
	l.agreed["confirm"] = "as it was"
	l.mu.Unlock()
	call.State, call.Answers = needs.State, map[string]tool.Answer{"sure": {Value: json.RawMessage("true")}}
	same(t, "the end", ended(find(t, s, "t__confirm").Run(t.Context(), call)), `success: sure: accept {"sure":true}`)
	if find(t, s, "t__confirm").(tool.Altered).Altered() == "" {
		t.Error("an answer agreed to the tool")
	}
}

// TestAToolThatChangesWhileItAsks gets no answers: they are for what the tool was.
func TestAToolThatChangesWhileItAsks(t *testing.T) {
	s := newSet(t, local(t, "t", ""))
	s.Connect(t.Context(), false)
	confirm := find(t, s, "t__confirm")
	call := tool.Call{Name: "t__confirm", Arguments: json.RawMessage(`{}`), Live: io.Discard, Agreed: true}
	needs, ok := confirm.Run(t.Context(), call).(tool.NeedsInput)
	if !ok {
		t.Fatal("it does not ask")
	}
	l := s.links[0]
	l.mu.Lock()
	for i, o := range l.offers.tools {
		if o.Name == "confirm" {
			l.offers.tools[i].Description = "Sends what it is answered."
		}
	}
	l.mu.Unlock()
	call.State, call.Answers = needs.State, map[string]tool.Answer{"sure": {Value: json.RawMessage("true")}}
	fails(t, "with an answer", confirm.Run(t.Context(), call), "The answers were not sent: since t__confirm asked, its server describes it in another way than you were told, or offers it no more. "+
		"It may have done something before it asked. From the next request on you are told how it is; call it again from the beginning then if it is still needed.")
}

func TestBadForms(t *testing.T) {
	for schema, want := range map[string]string{
		`[]`:                                     noObjectText,
		`{"type":"string"}`:                      noObjectText,
		`{"properties":["a"]}`:                   noObjectText,
		`{"properties":{"a":7}}`:                 "a: " + noSchemaText,
		`{"properties":{"a":{}}}`:                "a: it says no type",
		`{"properties":{"":{"type":"string"}}}`:  namelessText,
		`{"properties":{"a":{"type":"object"}}}`: `a: it is of the type "object", and only strings, numbers, booleans and lists can be asked for`,
	} {
		_, err := request{Schema: json.RawMessage(schema)}.ask("t", map[string]bool{})
		same(t, schema, fmt.Sprint(err), want)
	}
}

// TestWhatNobodyCanAnswer is not looked at: comparing its parts would take longer than anybody waits.
func TestWhatNobodyCanAnswer(t *testing.T) {
	if testing.Short() {
		t.Skip("reads forms of some 100,000 parts")
	}
	list := func(n int, one string) string {
		var all []string
		for i := range n {
			all = append(all, fmt.Sprintf(one, i))
		}
		return strings.Join(all, ",")
	}
	const most, large = forms.MostOptions, mostAsked / 8
	for name, c := range map[string]struct{ schema, want string }{
		"as many as can be chosen from": {`{"properties":{"a":{"type":"string","enum":[` + list(most, `"v%d"`) + `]}}}`, "<nil>"},
		"a list":                        {`{"properties":{"a":{"type":"string","enum":[` + list(most+1, `"v%d"`) + `]}}}`, "a: it has more than 1000 choices"},
		"titles":                        {`{"properties":{"a":{"type":"string","oneOf":[` + list(most+1, `{"const":"v%d"}`) + `]}}}`, "a: it has more than 1000 choices"},
		"both": {`{"properties":{"a":{"type":"array","items":{"enum":[` + list(most/2+1, `"v%d"`) + `],"anyOf":[` + list(most/2, `{"const":"w%d"}`) + `]}}}}`,
			"a: it has more than 1000 choices"},
		"questions": {`{"properties":{` + list(large/4, `"p%d":{"type":"boolean"}`) + `}}`, "holds 16384 questions, and a form has at most 50; ask first what decides, and the rest in a later call"},
		"a schema":  {`{"properties":{` + list(large, `"p%d":{}`) + `}}`, tooLargeText},
	} {
		_, err := request{Schema: json.RawMessage(c.schema)}.ask("t", map[string]bool{})
		same(t, name, fmt.Sprint(err), c.want)
	}
	requests := `"q%d":{"method":"elicitation/create","params":{"message":"?","requestedSchema":{"type":"object","properties":{"a":{"type":"boolean"}}}}}`
	s := offering(t, `{"name":"go","inputSchema":{"type":"object"}}`, nil, `{"resultType":"input_required","requestState":"x","inputRequests":{`+list(mostForms+1, requests)+`}}`)
	same(t, "forms", run(t, s, "w__go", `{}`), "failure: "+tooManyFormsText("w", 1))
	pages := list(mostForms+1, `{"mode":"url","message":"?","elicitationId":"%d","url":"https://example.com/"}`)
	s = spoken(t, `{"jsonrpc":"2.0","id":%s,"result":{"tools":[{"name":"go","inputSchema":{"type":"object"}}]}}`, func(w http.ResponseWriter, id json.RawMessage) {
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32042,"message":"no","data":{"elicitations":[%s]}}}`, id, pages)
	})
	same(t, "pages", run(t, s, "w__go", `{}`), "failure: "+tooManyFormsText("w", 1))
}

func FuzzForm(f *testing.F) {
	f.Add(`{"type":"object","properties":{"a":{"type":"string","enum":["x"],"enumNames":["X"]},"b":{"type":"array","items":{"enum":["y"]}}},"required":["a"]}`)
	f.Add(`{"properties":{"a.b":{"type":"integer","minimum":1,"default":"x"}}}`)
	f.Fuzz(func(t *testing.T, schema string) {
		all, err := request{Schema: json.RawMessage(schema)}.ask("t", map[string]bool{})
		if err != nil {
			return
		}
		if form, err := formOf(all); err == nil && form.Len() != len(all) {
			t.Errorf("%d questions of %d properties", form.Len(), len(all))
		}
	})
}
