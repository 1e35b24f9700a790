package mcp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"parley/coordinator/tool"
	"parley/forms"
)

// asksOf are the questions of a schema, in short.
func asksOf(t *testing.T, q request) string {
	t.Helper()
	all, err := q.ask("t", map[string]bool{})
	if err != nil {
		return err.Error()
	}
	var out []string
	for _, p := range all {
		var options []string
		for _, o := range p.question.AnswerType.Options {
			options = append(options, string(o.Value)+o.Label)
		}
		out = append(out, fmt.Sprint(p.name, ": ", p.question.Text, " ", p.question.AnswerType.Kind, " ", options))
	}
	return strings.Join(out, "; ")
}

// TestAWordOfOursAsksForNoSecret: what stands in place of a secret makes a field none for another one. The
// server's own words do, also where they are that word, or where the secret is in them.
func TestAWordOfOursAsksForNoSecret(t *testing.T) {
	for what, c := range map[string]struct{ secret, message, property, want string }{
		"in a title":              {"hunter22", "Again", `{"type":"string","title":"T hunter22"}`, "n: T [secret] text []"},
		"in a description":        {"hunter22", "Again", `{"type":"string","description":"Is hunter22 right?"}`, "n: n text []"},
		"in the message":          {"hunter22", "Of hunter22:", `{"type":"string"}`, "n: n text []"},
		"beside a word for one":   {"hunter22", "Again", `{"type":"string","title":"hunter22, your token"}`, "n: [secret], your token secret []"},
		"the server's own word":   {"hunter22", "hunter22", `{"type":"string","title":"Your [secret]"}`, "n: Your [secret] secret []"},
		"a word that is a secret": {"password", "Again", `{"type":"string","title":"Your password"}`, "n: Your [secret] secret []"},
		"a part of such a word":   {"pass", "Again", `{"type":"string","title":"Your password"}`, "n: Your [secret]word secret []"},
	} {
		l := &link{Server: Server{Name: "t"}}
		c2 := &connection{orders: newOrders(), given: &l.given}
		l.given.add(map[string]tool.Answer{"p": {Value: json.RawMessage(`"` + c.secret + `"`), Asked: forms.Question{ID: "p", AnswerType: forms.AnswerType{Kind: forms.Secret}}}})
		q := requestOf("x", &mcp.ElicitParams{Message: c.message, RequestedSchema: json.RawMessage(`{"properties":{"n":` + c.property + `}}`)}, c2)
		kept, err := json.Marshal(q) // as it is on record until it is answered
		var again request
		if err != nil || json.Unmarshal(kept, &again) != nil {
			t.Fatal(err)
		}
		same(t, what, asksOf(t, q)+" | "+asksOf(t, again), c.want+" | "+c.want)
	}
}

// TestNamesInASchemaAreToldApartByCase as the server does.
func TestNamesInASchemaAreToldApartByCase(t *testing.T) {
	for schema, want := range map[string]string{
		`{"properties":{"a":{"type":"string"}},"Properties":{"z":{"type":"string"}}}`:                 "a: a text []",
		`{"Properties":{"z":{"type":"string"}}}`:                                                      "accept",
		`{"properties":{"a":{"type":"boolean","Type":"string","title":"Keep","Title":"Delete"}}}`:     "a: Keep boolean []",
		`{"properties":{"a":{"type":"string","oneOf":[{"const":"x","Const":"y","TITLE":"delete"}]}}}`: `a: a select ["x"]`,
		`{"properties":{"a":{"type":"array","items":{"enum":["x"],"Enum":["y"]}}}}`:                   `a: a multi_select ["x"]`,
		`{"properties":{"a":{"type":"array","Items":{"enum":["y"]}}}}`:                                "a: " + kindText("array"),
	} {
		got := asksOf(t, request{Schema: json.RawMessage(schema)})
		if want == "accept" {
			want = ": " + acceptText + " boolean []"
		}
		same(t, schema, got, want)
	}
}
