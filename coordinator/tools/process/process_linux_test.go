package process_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"go.uber.org/goleak"
	"golang.org/x/sys/unix"

	"parley/coordinator/tools/process"
)

// TestMain lets the test binary stand for the commands that a test runs.
func TestMain(m *testing.M) {
	switch os.Getenv("PARLEY_TEST_CHILD") {
	case "":
		goleak.VerifyTestMain(m)
		return
	case "flood":
		flood()
	case "deaf":
		deaf()
	case "escape":
		escape()
	case "orphan":
		orphan()
	case "host":
		host()
	case "seated":
		seated()
	}
}

// seated has a terminal, and says whether it and a command that it runs can open it.
func seated() {
	const open = `(: </dev/tty) 2>/dev/null && echo terminal || echo none`
	own := exec.Command("sh", "-c", open)
	own.Stdout = os.Stdout
	if own.Run() != nil {
		os.Exit(9)
	}
	command := shell(open)
	command.Stdout = os.Stdout
	if _, err := process.Run(context.Background(), command); err != nil {
		os.Exit(9)
	}
}

// flood prints a gigabyte.
func flood() {
	block := bytes.Repeat([]byte("0123456789abcde\n"), 1<<16)
	blocks, err := strconv.Atoi(os.Args[1])
	if err != nil {
		os.Exit(9)
	}
	for range blocks {
		if _, err := os.Stdout.Write(block); err != nil {
			os.Exit(9)
		}
	}
}

// deaf says that it is there and then ignores everything but a kill. It gives up after a
// minute, so that a failing test leaves nothing behind for long.
func deaf() {
	signal.Ignore(syscall.SIGTERM)
	if os.Getenv("PARLEY_TEST_GROUP") == "own" && syscall.Setpgid(0, 0) != nil {
		os.Exit(9)
	}
	fmt.Println(os.Getpid())
	<-time.After(time.Minute)
}

// escape starts a child in a session of its own that keeps the output open, and then ends.
func escape() {
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), "PARLEY_TEST_CHILD=deaf")
	child.Stdout = os.Stdout
	child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := child.Start(); err != nil {
		os.Exit(9)
	}
}

// orphan starts a child in its own group, with the output closed, that ignores requests to
// end; it waits until the child is there, and then ends.
func orphan() {
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), "PARLEY_TEST_CHILD=deaf")
	out, err := child.StdoutPipe()
	if err != nil || child.Start() != nil {
		os.Exit(9)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		os.Exit(9)
	}
	fmt.Print(line)
}

func self(child string) process.Command {
	return process.Command{Args: []string{os.Args[0]}, Env: append(os.Environ(), "PARLEY_TEST_CHILD="+child)}
}

func shell(line string) process.Command {
	return process.Command{Args: []string{"sh", "-c", line}, Env: os.Environ()}
}

func TestHowACommandEnds(t *testing.T) {
	cases := []struct {
		name, line string
		want       process.Status
		output     string
	}{
		{"well", `echo out`, process.Status{}, "out\n"},
		{"badly", `echo no >&2; exit 3`, process.Status{Code: 3}, "no\n"},
		{"interleaved", `echo 1; echo 2 >&2; echo 3`, process.Status{}, "1\n2\n3\n"},
		{"by a signal", `kill -KILL $$`, process.Status{Code: -1, Signal: "killed"}, ""},
		{"input is empty", `cat; echo end`, process.Status{}, "end\n"},
		{"verbatim", `printf '\033[31m\0\377'`, process.Status{}, "\x1b[31m\x00\xff"},
		{"a child keeps the output", `sleep 1000 & echo started`, process.Status{}, "started\n"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			command := shell(c.line)
			command.Stdout = &out
			got, err := process.Run(context.Background(), command)
			if err != nil || got != c.want || out.String() != c.output {
				t.Errorf("got %+v, %v, output %q; want %+v, output %q", got, err, out.String(), c.want, c.output)
			}
		})
	}
}

func TestACommandHasNoTerminal(t *testing.T) {
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), "PARLEY_TEST_CHILD=seated")
	terminal, err := pty.Start(child)
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	said, _ := io.ReadAll(terminal) // fails once nobody holds the other side
	if err := child.Wait(); err != nil || string(said) != "terminal\r\nnone\r\n" {
		t.Errorf("got %q, %v", said, err)
	}
}

func TestInputAndTwoOutputs(t *testing.T) {
	var out, complaints bytes.Buffer
	command := shell(`cat; echo oh >&2`)
	command.Stdin, command.Stdout, command.Stderr = []byte("told\n"), &out, &complaints
	status, err := process.Run(context.Background(), command)
	if err != nil || status != (process.Status{}) || out.String() != "told\n" || complaints.String() != "oh\n" {
		t.Errorf("got %+v, %v, %q, %q", status, err, out.String(), complaints.String())
	}
}

func TestInputThatIsNotRead(t *testing.T) {
	command := shell(`exit 0`)
	command.Stdin, command.Stdout = make([]byte, 1<<20), io.Discard
	status, err := process.Run(context.Background(), command)
	if err != nil || status != (process.Status{}) {
		t.Errorf("got %+v, %v", status, err)
	}
}

func TestNotStarted(t *testing.T) {
	_, err := process.Run(context.Background(), process.Command{Args: []string{"/no/such/program"}, Stdin: []byte("x"), Stdout: io.Discard})
	if err == nil || err.Error() != "process: fork/exec /no/such/program: no such file or directory" {
		t.Errorf("got %v", err)
	}
	if _, err = process.Run(context.Background(), process.Command{}); err == nil || err.Error() != "process: no command" {
		t.Errorf("got %v", err)
	}
}

func TestCancelledBeforeItStarts(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out bytes.Buffer
	command := shell("echo ran")
	command.Stdout = &out
	status, err := process.Run(ctx, command)
	if err != nil || status != (process.Status{Ending: process.Cancelled, Code: -1}) || out.Len() > 0 {
		t.Errorf("got %+v, %v, %q", status, err, out.String())
	}
}

// firstWrite calls do with the first line that is written to it.
type firstWrite struct {
	once sync.Once
	do   func(string)
	said bytes.Buffer
}

func (f *firstWrite) Write(p []byte) (int, error) {
	f.said.Write(p)
	if line, _, ok := strings.Cut(f.said.String(), "\n"); ok {
		f.once.Do(func() { f.do(line) })
	}
	return len(p), nil
}

func TestCancelReachesTheWholeGroup(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	out := &firstWrite{do: func(string) { cancel() }}
	command := shell(`sleep 1000 & echo $!; wait`)
	command.Stdout = out
	status, err := process.Run(ctx, command)
	if err != nil || status.Ending != process.Cancelled {
		t.Fatalf("got %+v, %v", status, err)
	}
	gone(t, strings.TrimSpace(out.said.String()))
}

// clock is a time.After that fires what is due only when told.
type clock struct {
	mu    sync.Mutex
	asked []time.Duration
	fire  map[time.Duration]bool
}

func (c *clock) after(d time.Duration) <-chan time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked = append(c.asked, d)
	due := make(chan time.Time, 1)
	if c.fire[d] {
		due <- time.Time{}
	}
	return due
}

func TestDeafCommandIsKilledAfterTheGrace(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	command := self("deaf")
	out := &firstWrite{do: func(string) { cancel() }}
	c := &clock{fire: map[time.Duration]bool{process.Grace: true}}
	command.Stdout, command.After = out, c.after
	status, err := process.Run(ctx, command)
	want := process.Status{Ending: process.Cancelled, Code: -1, Signal: "killed"}
	if err != nil || status != want {
		t.Errorf("got %+v, %v, want %+v", status, err, want)
	}
}

func TestLimit(t *testing.T) {
	const limit = 7 * time.Second
	c := &clock{fire: map[time.Duration]bool{limit: true}}
	command := shell(`while :; do sleep 1000; done`)
	command.Stdout, command.Limit, command.After = io.Discard, limit, c.after
	status, err := process.Run(context.Background(), command)
	want := process.Status{Ending: process.TimedOut, Code: -1, Signal: "terminated"}
	if err != nil || status != want {
		t.Errorf("got %+v, %v, want %+v", status, err, want)
	}
}

func TestOrphanWithoutOutputIsKilled(t *testing.T) {
	var out bytes.Buffer
	command := self("orphan")
	command.Stdout = &out
	status, err := process.Run(context.Background(), command)
	if err != nil || status != (process.Status{}) {
		t.Fatalf("got %+v, %v", status, err)
	}
	gone(t, strings.TrimSpace(out.String()))
}

func TestEscapedChildThatKeepsTheOutput(t *testing.T) {
	out := &firstWrite{}
	var pid string
	command := self("escape")
	// Time stands still until the escaped child has spoken: only then is it certain to hold
	// the output.
	spoke := make(chan time.Time)
	command.Stdout = out
	out.do = func(line string) { pid = line; close(spoke) }
	command.After = func(time.Duration) <-chan time.Time { return spoke }
	status, err := process.Run(context.Background(), command)
	if err != nil || status != (process.Status{}) {
		t.Errorf("got %+v, %v", status, err)
	}
	if exec.Command("kill", "-KILL", pid).Run() != nil {
		t.Errorf("the child %q that left the group was not there any more: the test proves nothing", pid)
	}
}

func TestGigabyteIsNotKept(t *testing.T) {
	out := process.NewOutput(256 << 10)
	blocks := 1 << 10
	if testing.Short() {
		blocks >>= 5 // the race detector takes long for more
	}
	command := self("flood")
	command.Args = append(command.Args, strconv.Itoa(blocks))
	command.Stdout = out
	status, err := process.Run(context.Background(), command)
	if err != nil || status != (process.Status{}) {
		t.Fatalf("got %+v, %v", status, err)
	}
	mark := fmt.Sprintf("\n… %d bytes left out …\n", blocks<<20-256<<10)
	text := out.Text()
	if len(text) != 256<<10+len(mark) || text[128<<10:128<<10+len(mark)] != mark {
		t.Errorf("kept %d bytes; in the middle %q", len(text), text[128<<10:min(len(text), 128<<10+40)])
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestWriterThatFailsDoesNotStopTheCommand(t *testing.T) {
	command := shell(`dd if=/dev/zero bs=1024 count=1024 2>/dev/null; exit 4`)
	command.Stdout = brokenWriter{}
	status, err := process.Run(context.Background(), command)
	if err != nil || status != (process.Status{Code: 4}) {
		t.Errorf("got %+v, %v", status, err)
	}
}

// gone fails unless the process with this id ends; it was signalled before.
func gone(t *testing.T, pid string) {
	t.Helper()
	id, err := strconv.Atoi(pid)
	if err != nil {
		t.Fatalf("the child did not say its id: %v", err)
	}
	handle, err := unix.PidfdOpen(id, 0)
	if errors.Is(err, unix.ESRCH) {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(handle)
	const bound = 40_000 // milliseconds, only so that a failure ends; less than a deaf process has
	ready, err := unix.Poll([]unix.PollFd{{Fd: int32(handle), Events: unix.POLLIN}}, bound)
	for errors.Is(err, unix.EINTR) {
		ready, err = unix.Poll([]unix.PollFd{{Fd: int32(handle), Events: unix.POLLIN}}, bound)
	}
	if err != nil || ready != 1 {
		t.Errorf("process %d is still there (%v)", id, err)
	}
}

// TestFilesAreNotInherited: a command gets its three streams and nothing else that this program has
// open, such as what its keys are waited for with, or a terminal that it was left.
func TestFilesAreNotInherited(t *testing.T) {
	waits, err := unix.EpollCreate1(0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(waits)
	left, err := unix.Open("/dev/null", unix.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(left)
	var out bytes.Buffer
	command := shell(`for f in $1 $2; do test -e /dev/fd/$f && echo $f; done; echo looked`)
	command.Args = append(command.Args, "sh", strconv.Itoa(waits), strconv.Itoa(left))
	command.Stdout = &out
	if _, err := process.Run(t.Context(), command); err != nil || out.String() != "looked\n" {
		t.Errorf("%v, the command has %q", err, out.String())
	}
}
