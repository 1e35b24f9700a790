package tool

import "context"

// Patch is a change to the text of one file: the text that is there, the text that
// would be there, and the digest carried by the question about it. Whole says why it
// can only be taken or left as a whole; if empty, an approval may carry another text
// (see Edited).
type Patch struct {
	Path     string // as the user knows the file, relative to the workspace
	Old, New string // byte for byte
	Digest   string
	Whole    string // one clause, such as "a move replaces the whole file"
}

// Patcher is a tool some of whose questions are about a Patch (docs/patches.md). A
// question contains only a diff with a few lines of context; whoever wants to show or
// change more asks here.
type Patcher interface {
	// Patches reports whether the question with this id is about a patch.
	Patches(question string) bool
	// Patch recomputes what the call would do. It changes nothing, and may read
	// files. The result is what the user was asked about only if the digests agree.
	Patch(ctx context.Context, call Call) (Patch, error)
}
