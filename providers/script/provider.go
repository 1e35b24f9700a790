package script

import (
	"context"
	"fmt"
	"strings"
	"time"

	"parley/providers"
)

// Options are how a scenario is played.
type Options struct {
	// Sleep waits for delays, streaming rates and silent streams. Without it they
	// pass at once, for tests; RealSleep is the other choice.
	Sleep func(context.Context, time.Duration) error
}

// RealSleep waits for d, or returns the context's error as soon as it ends.
func RealSleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// New plays a scenario in process, whatever the model of a request is called.
func New(s Scenario, o Options) providers.Provider {
	return single{NewPlayer(s), o}
}

type single struct {
	player *Player
	opts   Options
}

func (p single) Stream(ctx context.Context, req providers.Request) providers.Stream {
	return newStream(ctx, p.player, p.opts, req)
}

func (p single) Models(context.Context) ([]providers.Model, error) {
	s := p.player.Scenario()
	models := []providers.Model{{ID: s.Model, Capabilities: s.capabilities()}}
	if s.Reviewer != "" {
		models = append(models, providers.Model{ID: s.Reviewer, Capabilities: s.capabilities()})
	}
	return models, nil
}

func (p single) Capabilities(string) providers.Capabilities {
	return p.player.Scenario().capabilities()
}

func (s Scenario) capabilities() providers.Capabilities {
	return providers.Capabilities{ContextWindow: s.ContextWindow, Output: s.Output}
}

// failed is the error that a client would report for a fault.
func failed(f Fault, idle time.Duration) *providers.Error {
	e := &providers.Error{Provider: "script", Transient: true}
	switch f.Kind {
	case FaultStatus:
		e.Status, e.Transient = f.Status, transient(f.Status)
		e.Message, e.TooLong = statusText(f), f.Status == 413 || strings.Contains(f.Body, "context_length_exceeded")
	case FaultRefuse:
		e.Message = textRefusedConnection
	case FaultCut:
		e.Message = textCut
	case FaultSilent:
		e.Message = fmt.Sprintf(textSilent, providers.Lasting(idle))
		e.Err = context.DeadlineExceeded
	case FaultGarbage:
		e.Message, e.Transient = textGarbage, false
	case FaultError:
		e.Message = streamText(f)
	case FaultNoFinish:
		e.Message = textNoFinish
	}
	return e
}

// transient reports whether a status may pass.
func transient(status int) bool {
	return status == 408 || status == 409 || status == 429 || status >= 500
}

// errClosed is what a waiting Next returns after Close.
var errClosed = fmt.Errorf("script: the stream was closed: %w", context.Canceled)
