package lexing

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/alecthomas/chroma/v2"
)

// patience is how long whoever draws waits for a lexer at first. Each time that one has not done by
// then, the next has half of it, so that all of them together hold up a key for the twice of it.
const patience = 100 * time.Millisecond

// unhurried says that lexers may take as long as they do.
var unhurried atomic.Bool

// Unhurried makes every lexer be waited for: for tests of what is drawn, whose machine may be busy
// with others.
func Unhurried() { unhurried.Store(true) }

// lost is how often a lexer had not done in this process.
var lost atomic.Int32

// Tokens are what a lexer makes of code, nil where it fails, and where it has not done in a time in
// which nobody misses a key: some take a minute for a few thousand characters, and some never end.
func Tokens(lexer chroma.Lexer, code string) []chroma.Token {
	Begin(lexer)
	wait := max(patience>>lost.Load(), time.Millisecond)
	over := time.After(wait)
	if unhurried.Load() {
		over = nil
	}
	tokens, done := within(lexer, code, over)
	if !done && wait > time.Millisecond {
		lost.Add(1)
	}
	return tokens
}

var begun sync.Map // the names of lexers

// Begin loads the rules of a lexer on first use, which takes a moment on any machine.
func Begin(lexer chroma.Lexer) {
	name := lexer.Config().Name
	if _, is := begun.Load(name); is {
		return
	}
	_, _ = within(lexer, "", nil) // failing to colour is fine
	begun.Store(name, true)
}

// within is what a lexer makes of code, unless it has not done when the time is over.
func within(lexer chroma.Lexer, code string, over <-chan time.Time) (tokens []chroma.Token, done bool) {
	var ended atomic.Bool
	found := make(chan []chroma.Token, 1)
	go func() {
		defer func() {
			if recover() != nil {
				found <- nil // a lexer met what it does not expect
			}
		}()
		found <- all(lexer, code, &ended)
	}()
	select {
	case tokens = <-found:
		return tokens, true
	case <-over:
		ended.Store(true)
		return nil, false
	}
}

// all collects tokens until nobody waits for them any more. One that makes more of them than there are
// bytes goes in a circle.
func all(lexer chroma.Lexer, code string, ended *atomic.Bool) []chroma.Token {
	next, err := lexer.Tokenise(&chroma.TokeniseOptions{State: "root", EnsureLF: true}, code)
	if err != nil {
		return nil
	}
	var tokens []chroma.Token
	for rest := 2*len(code) + 100; !ended.Load(); rest-- {
		token := next()
		if token == chroma.EOF {
			return tokens
		}
		if rest == 0 {
			return nil
		}
		tokens = append(tokens, token)
	}
	return nil
}
