package cli

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"parley/model/cli/process"
)

// TestAServerThatSaysNothing: who waits is told for what, and for how long at most. Ctrl+C ends it at
// once, and then nothing is told of the servers.
func TestAServerThatSaysNothing(t *testing.T) {
	for _, args := range []string{"mcp ls", "mcp tools slow", "mcp call slow__x"} {
		asked, over := make(chan struct{}), make(chan struct{})
		silent := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
			select {
			case asked <- struct{}{}:
			case <-over:
			}
			<-over
		}))
		t.Cleanup(silent.Close)
		t.Cleanup(func() { close(over) })
		p, out, errs, _ := ready(t)
		var after time.Duration
		p.Sleep = func(_ context.Context, d time.Duration) error {
			after = d
			<-asked
			return nil
		}
		ctx, interrupt := context.WithCancel(t.Context())
		p.Err = &interrupting{errs, interrupt}
		root := root(p)
		root.SetArgs(append([]string{"mcp", "-c", "mcp.slow.url=" + silent.URL, "-c", "mcp.w.enable=false", "-c", "mcp.p.enable=false"}, strings.Fields(args)[1:]...))
		err := root.ExecuteContext(ctx)
		var status process.StatusError
		if !errors.As(err, &status) || status.Status != process.ExitInterrupted || status.Err != nil {
			t.Errorf("%s: %v", args, err)
		}
		const want = "parley: still waiting for slow, at most 80 s in all, or longer while a program that is started says something; Ctrl+C ends this\n"
		if errs.String() != want || out.String() != "" || after != 2*time.Second {
			t.Errorf("%s: after %v %q, and %q", args, after, errs, out)
		}
	}
}

// interrupting ends something when the first words are printed.
type interrupting struct {
	*shown
	interrupt func()
}

func (i *interrupting) Write(p []byte) (int, error) {
	defer i.interrupt()
	return i.shown.Write(p)
}
