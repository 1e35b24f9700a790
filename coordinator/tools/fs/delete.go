package fs

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"

	"parley/coordinator/git"
	"parley/coordinator/tool"
	"parley/coordinator/tools/fs/grants"
)

// deleteFile is fs_delete_file.
type deleteFile struct{ Options }

type deleteArguments struct {
	Path string `json:"path"`
}

// Spec describes the tool to the model.
func (deleteFile) Spec() tool.Spec { return deleteSpec() }

// Describe names the file.
func (deleteFile) Describe(arguments json.RawMessage) string { return described(arguments) }

// Covers is the deletion of the same file.
func (deleteFile) Covers(arguments json.RawMessage) tool.Cover {
	return covered(arguments, "fs_delete_file", "deleting ")
}

// OnlyLooks is true: a run announces each change before it is made.
func (deleteFile) OnlyLooks() bool { return true }

// Run deletes the file, or asks if git says that something would be lost.
func (d deleteFile) Run(ctx context.Context, call tool.Call) tool.Outcome {
	var in deleteArguments
	if err := decode(call.Arguments, &in); err != nil {
		return failed(ctx, "", err)
	}
	p, err := target(call, in.Path)
	if err != nil {
		return failed(ctx, in.Path, err)
	}
	if out := astray(call, way{in.Path, p}); out != nil {
		return out
	}
	return d.attempts(ctx, call, p, p, tries, func(ctx context.Context) (tool.Outcome, error) {
		return d.try(ctx, call, p)
	})
}

// try looks at the file and at git's record of it, and deletes or asks.
func (d deleteFile) try(ctx context.Context, call tool.Call, p string) (tool.Outcome, error) {
	s, err := spotFor(call, p)
	if err != nil {
		return nil, err
	}
	out, err := d.planned(ctx, call, s)
	if _, holds := out.(planned); !holds {
		err = errors.Join(err, s.close())
	}
	return out, err
}

// planned asks, or says what it will delete, together with the spot, which it then holds.
func (d deleteFile) planned(ctx context.Context, call tool.Call, s spot) (tool.Outcome, error) {
	p := s.path
	info, err := s.look()
	if err != nil {
		return nil, err
	}
	if info == nil {
		return nil, fs.ErrNotExist
	}
	link := info.Mode()&fs.ModeSymlink != 0
	if !link {
		if err := regular(p, info); err != nil {
			return nil, err
		}
	}
	status := d.dirty(ctx, call, p)
	if status != git.Clean && !link && info.Size() <= maxKeep && call.Made != nil {
		sum, err := s.sum(ctx, info, link)
		if err != nil {
			return nil, err
		}
		if call.Made(p, "sha256:"+sum) { // an undo brings it back
			status = git.Clean
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if out, err := d.ask(ctx, call, s, info, link, status); out != nil || err != nil {
		return out, err
	}
	if link { // there are no bytes to put back
		if out := s.rests(call, info); out != nil {
			return out, nil
		}
		return writes(nil, shut(s), func() (tool.Outcome, error) { return unlink(s, info, link) }), nil
	}
	change, err := s.kept(ctx, info)
	if err != nil {
		return nil, err
	}
	if out := s.rests(call, info); out != nil { // in this order: it is compared with info once more when it goes
		return out, nil
	}
	return writes([]tool.Change{change}, shut(s), func() (tool.Outcome, error) { return unlink(s, info, link) }), nil
}

// ask asks before something is deleted that git cannot bring back, or that gives
// permission, or where a link leads; nil is a yes, or no reason to ask.
func (d deleteFile) ask(ctx context.Context, call tool.Call, s spot, info fs.FileInfo, link bool, status string) (tool.Outcome, error) {
	g := grants.Of(d.User, call, s.path)
	asks := status != git.Clean || g.Why != "" && !g.Allowed(call)
	if !asks && len(call.Answers) == 0 {
		return led(call, s.path), nil
	}
	sum, err := s.sum(ctx, info, link)
	if err != nil {
		return nil, err
	}
	digest := digestOf("change", s.path, sum, "-")
	if !asks {
		return rested(call, s.path, digest, leading(call, s.path)), nil
	}
	a := ask{id: grantQuestion, text: textAskDeleteGrant(s.path), refused: textRefusedGrant(s.path)}
	if status != git.Clean {
		a = dirtyAsk("delete_dirty_file", s.path, status)
		a.text, a.refused, a.standard = textAskDeleteDirty(s.path, status), textRefusedDeleteDirty(s.path, status), no()
		a.unseen = true // what is lost is not shown: a yes for this turn would be one for other bytes
	}
	a.digest, a.grants = digest, g
	return settled(call, []ask{a}), nil
}

// sum is the sum of what has the name: of the file's bytes, or of where a link points.
func (s spot) sum(ctx context.Context, info fs.FileInfo, link bool) (string, error) {
	if link {
		to, err := s.dir.Readlink(s.name)
		return sumOf([]byte(to)), err
	}
	f, _, err := s.open(info)
	if err != nil {
		return "", err
	}
	defer f.Close() // only read: nothing can be lost
	return sumFrom(ctx, f)
}

// unlink deletes what was looked at.
func unlink(s spot, info fs.FileInfo, link bool) (tool.Outcome, error) {
	now, err := s.look()
	if err != nil {
		return nil, err
	}
	if !same(info, now) {
		return nil, errChanged
	}
	if err := s.dir.Remove(s.name); err != nil {
		return nil, err
	}
	if err := syncDir(s.dir, "."); err != nil {
		return nil, err
	}
	return tool.Success{Content: textDeleted(s.path, link)}, nil
}
