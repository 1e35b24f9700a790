package store

// What may happen while no turn is open. Its place among the events says when it was.

// UserCommand is a command that the user runs in the workspace, without the assistant.
// It is on disk before it runs, and never run again.
type UserCommand struct {
	ID      string `json:"id"`
	Command string `json:"command"`
}

// UserCommandEnd is what came of one: exactly one for each. Exit is nil where a signal
// ended it.
type UserCommandEnd struct {
	ID     string `json:"id"`
	Exit   *int   `json:"exit,omitempty"`
	Output string `json:"output"`
	// Interrupted says that the program ended before the command was known to.
	Interrupted bool `json:"interrupted,omitempty"`
}

// File names bytes that are kept in files/ beside the events, by their digest.
type File struct {
	Digest string `json:"digest"`
	Name   string `json:"name,omitempty"` // what it was called where it came from
	Type   string `json:"type,omitempty"` // as its bytes say, such as image/png
	Bytes  int64  `json:"bytes"`
	Width  int    `json:"width,omitempty"` // of an image
	Height int    `json:"height,omitempty"`
}

// Instructions are files that the model was told as instructions. Their bytes are kept.
type Instructions struct {
	Files []Instruction `json:"files"`
}

// Instruction is one of them.
type Instruction struct {
	Path   string `json:"path"`
	Digest string `json:"digest"`
	Bytes  int64  `json:"bytes"`
}

// FileKept is on disk before a run of a call writes a file: Before are the bytes that stand
// there, After those that will, by their digests; one that is "" says that there is no file.
type FileKept struct {
	ID     string `json:"id"`
	Run    int    `json:"run"`
	Path   string `json:"path"`
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
	Mode   string `json:"mode,omitempty"` // of the file before, octal
}

// Undone says that the user put files back as they were before. LeftOut are the paths of
// those that had changed meanwhile, and stay as they are.
type Undone struct {
	Files   []UndoneFile `json:"files"`
	LeftOut []string     `json:"left_out,omitempty"`
	Via     *Via         `json:"via,omitempty"`
	Prev    string       `json:"prev,omitempty"`
}

// UndoneFile is one: what stood there, and what stands there now, as in FileKept.
type UndoneFile struct {
	Path   string `json:"path"`
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
}

// Observed says that the conversation is a session of another program. It is never gone
// on with.
type Observed struct {
	Program string `json:"program"`
	Version string `json:"version"`
	Session string `json:"session"`
}

// AnswerRefused says that somebody who may not tried to answer an inquiry or a permission.
type AnswerRefused struct {
	ID     string `json:"id"`
	Via    Via    `json:"via"`
	Reason string `json:"reason"`
}

// Via is what the system knows of who answered: the program, its process, its terminal and
// the programs that it descends from; and what it says itself.
type Via struct {
	Program  string   `json:"program,omitempty"`
	PID      int      `json:"pid,omitempty"`
	Terminal string   `json:"terminal,omitempty"`
	Parents  []string `json:"parents,omitempty"`
	Said     string   `json:"said,omitempty"`
}

// Chain returns the digest of the decision before.
func (u Undone) Chain() string { return u.Prev }
