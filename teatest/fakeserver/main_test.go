package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/providers/script"
)

// lines is a writer that a test can wait on.
type lines chan string

func (l lines) Write(b []byte) (int, error) {
	l <- string(b)
	return len(b), nil
}

// TestInstructionsNameTheServer: a scenario of a known server is asked in its own way.
func TestInstructionsNameTheServer(t *testing.T) {
	got := instructions("http://127.0.0.1:1/v1", "it's", []script.Scenario{{Name: "m", Model: "m", Server: "anthropic", Reviewer: "r"}, {Name: "n", Model: "n"}})
	want := `# m
export PARLEY_PROVIDERS__LLM__ANTHROPIC__BASE_URL=http://127.0.0.1:1/v1
export PARLEY_PROVIDERS__LLM__ANTHROPIC__API_KEY_ENV=FAKE_KEY FAKE_KEY='it'\''s'
export PARLEY_ASSISTANT__MODEL__ID=anthropic/m
export PARLEY_CONVERSATION__INQUIRY__ASSISTANT__MODEL__ID=anthropic/r
# also served: anthropic/n: n
# Ctrl+C stops the server.
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestServe starts the program, asks it as its instructions say, and stops it.
func TestServe(t *testing.T) {
	dir := t.TempDir()
	log, files := filepath.Join(dir, "log.jsonl"), filepath.Join(dir, "work")
	ctx, cancel := context.WithCancel(context.Background())
	out, told, ended := make(lines), &bytes.Buffer{}, make(chan error, 1)
	review := filepath.Join("..", "..", "testdata", "scenarios", "review.toml")
	go func() {
		ended <- run(ctx, []string{"-log", log, "-files", files, review, "tour"}, out, told)
	}()
	instructions := <-out
	_, rest, _ := strings.Cut(instructions, "BASE_URL=")
	url, _, _ := strings.Cut(rest, "\n")
	want := "# An assistant and a reviewer\n" +
		"export PARLEY_PROVIDERS__LLM__FAKE__BASE_URL=" + url + "\n" +
		"export PARLEY_ASSISTANT__MODEL__ID=fake/parley\n" +
		"export PARLEY_CONVERSATION__INQUIRY__ASSISTANT__MODEL__ID=fake/parley-review\n" +
		"# also served: fake/tour: Two minutes with Parley, offline\n" +
		"# Ctrl+C stops the server.\n"
	if instructions != want {
		t.Errorf("got\n%s\nwant\n%s", instructions, want)
	}
	for _, body := range []string{`{"model":"parley","messages":[{"role":"user","content":"x"}]}`, `{`} {
		resp, err := http.Post(url+"/chat/completions", "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, resp.Body); err != nil {
			t.Error(err)
		}
		if err := resp.Body.Close(); err != nil {
			t.Error(err)
		}
	}
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("run: %v", err)
	}
	if want := "POST /v1/chat/completions parley 200\nPOST /v1/chat/completions  400 refused: the body is not what this interface takes: unexpected EOF\n"; told.String() != want {
		t.Errorf("told %q", told)
	}
	for path, want := range map[string]string{
		log: `{"Method":"POST","Path":"/v1/chat/completions","Model":"parley","Status":200,"Body":"{\"model\":\"parley\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]}"}` + "\n" +
			`{"Method":"POST","Path":"/v1/chat/completions","Model":"","Status":400,"Refused":"the body is not what this interface takes: unexpected EOF","Body":"{"}` + "\n",
		filepath.Join(files, "a.txt"):    "alpha\nomega\n",
		filepath.Join(files, "greet.sh"): "#!/bin/sh\n# Greets whoever calls it.\necho \"Hi\"\n",
	} {
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", filepath.Base(path), got, err)
		}
	}
}

func TestRefusals(t *testing.T) {
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad.toml")
	if err := os.WriteFile(bad, []byte("x = 1\n[[answer]]\ntext = 4\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "name a scenario: a file, the name of one in testdata/scenarios, or tour"},
		{[]string{bad, bad}, strings.Repeat(bad+`:1: unknown key "x" in the scenario; the keys are about, model, reviewer, server, output, context_window, no_tools, tokens_per_second, loop, files, answer, review`+"\n"+
			bad+":3: text must be a string or a list of strings, not a whole number\n", 2)},
		{[]string{filepath.Join(dir, "no.toml")}, "open " + filepath.Join(dir, "no.toml") + ": no such file or directory"},
		{[]string{"nothing"}, `There is no scenario "nothing": neither embedded nor a file ` + filepath.Join("testdata", "scenarios", "nothing.toml") + "."},
		{[]string{"-files", dir, "tour"}, dir + " is not empty; choose a new directory, so that nothing of yours is overwritten"},
		{[]string{"-log", dir, "tour"}, "open " + dir + ": is a directory"},
		{[]string{"tour", "tour"}, `fake server: the scenarios tour and tour both name a model "tour"; give one of them model = "…"`},
	} {
		err := run(context.Background(), c.args, io.Discard, io.Discard)
		if err == nil || strings.TrimSuffix(c.want, "\n") != err.Error() {
			t.Errorf("%v: got %v\nwant %s", c.args, err, c.want)
		}
	}
	if err := run(context.Background(), []string{"-h"}, io.Discard, io.Discard); !errors.Is(err, flag.ErrHelp) {
		t.Errorf("-h: %v", err)
	}
}

// TestKeyIsTold: a key that the server asks for is among the things to set.
func TestKeyIsTold(t *testing.T) {
	got := instructions("URL", "it's", []script.Scenario{{Name: "n.toml", Model: "n"}})
	want := "# n.toml\nexport PARLEY_PROVIDERS__LLM__FAKE__BASE_URL=URL\n" +
		"export PARLEY_PROVIDERS__LLM__FAKE__API_KEY_ENV=FAKE_KEY FAKE_KEY='it'\\''s'\n" +
		"export PARLEY_ASSISTANT__MODEL__ID=fake/n\n# Ctrl+C stops the server.\n"
	if got != want {
		t.Errorf("got %s", got)
	}
}

// TestUnpackStaysInside: a path that leads out is refused, whoever made it.
func TestUnpackStaysInside(t *testing.T) {
	dir := t.TempDir()
	if err := unpack(filepath.Join(dir, "w"), []script.Scenario{{Files: map[string]string{"../out": "x"}}}); err == nil {
		t.Error("it was written")
	}
	if _, err := os.Stat(filepath.Join(dir, "out")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("out: %v", err)
	}
}
