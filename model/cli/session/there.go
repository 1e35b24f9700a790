package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"parley/config"
	"parley/coordinator"
	"parley/coordinator/tool"
	tools "parley/coordinator/tools/process"
	"parley/model/cli/account"
	"parley/model/cli/notice"
	"parley/model/cli/process"
	"parley/store"
)

// OpenThere opens a conversation in the directory that it works in: a saved one in
// its own directory, if that still exists, with that directory's configuration. Then a fault of the
// one here keeps nobody from it.
func OpenThere(ctx context.Context, p *process.Program, o Options, id string, fits func(config.UI) error) (x *Session, err error) {
	s, cfg, here := Configuration(p, o)
	if here != nil && id != "" {
		s, cfg, _, err = forRecords(p, o)
	} else {
		err = here
	}
	if err != nil {
		return nil, err
	}
	if err := fits(cfg.UI); err != nil {
		return nil, err
	}
	x = &Session{Prog: p, Setup: s, Config: cfg, Dir: s.Dir, Store: store.Open(cfg.Store.Dir, p.Now)}
	if err := x.take(id); err != nil {
		return nil, err
	}
	if err := x.move(o, workspaceOf(x.Saved.Log())); err != nil {
		return nil, x.failed(err)
	}
	if here != nil && x.Dir == s.Dir {
		return nil, x.failed(here) // it goes on here after all
	}
	x.noteDisplaced()
	if err := x.wire(ctx, o, true); err != nil {
		return nil, x.failed(err)
	}
	return x, nil
}

// OpenToAnswer opens a saved conversation in the directory that it works in, to record a
// person's answer there: nothing that would follow from it starts, so a stranger's faulty
// file does not keep anybody from it. A *store.LockedError says that another process has it open.
func OpenToAnswer(ctx context.Context, p *process.Program, id string) (x *Session, err error) {
	o := Options{answersOnly: true}
	s, cfg, here, err := forRecords(p, o)
	here.print(p)
	if err != nil {
		return nil, err
	}
	x = &Session{Prog: p, Setup: s, Config: cfg, Dir: s.Dir, Store: store.Open(cfg.Store.Dir, p.Now)}
	if err := x.take(id); err != nil {
		return nil, err
	}
	dir := workspaceOf(x.Saved.Log())
	if st, err := os.Stat(dir); dir != "" && (err != nil || !st.IsDir()) {
		return nil, x.failed(fmt.Errorf("%s, where this conversation works, is gone, so nothing is answered in it; `parley resume %s` goes on with it here", dir, x.Saved.ID()))
	}
	there := p.At(cmp.Or(dir, p.Dir))
	var left LeftOut
	if x.Setup, x.Config, left, err = forRecords(&there, o); left != here {
		left.print(p)
	}
	if err != nil {
		return nil, x.failed(err)
	}
	x.Prog, x.Dir = &there, x.Setup.Dir
	if dir != "" && x.displaced() {
		return nil, x.failed(errors.New(displacedText(x.Saved.ID(), x.Dir)))
	}
	if err := x.wire(ctx, o, true); err != nil {
		return nil, x.failed(err)
	}
	return x, nil
}

// record writes events, and tells of what they ask; an answer from which nothing follows here
// is accounted for as well.
func (x *Session) record(o Options, somebody bool) func(...store.Event) error {
	x.Begun = account.NewBegun(x.Setup.Places.Begun, x.Saved.ID(), x.Saved.Log)
	record := x.made.Recording(x.Begun.Recording(x.Saved.Record))
	waits := func(answer store.Body) bool { return o.answersOnly || x.lacksAsker(answer) }
	record = account.Keeping(x.Setup.Places.Answered, x.Saved.ID(), x.Setup.Sources.Folder, x.Saved.Log, waits, record)
	cfg := x.Current()
	told := notice.Options{
		Command: cfg.Notify.Command, Context: cfg.Notify.Context, Dir: x.Dir, Conversation: x.Saved.ID(), Log: x.Saved.Log, Now: x.Prog.Now,
		Environ: tools.Environment{Drop: keyNames(cfg), Allow: notice.Desktop()}.Environ(x.Prog.OwnEnv()), Away: x.Prog.Away(), Find: x.Prog.Find,
	}
	told.Environ = append(told.Environ, tools.ToNotify)
	if !cfg.Notify.Command.IsZero() && x.Setup.Options.Foreign == nil { // what another program started answers nothing of it
		tokens, err := account.NewTokens(x.Setup.Places.Tokens, x.Saved.ID(), x.Saved.Log, x.Prog.Random)
		if err != nil {
			x.Notes = append(x.Notes, err.Error())
		}
		x.Tokens, told.Token, record = tokens, tokens.Make, tokens.Recording(record)
	}
	n := notice.New(told)
	if n == nil {
		return record
	}
	x.notified, x.awaits, x.untold = n.Close, !somebody, n.Trouble
	return n.Recording(record)
}

// lacksAsker reports whether an answer is one to a tool that is not offered, so that it waits
// until the tool is.
func (x *Session) lacksAsker(answer store.Body) bool {
	a, is := answer.(store.InquiryResponse)
	if !is {
		return false
	}
	name := account.Asker(x.Saved.Log(), a.ID)
	t, known := x.tools.Load().Get(name)
	return name != "" && (!known || t.Off)
}

// Waited says how old what is still asked in the conversation is, and what has changed in its
// workspace since; "" where it was asked just now.
func (x *Session) Waited() string {
	log := x.Saved.Log()
	return notice.Waited(x.Saved.ID(), workspaceOf(log), log, x.Prog.Now())
}

// workspaceOf is the directory that a conversation last worked in, "" if its record names none.
func workspaceOf(l store.Log) string {
	for i := l.Len() - 1; i >= 0; i-- {
		if b, ok := l.At(i).Body.(store.Workspace); ok {
			return place(b.Root)
		}
	}
	return ""
}

// displaced reports whether another folder is at the path of the workspace than when the
// conversation last worked there, as far as its record says.
func (x *Session) displaced() bool {
	log := x.Saved.Log()
	for i := log.Len() - 1; i >= 0; i-- {
		if b, is := log.At(i).Body.(store.Workspace); is {
			return b.Folder != "" && b.Folder != x.Setup.Sources.Folder
		}
	}
	return false
}

// noteDisplaced tells whoever goes on with a turn in the folder that took the place.
func (x *Session) noteDisplaced() {
	if workspaceOf(x.Saved.Log()) == x.Dir && x.displaced() && coordinator.FoldAll(x.Saved.ID(), x.Saved.Log()).Open() {
		x.Notes = append(x.Notes, otherFolderText(x.Dir))
	}
}

// move moves a session to another directory before it is wired.
func (x *Session) move(o Options, dir string) error {
	if dir == "" || dir == x.Dir {
		return nil
	}
	if st, err := os.Stat(dir); err != nil || !st.IsDir() {
		x.Notes = append(x.Notes, fmt.Sprintf("%s, where this conversation worked, is gone. It goes on in %s.", dir, x.Dir))
		return nil
	}
	there := x.Prog.At(dir)
	s, cfg, err := Configuration(&there, o)
	if err != nil {
		return err
	}
	x.Prog, x.Setup, x.Config, x.Dir = &there, s, cfg, s.Dir
	x.Notes = append(x.Notes, fmt.Sprintf("This conversation works in %s.", x.Dir))
	return nil
}

// stay refuses a conversation whose turn is open in another workspace: its calls were made, and
// answered, for that one. The same folder by another path is that very workspace. Where that one
// is gone, the turn goes on here, and what was asked there is asked again.
func (x *Session) stay() error {
	dir := workspaceOf(x.Saved.Log())
	if dir == "" || dir == x.Dir || !coordinator.FoldAll(x.Saved.ID(), x.Saved.Log()).Open() {
		x.noteDisplaced()
		return nil
	}
	there, err := os.Stat(dir)
	here, fault := os.Stat(x.Dir)
	if err == nil && there.IsDir() && (fault != nil || !os.SameFile(there, here)) {
		return errors.New(openElsewhereText(x.Saved.ID(), dir))
	}
	return x.move(x.Setup.Options, dir)
}

// Looking is the store, and the environment in which a record says what a person is asked,
// for somebody who does not open the conversation. It prints nothing.
func Looking(p *process.Program) (store.Store, coordinator.Env, LeftOut, error) {
	s, cfg, left, err := forRecords(p, Options{})
	if err != nil {
		return store.Store{}, coordinator.Env{}, left, err
	}
	noSkill := func(string) (string, string, error) { return "", "", errors.New("nothing is read here") }
	tools, err := Registry(cfg, nil, noSkill, DebugTool())
	return store.Open(cfg.Store.Dir, p.Now), coordinator.Env{Tools: tools, Rules: Rules{Config: cfg}, SomebodyThere: true, Mirrors: true, Workspace: s.Dir}, left, err
}

// Copied notes that a fork was made of a conversation: what may be undone in that one may be
// undone in the fork, and what counts of its settings counts in the fork.
func (s Setup) Copied(saved store.Store, from, to string) error {
	original, _, err := saved.OpenRead(from)
	if err != nil {
		return err
	}
	fork, _, err := saved.OpenRead(to)
	if err != nil {
		return errors.Join(err, original.Close())
	}
	err = s.notes().Copied(from, to, original.Log(), fork.Log())
	return errors.Join(err, original.Close(), fork.Close())
}

// notes are where something is noted about conversations.
func (s Setup) notes() account.Notes {
	return account.Notes{Begun: s.Places.Begun, Made: s.Places.Made, Answered: s.Places.Answered, Tokens: s.Places.Tokens, Editing: s.editedIn("")}
}

// MadeHere reports whether all of a conversation was recorded by this installation.
func (s Setup) MadeHere(conversation string, log store.Log) (bool, error) {
	return account.MadeHere(s.Places.Made, conversation, log)
}

// RecordedHere reports whether what is open in a conversation was recorded by this installation.
func (s Setup) RecordedHere(conversation string, log store.Log) (bool, error) {
	return account.RecordedHere(s.Places.Made, conversation, log)
}

// Counts is RecordedHere for whoever does not say why not: what a note that cannot be read
// says of a conversation does not count either.
func (s Setup) Counts(conversation string, log store.Log) bool {
	here, err := s.RecordedHere(conversation, log)
	return here && err == nil
}

// Deleted removes the notes about conversations that are gone for good.
func (s Setup) Deleted(saved store.Store, conversations []string) error {
	return s.notes().Gone(saved, conversations)
}

// fails says, once each, what could not be kept of this conversation, and that notify.command
// failed.
func (x *Session) fails() []string {
	all := x.Unnoted()
	if how := x.Untold(); how != "" {
		all = append(all, how+".")
	}
	return all
}

// TellUntold says of a session that was closed what could not be noted of it, and that notify.command
// failed.
func TellUntold(p *process.Program, x *Session) {
	all := x.Unnoted()
	if how := x.Untold(); how != "" {
		all = append(all, how)
	}
	for _, text := range all {
		process.Say(p.Err, text)
	}
}

// Unnoted says, once each, what could not be noted of this conversation.
func (x *Session) Unnoted() []string {
	if x.Begun == nil {
		return nil // it was not opened
	}
	return slices.Concat(x.Begun.Fails(), x.made.Fails(), x.Tokens.Fails())
}

// noting is an instructor that also says, once, what failed beside a run.
type noting struct {
	coordinator.Instructor
	fails func() []string
}

// Around wraps a run.
func (n noting) Around(call tool.Call) func(tool.Outcome) coordinator.Touched {
	ended := n.Instructor.Around(call)
	return func(o tool.Outcome) coordinator.Touched {
		t := ended(o)
		t.Notes = append(t.Notes, n.fails()...)
		return t
	}
}

// A record names the folder that a conversation works in. What is written there may come from
// somebody else, and a name that leads to another folder for whoever looks, as "." and the
// kernel's /proc/self/cwd do, would name the very folder that the user is in, wherever that is.

// aboutSelf begins the names by which the kernel tells a process of itself.
const aboutSelf = "/proc/"

// mostLinks is how many links a name may lead through.
const mostLinks = 40

// place is the folder that a record names, "" if its name is none that leads everybody to the
// same one.
func place(root string) string {
	if !filepath.IsAbs(root) || filepath.Clean(root) != root {
		return ""
	}
	if throughSelf(root, mostLinks) {
		return ""
	}
	return root
}

// throughSelf reports whether a whole path leads through what the kernel tells a process of
// itself, or through more links than may be followed.
func throughSelf(path string, links int) bool {
	if strings.HasPrefix(path+"/", aboutSelf) || links == 0 {
		return true
	}
	for i := range len(path) {
		if i == 0 || !os.IsPathSeparator(path[i]) && i < len(path)-1 {
			continue
		}
		at, rest := path[:i], path[i:]
		if i == len(path)-1 {
			at, rest = path, ""
		}
		to, err := os.Readlink(at)
		if err != nil {
			continue // it is no link
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(at), to)
		}
		return throughSelf(filepath.Join(to, rest), links-1)
	}
	return false
}

// seen is an error if the conversation is gone on with from elsewhere, and its open turn was not recorded
// here and has not gone on here since: whoever wrote the file chose the folder that it names, whose files
// are read without asking.
func (x *Session) seen() error {
	o := x.Setup.Options
	if !o.handed && !o.FromElsewhere || !x.Shell.State().Folded.Open() || !x.Unknown && !strangeStill(x.Saved.Log()) {
		return nil
	}
	return fmt.Errorf(unseenText, x.Saved.ID(), x.Dir, x.Saved.ID())
}

// strangeStill reports whether a record was opened as one that was not made here, and its turn has not gone
// on since: neither has the model answered, nor has a call begun.
func strangeStill(log store.Log) bool {
	for i := log.Len() - 1; i >= 0; i-- {
		switch b := log.At(i).Body.(type) {
		case store.Resumed:
			if b.Strange {
				return true
			}
		case store.TurnStart:
			if b.Parent == 0 {
				return false
			}
		case store.ResponseEnd, store.ToolStarted:
			return false
		}
	}
	return false
}

// UnlessEnded opens a conversation, unless the program is to end meanwhile: a long record is read
// for seconds. What happens after an interrupt must still be recorded, so what is opened does not
// end with ctx; whoever opened it turns its end into the end of the turn.
func UnlessEnded(ctx context.Context, open func(context.Context) (*Session, error)) (*Session, error) {
	var x *Session
	err := process.Given(ctx, func() (err error) {
		x, err = open(context.WithoutCancel(ctx))
		return err
	})
	if err != nil {
		return nil, err
	}
	return x, nil
}
