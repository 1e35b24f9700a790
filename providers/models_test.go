package providers

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parley/teatest/goldens"
)

// TestTheTableIsPacked: what is built in is what models.txt says. With UPDATE=1 it is made of it again.
func TestTheTableIsPacked(t *testing.T) {
	goldens.Packed(t, "models.gz", packedModels, string(goldens.Must(os.ReadFile("models.txt"))))
}

// TestTheTableOfModels reads every row: a known server, a name that occurs once, four
// plausible numbers, abilities that exist.
func TestTheTableOfModels(t *testing.T) {
	seen := map[string]bool{}
	for line := range strings.Lines(wellKnown()) {
		f := strings.Fields(line)
		if strings.HasPrefix(line, "#") {
			continue
		}
		if len(f) < 5 || len(f) > 7 {
			t.Errorf("%q has %d columns", line, len(f))
			continue
		}
		server, model, _ := strings.Cut(f[0], "/")
		if _, ok := Lookup(server); !ok || model == "" || seen[f[0]] || strings.HasSuffix(model, "-latest") {
			t.Errorf("%q: no known server, no model, or there already", f[0])
		}
		seen[f[0]] = true
		for i, n := range f[1:5] {
			v, err := strconv.ParseFloat(n, 64)
			if n != "-" && (err != nil || i == 0 && v < 4096 || i > 0 && (v <= 0 || v > 200)) {
				t.Errorf("%s: %q cannot be", f[0], n)
			}
		}
		for _, ability := range f[5:] {
			if !slices.Contains([]string{"reasons", "images"}, ability) {
				t.Errorf("%s: %q is no ability", f[0], ability)
			}
		}
		if c := WellKnown(server, model); c == (Capabilities{}) || c.CachedPrice > c.InputPrice || c.InputPrice > c.OutputPrice {
			t.Errorf("%s: %+v", f[0], c)
		}
	}
	if len(seen) == 0 {
		t.Error("no row")
	}
}

func TestWellKnownModels(t *testing.T) {
	sonnet := Capabilities{ContextWindow: 200_000, InputPrice: 3, CachedPrice: 0.3, OutputPrice: 15, Reasoning: true, Images: true}
	for _, c := range []struct {
		server, model string
		want          Capabilities
	}{
		{"anthropic", "claude-sonnet-4-5", sonnet},
		{"anthropic", "claude-sonnet-4-5-20250929", sonnet},
		{"anthropic", "claude-sonnet-4-5-turbo", Capabilities{}},
		{"other", "claude-sonnet-4-5", Capabilities{}},
		{"openai", "gpt-4o-2024-08-06", Capabilities{ContextWindow: 128_000, InputPrice: 2.5, CachedPrice: 1.25, OutputPrice: 10, Images: true}},
		{"mistral", "codestral-2508", Capabilities{InputPrice: 0.3, OutputPrice: 0.9}},
		{"groq", "qwen/qwen3-32b", Capabilities{ContextWindow: 131_072, InputPrice: 0.29, OutputPrice: 0.59, Reasoning: true}},
		{"", "", Capabilities{}},
		{"#", "", Capabilities{}},
	} {
		if got := WellKnown(c.server, c.model); got != c.want {
			t.Errorf("%s/%s: got %+v, want %+v", c.server, c.model, got, c.want)
		}
	}
}

// TestWhoSaysWhatAModelIs: the configuration outranks the server, the server outranks the
// table; prices belong together.
func TestWhoSaysWhatAModelIs(t *testing.T) {
	table := Capabilities{ContextWindow: 100, InputPrice: 1, CachedPrice: 0.5, OutputPrice: 2, Reasoning: true}
	no, free, dear := false, 0.0, 9.0
	for name, c := range map[string]struct {
		said Capabilities
		told Told
		want Capabilities
	}{
		"nothing said":         {Capabilities{}, Told{}, table},
		"a window":             {Capabilities{ContextWindow: 7, Output: OutputTool, Images: true}, Told{}, Capabilities{ContextWindow: 7, Output: OutputTool, InputPrice: 1, CachedPrice: 0.5, OutputPrice: 2, Reasoning: true, Images: true}},
		"prices of its own":    {Capabilities{InputPrice: 3, OutputPrice: 4}, Told{}, Capabilities{ContextWindow: 100, InputPrice: 3, OutputPrice: 4, Reasoning: true}},
		"told, each by itself": {Capabilities{ContextWindow: 7}, Told{ContextWindow: 8, InputPrice: &dear, CachedPrice: &free, Reasoning: &no, Images: new(bool)}, Capabilities{ContextWindow: 8, InputPrice: 9, OutputPrice: 2}},
	} {
		if got := c.said.Known(table, c.told); got != c.want {
			t.Errorf("%s: got %+v, want %+v", name, got, c.want)
		}
	}
}
