package lexing

import (
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/alecthomas/chroma/v2"
)

// fake is a lexer that gives the tokens of a function.
type fake struct {
	chroma.Lexer
	next func() chroma.Token
}

func (f fake) Tokenise(*chroma.TokeniseOptions, string) (chroma.Iterator, error) { return f.next, nil }

// TestWhatNeverEnds: nobody waits for a lexer that goes in a circle, fails, or takes too long, and one
// that is waited for no more ends.
func TestWhatNeverEnds(t *testing.T) {
	circle := fake{next: func() chroma.Token { return chroma.Token{Type: chroma.Text} }}
	if tokens, done := within(circle, "a", nil); tokens != nil || !done {
		t.Errorf("in a circle: %v, %v", tokens, done)
	}
	fails := fake{next: func() chroma.Token { panic("unknown state") }}
	if tokens, done := within(fails, "a", nil); tokens != nil || !done {
		t.Errorf("one that fails: %v, %v", tokens, done)
	}
	over := make(chan time.Time)
	slow := fake{next: func() chroma.Token {
		over <- time.Time{}
		return chroma.Token{Type: chroma.Text, Value: "a"}
	}}
	if tokens, done := within(slow, "a", over); tokens != nil || done {
		t.Errorf("one that takes too long: %v, %v", tokens, done)
	}
	var ended atomic.Bool
	ended.Store(true)
	if tokens := all(fails, "a", &ended); tokens != nil {
		t.Errorf("one for which nobody waits: %v", tokens)
	}
	if tokens := Tokens(Named("jsonata"), "'\n"); tokens != nil {
		t.Errorf("an open quote of JSONata is %d tokens", len(tokens))
	}
}

// TestUnhurried: what is drawn in a test has its colours, however busy the machine is.
func TestUnhurried(t *testing.T) {
	t.Cleanup(func() { unhurried.Store(false) })
	synctest.Test(t, func(t *testing.T) {
		n := 0
		slow := fake{Lexer: Named("go"), next: func() chroma.Token {
			time.Sleep(2 * patience)
			if n++; n%2 == 0 { // its rules are loaded first
				return chroma.EOF
			}
			return chroma.Token{Type: chroma.Text, Value: "a"}
		}}
		Unhurried()
		if tokens := Tokens(slow, "a"); len(tokens) != 1 {
			t.Errorf("it was not waited for: %v", tokens)
		}
	})
}

// TestTokens: what is in them is the code, and a line end.
func TestTokens(t *testing.T) {
	for _, name := range []string{"go", "python", "yaml", "makefile", "text"} {
		var all strings.Builder
		const code = "func a() { return \"b\" } // c"
		for _, token := range Tokens(Named(name), code) {
			all.WriteString(token.Value)
		}
		if got := strings.TrimSuffix(all.String(), "\n"); got != code {
			t.Errorf("%s: %q", name, got)
		}
	}
}
