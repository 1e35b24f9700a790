package store

// Events that may happen while no turn is open. Their position among the events says
// when they happened.

// UserCommand is a command that the user runs in the workspace, without the assistant.
// It is on disk before it runs, and never run again.
type UserCommand struct {
	ID      string `json:"id"`
	Command string `json:"command"`
}

// UserCommandEnd is the outcome of such a command; each has exactly one. Exit is nil
// if a signal ended it.
type UserCommandEnd struct {
	ID     string `json:"id"`
	Exit   *int   `json:"exit,omitempty"`
	Output string `json:"output"`
	// Interrupted says that the program ended before it knew that the command had.
	Interrupted bool `json:"interrupted,omitempty"`
}

// File names bytes that are kept under their digest in files/, beside the events.
type File struct {
	Digest string `json:"digest"`
	Name   string `json:"name,omitempty"` // its name at its origin
	Type   string `json:"type,omitempty"` // as detected from its bytes, such as image/png
	Bytes  int64  `json:"bytes"`
	Width  int    `json:"width,omitempty"` // of an image
	Height int    `json:"height,omitempty"`
}

// Instructions are files that the model was told as instructions. Their bytes are kept.
// LeftOut are those that were too many, by their paths, and Skills those that it may read.
type Instructions struct {
	Files   []Instruction `json:"files"`
	LeftOut []string      `json:"left_out,omitempty"`
	Skills  []Skill       `json:"skills,omitempty"`
}

// Skill is what the model was told of one: Description is "" where only its name was.
type Skill struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	Path        string `json:"path"`
}

// Instruction is one of them.
type Instruction struct {
	Path   string `json:"path"`
	Digest string `json:"digest"`
	Bytes  int64  `json:"bytes"`
}

// Key names the file with the bytes that it has.
func (i Instruction) Key() string { return i.Digest + " " + i.Path }

// FileKept is on disk before a run of a call writes a file. Before and After are the
// digests of the bytes that stand there now and of those that will; "" means that
// there is no file.
type FileKept struct {
	ID     string `json:"id"`
	Run    int    `json:"run"`
	Path   string `json:"path"`
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
	Mode   string `json:"mode,omitempty"` // of the file before, octal
}

// Undone says that the user put files back as they were before. LeftOut are the paths
// of files that had changed meanwhile and stay as they are. Redo says that what was taken
// back is an undo, so that the changes stand again.
type Undone struct {
	Files   []UndoneFile `json:"files"`
	LeftOut []string     `json:"left_out,omitempty"`
	Redo    bool         `json:"redo,omitempty"`
	Via     *Via         `json:"via,omitempty"`
	Prev    string       `json:"prev,omitempty"`
}

// UndoneFile is one of those files: what stood there, and what stands there now, as
// in FileKept.
type UndoneFile struct {
	Path      string `json:"path"`
	Before    string `json:"before,omitempty"`
	After     string `json:"after,omitempty"`
	Mode      string `json:"mode,omitempty"`       // of the file before, octal
	ModeAfter string `json:"mode_after,omitempty"` // of the file now
}

// Observed says that the conversation is a session of another program. It is never
// continued here.
type Observed struct {
	Program string `json:"program"`
	Version string `json:"version"`
	Session string `json:"session"`
}

// ProgramClaude is Claude Code's name on record. Of the programs that ask here it alone shows
// its own dialog all the while.
const ProgramClaude = "claude"

// ProgramName is what another program calls itself, by its name on record.
//
//go:noinline
func ProgramName(program string) string {
	switch program {
	case ProgramClaude:
		return "Claude Code"
	case "codex":
		return "Codex"
	}
	return program
}

// NotObserved is an *ObservedError if a conversation is a session of another program.
func NotObserved(id string, log Log) error {
	for _, e := range log.All() {
		if o, is := e.Body.(Observed); is {
			return &ObservedError{ID: id, Program: o.Program}
		}
	}
	return nil
}

// AnswerRefused says that an answer to an inquiry or a permission was refused because
// its sender may not give one.
type AnswerRefused struct {
	ID     string `json:"id"`
	Via    Via    `json:"via"`
	Reason string `json:"reason"`
}

// Via is what the system knows about who answered: the program, its process, its
// terminal, the programs that it descends from, and what it says of itself.
type Via struct {
	Program  string   `json:"program,omitempty"`
	PID      int      `json:"pid,omitempty"`
	Terminal string   `json:"terminal,omitempty"`
	Parents  []string `json:"parents,omitempty"`
	Said     string   `json:"said,omitempty"`
	Notified bool     `json:"notified,omitempty"` // notify.command started it, and it had the token of what it answers
}

// Chain returns the digest of the previous decision.
func (u Undone) Chain() string { return u.Prev }
