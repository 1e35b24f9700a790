package secret

import (
	"encoding/base64"
	"slices"
	"testing"
)

// TestWhoAndWhatIsInBasic: the password, and a token in the place of the user.
func TestWhoAndWhatIsInBasic(t *testing.T) {
	for said, want := range map[string][]string{
		"ann:hunter:22":                          {"ann:hunter:22", "hunter:22"},
		"a-long-name:hunter22":                   {"a-long-name:hunter22", "hunter22"},
		"hunter22hunter22:":                      {"hunter22hunter22:", "", "hunter22hunter22"},
		"hunter22":                               {"hunter22", "", "hunter22"},
		"ghp_0123456789abcdefghij:x-oauth-basic": {"ghp_0123456789abcdefghij:x-oauth-basic", "x-oauth-basic", "ghp_0123456789abcdefghij"},
		"\u00e4nn:\u00ff\u00fe\u00fd??>>":        {"\u00e4nn:\u00ff\u00fe\u00fd??>>", "\u00ff\u00fe\u00fd??>>"},
	} {
		for _, encoding := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding, base64.RawURLEncoding} {
			if got := InBasic(encoding.EncodeToString([]byte(said))); !slices.Equal(got, want) {
				t.Errorf("%q holds %q, want %q", said, got, want)
			}
		}
	}
	if got := InBasic("no/base64!"); got != nil {
		t.Errorf("%q", got)
	}
}
