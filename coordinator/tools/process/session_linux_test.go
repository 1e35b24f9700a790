package process_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"parley/coordinator/tools/process"
)

// TestWhatTookAGroupOfItsOwnEndsWithTheCommand, as timeout does, before the call counts as
// ended: when the command has ended, at its limit, and when it is cancelled.
func TestWhatTookAGroupOfItsOwnEndsWithTheCommand(t *testing.T) {
	at := make(chan time.Time)
	close(at)
	line := `PARLEY_TEST_CHILD=deaf "$PARLEY_TEST_SELF" & wait`
	for name, c := range map[string]struct {
		command process.Command
		cancel  bool
		want    process.Ending
	}{
		"ended":     {self("orphan"), false, process.Exited},
		"at limit":  {process.Command{Args: shell(line).Args, Env: os.Environ(), Limit: time.Hour}, false, process.TimedOut},
		"cancelled": {process.Command{Args: shell(line).Args, Env: os.Environ()}, true, process.Cancelled},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			said := &saying{heard: make(chan struct{})}
			c.command.Env = append(c.command.Env, "PARLEY_TEST_GROUP=own", "PARLEY_TEST_SELF="+os.Args[0])
			c.command.Stdout = said
			c.command.After = func(time.Duration) <-chan time.Time {
				<-said.heard // what is waited for is there
				return at
			}
			if c.cancel {
				go func() { <-said.heard; cancel() }()
			}
			status, err := process.Run(ctx, c.command)
			if err != nil || status.Ending != c.want {
				t.Fatalf("it ended as %+v, %v", status, err)
			}
			pid, err := strconv.Atoi(strings.TrimSpace(said.String()))
			if err != nil {
				t.Fatal(err)
			}
			if handle, err := unix.PidfdOpen(pid, 0); !errors.Is(err, unix.ESRCH) {
				defer unix.Close(handle)
				if ready, err := unix.Poll([]unix.PollFd{{Fd: int32(handle), Events: unix.POLLIN}}, 0); err != nil || ready != 1 {
					t.Errorf("process %d goes on (%v)", pid, err)
				}
			}
		})
	}
}

// saying keeps a line, and says when it is there.
type saying struct {
	sync.Mutex
	text  bytes.Buffer
	heard chan struct{}
	is    bool
}

func (s *saying) String() string {
	s.Lock()
	defer s.Unlock()
	return s.text.String()
}

func (s *saying) Write(p []byte) (int, error) {
	s.Lock()
	defer s.Unlock()
	n, err := s.text.Write(p)
	if !s.is && strings.Contains(s.text.String(), "\n") {
		s.is = true
		close(s.heard)
	}
	return n, err
}
