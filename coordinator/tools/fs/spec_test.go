package fs

import (
	"encoding/json"
	"fmt"
	"parley/coordinator/tool"
	"parley/forms"
	"strings"
	"testing"
)

func TestToolsSayWhatTheyAre(t *testing.T) {
	want := `fs_read_file unattended unattended repeatable
fs_list_files unattended unattended repeatable
fs_grep_files unattended unattended repeatable
fs_create_file ask unattended
fs_modify_file unattended unattended
fs_delete_file ask unattended
fs_move_file ask unattended
`
	var got strings.Builder
	for _, one := range Tools(Options{}) {
		s := one.Spec()
		fmt.Fprintf(&got, "%s %s %s", s.Name, s.Run, s.Result)
		if s.Repeatable {
			got.WriteString(" repeatable")
		}
		got.WriteString("\n")
		if s.Hidden || s.Assistant || s.Description == "" {
			t.Errorf("%s: %+v", s.Name, s)
		}
	}
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
}

// strict refuses what servers with strict schemas refuse: parameters without a
// type or a description, and objects that are open.
func strict(at string, schema map[string]any) []string {
	var faults []string
	kind, ok := schema["type"].(string)
	if !ok {
		faults = append(faults, at+" has no type")
	}
	switch kind {
	case "object":
		if schema["additionalProperties"] != false {
			faults = append(faults, at+" is open")
		}
		for name, p := range schema["properties"].(map[string]any) {
			p := p.(map[string]any)
			if p["description"] == nil {
				faults = append(faults, at+"."+name+" has no description")
			}
			faults = append(faults, strict(at+"."+name, p)...)
		}
	case "array":
		faults = append(faults, strict(at+"[]", schema["items"].(map[string]any))...)
	}
	return faults
}

func TestSchemasAreStrict(t *testing.T) {
	for _, one := range Tools(Options{}) {
		s := one.Spec()
		var schema map[string]any
		if err := json.Unmarshal(s.Parameters, &schema); err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		for _, f := range strict(s.Name, schema) {
			t.Error(f)
		}
		if _, err := s.Check([]byte(`{"nonsense":1}`)); err == nil {
			t.Errorf("%s takes an unknown argument", s.Name)
		}
	}
}

func TestChecksFillDefaults(t *testing.T) {
	y := newYard(t, nil)
	for name, want := range map[string]string{
		"fs_list_files":  `{"path":".","depth":0,"include_ignored":false}`,
		"fs_grep_files":  `{"pattern":"x","context":0,"ignore_case":false,"include_ignored":false}`,
		"fs_modify_file": `{"path":"a","patterns":[{"old":"b","new":"c","all":false}]}`,
	} {
		in := map[string]string{"fs_list_files": `{}`, "fs_grep_files": `{"pattern":"x"}`,
			"fs_modify_file": `{"path":"a","patterns":"[{\"old\":\"b\",\"new\":\"c\"}]"}`}[name]
		out, err := y.tools[name].Spec().Check([]byte(in))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !forms.Equal(out, []byte(want)) {
			t.Errorf("%s: got %s, want %s", name, out, want)
		}
	}
}

func TestDescribeAndCovers(t *testing.T) {
	y := newYard(t, nil)
	for _, c := range []struct{ tool, arguments, describe, covers string }{
		{"fs_read_file", `{"path":"cmd/report.go"}`, "cmd/report.go", "reading cmd/report.go"},
		{"fs_read_file", `{"path":"a","start_line":3}`, "a from line 3", "reading a"},
		{"fs_read_file", `{"path":"a","end_line":3}`, "a lines 1 to 3", "reading a"},
		{"fs_list_files", `{}`, ".", "exactly this call"},
		{"fs_list_files", `{"path":"cmd","pattern":"*.go"}`, "cmd *.go", "listing cmd"},
		{"fs_grep_files", `{"pattern":"a\"b"}`, `a"b`, "searching the workspace"},
		{"fs_grep_files", `{"pattern":"x","paths":["a","b"],"include":"*.go"}`, `x in a, b (*.go)`, "searching a, b"},
		{"fs_grep_files", `{"pattern":"printReport\\("}`, `printReport(`, "searching the workspace"},
		{"fs_grep_files", `{"pattern":"printReport\\(.*\\)$"}`, `printReport\(.*\)$`, "searching the workspace"},
		{"fs_grep_files", `{"pattern":"say \"yes\""}`, `say "yes"`, "searching the workspace"},
		{"fs_grep_files", `{"pattern":"(?i)todo"}`, `(?i)todo`, "searching the workspace"},
		{"fs_grep_files", `{"pattern":"("}`, `(`, "searching the workspace"},
		{"fs_grep_files", `{"pattern":" x "}`, `" x "`, "searching the workspace"},
		{"fs_grep_files", `{"pattern":"a\tb"}`, `"a\tb"`, "searching the workspace"},
		{"fs_grep_files", `{"pattern":"\\x1b"}`, `\x1b`, "searching the workspace"},
		{"fs_grep_files", `{"pattern":""}`, `""`, "searching the workspace"},
		{"fs_create_file", `{"path":"a","content":"1\n2"}`, "a (2 lines, no line end at the end)", "writing a"},
		{"fs_create_file", `{"path":"a","content":"1"}`, "a (1 line, no line end at the end)", "writing a"},
		{"fs_create_file", `{"path":"a","content":"1\n2\n"}`, "a (2 lines)", "writing a"},
		{"fs_create_file", `{"path":"a","content":""}`, "a (0 lines)", "writing a"},
		{"fs_modify_file", `{"path":"a\u001b[2Jb","patterns":[]}`, `"a\x1b[2Jb"`, `changing "a\x1b[2Jb"`},
		{"fs_delete_file", `{"path":"a\u202eb"}`, `"a\u202eb"`, `deleting "a\u202eb"`},
		{"fs_move_file", `{"path":"a","to":"b"}`, "a → b", "moving a → b"},
		{"fs_move_file", `[]`, "", "exactly this call"},
		{"fs_delete_file", `[]`, "", "exactly this call"},
		{"fs_grep_files", `[]`, "", "exactly this call"},
		{"fs_create_file", `[]`, "", "exactly this call"},
		{"fs_read_file", `[]`, "", "exactly this call"},
		{"fs_list_files", `[]`, "", "exactly this call"},
	} {
		one := y.tools[c.tool]
		if got := one.(tool.Describer).Describe([]byte(c.arguments)); got != c.describe {
			t.Errorf("%s %s: describes %q, want %q", c.tool, c.arguments, got, c.describe)
		}
		if got := one.(tool.Coverer).Covers([]byte(c.arguments)); got.Text != c.covers || got.Key == "" {
			t.Errorf("%s %s: covers %+v, want %q", c.tool, c.arguments, got, c.covers)
		}
	}
}

func TestCoversTellsCallsApart(t *testing.T) {
	y := newYard(t, nil)
	keys := map[string]string{}
	for _, c := range [][2]string{
		{"fs_create_file", `{"path":"a"}`}, {"fs_create_file", `{"path":"b"}`}, {"fs_delete_file", `{"path":"a"}`},
		{"fs_move_file", `{"path":"a","to":"b"}`}, {"fs_move_file", `{"path":"ab","to":""}`}, {"fs_move_file", `{"path":"","to":"ab"}`},
		{"fs_grep_files", `{"paths":["a","b"]}`}, {"fs_grep_files", `{"paths":["a, b"]}`}, {"fs_move_file", `[]`}, {"fs_move_file", `[1]`},
	} {
		key := y.tools[c[0]].(tool.Coverer).Covers([]byte(c[1])).Key
		if other, ok := keys[key]; ok {
			t.Errorf("%v has the key of %s", c, other)
		}
		keys[key] = strings.Join(c[:], " ")
	}
}

func TestArgumentsThatDoNotFit(t *testing.T) {
	y := newYard(t, nil)
	for name := range y.tools {
		y.want(y.run(name, `[]`, nil),
			"error: The arguments do not fit the tool's parameters. Nothing was done. Give an object with the parameters that the tool names.")
	}
}
