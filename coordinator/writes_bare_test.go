package coordinator

import (
	"context"
	"errors"
	"strings"
	"testing"

	"parley/coordinator/tool"
	"parley/store"
)

// barePen changes something of which there are no bytes to keep, such as a link.
type barePen struct{ lookingPen }

func (p barePen) Run(ctx context.Context, c tool.Call) tool.Outcome {
	w := p.lookingPen.Run(ctx, c).(tool.Writes)
	w.Files = nil
	return w
}

// newBare is a shell with a call of such a pen that waits for a yes.
func newBare(t *testing.T) *holdingShell {
	t.Helper()
	h := newHolding(t, 1, true)
	x := barePen{lookingPen{pen{h.did, tool.Success{Content: "written"}}, true}}
	r, err := tool.NewRegistry(tool.Entry{Tool: x, Spec: x.Spec()})
	if err != nil {
		t.Fatal(err)
	}
	h.shell.SetEnv(Env{Tools: r, Rules: storyRules{}, SomebodyThere: true})
	return h
}

// TestAWriteOfWhichNothingIsKept waits for the yes to be on record all the same.
func TestAWriteOfWhichNothingIsKept(t *testing.T) {
	h := newBare(t)
	h.permit(t)
	h.run(OfTool)
	h.run(OfFiles)
	want := "run, sync permission_response tool_started, write, sync tool_call_response"
	if got := strings.Join(*h.did, ", "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if lastOf(h.owning) != "written" || len(h.shell.writes) != 0 {
		t.Errorf("%s, %d left", lastOf(h.owning), len(h.shell.writes))
	}
	checkLog(t, h.shell.Log().Slice(0, h.shell.Log().Len()))
}

// TestAWriteOfWhichNothingIsKeptIsNotMade while the yes cannot be recorded, nor once the turn
// was interrupted; then what it holds is given back.
func TestAWriteOfWhichNothingIsKeptIsNotMade(t *testing.T) {
	for name, c := range map[string]struct {
		before func(h *holdingShell)
		want   string
	}{
		"a full disk": {func(h *holdingShell) { h.fault = errors.New("the disk is full") }, "run"},
		"interrupted": {func(*holdingShell) {}, "run, drop"},
	} {
		h := newBare(t)
		h.permit(t)
		c.before(h)
		for _, j := range h.of(OfTool) {
			in, _ := j.Perform(j.Context)
			_, jobs := h.shell.Send(in)
			if name == "interrupted" {
				_, _ = h.shell.Send(Interrupted{})
				continue
			}
			for _, j := range jobs {
				if j.Key.Kind != ofWriting {
					continue
				}
				failed, _ := j.Perform(j.Context)
				_, _ = h.shell.Send(failed)
			}
		}
		if did := strings.ReplaceAll(strings.Join(*h.did, ", "), ", sync permission_response tool_started", ""); did != c.want {
			t.Errorf("%s: %s, want %s", name, did, c.want)
		}
		for _, r := range h.shell.State().Running {
			if r.Key.Kind == OfFiles && name == "interrupted" && !r.Stopping {
				t.Errorf("%s: %s goes on", name, r.Key)
			}
		}
	}
}

// TestAKillBeforeAWriteOfWhichNothingIsKept: the call ends as interrupted.
func TestAKillBeforeAWriteOfWhichNothingIsKept(t *testing.T) {
	h := newBare(t)
	h.permit(t)
	h.run(OfTool)
	h.endsInterrupted(t)
}

// TestARunPromisesABareWriteOnce: a write that ends in another one is the tool's mistake.
func TestARunPromisesABareWriteOnce(t *testing.T) {
	h := newBare(t)
	h.permit(t)
	h.run(OfTool)
	for _, j := range h.of(OfFiles) {
		h.send(ToolDone{Key: j.Key, Outcome: tool.Writes{Drop: func() {}}})
	}
	if got := lastOf(h.owning); got != badOutcomeText("pen") {
		t.Errorf("%s", got)
	}
	for _, ev := range h.shell.Log().All() {
		if _, kept := ev.Body.(store.FileKept); kept {
			t.Error("something is kept")
		}
	}
}
