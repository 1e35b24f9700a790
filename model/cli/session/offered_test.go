package session

import "testing"

func TestModelsAreListedWithWhatIsKnown(t *testing.T) {
	for want, m := range map[string]ListedModel{
		"m/a␊␠b␍␉c":        {ID: "m/a\n b\r\tc"},
		"m/b␠␠1␠tokens":    {ID: "m/b  1 tokens"},
		"m/a␠":             {ID: "m/a "},
		"m/h<U+0435>llo":   {ID: "m/hеllo"},
		"m/<U+FF41>":       {ID: "m/ａ"},
		"m/a<U+200B>b":     {ID: "m/a\u200bb"},
		"m/<U+2420>":       {ID: "m/␠"},
		"m/привет":         {ID: "m/привет"},
		"a/b":              {ID: "a/b"},
		"a/b  4096 tokens": {ID: "a/b", ContextWindow: 4096},
		"a/b  200000 tokens, $2.5 in, $10 out, reasons, sees images": {ID: "a/b", ContextWindow: 200000, InputPrice: 2.5, OutputPrice: 10, Reasoning: true, Images: true},
		"a/b  $0.05 in, $0 out, sees images":                         {ID: "a/b", InputPrice: 0.05, Images: true},
	} {
		if got := m.Line(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
