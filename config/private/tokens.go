package private

import "fmt"

// A question that notify.command is told comes with a token, by which what that started may
// answer it once. Of each only a digest is kept, in the user's state folder, so that whoever
// has the conversation open later knows it too.

// Token is what is kept of a token: the digest of the line that asks, and that of the token.
type Token struct {
	Request string `json:"request"`
	Digest  string `json:"digest"`
}

// tokens is the file of a conversation.
type tokens struct {
	V      int     `json:"v"`
	Tokens []Token `json:"tokens"`
}

// ReadTokens returns what is kept of the tokens of a conversation. A file that is a link,
// belongs to another user or is open to others is refused.
func ReadTokens(dir, conversation string) ([]Token, error) {
	var t tokens
	err := readKept(dir, conversation, textTokensRefused, &t, &t.V)
	return t.Tokens, err
}

// WriteTokens replaces what is kept of the tokens of a conversation; none removes the file.
func WriteTokens(dir, conversation string, all []Token) error {
	return writeKept(dir, conversation, len(all) == 0, tokens{1, all}, Replace)
}

// textTokensRefused says why a file of tokens is not used.
func textTokensRefused(name, why string) string {
	return fmt.Sprintf("%s is not used, since %s; what notify.command was told before this can be answered elsewhere only", name, why)
}
