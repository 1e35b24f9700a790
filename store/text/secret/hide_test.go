package secret

import "testing"

func TestATitleHasNoKey(t *testing.T) {
	known := []string{"9f8e7d6c5b4a", "short"}
	for line, want := range map[string]string{
		"rotate 9f8e7d6c5b4a please":                             "rotate [hidden] please",
		"is 9f8e7d6c5b4a9f8e7d6c5b4a one?":                       "is [hidden][hidden] one?",
		"in short, no key":                                       "in short, no key",
		"why is sk-proj-abcdefghijkl1234 refused?":               "why is [hidden] refused?",
		"KEY=ghp_0123456789abcdefghij, \"AKIAIOSFODNN7EXAMPLE\"": "KEY=[hidden], \"[hidden]\"",
		"fetch https://me:word@host/x\u2028ok":                   "fetch [hidden]\u2028ok",
		"naïve ⟨text⟩ \xff":                                      "naïve ⟨text⟩ \xff",
		"キーはsk-proj-abcdefghijkl1234です":                          "キーは[hidden]です",
		"das ist “ghp_0123456789abcdefghij”\xff":                 "das ist “[hidden]”\xff",
		"https://ich:wörter@host/x":                              "[hidden]",
		"":                                                       "",
	} {
		if got := Hide(line, known); got != want {
			t.Errorf("%q is %q, want %q", line, got, want)
		}
	}
}
