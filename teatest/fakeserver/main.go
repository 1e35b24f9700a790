// Command fakeserver serves scenarios as an OpenAI-compatible server and prints
// the environment with which a client finds it:
//
//	go run ./teatest/fakeserver SCENARIO…
//
// A SCENARIO is a file, the name of one in testdata/scenarios, or tour
// (docs/scenarios.md). It stays until Ctrl+C.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"parley/providers"
	"parley/providers/script"
	"parley/teatest/fakeserver/server"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, err)
		}
		os.Exit(1)
	}
}

// run serves until the context ends.
func run(ctx context.Context, args []string, out, errs io.Writer) (err error) {
	flags := flag.NewFlagSet("fakeserver", flag.ContinueOnError)
	flags.SetOutput(errs)
	addr := flags.String("addr", "", "where to listen, such as 127.0.0.1:8085 (a free port)")
	log := flags.String("log", "", "a file to append every request to, as JSON lines with the body verbatim")
	files := flags.String("files", "", "an empty or new directory to write the scenario's workspace files into")
	key := flags.String("key", "", "the key that clients must send (none)")
	flags.Usage = func() {
		fmt.Fprintln(errs, "usage: fakeserver [flags] SCENARIO…")
		flags.PrintDefaults()
	}
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() == 0 {
		flags.Usage()
		return errors.New("name a scenario: a file, the name of one in testdata/scenarios, or tour")
	}
	scenarios, err := load(flags.Args())
	if err != nil {
		return err
	}
	if *files != "" {
		if err := unpack(*files, scenarios); err != nil {
			return err
		}
	}
	journal := &journal{out: errs}
	if *log != "" {
		f, err := os.OpenFile(*log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, journal.err, f.Close()) }()
		journal.file = f
	}
	s, err := server.Open(server.Options{Addr: *addr, Key: *key, Sleep: script.RealSleep, Log: journal.write}, scenarios...)
	if err != nil {
		return err
	}
	fmt.Fprint(out, instructions(s.URL, *key, scenarios))
	<-ctx.Done()
	return s.Close()
}

// load reads scenarios; all faults of all files come at once.
func load(args []string) ([]script.Scenario, error) {
	var scenarios []script.Scenario
	var faults []error
	for _, arg := range args {
		s, err := find(arg)
		scenarios, faults = append(scenarios, s), append(faults, err)
	}
	return scenarios, errors.Join(faults...)
}

func find(arg string) (script.Scenario, error) {
	src, err := os.ReadFile(arg)
	if err == nil {
		return script.Parse(arg, src)
	}
	if !errors.Is(err, fs.ErrNotExist) || strings.ContainsAny(arg, `./\`) {
		return script.Scenario{}, err
	}
	return script.Find(filepath.Join("testdata", "scenarios"))(arg)
}

// instructions are what a person pastes into another terminal. The provider is the known
// server whose rules apply, so that it is addressed in its own way.
func instructions(url, key string, scenarios []script.Scenario) string {
	var b strings.Builder
	name := "fake"
	if known, ok := providers.Lookup(scenarios[0].Server); ok {
		name = known.Name
	}
	set := "export PARLEY_PROVIDERS__LLM__" + strings.ToUpper(name)
	fmt.Fprintf(&b, "# %s\n", orElse(scenarios[0].About, scenarios[0].Name))
	fmt.Fprintf(&b, "%s__BASE_URL=%s\n", set, url)
	if key != "" {
		fmt.Fprintf(&b, "%s__API_KEY_ENV=FAKE_KEY FAKE_KEY='%s'\n", set, strings.ReplaceAll(key, "'", `'\''`))
	}
	fmt.Fprintf(&b, "export PARLEY_ASSISTANT__MODEL__ID=%s/%s\n", name, scenarios[0].Model)
	for _, s := range scenarios {
		if s.Reviewer != "" {
			fmt.Fprintf(&b, "export PARLEY_CONVERSATION__INQUIRY__ASSISTANT__MODEL__ID=%s/%s\n", name, s.Reviewer)
			break
		}
	}
	for _, s := range scenarios[1:] {
		fmt.Fprintf(&b, "# also served: %s/%s: %s\n", name, s.Model, orElse(s.About, s.Name))
	}
	b.WriteString("# Ctrl+C stops the server.\n")
	return b.String()
}

func orElse(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

// unpack writes the workspaces of scenarios into a directory that is empty or
// does not exist yet.
func unpack(dir string, scenarios []script.Scenario) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	there, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	if len(there) > 0 {
		return fmt.Errorf("%s is not empty; choose a new directory, so that nothing of yours is overwritten", dir)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	for _, s := range scenarios {
		for _, path := range slices.Sorted(maps.Keys(s.Files)) {
			if err := root.MkdirAll(filepath.Dir(filepath.FromSlash(path)), 0o755); err != nil {
				return errors.Join(err, root.Close())
			}
			if err := root.WriteFile(filepath.FromSlash(path), []byte(s.Files[path]), 0o644); err != nil {
				return errors.Join(err, root.Close())
			}
		}
	}
	return root.Close()
}

// journal reports each request: a line on the terminal, everything in a file.
type journal struct {
	mu   sync.Mutex
	out  io.Writer
	file io.Writer
	err  error // the first failure of the file
}

func (j *journal) write(r server.Request) {
	j.mu.Lock()
	defer j.mu.Unlock()
	line := fmt.Sprintf("%s %s %s %d", r.Method, r.Path, r.Model, r.Status)
	if r.Fault != "" {
		line += " fault " + r.Fault
	}
	if r.Refused != "" {
		line += " refused: " + r.Refused
	}
	fmt.Fprintln(j.out, line)
	if j.file == nil || j.err != nil {
		return
	}
	entry, err := json.Marshal(struct {
		Method, Path, Model string
		Status              int
		Refused, Fault      string `json:",omitempty"`
		Body                string
	}{r.Method, r.Path, r.Model, r.Status, r.Refused, r.Fault, string(r.Body)})
	if err == nil {
		_, err = j.file.Write(append(entry, '\n'))
	}
	j.err = err
}
