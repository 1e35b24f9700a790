package fs

import (
	"context"
	"testing"

	"parley/coordinator/tool"
)

// TestAForeignChangeAmongLineEndsOfBothKinds: the program that makes the change may make all line ends
// alike, which was not shown. So nothing is asked, and that program decides.
func TestAForeignChangeAmongLineEndsOfBothKinds(t *testing.T) {
	for text, want := range map[string]bool{"one\ntwo\n": true, "one\r\ntwo\r\n": true, "one\r\ntwo\n": false} {
		y := newYard(t, map[string]string{"a.txt": text})
		_, call := y.call("fs_modify_file", `{"path":"a.txt","patterns":[{"old":"two","new":"zwei"}]}`, nil)
		hand := func(context.Context, Approved) tool.Outcome { return tool.Success{} }
		out := ForeignChange(Options{}, hand).Run(context.Background(), call)
		if _, asks := out.(tool.NeedsInput); asks != want {
			t.Errorf("%q: %+v", text, out)
		}
	}
}
