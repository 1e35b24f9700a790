package local

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/quick"

	"parley/coordinator/tool"
)

// TestLiveOutputHidesSecrets: wherever the output is split, what is visible at any moment
// contains no part of a complete secret, and in the end everything else.
func TestLiveOutputHidesSecrets(t *testing.T) {
	spelled := tool.SecretsOf(secretAnswers("hunter22"))
	text := "is hunter22, hunhunter22hunter2 hunter22"
	want := "is [secret], hun[secret]hunter2 [secret]"
	wantHushed(t, spelled, text, want)
}

// wantHushed splits a text in every way: at any moment the beginning of what is wanted is visible.
func wantHushed(t *testing.T, spelled tool.Secrets, text, want string) {
	t.Helper()
	for size := 1; size <= len(text); size++ {
		var seen bytes.Buffer
		h := &hushed{w: &seen, spelled: spelled}
		for part := range slices.Chunk([]byte(text), size) {
			if _, err := h.Write(part); err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(want, seen.String()) {
				t.Fatalf("in parts of %d bytes %q is seen", size, seen.String())
			}
		}
		if h.end(); seen.String() != want {
			t.Errorf("in parts of %d bytes it is %q, want %q", size, seen.String(), want)
		}
	}
}

// TestColoursDoNotHideASecret: what no screen draws does not keep a secret from being found,
// wherever the output is split.
func TestColoursDoNotHideASecret(t *testing.T) {
	spelled := tool.SecretsOf(secretAnswers("hunter22"))
	text := "is \x1b[01;31m\x1b[Khunt\x1b[m\x1b[Ker22, \x1b[1mhun\x1b[0mter2, hun\x1b]ter22 \x1b[2Jhunter22\x1b[3"
	want := "is [secret], hunter2, hun\x1b]ter22 \x1b[2J[secret]\x1b[3"
	wantHushed(t, spelled, text, want)
	if got := spelled.Hide(text); got != want {
		t.Errorf("a result is %q, want %q", got, want)
	}
	for _, same := range []string{"a \x1b[1mbold\x1b[0m word", "\x1b[1mhunter2"} {
		if got := spelled.Hide(same); got != same {
			t.Errorf("%q has become %q", same, got)
		}
	}
}

// TestLiveOutputIsTheFinalOne: over all secrets, outputs and splits, what was shown is
// what the result says.
func TestLiveOutputIsTheFinalOne(t *testing.T) {
	alphabet := func(b []byte) string {
		for i := range b {
			b[i] = "ab\"< "[b[i]%5]
		}
		return string(b)
	}
	law := func(one, two [5]byte, output []byte, splits []uint8) bool {
		answers := secretAnswers(alphabet(one[:]))
		answers["two"] = secretAnswers(alphabet(two[:4]))["key"]
		spelled, text := tool.SecretsOf(answers), alphabet(output)
		var seen bytes.Buffer
		h := &hushed{w: &seen, spelled: spelled}
		rest := text
		for _, n := range splits {
			n := min(int(n%7), len(rest))
			if _, err := h.Write([]byte(rest[:n])); err != nil {
				return false
			}
			rest = rest[n:]
		}
		if _, err := h.Write([]byte(rest)); err != nil {
			return false
		}
		h.end()
		return seen.String() == spelled.Hide(text)
	}
	most := 20_000
	if testing.Short() {
		most /= 20
	}
	if err := quick.Check(law, &quick.Config{MaxCount: most}); err != nil {
		t.Error(err)
	}
}

// TestARunShowsNoSecret: both streams of a command, while it runs.
func TestARunShowsNoSecret(t *testing.T) {
	for name, line := range map[string]string{
		"at once":          `cat >/dev/null; echo "it is hunter22, hunter"`,
		"on two streams":   `cat >/dev/null; echo "it is hunter22, hunter" >&2`,
		"in two pieces":    `cat >/dev/null; printf 'it is hun'; printf 'ter22, hunter\n'`,
		"letter by letter": `cat >/dev/null; for c in i t ' ' i s ' ' h u n t e r 2 2 , ' ' h u n t e r; do printf '%s' "$c"; done; echo`,
	} {
		var seen bytes.Buffer
		o := New(tool.Spec{Name: "x"}, Config{Shell: line}).Run(t.Context(), tool.Call{Dir: t.TempDir(), Live: &seen, Answers: secretAnswers("hunter22")})
		if _, ok := o.(tool.Success); !ok || seen.String() != "it is [secret], hunter\n" {
			t.Errorf("%s: %q is seen, and it ended as %#v", name, seen.String(), o)
		}
	}
}

// TestARunShowsNoSecretWithoutItsBlanks: a command takes them off, as a rule, and what it fails with is on record.
func TestARunShowsNoSecretWithoutItsBlanks(t *testing.T) {
	var seen bytes.Buffer
	line := `cat >/dev/null; printf 'it is hun'; printf "ter22, 'hunter22 '\n"; exit 1`
	o := New(tool.Spec{Name: "x"}, Config{Shell: line}).Run(t.Context(), tool.Call{Dir: t.TempDir(), Live: &seen, Answers: secretAnswers("hunter22 ")})
	if f, ok := o.(tool.Failure); !ok || seen.String() != "it is [secret], '[secret]'\n" || strings.Contains(fmt.Sprint(f), "hunter") {
		t.Errorf("%q is seen, and it ended as %#v", seen.String(), o)
	}
}

// TestWithoutASecretNothingIsHeld: output is shown as it comes.
func TestWithoutASecretNothingIsHeld(t *testing.T) {
	var seen bytes.Buffer
	h := &hushed{w: &seen, spelled: tool.SecretsOf(nil)}
	if _, err := h.Write([]byte("hun")); err != nil || seen.String() != "hun" {
		t.Errorf("%q is seen, %v", seen.String(), err)
	}
}
