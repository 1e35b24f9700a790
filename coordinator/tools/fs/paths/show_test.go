package paths

import "testing"

func TestShow(t *testing.T) {
	for path, want := range map[string]string{
		"cmd/report.go": "cmd/report.go", "with space": "with space", "日本": "日本", "a\nb": `"a\nb"`, "a\x1b]0;b": `"a\x1b]0;b"`,
		"a`b": "\"a`b\"", "a\xffb": `"a\xffb"`, "a\u200bb": `"a\u200bb"`,
		"cmd/…/report.go": `"cmd/\u2026/report.go"`, "日…": `"日\u2026"`,
	} {
		if got := Show(path); got != want {
			t.Errorf("%q is shown as %s, want %s", path, got, want)
		}
	}
}
