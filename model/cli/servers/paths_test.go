package servers

import (
	"encoding/base64"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parley/config"
	tools "parley/coordinator/tools/process"
	"parley/model/cli/process"
)

// TestWhatIsThePathOfAKey: it reads as one, or there is a file of that name.
func TestWhatIsThePathOfAKey(t *testing.T) {
	there := filepath.Join(t.TempDir(), "aB3dE5fG", "hI7jK9lMnOpQr0=")
	if err := os.MkdirAll(there, 0o700); err != nil {
		t.Fatal(err)
	}
	for value, want := range map[string]bool{
		"/home/me/.ssh/id": true, "~/.config/gh/token": true, "./keys/Production.pem": true, "../key/id\n": true, there: true, filepath.Dir(there): true,
		"/home/Me/Work2024/k8s/myKeys": true, "/run/secrets/api-v2/s3.token": true, "/Users/ann/Library/Keychains/login.keychain-db": true,
		"/var/run/secrets/kubernetes.io/serviceaccount/token": true, "/home/\u00e4nn/Schl\u00fcssel/1": true,

		"/aB3dE5fG/hI7jK9lMnOpQrStUvWxYz01234567": false, "/aB3dE5fG/hI7jK9lMnO==": false, "/aB3dE5fG/hI7": false, "//aB3dE5fGhI7/": false,
		"/hunter22": false, "hunter/22": false, "ghp_0123456789abcdefghij": false, "/sk-abc0123456789abcdef": false, "/wJalrXUtnFEMI/bPxRfiCYEXAMPLEKEYabc": false,
	} {
		if got := isPath(value); got != want {
			t.Errorf("%q is a path: %v", value, got)
		}
	}
}

// TestNoKeyOfChanceIsAPath, wherever its slashes are.
func TestNoKeyOfChanceIsAPath(t *testing.T) {
	chance := rand.NewChaCha8([32]byte{1})
	for range 5000 {
		bytes := make([]byte, 30)
		_, _ = chance.Read(bytes) // it never fails
		key := "/" + base64.StdEncoding.EncodeToString(bytes)[1:]
		if at := 2 + int(chance.Uint64()%30); !strings.Contains(key[1:], "/") {
			key = key[:at] + "/" + key[at+1:]
		}
		if isPath(key) {
			t.Errorf("%q is taken for a path", key)
		}
	}
}

// TestAHeaderHoldsNoPath: what stands there is a key, whatever it looks like.
func TestAHeaderHoldsNoPath(t *testing.T) {
	p := &process.Program{Env: []string{"TOK_KEY=/token/of-letters", "FILE_KEY=/home/me/key", "B64_TOKEN=/aB3dE5fG/hI7jK9lMnOpQrStUvWxYz01234567"}}
	set := config.MCPServer{URL: "https://w.example/mcp", Headers: map[string]string{"X-Api-Key": "/one/in-letters", "X-Of": "is ${TOK_KEY}"}}
	if got := serverOf(p, set, place{}, tools.LooksLikeKey, nil).Keys; !slices.Equal(got, []string{"/one/in-letters", "/token/of-letters"}) {
		t.Errorf("%q", got)
	}
	set = config.MCPServer{Command: "x", Env: map[string]string{"A_KEY": "${FILE_KEY}", "B_KEY": "${B64_TOKEN}"}}
	if got := serverOf(p, set, place{}, tools.LooksLikeKey, nil).Keys; !slices.Equal(got, []string{"/aB3dE5fG/hI7jK9lMnOpQrStUvWxYz01234567"}) {
		t.Errorf("%q", got)
	}
}
