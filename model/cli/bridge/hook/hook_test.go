package hook

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/forms"
)

// recorded is where the messages and answers lie that both programs really sent and took.
const recorded = "../../../../testdata/hooks"

func load(t testing.TB, program, kind, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(recorded, program, kind, name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	return bytes.ReplaceAll(data, []byte("PLACE_PROJECT"), []byte("/there/project"))
}

func message(t testing.TB, program, name string) Message {
	t.Helper()
	m, err := Read(program, load(t, program, "payloads", name))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestEveryRecordedMessage plays all of them: what each amounts to here, and what goes back
// for a yes and a no, compared with testdata/hooks/told.txt.
func TestEveryRecordedMessage(t *testing.T) {
	var b strings.Builder
	n := 0
	for _, program := range Programs() {
		files, err := filepath.Glob(filepath.Join(recorded, program, "payloads", "*.json"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			n++
			name := strings.TrimSuffix(filepath.Base(file), ".json")
			fmt.Fprintf(&b, "%s %s\n", program, name)
			m, err := Read(program, load(t, program, "payloads", name))
			if err != nil {
				fmt.Fprintf(&b, "  fault: %v\n", err)
				continue
			}
			tell(&b, m)
		}
	}
	if n < 60 {
		t.Errorf("only %d messages", n)
	}
	golden := filepath.Join(recorded, "told.txt")
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("what the messages amount to differs from %s; UPDATE=1 writes it anew:\n%s", golden, b.String())
	}
}

func tell(b *strings.Builder, m Message) {
	calls, all := m.Closes()
	switch {
	case all:
		fmt.Fprintln(b, "  closes all of the session")
	case len(calls) > 0:
		for _, c := range calls {
			of := m
			of.Call = c
			r := of.Request("/there/project")
			fmt.Fprintf(b, "  closes %s %s\n", r.Tool, r.Arguments)
		}
	case !m.Asks():
		fmt.Fprintln(b, "  says nothing to us")
	default:
		r := m.Request("/there/project")
		fmt.Fprintf(b, "  asks: %s\n  %s %s\n", r.Subject, r.Tool, r.Arguments)
		if r.Reason != "" {
			fmt.Fprintf(b, "  because: %s\n", r.Reason)
		}
		yes := Decision{Verdict: Yes}
		if r.Kind == Questions {
			yes, _ = m.Answers(json.RawMessage(`{"q1":"staging","q2":["api","docs"],"q3":"my own words"}`))
		}
		fmt.Fprintf(b, "  yes: %s  no:  %s", lineOf(m.Say(yes)), lineOf(m.Say(Decision{Verdict: No, Message: Refused("Use a branch."), Stop: true})))
	}
}

func lineOf(said []byte) string {
	if len(said) == 0 {
		return "nothing\n"
	}
	return string(said)
}

// TestAnswersAsTheyWereTaken: what is said is what was recorded as taken, answer by answer.
func TestAnswersAsTheyWereTaken(t *testing.T) {
	for _, c := range []struct {
		program, name string
		decide        func(Message, Request) (Decision, bool)
	}{
		{Claude, "PermissionRequest-Bash-deny", said("Rejected in Parley by ada: never force-push main.")},
		{Claude, "PermissionRequest-Bash-updatedInput", edited("command", "echo changed by parley")},
		{Claude, "PermissionRequest-Write", func(m Message, r Request) (Decision, bool) {
			return m.Approved(r, "", "EDITED IN PARLEY\n")
		}},
		{Claude, "PermissionRequest-mcp-tool", allowed},
		{Claude, "PermissionRequest-WebFetch", allowed},
		{Claude, "PermissionRequest-subagent-Bash", said("sub denied")},
		{Claude, "PermissionRequest-ExitPlanMode", allowed},
		{Claude, "PermissionRequest-ExitPlanMode-deny", said("Ada: split step 1 in two.")},
		{Claude, "PermissionRequest-AskUserQuestion-single-multi-free", func(m Message, _ Request) (Decision, bool) {
			return m.Answers(json.RawMessage(`{"q1":"staging","q2":["api","docs"],"q3":"my own words"}`))
		}},
		{Codex, "PermissionRequest-Bash-allow", allowed},
		{Codex, "PermissionRequest-apply_patch", allowed},
		{Codex, "PermissionRequest-mcp", allowed},
		{Codex, "PreToolUse-apply_patch-rewritten", edited("patch", "*** Begin Patch\n*** Update File: f.txt\n@@\n alpha\n-hello\n+HELLO FROM PARLEY\n*** End Patch\n")},
	} {
		m := message(t, c.program, c.name)
		var took struct{ Stdout json.RawMessage }
		if err := json.Unmarshal(load(t, c.program, "answers", c.name), &took); err != nil {
			t.Fatal(err)
		}
		d, ok := c.decide(m, m.Request("/there/project"))
		if got := m.Say(d); !ok || !forms.Equal(got, took.Stdout) {
			t.Errorf("%s %s:\nsaid %swas taken: %s", c.program, c.name, got, took.Stdout)
		}
	}
}

func allowed(m Message, r Request) (Decision, bool) {
	return m.Permitted(r, json.RawMessage(r.Arguments))
}

func said(message string) func(Message, Request) (Decision, bool) {
	return func(Message, Request) (Decision, bool) { return Decision{Verdict: No, Message: message}, true }
}

func edited(field, text string) func(Message, Request) (Decision, bool) {
	return func(m Message, r Request) (Decision, bool) {
		var in map[string]any
		if json.Unmarshal([]byte(r.Arguments), &in) != nil {
			return Decision{}, false
		}
		in[field] = text
		return m.Permitted(r, json.RawMessage(encoded(in)))
	}
}

// TestAnEditedChange: what Claude Code replaces then gives exactly what was approved.
func TestAnEditedChange(t *testing.T) {
	m := message(t, Claude, "PermissionRequest-Edit")
	r := m.Request("/there/project")
	for _, c := range []struct{ old, text string }{
		{"alpha\nhello world\nomega\n", "alpha\nhunk one only\nomega\n"},
		{"a\na\na\na\n", "a\na\nb\na\na\n"},
		{"x\n", ""},
		{"one", "two"},
		{"a\nb\n", "a\nb\nc"},
		{"a\nb\na\nb\n", "a\nb\na\nb\na\nb\n"},
		{"a\r\nb\r\n", "a\r\nc\r\n"},
		{"x\na\na\na\n", "x\na\na\nb\n"},
		{"}\n}\n}\n", "}\n}\n}\n}\n"},
	} {
		d, ok := m.Approved(r, c.old, c.text)
		var in struct {
			Path string `json:"file_path"`
			Old  string `json:"old_string"`
			New  string `json:"new_string"`
		}
		if err := json.Unmarshal(d.Input, &in); !ok || err != nil {
			t.Fatalf("%q: %v %v", c.text, ok, err)
		}
		old, text := toLF(c.old), toLF(c.text) // as Claude Code sees them
		if n := strings.Count(old, in.Old); n != 1 || strings.Replace(old, in.Old, in.New, 1) != text || in.Path != "/there/project/f.txt" {
			t.Errorf("%q to %q: %d times %q, %q", c.old, c.text, n, in.Old, in.New)
		}
	}
}

// TestAYesIsToWhatWasShown: of its own call Claude Code makes something else than is shown, where words
// are taken out or line ends are not those of the call. So it gets what makes what was shown, or nothing.
func TestAYesIsToWhatWasShown(t *testing.T) {
	for name, c := range map[string]struct{ payload, input, old, text, want string }{
		"as it was asked":                     {"Edit", `{"old_string":"x","new_string":"y"}`, "x\n", "y\n", `{"old_string":"x\n","new_string":"y\n","replace_all":false}`},
		"a line is taken out":                 {"Edit", `{"old_string":"x\n","new_string":""}`, "x\ny\n", "y\n", `{"old_string":"x\n","new_string":"","replace_all":false}`},
		"words are taken out":                 {"Edit", `{"old_string":"x","new_string":""}`, "x\ny\n", "\ny\n", `{"old_string":"x\n","new_string":"\n","replace_all":false}`},
		"everywhere":                          {"Edit", `{"old_string":"x","new_string":"","replace_all":true}`, "x\ny x\nx", "\ny \n", `{"old_string":"x\ny x\nx","new_string":"\ny \n","replace_all":false}`},
		"in lines that end in CR LF":          {"Edit", `{"old_string":"x","new_string":""}`, "x\r\ny\r\n", "\r\ny\r\n", `{"old_string":"x\n","new_string":"\n","replace_all":false}`},
		"behind a byte order mark":            {"Edit", `{"old_string":"x","new_string":""}`, bom + "x\ny\n", bom + "\ny\n", `{"old_string":"x\n","new_string":"\n","replace_all":false}`},
		"one line end is of its own":          {"Edit", `{"old_string":"x","new_string":"y"}`, "x\r\nz\n", "y\r\nz\n", ``},
		"a CR comes before a line end":        {"Edit", `{"old_string":"x","new_string":"y\r"}`, "x\r\nz\r\n", "y\r\r\nz\r\n", ``},
		"it brings other line ends":           {"Edit", `{"old_string":"x","new_string":"y\r\n"}`, "x", "y\r\n", ``},
		"the mark is taken away":              {"Edit", `{"old_string":"x","new_string":"y"}`, bom + "x\n", "y\n", ``},
		"a text as it was asked":              {"Write", `{"content":"x\r\ny\n"}`, "z\n", "x\r\ny\n", `{"content":"x\r\ny\n"}`},
		"a text with the line ends that were": {"Write", `{"content":"x\n"}`, "y\r\n", "x\r\n", `{"content":"x\r\n"}`},
		"a text with the mark that was":       {"Write", `{"content":"x\n"}`, bom + "y\n", bom + "x\n", `{"content":"x\n"}`},
		"a text with bytes that were":         {"Write", `{"content":"x\n"}`, "\xe9\ny\n", "\xe9\nx\n", ``},
		"a text without it":                   {"Write", `{"content":"x\n"}`, bom + "y\n", "x\n", ``},
	} {
		m := message(t, Claude, "PermissionRequest-"+c.payload)
		var in map[string]any
		if err := json.Unmarshal([]byte(c.input), &in); err != nil {
			t.Fatal(err)
		}
		in["file_path"] = "/there/project/f.txt"
		m.Input = json.RawMessage(encoded(in))
		d, ok := m.Approved(m.Request("/there/project"), c.old, c.text)
		var got, want map[string]any
		if len(d.Input) > 0 && json.Unmarshal(d.Input, &got) != nil || c.want != "" && json.Unmarshal([]byte(c.want), &want) != nil {
			t.Fatalf("%s: %s", name, d.Input)
		}
		delete(got, "file_path")
		if ok != (c.want != "") || encoded(got) != encoded(want) {
			t.Errorf("%s: %v %s", name, ok, d.Input)
		}
	}
}

// TestAnEditedChangeOfLinesThatRepeat: every text of at most six lines, of which there are two,
// becomes every one of at most four, also if the part stands there only once for
// whoever counts no places that overlap.
func TestAnEditedChangeOfLinesThatRepeat(t *testing.T) {
	texts := []string{""}
	for from := 0; len(texts) < 1<<7-1; from++ {
		texts = append(texts, texts[from]+"a\n", texts[from]+"b\n")
	}
	for _, old := range texts[1:] {
		for _, text := range texts[:1<<5-1] {
			from, to, ok := between(old, text)
			if ok == (old == text) {
				t.Fatalf("%q to %q: %v", old, text, ok)
			}
			if ok && strings.Replace(old, from, to, 1) != text {
				t.Errorf("%q to %q: %q, %q", old, text, from, to)
			}
			if ok && strings.Index(old, from) != strings.LastIndex(old, from) {
				t.Errorf("%q stands more than once in %q", from, old)
			}
		}
	}
}

// TestFaultyMessages: each is a clear fault, and none is a request.
func TestFaultyMessages(t *testing.T) {
	for name, c := range map[string]struct{ program, data, want string }{
		"another program": {"cursor", `{}`, `"cursor" is no program whose hooks are understood; claude and codex are`},
		"nothing":         {Claude, ``, "a hook's message is JSON: unexpected end of JSON input"},
		"a list":          {Claude, `[]`, "a hook's message is JSON: json: cannot unmarshal array into Go value of type hook.wire"},
		"no event":        {Claude, `{"session_id":"s","cwd":"/"}`, "a hook's message names its hook_event_name, session_id and cwd"},
		"twice":           {Claude, `{"hook_event_name":"Stop","session_id":"s","cwd":"/","cwd":"/etc"}`, "in a hook's message, /cwd stands there twice"},
		"deeper twice":    {Codex, `{"hook_event_name":"PermissionRequest","session_id":"s","cwd":"/","tool_name":"Bash","tool_input":{"command":"ls","command":"rm"}}`, "in a hook's message, /tool_input/command stands there twice"},
		"too long":        {Claude, strings.Repeat(" ", Most+1), "a hook's message is at most 1048576 bytes long"},
	} {
		if m, err := Read(c.program, []byte(c.data)); err == nil || err.Error() != c.want {
			t.Errorf("%s: %+v, %v", name, m, err)
		}
	}
}

// TestUnknownVersions: fields and events of a later version are passed over.
func TestUnknownVersions(t *testing.T) {
	m, err := Read(Claude, []byte(`{"hook_event_name":"Dreaming","session_id":"s","cwd":"/w","schema":9,"tool_name":"Bash","tool_input":7}`))
	if calls, all := m.Closes(); err != nil || m.Asks() || all || len(calls) > 0 {
		t.Errorf("%+v, %v", m, err)
	}
	m, err = Read(Claude, []byte(`{"hook_event_name":"PermissionRequest","session_id":"s","cwd":"/w","tool_name":"Dream/er","tool_input":7}`))
	if r := m.Request("/w"); err != nil || r.Kind != Other || r.Tool != "Dream_er" || r.Arguments != `{"input":7}` {
		t.Errorf("%+v, %v", r, err)
	}
}

// FuzzMessage: whatever comes, what goes back is nothing or one line of JSON for that event.
func FuzzMessage(f *testing.F) {
	for _, program := range Programs() {
		files, err := filepath.Glob(filepath.Join(recorded, program, "payloads", "*.json"))
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range files {
			f.Add(program == Codex, load(f, program, "payloads", strings.TrimSuffix(filepath.Base(file), ".json")), `{"q1":"x"}`, "old\n", "new\n")
		}
	}
	f.Fuzz(func(t *testing.T, codex bool, data []byte, result, old, text string) {
		program := Claude
		if codex {
			program = Codex
		}
		m, err := Read(program, data)
		if err != nil {
			return
		}
		m.Closes()
		r := m.Request("/there/project")
		if !json.Valid([]byte(r.Arguments)) || r.Arguments[0] != '{' {
			t.Fatalf("%s has arguments %s", r.Tool, r.Arguments)
		}
		answers, _ := m.Answers(json.RawMessage(result))
		changed, _ := m.Approved(r, old, text)
		permitted, _ := m.Permitted(r, json.RawMessage(result))
		for _, d := range []Decision{{}, {Verdict: Yes}, {Verdict: No}, answers, changed, permitted} {
			line := m.Say(d)
			if len(line) == 0 {
				continue
			}
			var back struct {
				Out struct{ Event string } `json:"hookSpecificOutput"`
			}
			if d.Verdict == Nothing || !m.Asks() || json.Unmarshal(line, &back) != nil || bytes.Count(line, []byte("\n")) != 1 || line[len(line)-1] != '\n' {
				t.Fatalf("%+v is said as %q", d, line)
			}
		}
	})
}

// TestVersion: the version as the environment gives it, and nothing that only resembles one.
func TestVersion(t *testing.T) {
	for told, want := range map[string]string{
		"claude-code_2-1-330_harness": "2.1.330", "claude-code_2-1-330": "2.1.330", "": "", "claude-code_": "", "claude-code__harness": "",
		"other_2-1-330_harness": "", "claude-code_2-1-\x1b[31m_x": "", "claude-code_" + strings.Repeat("1", 33): "", "claude-code_2-1-330-beta_harness": "",
	} {
		variable := func(name string) string { return map[string]string{"AI_AGENT": told}[name] }
		if got := Version(Claude, variable); got != want {
			t.Errorf("%q: %q", told, got)
		}
		if got := Version(Codex, variable); got != "" {
			t.Errorf("%q, of Codex: %q", told, got)
		}
	}
}

// TestShell: a rule is read as sh reads it, so which shell a command goes to must be known.
func TestShell(t *testing.T) {
	for _, c := range []struct{ own, users, want string }{
		{"", "/bin/bash", "/bin/bash"}, {"", "/bin/zsh", "zsh"}, {"", "/bin/sh", "zsh"}, {"", "", "zsh"},
		{"", "/usr/bin/fish", "zsh"}, {"/bin/zsh", "/bin/bash", "zsh"}, {"/opt/bin/bash", "/bin/zsh", "/opt/bin/bash"},
	} {
		variables := map[string]string{"CLAUDE_CODE_SHELL": c.own, "SHELL": c.users}
		if got := Shell(func(name string) string { return variables[name] }); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
		variables["CLAUDE_CODE_SHELL_PREFIX"] = "sh ev.sh"
		if got := Shell(func(name string) string { return variables[name] }); !strings.HasPrefix(got, "sh ev.sh ") {
			t.Errorf("%+v behind a prefix: %q", c, got)
		}
	}
}
