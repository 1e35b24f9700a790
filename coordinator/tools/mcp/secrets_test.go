package mcp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// TestANumberCanBeASecret: a card or a PIN that is asked for as a number goes to the server as one.
func TestANumberCanBeASecret(t *testing.T) {
	all, err := request{Schema: json.RawMessage(`{"properties":{"n":{"type":"integer","title":"Credit card number"},"pin":{"type":"number","default":1},
		"code":{"type":"integer","format":"password"},"odd":{"type":"number","title":"CVV"},"max_tokens":{"type":"integer","default":5}}}`)}.ask("t", map[string]bool{})
	if err != nil {
		t.Fatal(err)
	}
	answers := map[string]json.RawMessage{"n": []byte(`"4111111111111111"`), "pin": []byte(`"1234"`), "code": []byte(`"7"`), "odd": []byte(`"12a"`), "max_tokens": []byte(`9`)}
	var kinds []string
	for _, p := range all {
		kinds = append(kinds, fmt.Sprint(p.id, " ", p.question.AnswerType.Kind, " ", string(p.question.Default)))
	}
	same(t, "the questions", strings.Join(kinds, "\n"), "n secret \npin secret \ncode secret \nodd secret \nmax_tokens number 5")
	sent, err := json.Marshal(content(all, answers))
	same(t, "what is sent", fmt.Sprint(string(sent), err), `{"code":7,"max_tokens":9,"n":4111111111111111,"odd":"12a","pin":1234}<nil>`)
}
