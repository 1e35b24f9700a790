package markdown

import (
	"slices"
	"testing"
)

func TestCodeBlocks(t *testing.T) {
	for source, want := range map[string][]string{
		"no code":                                nil,
		"a\n```go\nfunc f() {\n\tg()\n}\n```\nb": {"func f() {\n\tg()\n}"},
		"```\none\n```\n~~~\ntwo ```\n~~~\n":     {"one", "two ```"},
		"````md\n```\ninner\n```\n````":          {"```\ninner\n```"},
		"- item\n\n  ```sh\n  ls\n    -l\n  ```": {"ls\n  -l"},
		"> ```\n> quoted\n> ```":                 {"quoted"},
		"```\nopen\n":                            {"open"},
		"inline ``` x ``` code":                  nil,
		"```\r\nwin\r\n```\r\n":                  {"win"},
		"```\n```":                               {""},
	} {
		if got := CodeBlocks(source); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", source, got, want)
		}
	}
}

func FuzzCodeBlocks(f *testing.F) {
	f.Add("- a\n  ```\n  b\n")
	f.Fuzz(func(t *testing.T, source string) {
		n := 0
		for _, b := range CodeBlocks(source) {
			n += len(b)
		}
		if n > len(source) {
			t.Fatalf("%d bytes of code in %q", n, source)
		}
	})
}
