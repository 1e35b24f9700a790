package answer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"parley/store/inbox"
)

// mostTold is how much of a question is read, which may come with what it is about.
const mostTold = 1 << 20

// tokenOf reads the token of a reference: alone, or within the question as notify.command got
// it.
func tokenOf(from io.Reader, ref string) (string, error) {
	if _, digest, err := inbox.SplitRef(ref); err != nil || digest == "" {
		return "", errors.Join(err, fmt.Errorf("a token is for one question: name it as the ref that came with it, and not %s", ref))
	}
	told, err := io.ReadAll(io.LimitReader(from, mostTold+1))
	if err != nil {
		return "", fmt.Errorf("standard input cannot be read: %w", err)
	}
	told = bytes.TrimSpace(told)
	if len(told) > mostTold {
		return "", errors.New("what stands on standard input is too long for a token")
	}
	if !bytes.HasPrefix(told, []byte("{")) {
		if len(bytes.Fields(told)) != 1 {
			return "", errors.New(noTokenText)
		}
		return string(told), nil
	}
	var q struct{ Ref, Token string }
	switch err := json.Unmarshal(told, &q); {
	case err != nil || q.Token == "":
		return "", errors.New(noTokenText)
	case q.Ref != ref:
		return "", fmt.Errorf("the question on standard input is %s, and not %s", q.Ref, ref)
	}
	return q.Token, nil
}

// alone says what does not go with a token: it answers one question, and stands nowhere.
func (a answering) alone() error {
	if !a.said.any() {
		return errors.New("with --token-stdin the answer stands on the command line: --yes, --no, --value, --reply or --end-turn")
	}
	for _, words := range []*string{&a.who, &a.said.value, a.said.reply} {
		if words != nil && strings.Contains(*words, a.token) {
			return errors.New("the token stands in the answer, which goes on record; nothing was answered")
		}
	}
	return nil
}
