package cli

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"parley/model/cli/process"
)

// A list that does not come is given up at once when the user interrupts it.
func TestAListIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	left := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
		close(left)
	}))
	defer server.Close()
	home := t.TempDir()
	file := filepath.Join(home, ".config", "parley", "config.toml")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("[providers.llm.mine]\nbase_url = \""+server.URL+"/v1\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Chdir(home)
	var out, said bytes.Buffer
	p := &process.Program{Dir: home, Out: &out, Err: &said, Env: []string{"HOME=" + home}}
	err := listModels(ctx, p, []string{"mine"}, "text")
	var status process.StatusError
	if !errors.As(err, &status) || status.Status != process.ExitInterrupted || status.Err != nil || out.Len()+said.Len() > 0 {
		t.Errorf("it ended with %v, and said %q and %q", err, out.String(), said.String())
	}
	<-left
}
