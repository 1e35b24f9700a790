package session

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"parley/config"
	"parley/coordinator"
	"parley/coordinator/rules"
)

// configured loads a user file over what the built-in tools ship with.
func configured(t *testing.T, toml string) config.Config {
	t.Helper()
	file := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(file, []byte(toml), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg, err := config.Load(config.Sources{Builtin: builtinDefaults(), Servers: ServerNames(), UserFile: file, StoreDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	return cfg
}

func TestRulesOfAQuestion(t *testing.T) {
	yes := true
	cfg := configured(t, `
[conversation.tools."*".questions."*"]
answer = "all"
[conversation.tools.fs_delete_file.questions.delete_dirty_file]
answer = true
exclusive = true
prompt_label = "Careful"
`)
	given := Rules{Config: cfg, Answers: map[string]json.RawMessage{"fs_delete_file.delete_dirty_file": json.RawMessage(`false`), "ask_user.answer": json.RawMessage(`"x"`)}}
	for _, c := range []struct {
		rules          Rules
		tool, question string
		want           coordinator.QuestionRules
	}{
		{Rules{Config: configured(t, "")}, "fs_delete_file", "delete_dirty_file", coordinator.QuestionRules{}},
		{Rules{Config: configured(t, "")}, "ask_user", "answer", coordinator.QuestionRules{Label: "Assistant"}},
		{Rules{Config: configured(t, "")}, "fs_modify_file", "apply_changes", coordinator.QuestionRules{}},
		{given, "fs_delete_file", "delete_dirty_file", coordinator.QuestionRules{
			Exclusive: &yes, Label: "Careful", Statics: []coordinator.Static{
				{Value: json.RawMessage(`false`), Path: "--answers fs_delete_file.delete_dirty_file"},
				{Value: json.RawMessage(`true`), Path: "conversation.tools.fs_delete_file.questions.delete_dirty_file.answer"},
				{Value: json.RawMessage(`"all"`), Path: `conversation.tools."*".questions."*".answer`, OnlyIfFits: true},
			}}},
		{given, "fs_move_file", "overwrite_file", coordinator.QuestionRules{Statics: []coordinator.Static{
			{Value: json.RawMessage(`"all"`), Path: `conversation.tools."*".questions."*".answer`, OnlyIfFits: true},
		}}},
	} {
		if got := c.rules.Question(c.tool, c.question); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s.%s:\n got %s\nwant %s", c.tool, c.question, shown(t, got), shown(t, c.want))
		}
	}
}

// shown writes a value so that raw JSON can be read.
func shown(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestRulesWhereNobodyIsThere(t *testing.T) {
	r := Rules{Config: configured(t, `
[conversation.tools."*".detached]
run = "auto"
[conversation.tools.run_command]
detached = "defaults"
[conversation.tools.fs_move_file.detached]
deliver = "auto"
`)}
	for _, c := range []struct {
		tool, run, deliver, question string
	}{
		{"run_command", "defaults", "defaults", "defaults"},
		{"fs_move_file", "auto", "auto", "deny"},
		{"fs_read_file", "auto", "deny", "deny"},
	} {
		var got []string
		for _, kind := range []string{"run", "deliver", "tool"} {
			policy, _ := r.Detached(c.tool, kind)
			got = append(got, string(policy))
		}
		if want := []string{c.run, c.deliver, c.question}; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", c.tool, got, want)
		}
	}
}

func TestReadAnswers(t *testing.T) {
	const form = `it must hold one JSON object, such as {"ask_user.answer": true}`
	dir := t.TempDir()
	file := filepath.Join(dir, "a.json")
	for _, c := range []struct{ text, want, err string }{
		{`{}`, `{}`, ""},
		{` {"ask_user.answer" : [1, "a"] } `, `{"ask_user.answer":[1,"a"]}`, ""},
		{`{"ask_user.a.b": 1}`, `{"ask_user.a.b":1}`, ""},
		{`{"ask_user.a": {"a": 1, "b": {"a": 2}}}`, `{"ask_user.a":{"a":1,"b":{"a":2}}}`, ""},
		{`{"ask_user.a": {"a": 1, "a": 2}}`, "", `in the answer to "ask_user.a", /a stands there twice; leave one out`},
		{`{"ask_user.a": [0, {"x/y": {"a": 1, "\u0061": 1}}]}`, "", `in the answer to "ask_user.a", /1/x~1y/a stands there twice; leave one out`},
		{``, "", form},
		{`null`, "", form},
		{`"a"`, "", form},
		{`[{}]`, "", form},
		{`{`, "", "line 1 is not valid JSON; " + form},
		{"{\n\"ask_user.a\": 1,\n}", "", "line 3 is not valid JSON; " + form},
		{"{\n\"ask_user.a\": 1\n\"ask_user.b\": 1}", "", "line 3 is not valid JSON; " + form},
		{"{\n\"ask_user.a\": yes}", "", "line 2 is not valid JSON; " + form},
		{`{"ask_user.a": 1} {}`, "", "something follows the JSON object; a file holds one object"},
		{`{"ask_user.a": 1, "ask_user.a": 1}`, "", `the key "ask_user.a" stands there twice; leave one out`},
		{`{"ask_user": 1}`, "", `the key "ask_user" is not of the form <tool>.<question>`},
		{`{".a": 1}`, "", `the key ".a" is not of the form <tool>.<question>`},
		{`{"ask_user.": 1}`, "", `the key "ask_user." is not of the form <tool>.<question>`},
		{`{"aks_user.a": 1}`, "", `there is no tool "aks_user"; did you mean "ask_user"?`},
		{`{"zzz.a": 1}`, "", `there is no tool "zzz"`},
		{`{"ask_user.a": null}`, `{"ask_user.a":null}`, ""},
	} {
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := readAnswers(file, []string{"ask_user", "run_command"}, config.Config{}.ServerOf)
		wantErr := c.err
		if wantErr != "" {
			wantErr = "--answers: " + file + ": " + wantErr
		}
		if said(err) != wantErr {
			t.Errorf("%s: %q, want %q", c.text, said(err), wantErr)
		}
		if err == nil && shown(t, got) != c.want {
			t.Errorf("%s: %s, want %s", c.text, shown(t, got), c.want)
		}
	}
	if got, err := readAnswers("", nil, nil); got != nil || err != nil {
		t.Errorf("without a file: %v, %v", got, err)
	}
	_, err := readAnswers(filepath.Join(dir, "none"), nil, nil)
	if err == nil || !strings.HasPrefix(err.Error(), "--answers: open "+filepath.Join(dir, "none")+": ") {
		t.Errorf("a missing file: %v", err)
	}
}

// FuzzAnswers: any bytes are either read as JSON reads them or refused with an error.
func FuzzAnswers(f *testing.F) {
	for _, seed := range []string{`{}`, `{"a.b":1}`, `{"a.b":1,"a.b":2}`, `{"a":{"b":[null]}} x`, `{"a" 1}`, "{\n", `[`, `nul`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := answersIn(data)
		var want map[string]json.RawMessage
		if err != nil {
			return
		}
		if fault := json.Unmarshal(data, &want); fault != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, want %v (%v)", data, got, want, fault)
		}
	})
}

// said is the text of an error, "" for none.
func said(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestAFaultOfARuleOnTheScreen names the line where there are several, and does not repeat the
// rule that stands above it.
func TestAFaultOfARuleOnTheScreen(t *testing.T) {
	_, err := rules.Parse(rules.Allow, "run_command(ls")
	for lines, want := range map[int]string{1: "the bracket is not closed at its end", 3: "line 2: the bracket is not closed at its end"} {
		if got := lineFault(err, 2, lines); got.Error() != want {
			t.Errorf("%d lines: %s, want %s", lines, got, want)
		}
	}
	if got := lineFault(io.EOF, 1, 1); got != io.EOF {
		t.Errorf("another error became %v", got)
	}
}
