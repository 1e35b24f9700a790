package screens

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/model"
	"parley/model/cli/answer"
	"parley/model/cli/notice"
	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/model/conversation"
	"parley/model/kit"
	"parley/store"
	"parley/store/inbox"

	tools "parley/coordinator/tools/process"
	"parley/store/system"
)

// Inbox is what waits for the user in all conversations.
func (h host) Inbox() kit.Inbox { return deskOf(h) }

// Elsewhere is how many other conversations have something that waits.
func (h host) Elsewhere() int { return inbox.Count(h.x.Store, h.x.Saved.ID()) }

// Inbox is `parley inbox` on a terminal: the same without a conversation behind it.
func Inbox(ctx context.Context, p *process.Program) (err error) {
	s, cfg, err := session.ForRecords(p)
	if err != nil {
		return err
	}
	life, end := context.WithCancel(context.Background())
	defer end()
	b := &beginning{prog: p, life: life}
	defer func() { err = errors.Join(err, b.close()) }()
	shared, err := b.shared(cfg)
	if err != nil {
		return err
	}
	x := &session.Session{Prog: p, Setup: s, Config: cfg, Dir: s.Dir, Store: store.Open(cfg.Store.Dir, p.Now)}
	p.Drawn = terminalOf(p, cfg.UI.FPS)
	return draw(ctx, p, model.Inbox(shared, deskOf(host{x: x})), cfg.Forms.ArmingDelay)
}

// desk is where it is answered.
type desk struct {
	host
	watch *inbox.Watch
	typed *answer.Typed
}

func deskOf(h host) desk {
	return desk{h, &inbox.Watch{Here: h.x.Setup.Counts}, &answer.Typed{}}
}

// Waiting lists it, and below it what was answered and has not gone on. The conversation on the screen is answered there.
func (d desk) Waiting() ([]inbox.Entry, error) {
	var but []string
	if d.x.Saved != nil {
		but = append(but, d.x.Saved.ID())
	}
	open, answered, err := d.watch.Look(d.x.Store, but...)
	all := slices.Concat(open, answered)
	for i, e := range all {
		all[i].There = e.Secret && !d.x.Store.Held(e.Conversation)
	}
	return all, err
}

// Looked adds to an entry what has changed in its workspace since.
func (d desk) Looked(e inbox.Entry) inbox.Entry { return notice.Looked(e) }

// Paper is the form of an entry. It is a mirror of its conversation: what is done with it is
// handed to whoever has that open, or recorded where nobody has.
func (d desk) Paper(e inbox.Entry) (tea.Model, error) {
	there := d.x.Prog.At(cmp.Or(e.Workspace, d.x.Prog.Dir))
	there.Err = io.Discard // nothing is printed over the screen: the form says it
	saved, env, left, err := session.Looking(&there)
	if err != nil {
		return nil, err
	}
	c, report, err := saved.OpenRead(e.Conversation)
	if err != nil {
		return nil, err
	}
	if err := session.Answerable(c.ID(), report); err != nil && !d.x.Store.Held(c.ID()) { // whoever has it open saw what is wrong with it
		return nil, err
	}
	root, err := os.OpenRoot(env.Workspace)
	if err != nil {
		return nil, fmt.Errorf("%s, where that conversation works, cannot be opened: %w", env.Workspace, err)
	}
	p, cfg := d.x.Prog, d.x.Current()
	shell := coordinator.NewShell(context.Background(), coordinator.World{
		Forward: d.forward(&there, e), Sleep: p.Sleep, Now: p.Now, Nonce: p.Nonce(), Record: func(...store.Event) error { return errMirror },
		Work: coordinator.Workspace{Root: root, Dir: env.Workspace, Closed: d.x.Closed(), Conversation: e.Conversation},
	}, env, e.Conversation, c.Log())
	now, asked := shell.State().Prompt()
	if !asked || now.Key.ID != e.ID {
		return nil, errors.Join(errors.New("that is not asked there any more"), root.Close())
	}
	theme, ground, err := themes(p, cfg.UI)
	if err != nil {
		return nil, errors.Join(err, root.Close())
	}
	notes := left.Notes()
	if e.There {
		notes = append(slices.Clip(notes), secretText)
	}
	here, fault := d.x.Setup.RecordedHere(c.ID(), c.Log())
	if fault != nil {
		notes = append(slices.Clip(notes), fault.Error())
	}
	drafts, save, fault := d.typed.Drafts(saved, c, e.Ref, now, here)
	if fault != nil {
		notes = append(slices.Clip(notes), fault.Error())
	}
	return model.Open(conversation.Options{
		Drafts: drafts, SaveDrafts: save, Shell: shell, Theme: theme, Ground: ground, Now: p.Now, Tick: tick, Arming: cfg.Forms.ArmingDelay, Shown: whenShown(p),
		Direct: cfg.Forms.TextPrompt == "direct", Beat: time.Second / time.Duration(cfg.UI.FPS), Still: true, Mouse: cfg.UI.Mouse,
		Notify: conversation.Notify{}, Lead: conversation.Lead{}, Notes: notes, Wrong: session.Problems(c.ID(), report), Altered: report.Altered(), Strange: e.Strange,
		Host: mirrored{d.host, env.Workspace, modelOf(c.Log())}, Screens: nil,
	}), nil
}

// Fate is what became of an entry.
func (d desk) Fate(e inbox.Entry) (store.Body, error) {
	_, digest, err := inbox.SplitRef(e.Ref)
	if err != nil {
		return nil, err
	}
	c, _, err := d.x.Store.OpenRead(e.Conversation)
	if err != nil {
		return nil, err
	}
	r, known := coordinator.RequestOf(c.Log(), digest)
	if !known {
		return nil, coordinator.ErrNotAsked
	}
	return r.Answer, nil
}

// errMirror says that a mirror records nothing; nobody sees it.
var errMirror = errors.New("a mirror records nothing")

// mirrored is the program as the form of another conversation sees it.
type mirrored struct {
	host
	dir   string // the workspace of that conversation
	model string // that answers there
}

// ModelName is the model of that conversation, not the one of this program.
func (m mirrored) ModelName() string { return m.model }

// modelOf is the name of the model that answered last in a conversation, or of the program
// whose session it is.
func modelOf(log store.Log) (name string) {
	for _, ev := range log.All() {
		switch b := ev.Body.(type) {
		case store.Observed:
			return store.ProgramName(b.Program)
		case store.ResponseEnd:
			if b.Model != "" {
				_, name, _ = strings.Cut(b.Model, "/")
				name = cmp.Or(name, b.Model)
			}
		}
	}
	return name
}

// Place is the workspace of that conversation, not the folder in which this program was
// started.
func (m mirrored) Place() kit.Place { return placeOf(m.dir, m.x.Prog.Variable("HOME")) }

// File looks in that workspace, too.
func (m mirrored) File(path string) (digest string, known bool) { return session.FileIn(m.dir)(path) }

// HasServers is false: no server is reached to show a form.
func (mirrored) HasServers() bool { return false }

// Elsewhere is not counted in a form.
func (mirrored) Elsewhere() int { return 0 }

// Facts is nothing: no server is asked for them to show a form.
func (mirrored) Facts(string) kit.Facts { return kit.Facts{} }

// Attach refuses: an image goes with an answer in the conversation itself.
func (mirrored) Attach([]string) ([]store.File, error) { return nil, errImage }

// PasteImage refuses, too.
func (mirrored) PasteImage() (string, error) { return "", errImage }

// RuleFaults are told in the conversation itself.
func (mirrored) RuleFaults() []string { return nil }

// Start is nothing: the form begins with what leads up to it.
func (mirrored) Start() (kit.Start, error) { return kit.Start{}, nil }

// Told is nothing, for the same reason.
func (mirrored) Told() kit.Told { return kit.Told{} }

// forward answers the question of an entry, wherever its conversation is open.
func (d desk) forward(p *process.Program, e inbox.Entry) coordinator.Forwarder {
	return func(ctx context.Context, _ coordinator.Key, act coordinator.Act) (t coordinator.Taken, err error) {
		_, digest, err := inbox.SplitRef(e.Ref)
		if err != nil {
			return t, err
		}
		err = d.typed.Alone(func() (err error) {
			at, err := answer.Open(ctx, p, e.Conversation, "")
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, at.Close()) }()
			t, err = at.Answer(ctx, digest, act, answer.ViaOf(process.Self(tools.Mark), ""))
			return err
		})
		return t, err
	}
}

// GoOn goes on with a conversation that nobody has open, in a process of its own that
// outlives this one.
func (d desk) GoOn(e inbox.Entry) (ends func() (why string, asks bool), err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	said, err := os.CreateTemp("", "parley-") // a pipe would end it together with this process
	if err != nil {
		return nil, err
	}
	c := exec.Command(self, "resume", e.Conversation, "--park", "--non-interactive")
	c.Dir, c.Env, c.SysProcAttr, c.Stderr = e.Workspace, d.x.Prog.At(cmp.Or(e.Workspace, d.x.Prog.Dir)).Env, system.Apart(), said
	given, err := process.HandOver(session.GoesOn(e.Conversation))
	if given != nil {
		c.ExtraFiles = []*os.File{given}
		defer func() { err = errors.Join(err, given.Close()) }()
	}
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		return nil, errors.Join(err, said.Close(), os.Remove(said.Name()))
	}
	nameless := runtime.GOOS != "windows" // there a file that is open keeps its name
	if nameless {
		err = os.Remove(said.Name())
	}
	return func() (string, bool) {
		fault := c.Wait()
		words, err := lastWords(said)
		if !nameless {
			err = errors.Join(err, os.Remove(said.Name()))
		}
		all, _ := d.Waiting()
		asks := slices.ContainsFunc(all, func(x inbox.Entry) bool { return x.Conversation == e.Conversation && !x.Decided() })
		if fault == nil || asks {
			return "", asks
		}
		return cmp.Or(words, errors.Join(fault, err).Error()), false
	}, err
}

// lastWords is what a program said at its end, without its name: why it parked, or what it said
// last, with the lines that belong to it. The file is closed.
func lastWords(said *os.File) (string, error) {
	data, err := lastBytes(said, tailBytes)
	var last, at string // what was said last, and what stands before the next line of it
	for line := range strings.Lines(strings.TrimRight(string(data), "\n ")) {
		line = strings.TrimRight(line, "\r\n")
		words, named := strings.CutPrefix(line, selfWord)
		switch {
		case last == "" || named && !strings.HasPrefix(last, parkedWord):
			last = words
			continue
		case named:
			at = "; "
		default:
			at = "\n"
		}
		last += at + words
	}
	return last, errors.Join(err, said.Close())
}

// selfWord begins each thing that a program says of itself.
const selfWord = "parley: "

// parkedWord begins what a program says that parks.
const parkedWord = "parked, "
