package local

import (
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"parley/coordinator/tool"
	"parley/forms"
)

func secretAnswers(secret string) map[string]tool.Answer {
	value, _ := json.Marshal(secret) // a string always encodes
	return map[string]tool.Answer{"key": {Value: value, Asked: forms.Question{ID: "key", AnswerType: forms.AnswerType{Kind: forms.Secret}}}}
}

func TestASecretIsFoundHoweverItIsWritten(t *testing.T) {
	secret := "hun\"ter<é😀"
	for _, said := range []string{
		`it is hun"ter<é😀.`, `{"a":"hun\"ter<é😀"}`, `{"a":"hun\"ter\u003cé😀"}`, `{"a":"hun\"ter<\u00e9\ud83d\ude00"}`,
	} {
		for _, o := range []tool.Outcome{tool.Success{Content: said}, tool.Failure{Message: said}} {
			got := ""
			switch o := hush(o, tool.SecretsOf(secretAnswers(secret))).(type) {
			case tool.Success:
				got = o.Content
			case tool.Failure:
				got = o.Message
			}
			if got != `it is [secret].` && got != `{"a":"[secret]"}` {
				t.Errorf("%s became %s", said, got)
			}
		}
	}
}

// TestASecretIsFoundQuotedTwice: what a program printed stands in a log or a result of JSON once
// more, in an address, or in the words of a shell.
func TestASecretIsFoundQuotedTwice(t *testing.T) {
	for _, secret := range []string{`Zq"x\ö/T`, "it's\t50%", "\\/\\/"} {
		once, _ := json.Marshal(secret)
		twice, _ := json.Marshal(string(once))
		value, _ := json.Marshal(map[string]string{"log": string(once)})
		for _, said := range []string{
			string(once), string(twice), string(value), strconv.Quote(string(once)), strings.ReplaceAll(string(once), "/", `\/`),
			strings.ReplaceAll(string(once), "ö", `\u00F6`),
			"https://me:" + url.QueryEscape(secret) + "@h", "https://h/" + url.PathEscape(secret), url.UserPassword("me", secret).String() + "@h",
			"+ x '" + strings.ReplaceAll(secret, `'`, `'\''`) + "'", "b'" + strings.ReplaceAll(strings.ReplaceAll(secret, `\`, `\\`), `'`, `\'`) + "'",
		} {
			if got := tool.SecretsOf(secretAnswers(secret)).Hide(said); !strings.Contains(got, tool.Hidden) {
				t.Errorf("%s is still in %s", secret, got)
			}
		}
	}
}

func TestAQuestionThatRepeatsASecretIsNotPut(t *testing.T) {
	for name, q := range map[string]forms.Question{
		"text":    {ID: "q", Text: `Is hun"ter right?`, AnswerType: forms.AnswerType{Kind: forms.Boolean}},
		"context": {ID: "q", Text: "Right?", Context: `hun"ter`, AnswerType: forms.AnswerType{Kind: forms.Boolean}},
		"default": {ID: "q", Text: "Right?", Default: json.RawMessage(`"hun\"ter"`), AnswerType: forms.AnswerType{Kind: forms.Text}},
	} {
		form, err := forms.New([]forms.Question{q})
		if err != nil {
			t.Fatal(err)
		}
		got, ok := hush(tool.NeedsInput{Form: form}, tool.SecretsOf(secretAnswers(`hun"ter`))).(tool.Failure)
		want := "The tool asked a question that repeats a secret it was given, so it was not put to anybody. " +
			"Do not retry this tool call; the tool must be mended."
		if !ok || got.Message != want {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
