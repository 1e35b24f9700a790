package mcp

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"parley/coordinator/tool"
	"parley/forms"
	"parley/store/text/secret"
)

// TestWhatIsNamedAfterASecret: what a server names after a secret that it was given is neither offered nor shown.
func TestWhatIsNamedAfterASecret(t *testing.T) {
	given := make(chan struct{})
	word := func() string {
		select {
		case <-given:
			return "hunter22"
		default:
			return "good"
		}
	}
	s := talking(t, `{"tools":{"listChanged":true},"prompts":{},"resources":{}}`, func(w http.ResponseWriter, m talk) bool {
		switch {
		case m.Method == http.MethodGet:
			w.Header().Set("Content-Type", "text/event-stream")
			w.(http.Flusher).Flush()
			<-given
			fmt.Fprint(w, "data: "+`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`+"\n\n")
			w.(http.Flusher).Flush()
			<-m.Context().Done()
		case m.Said == "tools/list":
			m.answers(w, `{"tools":[{"name":"x-`+word()+`","inputSchema":{"type":"object"}},{"name":"plain","inputSchema":{"type":"object"}}]}`)
		case m.Said == "prompts/list":
			m.answers(w, `{"prompts":[{"name":"p-`+word()+`"},{"name":"q","arguments":[{"name":"a-`+word()+`"},{"name":"b"}]}]}`)
		case m.Said == "resources/list":
			m.answers(w, `{"resources":[{"uri":"test://`+word()+`","name":"r"}]}`)
		default:
			return false
		}
		return true
	})
	says := func() string { // all that is kept of the server
		st := s.States()[0]
		return fmt.Sprintf("%+v %+v %+v %s", st.Offers, st.Prompts, st.Resources, strings.Join(st.Faults, "; "))
	}
	if before := says(); strings.Count(before, "-good") != 3 || !strings.Contains(before, "//good") {
		t.Fatal(before)
	}
	asked := forms.Question{ID: "p", AnswerType: forms.AnswerType{Kind: forms.Secret}}
	s.all()[0].given.add(map[string]tool.Answer{"p": {Value: json.RawMessage(`"hunter22"`), Asked: asked}})
	close(given)
	for len(s.Tools()) != 1 {
		<-s.Changed()
	}
	const why = "its name holds a secret that its server was given"
	after := says()
	if strings.Contains(after, "hunter22") {
		t.Error(after)
	}
	for _, want := range []string{"w__x-_secret_ is left out: " + why, `the prompt "p-[secret]" is left out: ` + why, `the resource "test://[secret]" is left out: ` + why, "{Name:q Title: Description: Arguments:[{Name:b "} {
		if !strings.Contains(after, want) {
			t.Errorf("%q is not in %s", want, after)
		}
	}
}

// TestATokenThatIsRepeated: the token of a login is in no address of a page, and what a server wants back does not hold it.
func TestATokenThatIsRepeated(t *testing.T) {
	l := &link{Server: Server{Name: "t"}}
	c := &connection{orders: newOrders(), given: &l.given, login: &keeper{spelled: secret.Spell([]string{"tok-4711"})}}
	q := requestOf("x", &mcp.ElicitParams{Mode: "url", Message: "tok-4711", URL: "https://a.example/tok-4711"}, c)
	same(t, "a page", q.Message+" "+q.URL, "[token] https://a.example/[token]")
	for what, result := range map[string]*mcp.CallToolResult{
		"a state":         {RequestState: "tok-4711", InputRequests: mcp.InputRequestMap{"x": &mcp.ElicitParams{Message: "m"}}},
		"a state of JSON": {RequestState: `{"a":"tok\u002d4711"}`, InputRequests: mcp.InputRequestMap{"x": &mcp.ElicitParams{Message: "m"}}},
		"a name":          {InputRequests: mcp.InputRequestMap{"x tok-4711": &mcp.ElicitParams{Message: "m"}}},
		"a visit":         {InputRequests: mcp.InputRequestMap{"x": &mcp.ElicitParams{Mode: "url", URL: "https://a.example", ElicitationID: "tok-4711"}}},
	} {
		same(t, what, ended(remote{link: l}.asks(c, result, 0)), "failure: The server t asked for something that cannot be put to the user: what it wants to get back holds a secret that it was given. "+
			"The call did not end; do not retry it, and tell the user.")
	}
}

// TestATokenHoweverItIsWritten: in JSON, in an address and in colours.
func TestATokenHoweverItIsWritten(t *testing.T) {
	k := &keeper{}
	k.take(login{Access: "tok/4711+x=", Refresh: "tok/4711+x=more"})
	for said, want := range map[string]string{
		`tok/4711+x= and tok/4711+x=more`:    "[token] and [token]",
		`{"a":"tok\/4711+x="}`:               `{"a":"[token]"}`,
		"https://h/?t=tok%2F4711%2Bx%3D":     "https://h/?t=[token]",
		"\x1b[1mtok/\x1b[m4711+x=\x1b[m end": "[token] end",
		"tok/4711":                           "tok/4711",
	} {
		same(t, said, k.hide(said), want)
	}
}

// TestASecretWithBlanksAtItsEnds, which a server takes off: one that was typed, and a key that it was configured with.
func TestASecretWithBlanksAtItsEnds(t *testing.T) {
	g := &given{secrets: secret.Spell([]string{"tok-4711\n"})}
	asked := forms.Question{ID: "p", AnswerType: forms.AnswerType{Kind: forms.Secret}}
	g.add(map[string]tool.Answer{"p": {Value: json.RawMessage(`" H\u00fcnter22 "`), Asked: asked}})
	for said, want := range map[string]string{
		"no tok-4711 for H\u00fcnter22":      "no [secret] for [secret]",
		"no 'tok-4711\n' for Hu\u0308nter22": "no '[secret]' for [secret]",
		"no ' H\u00fcnter22 '":               "no '[secret]'",
	} {
		same(t, said, g.hide(said), want)
	}
}

// lines passes on each line that is written to it.
type lines chan string

func (l lines) Write(p []byte) (int, error) { l <- string(p); return len(p), nil }

// TestProgressHoldsNoSecret: neither in its words nor in its numbers.
func TestProgressHoldsNoSecret(t *testing.T) {
	live := make(lines)
	s := spoken(t, `{"jsonrpc":"2.0","id":%s,"result":{"tools":[{"name":"go","inputSchema":{"type":"object"}}]}}`, func(w http.ResponseWriter, id json.RawMessage) {
		w.Header().Set("Content-Type", "text/event-stream")
		for _, c := range []struct{ said, want string }{
			{`"progress":1,"total":4711`, "1 of [secret]\n"},
			{`"progress":47110815,"message":"4711 is it"`, "[secret], [secret] is it\n"},
			{`"progress":100000000,"total":1e30`, "100000000 of 1e+30\n"},
		} {
			fmt.Fprint(w, "data: "+`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"parley-1",`+c.said+`}}`+"\n\n")
			w.(http.Flusher).Flush()
			same(t, c.said, <-live, c.want)
		}
		fmt.Fprint(w, "data: "+`{"jsonrpc":"2.0","id":`+string(id)+`,"result":{"content":[]}}`+"\n\n")
	})
	s.all()[0].given.secrets = secret.Spell([]string{"47110815", "4711"})
	same(t, "the call", ended(find(t, s, "w__go").Run(t.Context(), tool.Call{Arguments: json.RawMessage(`{}`), Live: live})), "success: ")
}
