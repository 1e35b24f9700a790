package local

import (
	"encoding/json"
	"testing"

	"parley/coordinator/tool"
	"parley/forms"
)

// TestASecretInEscapes: it is neither in a result of JSON nor in what a question proposes.
func TestASecretInEscapes(t *testing.T) {
	o := New(tool.Spec{Name: "x"}, Config{Shell: `cat >/dev/null; printf '%s' '{"type":"success","content":{"a":"\u0068unter22","b":"\u00e9"}}'`}).
		Run(t.Context(), tool.Call{Dir: t.TempDir(), Answers: secretAnswers("hunter22")})
	if got := o.(tool.Success).Content; got != `{"a":"[secret]","b":"\u00e9"}` {
		t.Error(got)
	}
	form, err := forms.New([]forms.Question{{ID: "q", Text: "Right?", Default: json.RawMessage(`"\u0068unter22"`), AnswerType: forms.AnswerType{Kind: forms.Text}}})
	if err != nil {
		t.Fatal(err)
	}
	if got := hush(tool.NeedsInput{Form: form}, tool.SecretsOf(secretAnswers("hunter22"))); got != (tool.Failure{Message: secretAskedText}) {
		t.Errorf("%+v", got)
	}
}
