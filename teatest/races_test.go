package teatest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"parley/store/record"
)

// TestProcessesThatAnswerAtOnce: of two to five processes that answer what a run left parked,
// and perhaps one that opens it again meanwhile, the first has answered, and each other is
// told that somebody was first.
func TestProcessesThatAnswerAtOnce(t *testing.T) {
	t.Parallel()
	rounds := 20
	if os.Getenv("RACES") == "all" { // a minute or two
		rounds = 200
	}
	r := newParked(t)
	for round := range rounds {
		chance := rand.New(rand.NewPCG(uint64(round), 20))
		if status, out := r.run("run", "--park", "--non-interactive", "-m", "script/parked", fmt.Sprint("round ", round)); status != 5 {
			t.Fatalf("round %d parks with %d:\n%s", round, status, out)
		}
		ref, id := r.waiting()
		commands := [][]string{}
		for n := range 2 + chance.IntN(4) {
			commands = append(commands, []string{"answer", ref, []string{"--yes", "--no"}[chance.IntN(2)], "--via", fmt.Sprint("racer ", n)})
		}
		opens := chance.IntN(2) == 0
		if opens {
			commands = append(commands, []string{"resume", id, "--park", "--non-interactive"})
		}
		statuses, outs := make([]int, len(commands)), make([]string, len(commands))
		var all sync.WaitGroup
		for i, args := range commands {
			all.Go(func() { statuses[i], outs[i] = r.run(args...) })
		}
		all.Wait()
		if opens {
			commands = commands[:len(commands)-1]
		}
		r.check(round, id, commands, statuses, outs)
	}
}

// parked is a workspace whose runs park.
type parked struct {
	t    *testing.T
	bin  string
	work string
	env  []string
}

func newParked(t *testing.T) parked {
	t.Helper()
	home, err := os.MkdirTemp("", "r") // short enough for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(home); err != nil {
			t.Error(err)
		}
	})
	work := filepath.Join(home, "work")
	for _, dir := range []string{filepath.Join(work, ".parley", "scenarios"), filepath.Join(home, "run")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	const scenario = "[[answer]]\n[[answer.call]]\nname = \"run_command\"\narguments = { command = \"true\" }\n[[answer]]\ntext = \"It was answered.\"\n"
	if err := os.WriteFile(filepath.Join(work, ".parley", "scenarios", "parked.toml"), []byte(scenario), 0o600); err != nil {
		t.Fatal(err)
	}
	return parked{t, Build(t), work, []string{"HOME=" + home, "XDG_RUNTIME_DIR=" + filepath.Join(home, "run"), "PATH=" + os.Getenv("PATH")}}
}

// run runs the program without a terminal to its end.
func (r parked) run(args ...string) (status int, out string) {
	c := exec.Command(r.bin, args...)
	var said bytes.Buffer
	c.Dir, c.Env, c.Stdout, c.Stderr, c.SysProcAttr = r.work, r.env, &said, &said, &syscall.SysProcAttr{Setsid: true}
	err := c.Run()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		return -1, err.Error()
	}
	return c.ProcessState.ExitCode(), said.String()
}

// waiting is the one thing that waits.
func (r parked) waiting() (ref, id string) {
	r.t.Helper()
	_, out := r.run("inbox", "--format", "json")
	var all struct {
		Waiting []struct{ Ref, Conversation string }
	}
	if err := json.Unmarshal([]byte(out), &all); err != nil || len(all.Waiting) != 1 {
		r.t.Fatalf("%v waits:\n%s", err, out)
	}
	return all.Waiting[0].Ref, all.Waiting[0].Conversation
}

// check holds what each process was told against the record.
func (r parked) check(round int, id string, commands [][]string, statuses []int, outs []string) {
	r.t.Helper()
	_, show := r.run("show", "--format", "ndjson", id)
	var outcome, winner string
	answers := 0
	for line := range strings.Lines(show) {
		var ev struct {
			Type, Outcome string
			Via           struct{ Said string }
		}
		if json.Unmarshal([]byte(line), &ev) == nil && ev.Type == "permission_response" {
			answers++
			outcome, winner = ev.Outcome, ev.Via.Said
		}
	}
	if answers != 1 {
		r.t.Fatalf("round %d: %d answers on record:\n%s", round, answers, show)
	}
	for i, args := range commands {
		first := args[4] == winner
		switch {
		case first && statuses[i] == 0 && outcome == map[string]string{"--yes": "allowed", "--no": "denied"}[args[2]]:
		case !first && statuses[i] == 4 && strings.Contains(outs[i], "it was answered already: "+record.PermitWords(outcome)+", by you"):
		default:
			r.t.Errorf("round %d: %s was first with %s; %q ended with %d:\n%s", round, winner, outcome, args, statuses[i], outs[i])
		}
	}
}
