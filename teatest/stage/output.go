package stage

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"
)

func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N program [args…]")
	}
	if got := statusOf(ts.Exec(args[1], args[2:]...)); got != args[0] {
		ts.Fatalf("exit status %s, want %s", got, args[0])
	}
}

// statusOf is an exit status in digits, or the signal that ended a program.
func statusOf(err error) string {
	if err == nil {
		return "0"
	}
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return err.Error()
	}
	if w, ok := exit.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return w.Signal().String()
	}
	return strconv.Itoa(exit.ExitCode())
}

type variable struct {
	pattern *regexp.Regexp
	instead string
}

// varying is what differs from run to run; the first is a time.
var varying = sync.OnceValue(func() []variable {
	var out []variable
	for _, v := range [][2]string{
		{`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z`, "<time>"},
		{`"event":"[0-9a-f]{12}-\d+"`, `"event":"<event>"`},
		{`"folder":"\d+:\d+:[^"]*"`, `"folder":"<folder>"`},
		{`"prev":"[0-9a-f]{64}"`, `"prev":"<digest>"`},
		{`"digest": "[0-9a-f]{64}"`, `"digest": "<digest>"`},
		{`(<id \d+>|[0-9a-z]{12})/[0-9a-f]{16}\b`, "<ref>"},
		{`127\.0\.0\.1:\d+`, "127.0.0.1:<port>"},
		{`in process \d+ since [0-9: -]+ UTC`, "in process <pid> since <time>"},
		{`trying again in [0-9.]+m?s`, "trying again in <wait>"},
		{`\(go[^ ]+, [a-z0-9]+/[a-z0-9]+\)`, "(<go>, <system>)"},
	} {
		out = append(out, variable{regexp.MustCompile(v[0]), v[1]})
	}
	return out
})

// naming finds the conversation that an output names.
var naming = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`"conversation":\s*"([a-z0-9]{12})"|parley (?:run --)?resume ([a-z0-9]{12})`)
})

func norm(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: norm FROM TO")
	}
	text := ts.ReadFile(args[0])
	for i, id := range conversations(ts) {
		text = strings.ReplaceAll(text, id, fmt.Sprintf("<id %d>", i+1))
	}
	text = strings.ReplaceAll(text, ts.Getenv("WORK")+".home", "$HOME")
	text = strings.ReplaceAll(text, ts.Getenv("WORK"), "$WORK")
	for _, v := range varying() {
		text = v.pattern.ReplaceAllString(text, v.instead)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(text), 0o600))
}

// conversations lists the ids in the store in the order in which they began.
func conversations(ts *testscript.TestScript) []string {
	files, err := filepath.Glob(filepath.Join(ts.Getenv("STORE"), "*", "events.jsonl"))
	ts.Check(err)
	thrown, err := filepath.Glob(filepath.Join(ts.Getenv("STORE"), ".trash", "*", "events.jsonl"))
	ts.Check(err)
	files = append(files, thrown...)
	begun := map[string]string{}
	var ids []string
	for _, file := range files {
		data, err := os.ReadFile(file)
		if errors.Is(err, syscall.EISDIR) {
			continue // the script's own doing
		}
		ts.Check(err)
		id := filepath.Base(filepath.Dir(file))
		begun[id] = varying()[0].pattern.FindString(string(data))
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b string) int { // a fork begins when its original did
		return cmp.Or(strings.Compare(begun[a], begun[b]), strings.Compare(a, b))
	})
	return ids
}

func id(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 || len(args) > 2 {
		ts.Fatalf("usage: id NAME [FROM]")
	}
	text := ts.ReadFile("stdout") + ts.ReadFile("stderr")
	if len(args) == 2 {
		text = ts.ReadFile(args[1])
	}
	named := naming().FindStringSubmatch(text)
	if named == nil {
		ts.Fatalf("no conversation is named in %q", text)
	}
	ts.Setenv(args[0], named[1]+named[2])
}
