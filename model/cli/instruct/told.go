// Package instruct decides what a conversation is given as instructions: the user's own
// files, and those of the workspace that the user trusts, as they saw them. It keeps what
// they trusted, and notices when something else changed it.
package instruct

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"parley/config"
	"parley/coordinator/git"
	"parley/coordinator/instructions"
	"parley/store"
	"parley/store/text/diff"
)

// Told is what there is to give a model in a workspace: what counts, what waits for the
// user, and what the user should be told about it.
type Told struct {
	Files   []instructions.File // those that count, the farthest first
	LeftOut []string            // those of them that have no room
	Waits   []Waiting           // those that wait for the user's trust
	Changed []Change            // those that changed since the user saw them
	Notes   []string            // what else is wrong
	Skills  []Skill             // those that may be read and called
}

// Waiting is a file that waits for the user's trust.
type Waiting struct {
	Path string // as it is shown
	config.Withheld
	Skill bool // of which no earlier version is used instead
}

// Change is a file that changed since the user saw it. What they saw counts until they
// have seen the change.
type Change struct {
	Path  string
	Patch string // as a unified diff
	file  config.Withheld
}

// Options are what a [Teller] works with.
type Options struct {
	Config  func() config.Config // as it is now
	Places  config.Places
	Folder  string // the identity of the workspace's folder
	Dir     string // the workspace
	Working string // the folder below it in which the program was started, with slashes
	Root    *os.Root
	// Rules returns what the rules are by which files are opened; equal values mean equal rules.
	Rules func() any
	// Open returns what opens files of the workspace of which a model is told; nil: any of them.
	Open func() instructions.Opener
	Now  func() time.Time
	Keep func([]byte) (digest string, err error) // keeps bytes beside the record
	// TrustChanges says that changes of trusted files count without a look at them.
	TrustChanges bool
	Commands     []string // the commands of the screen, whose names no skill may take
}

// Teller decides what a conversation is given. It may be used by several jobs at once.
type Teller struct {
	o     Options
	known *git.Known // files of the workspace

	mu    sync.Mutex
	found *Told // until something changes that it depends on
	rules any   // by which it was found
}

// New makes a teller. Nothing is read before the first question.
func New(o Options) *Teller { return &Teller{o: o, known: git.KnownBelow(o.Dir)} }

// Told finds what there is to give. It reads files; the result is kept until the trust, the
// rules or the configuration changes.
func (x *Teller) Told() Told {
	x.mu.Lock()
	defer x.mu.Unlock()
	var rules any
	if x.o.Rules != nil {
		rules = x.o.Rules()
	}
	if x.found == nil || x.rules != rules {
		found := x.lookForInstructions()
		x.found, x.rules = &found, rules
	}
	return *x.found
}

// LookAgain makes the next Told look again.
func (x *Teller) LookAgain() {
	x.mu.Lock()
	x.found = nil
	x.mu.Unlock()
}

// lookForInstructions finds which of the user's and the workspace's files count.
func (x *Teller) lookForInstructions() (t Told) {
	x.lookForSkills(&t)
	cfg := x.o.Config()
	if !cfg.Conversation.Instructions {
		return t
	}
	own, fault, there := instructions.User(x.o.Places.UserWords, x.tilde(x.o.Places.UserWords))
	if fault != nil {
		t.Notes = append(t.Notes, fault.String())
	}
	judge := x.judge()
	if there {
		judge.own(&t, own)
	}
	w, tracked := x.workspaceFiles()
	files, faults := w.Down(x.o.Working)
	for _, f := range faults {
		t.Notes = append(t.Notes, f.String())
	}
	for _, f := range files {
		judge.take(&t, f)
	}
	waits := len(t.Waits) + len(t.Changed)
	all, err := tracked()
	if err != nil {
		t.Notes = append(t.Notes, unreadText(err))
	}
	for f := range all.Ending(instructions.Of(".")...) { // files of folders below wait in the same form
		at := path.Dir(f)
		if !instructions.Is(f) || instructions.Dependency(f) || slices.Contains(instructions.Above(x.o.Working), at) {
			continue
		}
		if len(t.Waits)+len(t.Changed)-waits >= mostBelow {
			t.Notes = append(t.Notes, moreText())
			break
		}
		switch file, fault, there := w.In(at); {
		case there && file.Path == f:
			judge.below(&t, file)
		case fault != nil && fault.Path == f && instructions.Shown(f) != f:
			t.Notes = append(t.Notes, fault.String())
		}
	}
	t.Files, t.LeftOut = instructions.Fit(t.Files, instructions.Most)
	return t
}

// mostBelow is how many files of folders below are asked about at once.
const mostBelow = 500

// workspaceFiles is where the files of the workspace are looked for, and which of all its
// files the repository knows: none if there is no repository or it cannot be read. They
// are looked at once, when first needed.
func (x *Teller) workspaceFiles() (instructions.Workspace, func() (git.Names, error)) {
	tracked := sync.OnceValues(x.known.Names)
	return instructions.Workspace{Root: x.o.Root, Open: x.opens(), Tracked: func(p string) bool {
		names, err := tracked()
		return err == nil && names.Has(p)
	}}, tracked
}

// opens is what opens files of the workspace of which a model is told, as things are now.
func (x *Teller) opens() instructions.Opener {
	if x.o.Open == nil {
		return instructions.Plain(x.o.Root)
	}
	return x.o.Open()
}

// tilde is a path as it is shown, with the user's home as ~.
func (x *Teller) tilde(file string) string {
	if rest, ok := strings.CutPrefix(file, x.o.Places.Home+string(filepath.Separator)); ok && x.o.Places.Home != "" {
		return "~/" + filepath.ToSlash(rest)
	}
	return file
}

// judging is the trust in the files of a workspace as it is now.
type judging struct {
	x     *Teller
	trust config.Trust
	fault error
}

func (x *Teller) judge() judging {
	trust, err := config.ReadTrust(x.o.Places.TrustFile)
	return judging{x, trust, err}
}

// verdict is what the user decided about a file: that it counts; otherwise, which version
// they saw last.
func (j judging) verdict(path string, data []byte) (w config.Withheld, trusted bool, last string, seen bool) {
	return j.verdictOf(j.x.o.Folder, filepath.Join(j.x.o.Dir, filepath.FromSlash(path)), data)
}

// verdictOf does the same for a file of a folder of that identity.
func (j judging) verdictOf(folder, file string, data []byte) (w config.Withheld, trusted bool, last string, seen bool) {
	w = config.Withheld{File: file, Digest: config.Digest(folder, file, data), Text: string(data), Kept: true}
	if j.trust.Has(w.Digest) {
		return w, true, "", false
	}
	w.Leads = j.x.leads(file)
	if w.Last = j.trust.Last(file); w.Last != nil {
		last, seen = w.Last.Seen(j.x.o.Places.Trusted)
		// another folder that stood at the path is another workspace
		if seen = seen && j.trust.Has(config.Digest(folder, file, []byte(last))); !seen {
			w.Last, last = nil, ""
			return w, false, last, seen
		}
		w.Last.Lines = strings.Split(last, "\n")
	}
	return w, false, last, seen
}

// leads is where a file stands that is reached by a link, as it is shown; "" for any other.
func (x *Teller) leads(file string) string {
	real, err := filepath.EvalSymlinks(file)
	if err != nil {
		return ""
	}
	below := func(dir, at string) string {
		if rel, err := filepath.Rel(dir, at); err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel)
		}
		return ""
	}
	dir, err := filepath.EvalSymlinks(x.o.Dir)
	if inside := below(dir, real); err == nil && inside != "" {
		real = inside
	}
	if real == file || real == below(x.o.Dir, file) {
		return ""
	}
	return instructions.Shown(x.tilde(real))
}

// ownFolder is the identity with which the user's own file is judged: it is the same file in
// every workspace.
const ownFolder = ""

// own sorts the user's own file: it counts, unless it is as something else than the user
// made it.
func (j judging) own(t *Told, f instructions.File) {
	w, _, last, seen := j.verdictOf(ownFolder, j.x.o.Places.UserWords, f.Data)
	if !j.trust.Doubts(w.Digest) {
		t.Files = append(t.Files, f)
		return
	}
	if seen && strings.TrimSpace(last) != "" {
		t.Files = append(t.Files, instructions.File{Path: f.Path, User: true, Data: []byte(last)})
	} else {
		w.Last = nil // there was no such file
	}
	t.Waits = append(t.Waits, Waiting{Path: f.Path, Withheld: w})
}

// take sorts a file of the workspace: it counts, the version seen last counts, or it
// waits.
func (j judging) take(t *Told, f instructions.File) {
	w, trusted, last, seen := j.verdict(f.Path, f.Data)
	if trusted {
		t.Files = append(t.Files, f)
		return
	}
	if seen {
		t.Files = append(t.Files, instructions.File{Path: f.Path, Data: []byte(last)})
	}
	doubted := j.trust.Doubts(w.Digest)
	if seen && !doubted && j.x.o.TrustChanges {
		t.Files[len(t.Files)-1] = f
		t.Notes = append(t.Notes, changedTrustedText(f.Path))
		return
	}
	if !seen || doubted {
		t.Waits = append(t.Waits, Waiting{Path: f.Path, Withheld: w})
		return
	}
	t.Changed = append(t.Changed, change(f.Path, last, w))
}

// below does the same for a file of a folder below, which is given when a tool gets there.
func (j judging) below(t *Told, f instructions.File) {
	own := Told{}
	j.take(&own, f)
	t.Notes, t.Waits, t.Changed = append(t.Notes, own.Notes...), append(t.Waits, own.Waits...), append(t.Changed, own.Changed...)
}

func change(path, was string, w config.Withheld) Change {
	a, b := diff.Lines(was), diff.Lines(w.Text)
	changes := diff.Compare(a, b)
	return Change{path, diff.Unified("a/"+path, "b/"+path, a, b, diff.Group(changes, 3), 3), w}
}

// Trust records that the user trusts files as they are now.
func (x *Teller) Trust(files []config.Withheld) error {
	defer x.LookAgain()
	return x.write(files)
}

func (x *Teller) write(files []config.Withheld) error {
	if len(files) == 0 {
		return nil
	}
	_, err := config.ChangeTrust(x.o.Places, func(trust config.Trust) (config.Trust, error) {
		for _, w := range files {
			if err := w.Keep(x.o.Places.Trusted); err != nil {
				return trust, fmt.Errorf("cannot keep what was trusted: %w", err)
			}
			trust = trust.With(w, x.o.Now())
		}
		return trust, nil
	})
	return err
}

// Saw records that the user was shown these changes: each counts from the next conversation
// on, if it is still the same. For this one, what was found stays.
func (x *Teller) Saw(shown []Change) error {
	var files []config.Withheld
	for _, c := range x.Told().Changed {
		if slices.ContainsFunc(shown, func(s Change) bool { return s.Path == c.Path && s.Patch == c.Patch }) {
			files = append(files, c.file)
		}
	}
	return x.write(files)
}

// Tell finds what accompanies a message, and keeps its bytes.
func (x *Teller) Tell(_ context.Context, first bool, skill string) (store.Instructions, error) {
	var told store.Instructions
	found := x.Told()
	files := found.Files
	if first {
		told.LeftOut, told.Skills = found.LeftOut, listedSkills(found.Skills)
	} else {
		files = nil
	}
	if skill != "" {
		s, err := x.Skill(skill)
		if err != nil {
			return told, err
		}
		files = append(slices.Clip(files), instructions.File{Path: s.Path, Data: s.Data})
	}
	for _, f := range files {
		kept, err := x.keep(f.Path, f.Data)
		if err != nil {
			return store.Instructions{}, err
		}
		told.Files = append(told.Files, kept)
	}
	return told, nil
}

// keep stores the bytes of a file beside the record.
func (x *Teller) keep(path string, data []byte) (store.Instruction, error) {
	digest, err := x.o.Keep(data)
	return store.Instruction{Path: path, Digest: digest, Bytes: int64(len(data))}, err
}

// Lines are what the user is told about what was found, apart from the changes; how to
// trust ends the line about what waits.
func (t Told) Lines(trust How) []string {
	notes := slices.Clone(t.Notes)
	if len(t.LeftOut) > 0 {
		notes = append(notes, leftOutText(t.LeftOut))
	}
	if len(t.Waits) > 0 {
		notes = append(notes, waitTexts(t.Waits, trust)...)
	}
	return notes
}
