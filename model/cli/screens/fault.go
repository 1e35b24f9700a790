package screens

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"

	tea "charm.land/bubbletea/v2"

	"parley/config"
	"parley/model/cli/process"
	"parley/model/cli/version"
	"parley/model/kit"
	"parley/store/system"
)

// guarded is a screen whose panics end the program in an orderly way: the terminal is
// restored, and the user reads what to do instead of a stack trace.
type guarded struct {
	tea.Model
	end context.CancelFunc // ends the program

	mu    sync.Mutex // commands run beside the screen
	fault *fault     // the first one, nil if there was none
}

// fault is a panic of the program.
type fault struct {
	what  string
	stack []byte
}

// Init starts the screen.
func (g *guarded) Init() (cmd tea.Cmd) {
	defer g.caught()
	return g.safe(g.Model.Init())
}

// Update gives the screen a message. After a fault it ignores messages.
func (g *guarded) Update(msg tea.Msg) (_ tea.Model, cmd tea.Cmd) {
	defer g.caught()
	if g.broken() != nil {
		return g, nil
	}
	if lend, is := msg.(kit.LendMsg); is {
		return g, tea.Exec(lend.To, g.safeDone(lend.Done))
	}
	next, cmd := g.Model.Update(msg)
	g.Model = next
	return g, g.safe(cmd)
}

// View draws the screen.
func (g *guarded) View() (v tea.View) {
	defer g.caught()
	if g.broken() != nil {
		return tea.NewView("")
	}
	return g.Model.View()
}

// caught is deferred: it recovers a panic and ends the program.
func (g *guarded) caught() {
	r := recover()
	if r == nil {
		return
	}
	g.mu.Lock()
	if g.fault == nil {
		g.fault = &fault{what: fmt.Sprint(r), stack: debug.Stack()}
	}
	g.mu.Unlock()
	g.end()
}

// broken is the first fault, nil if there was none.
func (g *guarded) broken() *fault {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.fault
}

// safe guards a command, and those that it leads to.
func (g *guarded) safe(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer g.caught()
		return g.safeAll(cmd())
	}
}

// safeAll guards the commands inside a message: those of a batch. No screen asks for a
// sequence, whose type is not exported.
func (g *guarded) safeAll(msg tea.Msg) tea.Msg {
	all, is := msg.(tea.BatchMsg)
	if !is {
		return msg
	}
	out := make(tea.BatchMsg, len(all))
	for i, cmd := range all {
		out[i] = g.safe(cmd)
	}
	return out
}

// safeDone guards what is done when another program gives the terminal back.
func (g *guarded) safeDone(done func(error) tea.Msg) tea.ExecCallback {
	return func(err error) (msg tea.Msg) {
		defer g.caught()
		return done(err)
	}
}

// faultError says what a fault means for the user, and saves its details for the
// developers.
func faultError(p *process.Program, f *fault) error {
	file, err := keepFault(p, f)
	if err != nil {
		return errors.Join(fmt.Errorf(faultText+becomes(p), f.what), err)
	}
	return fmt.Errorf(faultText+becomes(p)+faultFileText, f.what, file)
}

// keepFault writes the details of a fault to a file and returns its path.
func keepFault(p *process.Program, f *fault) (string, error) {
	file, err := faultFile(p, "")
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return "", fmt.Errorf("cannot keep the details: %w", err)
	}
	text := version.Line() + "\n" + f.what + "\n\n" + string(f.stack)
	to, err := system.NewFile(file)
	if err == nil {
		_, err = to.WriteString(text)
		err = errors.Join(err, to.Close())
	}
	if err != nil {
		return "", fmt.Errorf("cannot keep the details: %w", err)
	}
	return file, nil
}

// faultFile is where the details of a fault are kept.
func faultFile(p *process.Program, mark string) (string, error) {
	places, err := config.Locate(p.Env)
	if err != nil {
		return "", err
	}
	return filepath.Join(filepath.Dir(places.TrustFile), "fault-"+p.Now().UTC().Format("20060102T150405Z")+mark+".txt"), nil
}
