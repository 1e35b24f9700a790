package fs

import (
	"context"
	"strings"
	"testing"

	"parley/coordinator/tool"
)

// TestAForeignChangeAmongLineEndsOfBothKinds: the program that makes the change may make all line ends
// alike, which was not shown. So nothing is asked, and that program decides.
func TestAForeignChangeAmongLineEndsOfBothKinds(t *testing.T) {
	for text, want := range map[string]bool{
		"one\ntwo\n": true, "one\r\ntwo\r\n": true, "one\r\ntwo\n": false, "one\r\r\ntwo\r\n": false,
		strings.Repeat("1", 4000) + "\r\ntwo\r\n": true, strings.Repeat("1", 4095) + "\r\ntwo\r\n": false,
	} {
		y := newYard(t, map[string]string{"a.txt": text})
		_, call := y.call("fs_modify_file", `{"path":"a.txt","patterns":[{"old":"two","new":"zwei"}]}`, nil)
		hand := func(context.Context, Approved) tool.Outcome { return tool.Success{} }
		out := ForeignChange(Options{}, hand).Run(context.Background(), call)
		if _, asks := out.(tool.NeedsInput); asks != want {
			t.Errorf("%q: %+v", text, out)
		}
	}
}

// TestAForeignChangeOfUTF16: the program that makes the change writes UTF-16 again, of which each byte can
// be another letter than was shown, and in a file that is not UTF-8 it may put other bytes in the place of those
// that are none. So nothing is asked, and that program decides.
func TestAForeignChangeOfUTF16(t *testing.T) {
	hand := func(context.Context, Approved) tool.Outcome { return tool.Success{} }
	for text, want := range map[string]bool{"aabb": true, "\xff\xfeaabb": false, "\xfe\xffaabb": true, "\xff\xfea\x00a\x00": false} {
		y := newYard(t, map[string]string{"a.txt": text})
		_, call := y.call("fs_create_file", `{"path":"a.txt","content":"\u6d72\u2d20"}`, nil)
		if _, asks := ForeignText(Options{}, true, hand).Run(context.Background(), call).(tool.NeedsInput); asks != want {
			t.Errorf("%q is replaced: asked %v", text, asks)
		}
	}
	for text, want := range map[string]bool{"aabb": true, "\xff\xfeaabb": false, "aabb\ncaf\xe9\n": false} {
		y := newYard(t, map[string]string{"a.txt": text})
		_, call := y.call("fs_modify_file", `{"path":"a.txt","patterns":[{"old":"aa","new":"cc"}]}`, nil)
		if _, asks := ForeignChange(Options{}, hand).Run(context.Background(), call).(tool.NeedsInput); asks != want {
			t.Errorf("%q is changed: asked %v", text, asks)
		}
	}
}
