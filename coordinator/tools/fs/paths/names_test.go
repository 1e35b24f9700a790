package paths

import (
	"strings"
	"testing"
)

func TestFolded(t *testing.T) {
	for name, want := range map[string]string{
		".parley": ".parley", ".PARLEY": ".parley", ".Par\u200cley": ".parley", "\ufeff.parley": ".parley", ".par\u00adley": ".parley", ".pa\ufe0frley": ".parley", ".git\u115f": ".git", ".g\u3164it": ".git", "\uffa0.git": ".git",
		"AGENTS.md": "agents.md", "AGENT\u017f.MD": "agents.md", ".hu\u017fky": ".husky", ".mi\ufb06": ".mist", "\uff0e\uff50arley": ".parley", ".ba\u00dfrc": ".bassrc",
		"\u212aernel": "kernel", "\u0130n": "in", "\u00dcB": "u\u0308b", "U\u0308b": "u\u0308b", "\u212bx": "a\u030ax", "\u1fb3": "\u03b1\u03b9", "日本": "日本", "\xff": "\ufffd",
	} {
		if got := Folded(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func FuzzNames(f *testing.F) {
	for _, seed := range []string{"a", ".git", "nul.txt", "A~1", "\uff0egit", "a/b:c", "\u1fb3", "\u0130\u0308", "a\u0323\u034f\u0308"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		once := Folded(name)
		if Folded(once) != once {
			t.Errorf("%q folds to %q and that to %q", name, once, Folded(once))
		}
		if strings.ContainsRune(name, ':') && Fault(name) == "" {
			t.Errorf("%q is written", name)
		}
	})
}
