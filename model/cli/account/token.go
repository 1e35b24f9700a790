package account

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"io"
	"slices"
	"strings"
	"sync"

	"parley/config/private"
	"parley/store"
)

// Tokens are those by which what notify.command started answers what it was told of. A
// token is for one request, and known here by its digest alone.
type Tokens struct {
	dir, conversation string
	log               func() store.Log
	random            io.Reader

	mu    sync.Mutex
	all   []private.Token
	fault error // why the last one could not be kept
	told  bool  // the user knows
}

// tokenBytes is how much chance is in a token.
const tokenBytes = 32

// leastDigest is how much of a request's digest names it.
const leastDigest = 16

// NewTokens are the tokens of a conversation, with those that were made before. Where these
// cannot be read, the error says so, and they do not hold.
func NewTokens(dir, conversation string, log func() store.Log, random io.Reader) (*Tokens, error) {
	t := &Tokens{dir: dir, conversation: conversation, log: log, random: random}
	kept, err := private.ReadTokens(dir, conversation)
	if err == nil && len(kept) > 0 {
		t.all = kept
		err = t.prune()
	}
	return t, err
}

// Make makes the token of the request whose line has a digest; "" if it cannot be kept.
func (t *Tokens) Make(request string) string {
	var b [tokenBytes]byte
	if _, err := io.ReadFull(t.random, b[:]); err != nil {
		panic("account: the system gives no randomness: " + err.Error())
	}
	token := base64.RawURLEncoding.EncodeToString(b[:])
	t.mu.Lock()
	defer t.mu.Unlock()
	all := append(standing(t.all, t.log()), private.Token{Request: request, Digest: digestOf(token)})
	if t.fault = private.WriteTokens(t.dir, t.conversation, all); t.fault != nil {
		return ""
	}
	t.all = all
	return token
}

// Hold reports whether a token is that of a request, which the beginning of its digest
// names. Whether it is still asked is not known here.
func (t *Tokens) Hold(request, token string) bool {
	if t == nil || len(request) < leastDigest || token == "" {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	given, holds := digestOf(token), 0
	for _, k := range t.all {
		if strings.HasPrefix(k.Request, request) {
			holds |= subtle.ConstantTimeCompare([]byte(k.Digest), []byte(given))
		}
	}
	return holds == 1
}

// Recording returns a function that records events, and lets the tokens of a turn end with it.
func (t *Tokens) Recording(record func(...store.Event) error) func(...store.Event) error {
	return func(events ...store.Event) error {
		if err := record(events...); err != nil {
			return err
		}
		for _, ev := range events {
			if _, ends := ev.Body.(store.TurnEnd); ends {
				t.ended()
				break
			}
		}
		return nil
	}
}

// ended removes the tokens of turns that are over. What cannot be removed holds for nothing
// that is asked, and is removed when the conversation is opened.
func (t *Tokens) ended() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.all) > 0 {
		t.fault = t.prune()
	}
}

// prune keeps what stands.
func (t *Tokens) prune() error {
	before := len(t.all)
	if t.all = standing(t.all, t.log()); len(t.all) == before {
		return nil
	}
	return private.WriteTokens(t.dir, t.conversation, t.all)
}

// Fails says, once, that a token could not be kept.
func (t *Tokens) Fails() []string {
	if t == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return once(&t.told, t.fault, noTokenText, t.dir)
}

const noTokenText = "What notify.command starts cannot answer, since Parley cannot write to %s (%v). Answer in another way."

// standing are the tokens of requests in the open turn, answered or not: who comes late with
// one is told who was first.
func standing(all []private.Token, log store.Log) []private.Token {
	asked := map[string]bool{}
	for _, ev := range log.From(openTurn(log)) {
		switch ev.Body.(type) {
		case store.PermissionRequest, store.InquiryRequest:
			asked[store.Digest(ev.Line())] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(k private.Token) bool { return !asked[k.Request] })
}

// digestOf is the digest of a token.
func digestOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
