// Package finish reads the words with which servers say how a response ended. Only those
// that say that it is whole are known here.
package finish

import (
	"slices"
	"strings"
	"unicode"
)

// whole are the words for a response that the model itself ended, as Words writes them.
var whole = [...]string{"stop", "toolcalls", "toolcall", "functioncall", "endturn", "tooluse", "stopsequence", "stoptoken", "eos", "eostoken", "complete", "completed"}

// Words are the words of a finish, which are parted by commas: small letters and digits
// alone, since servers write one word in many ways (tool_calls, TOOL-CALLS, toolCalls,
// FinishReason.STOP). A word without any is kept as an empty one.
func Words(of string) []string {
	var all []string
	for word := range strings.SplitSeq(of, ",") {
		plain := strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				return unicode.ToLower(r)
			}
			return -1
		}, word)
		if after, found := strings.CutPrefix(plain, "finishreason"); found && after != "" {
			plain = after
		}
		all = append(all, plain)
	}
	return all
}

// Whole reports whether every word of a finish says that the response is whole. No word
// at all says that, too: records without a finish are of such responses.
func Whole(of string) bool {
	return of == "" || !slices.ContainsFunc(Words(of), func(word string) bool { return !slices.Contains(whole[:], word) })
}
