package secret

import "testing"

func TestLooks(t *testing.T) {
	for word, want := range map[string]bool{
		"sk-proj-abcdefghijkl1234": true, "AIzaSyA1234567890abcdef": true, "gsk_abcdefghijkl1234": true, "xai-abcdefghijkl1234": true,
		"hf_abcdefghijklmn1234": true, "0123456789abcdef0123456789abcdef": true, "https://me:word@host/x": true, "key:ghp_0123456789abcdefghij": true,
		"AKIAIOSFODNN7EXAMPLE": true, "dG9rZW4gb2Yg1bWFueSBr2ZXlz": true,
		"gsk_short1": false, "MY_API_KEY": false, "sk-iing": false, "internal/report/missing_file_2.go": false, "https://host:80/a@b:c": false, "": false,
		"a-long-name-of-many-words-12345": false,
	} {
		if got := Looks(word); got != want {
			t.Errorf("%q: %v", word, got)
		}
	}
}

// TestNamed: a key where the name of a variable is expected is recognised from its first
// characters on; what people call variables is never taken for one.
func TestNamed(t *testing.T) {
	for word, want := range map[string]bool{
		"gsk_": true, "gsk_a": true, "gsk_abcdefghij1234567890": true, "hf_abcDEF": true, "ghp_1": true, "sk_live_x": true, "r8_a": true,
		"AIzaSyA1": true, "AKIAIOSFODNN7EXAMPLE": true, "eyJhbGciOiJIUzI1NiJ9": true, "abcdefghij0123456789": true, "0123456789abcdef0123456789abcdef": true,
		"": false, "MY_API_KEY": false, "_k2": false, "openai_key": false, "hf_token": false, "GSK_KEY_2": false, "AIzalea": false, "K": false,
		"npm_auth": false, "ASIA_SERVER_KEY_00000001": false, "hfkey": false, "aVariableOfManyWordsInOne": false,
	} {
		if got := Named(word); got != want {
			t.Errorf("%q: %v", word, got)
		}
	}
}

// FuzzNamed: what follows the beginning of a key does not hide it, once it has a digit.
func FuzzNamed(f *testing.F) {
	for _, s := range []string{"a", "MY_API_KEY", "https://a:b@c", "日本_1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, begin := range []string{"gsk_", "hf_", "sk-", "xai-", "AIza"} {
			if !Named(begin + s + "1a") {
				t.Errorf("%q", begin+s+"1a")
			}
		}
	})
}
