package commands

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parley/coordinator"
	"parley/providers"
	"parley/store"
)

func TestAnInterruptStopsTheModelAndEndsTheTurn(t *testing.T) {
	b := newBench(t, allow)
	b.model.hang = true
	ctx, stop := context.WithCancel(context.Background())
	b.loop.Saw = func(in coordinator.Input, evs []store.Event) {
		b.seen = append(b.seen, evs...)
		if _, ok := in.(coordinator.Submitted); ok {
			stop()
		}
	}
	b.loop.Run(ctx, coordinator.Opened{}, coordinator.Submitted{ID: "m", Text: "go"})
	if got, want := b.types(), "workspace turn_start chat_request turn_ending turn_end"; got != want {
		t.Errorf("got %s", got)
	}
}

func TestAnInterruptStopsAToolAndAnswersItsCall(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	b := newBench(t, allow, calls("runs"))
	go func() {
		<-deaf
		stop()
	}()
	b.loop.Run(ctx, coordinator.Opened{}, coordinator.Submitted{ID: "m", Text: "go"})
	for _, ev := range b.seen {
		if r, ok := ev.Body.(store.ToolCallResponse); ok {
			want := "The user ended the turn while this was running. It was stopped and may have taken effect in part."
			if r.Content != want || !r.IsError {
				t.Errorf("the model is told %+v", r)
			}
			return
		}
	}
	t.Errorf("the call got no response: %s", b.types())
}

// TestAJobThatDoesNotListenDoesNotHoldUpTheEnd: when the program is told to end, Run waits for what runs
// until Grace is over, and longer only for what is not on disk yet: the end of the turn, and that the
// call may have taken effect.
func TestAJobThatDoesNotListenDoesNotHoldUpTheEnd(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	b := newBench(t, allow, calls("deaf"))
	waits := 0
	b.loop.Grace = func() <-chan time.Time {
		waits++
		c := make(chan time.Time, 1)
		c <- time.Time{}
		return c
	}
	go func() { <-deaf; stop() }()
	b.loop.Run(ctx, coordinator.Opened{}, coordinator.Submitted{ID: "m", Text: "go"})
	if waits == 0 || !b.loop.Shell.Saved() || !strings.HasSuffix(b.types(), "tool_call_response turn_end") {
		t.Errorf("waited %d times, saved %v: %s", waits, b.loop.Shell.Saved(), b.types())
	}
	deaf <- struct{}{} // it still ran, and can end
}

// TestAnEndThatNobodyWantedDecidesNothing: another program ends this one. What is asked stays open, a call that runs
// stays without a response, and what came of a response is kept and told.
func TestAnEndThatNobodyWantedDecidesNothing(t *testing.T) {
	for _, c := range []struct{ what, last string }{
		{"a question", "response_end permission_request"},
		{"a call", "tool_started"},
		{"a response", "chat_response"},
	} {
		t.Run(c.what, func(t *testing.T) {
			ctx, stop := context.WithCancel(context.Background())
			asked := make(chan struct{})
			ask := func(ctx context.Context, p coordinator.Prompt) coordinator.Input {
				if c.what == "a call" {
					return allow(ctx, p)
				}
				close(asked)
				<-ctx.Done()
				return nil
			}
			b := newBench(t, ask, calls("runs"))
			b.loop.Leaves = func() bool { return true }
			if c.what == "a response" {
				b.model.half = make(chan struct{})
			}
			go func() {
				switch c.what {
				case "a question":
					<-asked
				case "a call":
					<-deaf
				default:
					<-b.model.half
				}
				stop()
			}()
			b.loop.Run(ctx, coordinator.Opened{}, coordinator.Submitted{ID: "m", Text: "go"})
			b.loop.Shell.Stop(context.Background())
			for _, ev := range b.seen {
				switch ev.Body.(type) {
				case store.TurnEnding, store.TurnEnd, store.PermissionResponse, store.InquiryResponse, store.ToolCallResponse:
					if p, is := ev.Body.(store.PermissionResponse); !is || c.what != "a call" || p.By != store.ByUser {
						t.Errorf("%s was decided", ev.Body.Type())
					}
				}
			}
			if !strings.HasSuffix(b.types(), c.last) || !b.loop.Shell.Saved() {
				t.Errorf("saved %v: %s", b.loop.Shell.Saved(), b.types())
			}
		})
	}
}

// TestWhoeverLeavesIsAskedNothingMore: Ctrl+D leaves a question open, and Run returns.
func TestWhoeverLeavesIsAskedNothingMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		b := newBench(t, func(context.Context, coordinator.Prompt) coordinator.Input { asked++; return nil }, calls("a", "b"))
		b.loop.Run(t.Context(), coordinator.Opened{}, coordinator.Submitted{ID: "m", Text: "go"})
		p, open := b.loop.Shell.State().Prompt()
		if asked != 1 || !b.loop.Left() || !open || p.Label != "echo" || !b.loop.Shell.Saved() {
			t.Errorf("asked %d times, left %v, open %v %q: %s", asked, b.loop.Left(), open, p.Label, b.types())
		}
	})
}

func TestASignalEndsARunThatCannotBeSaved(t *testing.T) {
	b := newBench(t, nil, providers.Response{Text: "done"})
	b.disk.fails = 1 << 30
	ctx, stop := context.WithCancel(context.Background())
	stop()
	b.loop.Run(ctx, coordinator.Opened{}, coordinator.Submitted{ID: "m", Text: "go"})
	if b.loop.Shell.Trouble() == nil {
		t.Error("nothing was wrong")
	}
}
