package fs

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path"

	"parley/coordinator/tool"
	"parley/coordinator/tools/fs/grants"
	"parley/coordinator/tools/fs/paths"
)

// moveFile is fs_move_file.
type moveFile struct{ Options }

type moveArguments struct {
	Path string `json:"path"`
	To   string `json:"to"`
}

// Spec describes the tool to the model.
func (moveFile) Spec() tool.Spec { return moveSpec() }

// Describe names both paths.
func (moveFile) Describe(arguments json.RawMessage) string {
	var in moveArguments
	if decode(arguments, &in) != nil {
		return ""
	}
	return paths.Name(in.Path) + " → " + paths.Name(in.To)
}

// Covers is exactly this move.
func (m moveFile) Covers(arguments json.RawMessage) tool.Cover {
	var in moveArguments
	if decode(arguments, &in) != nil {
		return exactly("fs_move_file", arguments)
	}
	return tool.Cover{
		Key:  digestOf("fs_move_file", in.Path, in.To),
		Text: "moving " + m.Describe(arguments),
	}
}

// OnlyLooks is true: a run announces each change before it is made.
func (moveFile) OnlyLooks() bool { return true }

// Run moves the file, or asks before it replaces one.
func (m moveFile) Run(ctx context.Context, call tool.Call) tool.Outcome {
	var in moveArguments
	if err := decode(call.Arguments, &in); err != nil {
		return failed(ctx, "", err)
	}
	from, err := target(call, in.Path)
	if err != nil {
		return failed(ctx, in.Path, err)
	}
	to, err := target(call, in.To)
	if err != nil {
		return failed(ctx, in.To, err)
	}
	if from == to {
		return tool.Failure{Message: textSamePath(from)}
	}
	if out := astray(call, way{in.Path, from}, way{in.To, to}); out != nil {
		return out
	}
	return m.attempts(ctx, call, from, to, tries, func(ctx context.Context) (tool.Outcome, error) {
		return m.try(ctx, call, from, to)
	})
}

// try looks at both ends and moves or asks.
func (m moveFile) try(ctx context.Context, call tool.Call, from, to string) (tool.Outcome, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s, err := spotFor(call, from)
	if err != nil {
		return nil, err
	}
	out, err := m.planned(ctx, call, s, to)
	if _, holds := out.(planned); !holds {
		err = errors.Join(err, s.close())
	}
	return out, err
}

// planned asks, or says what it will move, together with the spots, which it then holds.
func (m moveFile) planned(ctx context.Context, call tool.Call, s spot, to string) (tool.Outcome, error) {
	info, err := s.look()
	if err != nil {
		return nil, err
	}
	if info == nil {
		return nil, fs.ErrNotExist
	}
	if err := s.movable(info); err != nil {
		return nil, err
	}
	t, err := spotFor(call, to)
	if errors.Is(err, fs.ErrNotExist) {
		return m.below(ctx, call, s, info, to)
	}
	if err != nil {
		return nil, at(to, err)
	}
	out, err := m.onto(ctx, call, s, info, t)
	if _, holds := out.(planned); !holds {
		err = errors.Join(err, t.close())
	}
	return out, err
}

// below moves to a path whose directories are created first, and removed if nothing else
// came of it.
func (m moveFile) below(ctx context.Context, call tool.Call, s spot, info fs.FileInfo, to string) (tool.Outcome, error) {
	if out, err := m.granted(ctx, call, s, info, to); out != nil || err != nil {
		return out, err
	}
	goes, err := s.kept(ctx, info)
	if err != nil {
		return nil, err
	}
	if out := s.rests(call, info); out != nil {
		return out, nil
	}
	comes := tool.Change{Path: to, After: goes.Before}
	return writes([]tool.Change{goes, comes}, shut(s), func() (tool.Outcome, error) {
		return m.appears(call.Root, to, func() (tool.Outcome, error) { return m.create(call, s, info, to) })
	}), nil
}

// create makes the directories, moves, and removes them again if nothing came of it.
func (moveFile) create(call tool.Call, s spot, info fs.FileInfo, to string) (tool.Outcome, error) {
	undo, err := makeParents(call.Root, to)
	if err != nil {
		return nil, at(to, err)
	}
	t, err := spotFor(call, to)
	if err != nil {
		return nil, errors.Join(at(to, err), undo())
	}
	defer t.close()
	out, err := moved(s, t, settleAcross(call.Root, s, t, info))
	if err != nil {
		return nil, errors.Join(err, undo())
	}
	return out, nil
}

// granted asks before a file is moved to a free name if one of the two names gives
// permission, or a link leads to it; nil is a yes, or no reason to ask.
func (m moveFile) granted(ctx context.Context, call tool.Call, s spot, info fs.FileInfo, to string) (tool.Outcome, error) {
	g := grants.Of(m.User, call, to, s.path)
	if unasked(call, g) {
		return nil, errChanged
	}
	asks := g.Why != "" && !g.Allowed(call)
	if !asks && len(call.Answers) == 0 {
		return led(call, s.path, to), nil
	}
	sum, err := s.sum(ctx, info, false)
	if err != nil {
		return nil, err
	}
	digest := digestOf("move", s.path, to, "-", sum)
	if !asks {
		return rested(call, s.path, digest, leading(call, s.path, to)), nil
	}
	about := textSize(info.Size())
	if info.Size() <= maxChange {
		moving, err := s.read()
		if err != nil {
			return nil, err
		}
		about, _ = replacing(to, nil, moving.data)
	}
	return settled(call, []ask{{
		id: grantQuestion, text: textAskMoveGrant(s.path, to), context: about, grants: g,
		digest: digest, refused: textRefusedMoveGrant(s.path),
	}}), nil
}

// movable refuses what is not a regular file.
func (s spot) movable(info fs.FileInfo) error {
	if info.Mode()&fs.ModeSymlink != 0 {
		to, err := s.dir.Readlink(s.name)
		if err != nil {
			return err
		}
		return fault(textIsLink(s.path, to))
	}
	return regular(s.path, info)
}

// onto moves to a path whose directory exists.
func (m moveFile) onto(ctx context.Context, call tool.Call, s spot, info fs.FileInfo, t spot) (tool.Outcome, error) {
	there, err := t.look()
	if err != nil {
		return nil, at(t.path, err)
	}
	comes, move := tool.Change{Path: t.path}, func() error { return settleAcross(call.Root, s, t, info) }
	if there == nil {
		if out, err := m.granted(ctx, call, s, info, t.path); out != nil || err != nil {
			return out, err
		}
	} else {
		if there.IsDir() {
			return nil, fault(textMoveToDirectory(t.path, path.Join(t.path, s.name)))
		}
		if os.SameFile(info, there) {
			return nil, fault(textSamePath(t.path))
		}
		out, err := m.ask(ctx, call, s, info, t, there)
		if out != nil || err != nil {
			return out, err
		}
		if comes, err = t.kept(ctx, there); err != nil {
			return nil, at(t.path, err)
		}
		move = func() error { return over(call.Root, s, t, info, there) }
	}
	goes, err := s.kept(ctx, info)
	if err != nil {
		return nil, err
	}
	if out := s.rests(call, info); out != nil {
		return out, nil
	}
	comes.After = goes.Before
	return writes([]tool.Change{goes, comes}, shut(s, t), func() (tool.Outcome, error) {
		return m.appears(call.Root, t.path, func() (tool.Outcome, error) { return moved(s, t, move()) })
	}), nil
}

// ask asks before a file is replaced; nil is a yes.
func (m moveFile) ask(ctx context.Context, call tool.Call, s spot, info fs.FileInfo, t spot, there fs.FileInfo) (tool.Outcome, error) {
	if err := t.movable(there); err != nil {
		return nil, err
	}
	old, err := t.sum(ctx, there, false)
	if err != nil {
		return nil, at(t.path, err)
	}
	new, err := s.sum(ctx, info, false)
	if err != nil {
		return nil, err
	}
	about, seen, err := m.losing(s, info, t, there)
	if err != nil {
		return nil, err
	}
	g := grants.Of(m.User, call, t.path, s.path)
	if unasked(call, g) {
		return nil, errChanged
	}
	opens := textOpens(there.Mode().Perm(), info.Mode().Perm())
	if opens != "" {
		about = opens + "\n\n" + about
	}
	return settled(call, []ask{{
		id: "overwrite_file", text: textAskMoveOver(s.path, t.path), context: about, unseen: !seen,
		standard: no(), digest: overDigest(s.path, t.path, old, new, opens), refused: textRefusedMoveOver(s.path, t.path),
		grants: g,
	}}), nil
}

// overDigest is what a yes to a move over a file is bound to: the two, what is in them, and what it opens.
func overDigest(from, to, old, new, opens string) string {
	rests := []string{"move", from, to, old, new}
	if opens != "" {
		rests = append(rests, opens)
	}
	return digestOf(rests...)
}

// losing shows what a move would replace: a diff if both are texts of a size that can be
// shown, otherwise the sizes. seen says that it shows every byte.
func (moveFile) losing(s spot, info fs.FileInfo, t spot, there fs.FileInfo) (about string, seen bool, err error) {
	if info.Size() > maxChange || there.Size() > maxChange {
		return textReplacesBinary(there.Size(), info.Size()), false, nil
	}
	old, err := t.read()
	if err != nil {
		return "", false, at(t.path, err)
	}
	new, err := s.read()
	if err != nil {
		return "", false, err
	}
	about, _ = replacing(t.path, old.data, new.data)
	return about, plain(old.data) && plain(new.data), nil
}

// over moves a file onto another if both are still what was looked at.
func over(root *os.Root, s, t spot, info, there fs.FileInfo) error {
	for _, end := range []struct {
		spot spot
		seen fs.FileInfo
	}{{s, info}, {t, there}} {
		now, err := end.spot.look()
		if err != nil {
			return at(end.spot.path, err)
		}
		if !same(end.seen, now) {
			return errChanged
		}
	}
	return carry(root, s, t, false)
}

// settleAcross moves a file to a free name in another directory.
func settleAcross(root *os.Root, s, t spot, info fs.FileInfo) error {
	now, err := s.look()
	if err != nil {
		return err
	}
	if !same(info, now) {
		return errChanged
	}
	err = carry(root, s, t, true)
	if err == nil {
		return s.dir.Remove(s.name)
	}
	if there, lookErr := t.look(); lookErr != nil || there != nil {
		return errors.Join(errChanged, lookErr)
	}
	return carry(root, s, t, false)
}

// moved ends a run whose move ended in err.
func moved(s, t spot, err error) (tool.Outcome, error) {
	if err == nil {
		err = errors.Join(syncDir(t.dir, "."), syncDir(s.dir, "."))
	}
	if err != nil {
		return nil, err
	}
	return tool.Success{Content: textMoved(s.path, t.path)}, nil
}

// at makes an error of the system one about another path than the first.
func at(p string, err error) error {
	var f fault
	if err == nil || errors.As(err, &f) || errors.Is(err, errChanged) {
		return err
	}
	return fault(systemText(p, err))
}
