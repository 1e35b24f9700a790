package local

import (
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"parley/coordinator/tool"
	"parley/coordinator/tools/process"
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

// TestAFaultRepeatsNoPartOfASecret: what is wrong with an outcome is told by words of it that are cut, or stand in a
// pointer.
func TestAFaultRepeatsNoPartOfASecret(t *testing.T) {
	const secret = "hun~ter2/hunter-14"
	spelled := tool.SecretsOf(secretAnswers(secret))
	long := strings.Repeat("x", 65) + secret + strings.Repeat("y", 600)
	for _, said := range []string{
		`{"type":"needs_input","question":{"id":"q","text":"Q?","answer_type":"text","format":"` + long + `"}}`,
		`{"type":"needs_input","question":{"id":"q","text":"Q?","answer_type":"` + long + `"}}`,
		`{"type":"needs_input","question":{"id":"q","text":"Q?","answer_type":"select","options":["a"],"default":"` + long + `"}}`,
		`{"type":"needs_input","question":{"id":"q","text":"Q?","answer_type":"boolean","when":{"question_id":"` + long + `","equals":true}}}`,
		`{"type":"needs_input","question":{"id":"q","text":"Q?","answer_type":"text","pattern":"(` + strings.Repeat("x", 590) + secret + `"}}`,
		`{"type":"needs_input","question":{"id":"q","text":"Q?","answer_type":"boolean","` + secret + `":1,"` + secret + `":2}}`,
		`{"type":"needs_input","question":{"id":"q","text":"Q?","answer_type":"schema","schema":{"type":"object","properties":{"` + secret + `":{"type":"nope"}}}}}`,
		`{"type":"error","message":7,"trace":"` + secret + `"}`,
	} {
		for _, written := range []string{said, strings.ReplaceAll(said, "hun", `\u0068un`)} {
			s := newSaid(nil, spelled)
			if _, err := s.outcomes.Write([]byte(written)); err != nil {
				t.Fatal(err)
			}
			f, ok := hush(s.outcome("x", process.Status{}, spelled), spelled).(tool.Failure)
			for n := len(secret); n >= 6; n-- {
				for _, part := range []string{secret[:n], strings.NewReplacer("~", "~0", "/", "~1").Replace(secret)[:n]} {
					if strings.Contains(f.Message+f.Trace, part) {
						t.Fatalf("%.60s…: %q in %+v", written, part, f)
					}
				}
			}
			if !ok {
				t.Errorf("%.60s… is no fault: %+v", written, f)
			}
		}
	}
}
