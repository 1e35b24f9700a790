package describe_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
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
		{"one many times", `{"names":["report","zz","report","zz"]}`, tool.Success{Content: report + "\n\nYou have no tool named \"zz\"."}},
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

// TestWhatIsTooMuchIsNamed: a model gets so many bytes and no more, whatever it asks for and
// however much a server says of its tools.
func TestWhatIsTooMuchIsNamed(t *testing.T) {
	const kept = 256 << 10
	long := func(name string, bytes int) tool.Spec {
		return tool.Spec{Name: name, Description: strings.Repeat("x", bytes)}
	}
	told := func(s tool.Spec) string {
		return "# " + s.Name + "\n\n" + s.Description + "\n\nParameters (JSON Schema):\n{}"
	}
	a, b, c, d := long("a", 200<<10), long("b", 50<<10), long("c", 50<<10), long("d", 1)
	huge := long("huge", 3<<20)
	for _, x := range []struct{ name, arguments, want string }{
		{"as far as there is room", `{"names":["a","b","c","d"]}`,
			told(a) + "\n\n" + told(b) + "\n\nThere is no room for more here. Ask for these in calls of their own, a few at a time: c, d."},
		{"a long one later", `{"names":["d","huge"]}`, told(d) + "\n\nThere is no room for more here. Ask for these in calls of their own, a few at a time: huge."},
		{"the same one very often", `{"names":["d"` + strings.Repeat(`,"d"`, 8000) + `]}`, told(d)},
	} {
		got := describe.New(func() []tool.Spec { return []tool.Spec{a, b, c, d, huge} }).Run(t.Context(), tool.Call{Arguments: json.RawMessage(x.arguments)})
		if got != (tool.Success{Content: x.want}) {
			t.Errorf("%s: %.200v, and so on", x.name, got)
		}
	}
	many := make([]string, 20_000)
	for i := range many {
		many[i] = fmt.Sprintf(`"%s%d"`, strings.Repeat("n", i%3000), i)
	}
	for name, arguments := range map[string]string{
		"a long one alone": `{"names":["huge"]}`, "everything": `{}`, "names of none": `{"names":[` + strings.Join(many, ",") + `]}`,
		"one long name": `{"names":["` + strings.Repeat("n", 1<<20) + `"]}`,
	} {
		size := 0
		switch got := describe.New(func() []tool.Spec { return []tool.Spec{huge, a, b, c, d} }).Run(t.Context(), tool.Call{Arguments: json.RawMessage(arguments)}).(type) {
		case tool.Success:
			size = len(got.Content)
		case tool.Failure:
			size = len(got.Message)
		}
		if size == 0 || size > kept+(32<<10) {
			t.Errorf("%s: %d bytes", name, size)
		}
	}
}

// TestDescribingEndsWhenToldTo.
func TestDescribingEndsWhenToldTo(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	want := tool.Failure{Message: "This was stopped before everything was described."}
	if got := describe.New(specs).Run(ctx, tool.Call{Arguments: json.RawMessage(`{}`)}); got != want {
		t.Errorf("%+v", got)
	}
}
