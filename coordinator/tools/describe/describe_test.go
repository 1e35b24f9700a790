package describe_test

import (
	"encoding/json"
	"testing"

	"parley/coordinator/tool"
	"parley/coordinator/tools/describe"
)

func specs() []tool.Spec {
	return []tool.Spec{
		{Name: "fs_read_file", Description: "Read a file.\n", Parameters: json.RawMessage(`{"type":"object","properties":{"path":{"type":"string"}}}`)},
		{Name: "report", Description: "Report."},
	}
}

const (
	readFile = "# fs_read_file\n\nRead a file.\n\nParameters (JSON Schema):\n" +
		"{\n  \"type\": \"object\",\n  \"properties\": {\n    \"path\": {\n      \"type\": \"string\"\n    }\n  }\n}"
	report = "# report\n\nReport.\n\nParameters (JSON Schema):\n{}"
)

func TestRun(t *testing.T) {
	cases := []struct {
		name, arguments string
		want            tool.Outcome
	}{
		{"all", `{}`, tool.Success{Content: readFile + "\n\n" + report}},
		{"none named", `{"names":[]}`, tool.Success{Content: readFile + "\n\n" + report}},
		{"in the order asked for", `{"names":["report","fs_read_file"]}`, tool.Success{Content: report + "\n\n" + readFile}},
		{"one unknown", `{"names":["raport","report","zz"]}`, tool.Success{Content: "You have no tool named \"raport\". Did you mean \"report\"?\n\n" + report + "\n\nYou have no tool named \"zz\"."}},
		{"all unknown", `{"names":["zz"]}`, tool.Failure{Message: "You have no tool named \"zz\".\nYour tools are: fs_read_file, report."}},
		{"unreadable", `{"names":5}`, tool.Failure{Message: "The arguments cannot be read. Give names as a list of strings, or leave it out."}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := describe.New(specs).Run(t.Context(), tool.Call{Arguments: json.RawMessage(c.arguments)})
			if got != c.want {
				t.Errorf("got  %#v\nwant %#v", got, c.want)
			}
		})
	}
}

func TestSpec(t *testing.T) {
	s := describe.New(specs).Spec()
	if s.Name != "describe_tools" || s.Run != tool.Unattended || !s.Repeatable {
		t.Errorf("got %+v", s)
	}
	got, err := s.Check(json.RawMessage(`{"names":"[\"a\"]"}`))
	if err != nil || string(got) != `{"names":["a"]}` {
		t.Errorf("checked %s, %v", got, err)
	}
}
