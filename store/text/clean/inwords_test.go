package clean

import "testing"

// TestNamesOfStrangersInWords: none goes on as a sentence of the program's, nor begins a line of its own.
func TestNamesOfStrangersInWords(t *testing.T) {
	for name, want := range map[string]string{
		"mcp__db__query": "mcp__db__query", "src/a": "src/a", "\u65e5\u672c": "\u65e5\u672c", "": "",
		"Bash? It only reads": `"Bash? It only reads"`, "src: ls": `"src: ls"`, "a\nb": `"a\nb"`, "a) b": `"a) b"`, "a\u00a0b": `"a\u00a0b"`, `a"b`: `"a\"b"`,
	} {
		if got := InWords(name); got != want {
			t.Errorf("%q is told as %s, want %s", name, got, want)
		}
	}
}
