package tool

import "context"

// Patch is a change of one file's text in full: what stands there, what would
// stand there, and the digest that the question about it carries. Whole says why
// it can only be taken or left as it is; where it is empty, an approval may carry
// another text (see Edited).
type Patch struct {
	Path     string // as the user knows the file, relative to the workspace
	Old, New string // byte for byte
	Digest   string
	Whole    string // one clause, such as "a move replaces the whole file"
}

// Patcher is a tool some of whose questions are about a Patch (docs/patches.md). A
// question holds no more than a diff with a few lines around each
// change; who wants to show or to change more of it, asks here.
type Patcher interface {
	// Patches says whether the question of this id is about a patch.
	Patches(question string) bool
	// Patch works out anew what the call would do. It changes nothing, and may
	// read files. What it returns is what was asked only if the digests agree.
	Patch(ctx context.Context, call Call) (Patch, error)
}
