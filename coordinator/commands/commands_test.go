package commands

import (
	"context"
	"fmt"
	"reflect"
	"testing"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
)

// says is a job that brings one message, and another behind it if there is a rest.
func says(name, rest string) coordinator.Job {
	return coordinator.Job{Context: context.Background(), Key: coordinator.Key{Kind: coordinator.OfTool, ID: name}, Perform: func(context.Context) (coordinator.Input, coordinator.Performer) {
		var more coordinator.Performer
		if rest != "" {
			more = says(rest, "").Perform
		}
		return coordinator.ToolSaid{Text: name}, more
	}}
}

// sent runs commands as a program does that takes nothing meanwhile: what is in its queue then.
func sent(cmds ...tea.Cmd) (queue []StepMsg) {
	for _, cmd := range cmds {
		if cmd == nil {
			continue
		}
		switch msg := cmd().(type) {
		case tea.BatchMsg:
			queue = append(queue, sent(msg...)...)
		case StepMsg:
			queue = append(queue, msg)
		}
	}
	return queue
}

// TestAKeyStandsBehindOneResult: however many jobs have ended, one message of theirs is in the
// program's queue. Each brings the next, in the order in which they came.
func TestAKeyStandsBehindOneResult(t *testing.T) {
	const many = 1000
	var a Arrivals
	var jobs []coordinator.Job
	var want, got []string
	for i := range many {
		jobs = append(jobs, says(fmt.Sprint(i), ""))
		want = append(want, fmt.Sprint(i))
	}
	jobs[0] = says("0", "more of 0")
	want = append(want, "more of 0", "late")
	queue := sent(a.Commands(jobs))
	for len(queue) > 0 {
		if len(queue) != 1 {
			t.Fatalf("%d messages stand before a key", len(queue))
		}
		m := queue[0]
		got = append(got, m.Input.(coordinator.ToolSaid).Text)
		next := []tea.Cmd{m.Next()}
		if m.More {
			next = append(next, a.Command(m.Rest))
		}
		queue = sent(next...)
		if len(queue) == 0 && len(got) == many+1 {
			queue = sent(a.Command(says("late", ""))) // nothing waits any more
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%d of %d came, in another order: %q", len(got), len(want), got)
	}
}

// TestWhatTheShellDecidedWaitsForNoResult: a stop goes on, and is written, whatever else comes.
func TestWhatTheShellDecidedWaitsForNoResult(t *testing.T) {
	var a Arrivals
	if n := len(sent(a.Command(says("result", "")), a.Command(says("another", "")))); n != 1 {
		t.Fatalf("%d messages", n)
	}
	shell := newBench(t, nil).loop.Shell
	_, jobs := shell.Send(coordinator.Opened{})
	_, more := shell.Send(coordinator.Submitted{ID: "m", Text: "hello"})
	writes := 0
	for _, j := range append(jobs, more...) {
		if j.Urgent() {
			writes += len(sent(a.Command(j)))
		}
	}
	if writes != 1 {
		t.Errorf("%d appends reached the program at once", writes)
	}
}
