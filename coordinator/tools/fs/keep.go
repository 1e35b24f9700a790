package fs

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"slices"

	"parley/coordinator/tool"
)

// maxKeep is the size up to which a file's bytes are kept before it is moved, deleted or
// replaced. A larger one cannot be put back.
const maxKeep = 32 << 20

// planned is a change that is ready to be made. do makes it with what was opened before,
// so that nothing else can take the place of what was looked at; Drop closes that again.
type planned struct {
	tool.Writes
	do func() (tool.Outcome, error)
}

// writes ends a run that is about to change files.
func writes(files []tool.Change, close func(), do func() (tool.Outcome, error)) tool.Outcome {
	return planned{tool.Writes{Files: files, Drop: close}, do}
}

// attempts lets try look at the files and ask, or say what it will write, again for as
// long as they change meanwhile. What is noticed only at the write is looked at again too:
// then it asks again, or writes exactly what is on record. Where a question was answered with a no,
// nothing is written. Errors name p; the error about a file that keeps changing names busy.
func (o Options) attempts(ctx context.Context, call tool.Call, p, busy string, left int, try func(context.Context) (tool.Outcome, error)) tool.Outcome {
	for ; left > 0; left-- {
		out, err := o.seated(ctx, try)
		if errors.Is(err, errChanged) {
			continue
		}
		if err != nil {
			return failed(ctx, p, err)
		}
		plan, ok := out.(planned)
		if !ok {
			return out
		}
		if out := declined(call); out != nil {
			plan.Drop()
			return out
		}
		w := plan.Writes
		w.Write = func(ctx context.Context) tool.Outcome {
			defer plan.Drop()
			if err := ctx.Err(); err != nil {
				return failed(ctx, p, err)
			}
			out, err := plan.do()
			if err == nil {
				return out
			}
			if !errors.Is(err, errChanged) {
				return failed(ctx, p, err)
			}
			return onceMore(ctx, busy, w.Files, o.attempts(ctx, call, p, busy, left-1, try))
		}
		return w
	}
	return tool.Failure{Message: textRestless(busy)}
}

// seated tries at the desk.
func (o Options) seated(ctx context.Context, try func(context.Context) (tool.Outcome, error)) (tool.Outcome, error) {
	s, err := o.desk.sit(ctx)
	if err != nil {
		return nil, err
	}
	defer s.leave()
	return try(ctx)
}

// onceMore writes what was planned again, if that is what is on record.
func onceMore(ctx context.Context, busy string, known []tool.Change, again tool.Outcome) tool.Outcome {
	w, ok := again.(tool.Writes)
	if !ok {
		return again
	}
	same := func(a, b tool.Change) bool { return a.Path == b.Path && a.Before == b.Before && a.After == b.After }
	if !slices.EqualFunc(w.Files, known, same) {
		w.Drop()
		return tool.Failure{Message: textRestless(busy)}
	}
	return w.Write(ctx)
}

// shut closes spots that were only looked through.
func shut(all ...spot) func() {
	return func() {
		for _, s := range all {
			_ = s.close() // a folder that was only looked into
		}
	}
}

// changeOf is the change of a file that was read; nil is no file.
func changeOf(p string, old was, new []byte) tool.Change {
	c := tool.Change{Path: p}
	if new != nil {
		c.After = sumOf(new)
	}
	if old.info != nil {
		c.Before, c.Data, c.Mode = sumOf(orNone(old.data)), orNone(old.data), old.info.Mode().Perm()
	}
	return c
}

// putting ends a run that replaces what was read; said is what the run reports.
func (s spot) putting(old was, data []byte, random io.Reader, said tool.Outcome) tool.Outcome {
	return writes([]tool.Change{changeOf(s.path, old, orNone(data))}, shut(s), func() (tool.Outcome, error) {
		return said, s.replace(old, data, random)
	})
}

// kept is the change of a file that is removed, of whatever size.
func (s spot) kept(ctx context.Context, info fs.FileInfo) (tool.Change, error) {
	c := tool.Change{Path: s.path, Mode: info.Mode().Perm()}
	f, _, err := s.open(info)
	if err != nil {
		return c, err
	}
	defer f.Close() // only read: nothing can be lost
	data, err := io.ReadAll(io.LimitReader(f, maxKeep+1))
	if err != nil {
		return c, err
	}
	if len(data) <= maxKeep {
		c.Before, c.Data = sumOf(orNone(data)), orNone(data)
		return c, nil
	}
	c.Before, err = sumFrom(ctx, io.MultiReader(bytes.NewReader(data), f))
	return c, err
}
