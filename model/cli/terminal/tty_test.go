package terminal

import (
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
)

// TestAReaderThatIsQuickerTakesNothingButWhatItRead: if two read, each sees what comes,
// and one gets it; the other waits no longer than its time.
func TestAReaderThatIsQuickerTakesNothingButWhatItRead(t *testing.T) {
	ours, in, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	defer ours.Close()
	l := TTY{In: in, Out: in}
	restore, err := l.Raw()
	if err != nil {
		t.Fatal(err)
	}
	for round := range 100 {
		var readers sync.WaitGroup
		var mu sync.Mutex
		got := 0
		for range 2 {
			readers.Go(func() {
				l.Discard(5*time.Millisecond, func(soFar []byte) bool {
					mu.Lock()
					defer mu.Unlock()
					got += len(soFar)
					return len(soFar) > 0
				})
			})
		}
		if _, err := ours.Write([]byte("x")); err != nil {
			t.Fatal(err)
		}
		ended := make(chan struct{})
		go func() { readers.Wait(); close(ended) }()
		select {
		case <-ended:
		case <-time.After(10 * time.Second): // only limits a failure
			t.Fatalf("round %d: a reader waits", round)
		}
		if got > 1 {
			t.Fatalf("round %d: %d were read", round, got)
		}
	}
	if err := restore(); err != nil {
		t.Error(err)
	}
}
