// Package notice tells a program of the user's that something waits for them:
// notify.command of the configuration.
package notice

import (
	"context"
	"encoding/json"
	"io"
	"sync"
	"time"

	"parley/config"
	tools "parley/coordinator/tools/process"
	"parley/store"
	"parley/store/inbox"
	"parley/store/system"
	"parley/store/text/clean"
)

// Limits of what is told.
const (
	mostAMinute = 10
	limit       = 10 * time.Second // after which the program is killed
	mostContext = 64 << 10         // bytes of a context
)

// Options are what is told, to whom, and about what.
type Options struct {
	Command      config.Command
	Context      bool // with what is decided about
	Environ      []string
	Away         string                            // the folder in which it begins, which is not in the workspace
	Find         func(name string) (string, error) // finds its program outside of the workspace
	Dir          string                            // the workspace
	Conversation string
	Log          func() store.Log
	Now          func() time.Time
	Token        func(request string) string // makes the token for the request of a digest, "" for none; nil makes none
}

// Notifier announces each question once it is on disk.
type Notifier struct {
	o    Options
	ctx  context.Context
	stop context.CancelFunc
	runs sync.WaitGroup

	mu      sync.Mutex
	told    []time.Time // in the last minute
	leftOut int         // of those that were too many
	trouble string      // of the first run that failed
}

// New makes a notifier; nil where nothing is to be told.
func New(o Options) *Notifier {
	if o.Command.IsZero() {
		return nil
	}
	n := &Notifier{o: o}
	n.ctx, n.stop = context.WithCancel(context.Background())
	return n
}

// Desktop are the variables by which a program shows something on the desktop: those that
// commands of a model are not given.
func Desktop() []string {
	return []string{"DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS"}
}

// message is what the program reads.
type message struct {
	V            int       `json:"v"`
	Ref          string    `json:"ref"`
	Conversation string    `json:"conversation"`
	Workspace    string    `json:"workspace,omitempty"`
	Kind         string    `json:"kind"`
	Who          string    `json:"who"`
	Subject      string    `json:"subject"`
	Text         string    `json:"text"`
	Answer       string    `json:"answer_type,omitempty"`
	Since        time.Time `json:"since"`
	Secret       bool      `json:"secret,omitempty"` // one is asked for; it is never in here
	Context      string    `json:"context,omitempty"`
	Token        string    `json:"token,omitempty"`    // by which what is started may answer it, once
	LeftOut      int       `json:"left_out,omitempty"` // questions before this one that were not told
}

// Recording returns a function that records events and then tells of what they ask a
// person.
func (n *Notifier) Recording(record func(...store.Event) error) func(...store.Event) error {
	if n == nil {
		return record
	}
	return func(events ...store.Event) error {
		if err := record(events...); err != nil {
			return err
		}
		for _, ev := range events {
			if asks(ev.Body) {
				n.tell(store.Digest(ev.Line()))
				break // one question is open at a time
			}
		}
		return nil
	}
}

func asks(b store.Body) bool {
	switch b := b.(type) {
	case store.PermissionRequest:
		return true
	case store.InquiryRequest:
		return b.Target == store.TargetUser
	}
	return false
}

// tell tells of what is open last, if it is: a rule or a policy may have answered it already.
func (n *Notifier) tell(request string) {
	open := inbox.Of(n.o.Conversation, "", n.o.Dir, n.o.Log())
	if len(open) == 0 {
		return
	}
	left, may := n.may()
	if !may {
		return
	}
	m := n.messageOf(open[len(open)-1], left)
	if n.o.Token != nil && m.Ref == inbox.Ref(n.o.Conversation, request) {
		m.Token = n.o.Token(request)
	}
	line, err := json.Marshal(m)
	if err != nil {
		return // texts and numbers always marshal
	}
	n.runs.Go(func() { n.run(append(line, '\n')) })
}

// may reports whether one more may be told now, and how many were left out before.
func (n *Notifier) may() (left int, may bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	now := n.o.Now()
	for len(n.told) > 0 && now.Sub(n.told[0]) >= time.Minute {
		n.told = n.told[1:]
	}
	if len(n.told) >= mostAMinute {
		n.leftOut++
		return 0, false
	}
	n.told = append(n.told, now)
	left, n.leftOut = n.leftOut, 0
	return left, true
}

func (n *Notifier) messageOf(e inbox.Entry, left int) message {
	m := message{
		V: 1, Ref: e.Ref, Conversation: e.Conversation, Workspace: e.Workspace, Kind: e.Kind, Who: clean.Prose(e.Who), Subject: clean.Prose(e.Subject),
		Text: clean.Prose(e.Text), Answer: e.Answer, Since: e.Since, Secret: e.Secret, LeftOut: left,
	}
	if n.o.Context {
		m.Context = clean.Prose(e.Context[:min(len(e.Context), mostContext)])
	}
	return m
}

// run runs the program. What it prints is its own affair, and the question stays open whatever
// becomes of it; that it failed is known afterwards, see Trouble.
func (n *Notifier) run(line []byte) {
	args := n.o.Command.Argv
	if n.o.Command.Line != "" {
		shell, err := system.Shell(n.o.Dir)
		if err != nil {
			n.failed(unstartedText(err))
			return
		}
		args = []string{shell, "-c", n.o.Command.Line}
	}
	program, err := n.o.Find(args[0])
	if err != nil {
		n.failed(unstartedText(err))
		return
	}
	args = append([]string{program}, args[1:]...)
	status, err := tools.Run(n.ctx, tools.Command{Args: args, Dir: n.o.Away, Env: n.o.Environ, Stdin: line, Stdout: io.Discard, Limit: limit})
	code, exited := status.Exit()
	switch {
	case err != nil:
		n.failed(unstartedText(err))
	case status.Ending == tools.Cancelled:
	case status.Ending == tools.TimedOut:
		n.failed(limitText)
	case !exited:
		n.failed(signalText(status.Signal))
	case code != 0:
		n.failed(exitText(code))
	}
}

func (n *Notifier) failed(how string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.trouble == "" {
		n.trouble = untoldText(how)
	}
}

// Trouble says how the first run failed that did, "" for none.
func (n *Notifier) Trouble() string {
	if n == nil {
		return ""
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.trouble
}

// Close ends what is still being told; with wait it is first given its time, which is for a
// process that ends because something waits.
func (n *Notifier) Close(wait bool) {
	if wait {
		n.runs.Wait()
	}
	n.stop()
	n.runs.Wait()
}
