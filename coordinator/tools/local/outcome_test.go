package local

import (
	"encoding/json"
	"testing"

	"parley/coordinator/tool"
	"parley/coordinator/tools/process"
)

// Whatever a command prints is an outcome or raw output, and a form can always be walked.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"type":"success","content":"x"}`, `{"type":"success","content":{"a":[1]}}`,
		`{"type":"error","message":"m","trace":"t","transient":true}`, `{"type":"error","message":5}`,
		`{"type":"needs_input","question":{"id":"a","text":"A?","answer_type":{"type":"select","options":["x",{"value":1}]}}}`,
		`{"type":"needs_input","questions":[{"id":"a","text":"A?","answer_type":{"type":"boolean"},"default":true}]}`,
		`{"type":"needs_input","questions":null}`, `{"type":null}`, `[]`, `"x"`, ``, "{\xff}", `{"type":"needs_input"`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, output []byte) {
		o := parse("x", output, process.NewOutput(kept))
		var is struct{ Type json.RawMessage }
		object := json.Unmarshal(output, &is) == nil
		switch o := o.(type) {
		case nil:
		case tool.Failure:
			if o.Message == "" {
				t.Fatal("a failure without a message")
			}
		case tool.NeedsInput:
			if o.Form.IsZero() {
				t.Fatal("a form without a question")
			}
		}
		if _, failed := o.(tool.Failure); o != nil && !object && !(failed && begun(output) != "") { // what is torn is reported
			t.Fatalf("%q is not JSON and gave %#v", output, o)
		}
	})
}
