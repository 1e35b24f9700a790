package fs

import (
	"context"
	"errors"
	"io/fs"

	"parley/coordinator/tool"
)

// Patches says which question shows a diff.
func (modifyFile) Patches(question string) bool { return question == "apply_changes" }

// Patch works out the change without asking or writing.
func (modifyFile) Patch(ctx context.Context, call tool.Call) (tool.Patch, error) {
	var in modifyArguments
	if err := decode(call.Arguments, &in); err != nil {
		return tool.Patch{}, err
	}
	p, err := target(call, in.Path)
	if err != nil {
		return tool.Patch{}, explained(in.Path, err)
	}
	s, err := spotFor(call, p)
	if err != nil {
		return tool.Patch{}, explained(p, err)
	}
	defer s.close()
	old, text, _, err := rewritten(ctx, s, in.Patterns)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return tool.Patch{}, explained(p, err)
	}
	return patchOf(p, old.data, text), nil
}

// Patches says which question shows a diff.
func (createFile) Patches(question string) bool { return question == "overwrite_file" }

// Patch works out what the existing file would become.
func (createFile) Patch(ctx context.Context, call tool.Call) (tool.Patch, error) {
	var in createArguments
	if err := decode(call.Arguments, &in); err != nil {
		return tool.Patch{}, err
	}
	p, err := target(call, in.Path)
	if err != nil {
		return tool.Patch{}, explained(in.Path, err)
	}
	old, err := readAt(call, p)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return tool.Patch{}, explained(p, err)
	}
	return patchOf(p, old.data, []byte(overwritten(old.data, in.Content))), nil
}

// Patches says which question shows a diff.
func (moveFile) Patches(question string) bool { return question == "overwrite_file" }

// Patch works out what the file in the way would become. The patch can only be taken as it
// is: what is moved is a file, not a text.
func (moveFile) Patch(ctx context.Context, call tool.Call) (tool.Patch, error) {
	var in moveArguments
	if err := decode(call.Arguments, &in); err != nil {
		return tool.Patch{}, err
	}
	from, err := target(call, in.Path)
	if err != nil {
		return tool.Patch{}, explained(in.Path, err)
	}
	to, err := target(call, in.To)
	if err != nil {
		return tool.Patch{}, explained(in.To, err)
	}
	new, err := readAt(call, from)
	if err != nil {
		return tool.Patch{}, explained(from, err)
	}
	old, err := readAt(call, to)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return tool.Patch{}, explained(to, err)
	}
	p := patchOf(to, old.data, new.data)
	opens := textOpens(old.info.Mode().Perm(), new.info.Mode().Perm())
	p.Digest, p.Whole = overDigest(from, to, sumOf(old.data), sumOf(new.data), opens), textWholeMove
	return p, nil
}

// patchOf is the change of a text in the tools' own terms. Bytes that are not UTF-8 would
// not survive the approval of another text, which is recorded.
func patchOf(p string, old, new []byte) tool.Patch {
	out := tool.Patch{Path: p, Old: string(old), New: string(new), Digest: Digest(p, old, new)}
	if !valid(old) || !valid(new) {
		out.Whole = textWholeBytes
	}
	return out
}

// readAt reads the file that is to be changed; there must be one.
func readAt(call tool.Call, p string) (was, error) {
	s, err := spotFor(call, p)
	if err != nil {
		return was{}, err
	}
	defer s.close()
	found, err := s.read()
	if err == nil && found.info == nil {
		err = fs.ErrNotExist
	}
	return found, err
}

// explained turns an error into one that tells a person what happened to path.
func explained(path string, err error) error {
	var f fault
	if errors.As(err, &f) {
		return f
	}
	return fault(systemText(path, err))
}
