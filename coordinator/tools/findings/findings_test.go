package findings

import (
	"context"
	"encoding/json"
	"testing"

	"parley/coordinator/tool"
)

func TestAReportIsItsArguments(t *testing.T) {
	f := New()
	if got := f.Run(context.Background(), tool.Call{}); got != (tool.Success{Content: "The findings are recorded."}) {
		t.Errorf("%+v", got)
	}
	for args, want := range map[string]string{
		`{"root_cause":"a typo in a.go:3"}`: "a typo in a.go:3", `{"root_cause":null}`: "no root cause", `{"root_cause":""}`: "no root cause", `[]`: "no root cause",
	} {
		if got := f.(tool.Describer).Describe(json.RawMessage(args)); got != want {
			t.Errorf("%s: %q", args, got)
		}
	}
}
