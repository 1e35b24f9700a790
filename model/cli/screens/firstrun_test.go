package screens

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"parley/config"
	fstools "parley/coordinator/tools/fs"
	"parley/model/cli/process"
	"parley/model/firstrun"
	"parley/providers"
)

func TestServerName(t *testing.T) {
	for address, want := range map[string]string{
		"https://api.example.com/v1": "example-com", "http://localhost:8000/v1": "localhost", "http://10.0.0.7/v1": "10-0-0-7",
		"https://www.Gpu_Box.lan": "gpu-box-lan", "http://openai/v1": "my-openai", "http://script/v1": "my-script", "http://é/v1": "my-", "::": "server",
		"http://[::1]:80": "1",
	} {
		if got := serverName(address); got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
}

func TestTheChoiceIsWritten(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a", "b", "config.toml")
	if err := addChoice(file, config.Choice{ID: "ollama/x"}); err != nil {
		t.Fatal(err)
	}
	const want = "[assistant.model]\nid = \"ollama/x\"\n"
	if got, err := os.ReadFile(file); err != nil || string(got) != want {
		t.Errorf("the file holds %q %v, want %q", got, err, want)
	}
	link := filepath.Join(dir, "link.toml")
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	err := addChoice(link, config.Choice{ID: "ollama/y"})
	if err == nil || !strings.HasPrefix(err.Error(), file+": the file already has a part") {
		t.Errorf("error %v", err)
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != want {
		t.Errorf("a failure left %q %v", got, err)
	}
	names, err := filepath.Glob(filepath.Join(filepath.Dir(file), "*"))
	if err != nil || len(names) != 1 {
		t.Errorf("beside the file lie %q %v", names, err)
	}
}

func TestAServerOfOnesOwnIsAsked(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer k" || r.URL.Path != "/v1/models" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		fmt.Fprint(w, `{"data":[{"id":"one"},{"id":"two"}]}`)
	}))
	defer server.Close()
	b := &beginning{prog: &process.Program{Env: []string{"MY_KEY=k", "OPENAI_API_KEY=x"}, Now: time.Now}, life: t.Context()}
	got, err := b.Models(firstrun.Server{BaseURL: server.URL + "/v1", KeyEnv: "MY_KEY"})
	if err != nil || !reflect.DeepEqual(got, []string{"one", "two"}) {
		t.Errorf("models %q %v", got, err)
	}
	_, err = b.Models(firstrun.Server{BaseURL: server.URL + "/v1", KeyEnv: "NO_KEY"})
	if err == nil || err.Error() != "the variable NO_KEY is not set in this environment" {
		t.Errorf("error %v", err)
	}
	if got, want := b.Found(), []firstrun.Server{{Name: "openai", Title: "OpenAI", About: "OPENAI_API_KEY is set"}}; !reflect.DeepEqual(got, want) {
		t.Errorf("found %+v, want %+v", got, want)
	}
}

func TestAServerThatDoesNotAnswerIsCalledAsWritten(t *testing.T) {
	for address, want := range map[string]string{
		"http://127.0.0.1:8000/v1": "127.0.0.1:8000", "https://api.example.com/v1": "api.example.com",
		"http://openai/v1": "my-openai", "http://": "server", "http://[::1": "server",
	} {
		if got := writtenName(address); got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
	server := httptest.NewServer(http.NotFoundHandler())
	address := server.URL + "/v1"
	server.Close()
	b := &beginning{prog: &process.Program{Now: time.Now}, life: t.Context()}
	_, err := b.Models(firstrun.Server{BaseURL: address})
	var e *providers.Error
	want := fmt.Sprintf("%s is not running at %s.", strings.TrimPrefix(server.URL, "http://"), address)
	if !errors.As(err, &e) || e.Message != want {
		t.Errorf("error %v, want %q", err, want)
	}
}

func TestFilesAreListedWithoutGit(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.go", "b/c.go", ".git/x", "node_modules/y.js", "b/.hidden/z"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := walkFiles(t.Context(), dir, fstools.Open(dir, nil))
	if want := []string{"a.go", "b/c.go"}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("files %q %v, want %q", got, err, want)
	}
}

// TestAKeyGetsANameThatNothingHas: no other key is used in its place, or replaced.
func TestAKeyGetsANameThatNothingHas(t *testing.T) {
	b := &beginning{prog: &process.Program{Env: []string{"GPU_API_KEY=x", "GPU_API_KEY_3=y"}}, kept: map[string]string{"GPU_API_KEY_2": "z", "LOCALHOST_API_KEY": "k"}}
	for address, want := range map[string]string{
		"http://gpu:8000/v1": "GPU_API_KEY_4", "http://localhost:8000/v1": "LOCALHOST_API_KEY_2", "http://10.0.0.7/v1": "SERVER_10_0_0_7_API_KEY",
		"https://api.example.com/v1": "EXAMPLE_COM_API_KEY", "http://openai/v1": "MY_OPENAI_API_KEY", "http://é/v1": "MY_API_KEY",
	} {
		if got := b.KeyName(address); got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
}

// TestAServerOfOnesOwnTakesAKey that was written a moment ago, and the notes name places
// as people write them.
func TestAServerOfOnesOwnTakesAKey(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer gsk_1" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		fmt.Fprint(w, `{"data":[{"id":"one"}]}`)
	}))
	defer server.Close()
	home := t.TempDir()
	keys := filepath.Join(home, "keys.toml")
	b := &beginning{prog: &process.Program{Env: []string{"HOME=" + home}, Now: time.Now}, life: t.Context(), keys: keys}
	s := firstrun.Server{Title: "http://gpu:8000/v1", BaseURL: server.URL + "/v1", KeyEnv: "GPU_API_KEY", Key: "gsk_1"}
	if got, err := b.Models(s); err != nil || !reflect.DeepEqual(got, []string{"one"}) {
		t.Errorf("models %q %v", got, err)
	}
	if err := b.Keep(s, "gsk_1", true); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(keys); err != nil || string(got) != "GPU_API_KEY = \"gsk_1\"\n" {
		t.Errorf("the file holds %q %v", got, err)
	}
	if want := []string{"The key of http://gpu:8000/v1 is in ~/keys.toml."}; !reflect.DeepEqual(b.options.Notes, want) {
		t.Errorf("the notes are %q, want %q", b.options.Notes, want)
	}
}
