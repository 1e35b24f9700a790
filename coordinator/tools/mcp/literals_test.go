package mcp

import (
	"encoding/json"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"parley/coordinator/tool"
	"parley/forms"
	"parley/store/text/secret"
)

// told is a connection with a server that was given these secrets.
func told(secrets ...string) (*link, *connection) {
	l := &link{Server: Server{Name: "t"}}
	l.given.secrets = secret.Spell(secrets)
	return l, &connection{orders: newOrders(), given: &l.given}
}

// TestASecretInASchema: escapes of JSON do not keep it from being found, and the schema stays in order.
func TestASecretInASchema(t *testing.T) {
	const schema = `{"type":"object","properties":{"z\u0068unter22":{"type":"string","description":"\u0068\u0075nter22, \u00e9"},"a":{"type":"number","default":471108, "title":"\u00e9"}}}`
	const want = `{"type":"object","properties":{"z[secret]":{"type":"string","description":"[secret], é"},"a":{"type":"number","default":"[secret]", "title":"\u00e9"}}}`
	_, c := told("hunter22", "471108")
	c.orders.see([]byte(`{"result":{"tools":[{"name":"x","inputSchema":` + schema + `}]}}`))
	var read any
	if err := json.Unmarshal([]byte(schema), &read); err != nil {
		t.Fatal(err)
	}
	same(t, "a tool", string(c.offerOf(&mcp.Tool{Name: "x", InputSchema: read}).Parameters), want)
	q := requestOf("x", &mcp.ElicitParams{Message: "m", RequestedSchema: read}, c)
	same(t, "a form", string(q.Schema), want)
	if !q.Hidden {
		t.Error("the form is none in which something is hidden")
	}
}

// TestAFormOfTheWordItself: a server that writes the word itself, in escapes, asks for a secret, whatever
// another field comes to ask for without what was hidden.
func TestAFormOfTheWordItself(t *testing.T) {
	_, c := told("hunter22")
	schema := json.RawMessage(`{"type":"object","properties":{"a":{"type":"string","title":"[\u0073ecret]"},"b":{"type":"string","title":"passhunter22word"}}}`)
	c.orders.keep(schema)
	var read any
	if err := json.Unmarshal(schema, &read); err != nil {
		t.Fatal(err)
	}
	all, err := requestOf("x", &mcp.ElicitParams{Message: "m", RequestedSchema: read}, c).ask("t", map[string]bool{})
	if err != nil || all[0].question.AnswerType.Kind != forms.Secret {
		t.Errorf("%+v, %v", all, err)
	}
}

// TestASecretInAResultOfJSON: neither a text of a result nor what it holds in parts has it in escapes.
func TestASecretInAResultOfJSON(t *testing.T) {
	l, c := told("hunter22")
	for what, result := range map[string]*mcp.CallToolResult{
		"a text":     {Content: []mcp.Content{&mcp.TextContent{Text: `{"a": "\u0068unter22"}`}}},
		"a value":    {StructuredContent: json.RawMessage(`{"a": "\u0068unter22"}`)},
		"a resource": {Content: []mcp.Content{&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: "x:y", Text: `{"a": "\u0068unter22"}`}}}},
	} {
		want := map[string]string{"a text": `{"a": "[secret]"}`, "a value": `{"a":"[secret]"}`, "a resource": resourceText("x:y", `{"a": "[secret]"}`)}[what]
		same(t, what, remote{link: l}.outcome(result, c.hide).(tool.Success).Content, want)
	}
}
