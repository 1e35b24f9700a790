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

func TestName(t *testing.T) {
	for path, want := range map[string]string{
		"cmd/report.go": "cmd/report.go", "日本": "日本", "a\nb": `"a\nb"`, "b.txt is gone. a": `"b.txt is gone. a"`, "m → n": `"m → n"`, `a "b"`: `"a \"b\""`,
		"\u00e9.txt": "\u00e9.txt", "e\u0301.txt": `"e<U+0301>.txt"`, "\u212b": `"<U+212B>"`, "\u1112\u1161\u11ab": "\u1112\u1161\u11ab", "x\u0302": `"x<U+0302>"`, "b\u201d is": `"b<U+201D> is"`, "Mark\u2019s": `"Mark<U+2019>s"`,
	} {
		if got := Name(path); got != want {
			t.Errorf("%q is named %s, want %s", path, got, want)
		}
	}
}
