package fs

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"

	"parley/coordinator/tool"
	"parley/coordinator/tools/fs/grants"
)

// createFile is fs_create_file.
type createFile struct{ Options }

type createArguments struct {
	Path    string `json:"path"`
	Content string `json:"content"`
}

// Spec describes the tool to the model.
func (createFile) Spec() tool.Spec { return createSpec() }

// Describe names the file, and the size of the text and how it ends.
func (createFile) Describe(arguments json.RawMessage) string {
	var in createArguments
	if decode(arguments, &in) != nil {
		return ""
	}
	return textDescribeCreate(in.Path, in.Content)
}

// Covers is every write to the same file by this tool.
func (createFile) Covers(arguments json.RawMessage) tool.Cover {
	return covered(arguments, "fs_create_file", "writing ")
}

// OnlyLooks is true: a run announces each change before it is made.
func (createFile) OnlyLooks() bool { return true }

// Run writes the file, or asks before it replaces one.
func (c createFile) Run(ctx context.Context, call tool.Call) tool.Outcome {
	var in createArguments
	if err := decode(call.Arguments, &in); err != nil {
		return failed(ctx, "", err)
	}
	p, err := target(call, in.Path)
	if err != nil {
		return failed(ctx, in.Path, err)
	}
	if len(in.Content) > maxChange {
		return tool.Failure{Message: textTooLargeToWrite(p, int64(len(in.Content)))}
	}
	if out := astray(call, way{in.Path, p}); out != nil {
		return out
	}
	return c.attempts(ctx, call, p, p, tries, func(ctx context.Context) (tool.Outcome, error) {
		return c.try(ctx, call, p, in.Content)
	})
}

// try looks for a file of that name, and writes or asks.
func (c createFile) try(ctx context.Context, call tool.Call, p, content string) (tool.Outcome, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s, err := spotFor(call, p)
	if errors.Is(err, fs.ErrNotExist) {
		if out := c.granted(call, p, content); out != nil {
			return out, nil
		}
		return writes(c.made(p, content), func() {}, func() (tool.Outcome, error) {
			return c.appears(call.Root, p, func() (tool.Outcome, error) { return c.createBelow(call, p, content) })
		}), nil
	}
	if err != nil {
		return nil, err
	}
	out, err := c.planned(call, s, content)
	if _, holds := out.(planned); !holds {
		err = errors.Join(err, s.close())
	}
	return out, err
}

// made is the change that creates a file.
func (createFile) made(p, content string) []tool.Change {
	return []tool.Change{changeOf(p, was{}, []byte(content))}
}

// planned asks, or says what it will write, together with the spot, which it then holds.
func (c createFile) planned(call tool.Call, s spot, content string) (tool.Outcome, error) {
	old, err := s.read()
	if err != nil {
		return nil, err
	}
	if old.info == nil {
		if out := c.granted(call, s.path, content); out != nil {
			return out, nil
		}
		return writes(c.made(s.path, content), shut(s), func() (tool.Outcome, error) {
			return c.appears(call.Root, s.path, func() (tool.Outcome, error) { return c.create(s, content) })
		}), nil
	}
	return c.overwrite(call, s, old, content)
}

// createBelow creates the directories first, and removes them if nothing else came of it.
func (c createFile) createBelow(call tool.Call, p, content string) (tool.Outcome, error) {
	undo, err := makeParents(call.Root, p)
	if err != nil {
		return nil, err
	}
	s, err := spotFor(call, p)
	if err != nil {
		return nil, errors.Join(err, undo())
	}
	defer s.close()
	out, err := c.create(s, content)
	if err != nil {
		return nil, errors.Join(err, undo())
	}
	return out, nil
}

// granted asks before a file is created that gives permission, or where a link leads; nil is a
// yes, or no reason to ask.
func (c createFile) granted(call tool.Call, p, content string) tool.Outcome {
	if _, asked := call.Answers["overwrite_file"]; asked { // a yes was one to what would stand in place of a file that is gone
		if out := declined(call); out != nil {
			return out
		}
		return tool.Failure{Message: textNothingToReplace(p)}
	}
	g := grants.Of(c.User, call, p)
	if unasked(call, g) {
		return tool.Failure{Message: textRestless(p)}
	}
	if g.Why == "" || g.Allowed(call) {
		return led(call, p)
	}
	about, _ := replacing(p, nil, []byte(content))
	return settled(call, []ask{{
		id: grantQuestion, text: textAskCreateGrant(p), context: about, grants: g,
		digest: Digest(p, nil, []byte(content)), refused: textRefusedGrant(p),
	}})
}

func (c createFile) create(s spot, content string) (tool.Outcome, error) {
	if err := s.create([]byte(content), c.Random); err != nil {
		return nil, err
	}
	return tool.Success{Content: textCreated(s.path, lineCount([]byte(content))), Wrote: wrote(s.path, []byte(content))}, nil
}

// overwrite replaces a file after a yes to exactly that.
func (c createFile) overwrite(call tool.Call, s spot, old was, content string) (tool.Outcome, error) {
	text := overwritten(old.data, content)
	if text == string(old.data) {
		return tool.Success{Content: textAlreadySo(s.path)}, nil
	}
	a, d := c.replace(call, s.path, old, text)
	if unasked(call, a.grants) {
		return tool.Failure{Message: textRestless(s.path)}, nil
	}
	if out := settled(call, []ask{a}); out != nil {
		return out, nil
	}
	edited := call.Answers["overwrite_file"].Edited
	written := text
	if edited != nil {
		written = edited.Content
	}
	if written == string(old.data) {
		return nil, fault(textNothingLeft(s.path))
	}
	if len(written) > maxChange {
		return nil, fault(textTooLargeToWrite(s.path, int64(len(written))))
	}
	said := tool.Outcome(tool.Success{Content: textReplaced(s.path, d.added, d.removed), Wrote: wrote(s.path, []byte(text))})
	if written != text {
		said = differing(s.path, []byte(text), *edited)
	}
	return s.putting(old, []byte(written), c.Random, said), nil
}

// replace asks about a file that another text would replace.
func (c createFile) replace(call tool.Call, p string, old was, text string) (ask, delta) {
	about, d := replacing(p, old.data, []byte(text))
	return ask{
		id: "overwrite_file", text: textAskOverwrite(p), context: about, unseen: !plain(old.data) || !plain([]byte(text)),
		standard: no(), digest: Digest(p, old.data, []byte(text)), refused: textRefusedOverwrite(p), grants: grants.Of(c.User, call, p),
	}, d
}

// overwritten is what a text becomes in place of an old one: it takes over the old line
// endings, as an editor would.
func overwritten(old []byte, content string) string {
	if binary(old) {
		return content
	}
	return likeOld(string(old), content)
}

// replacing is what a question shows of a file that would be replaced: the diff, or the
// sizes where there is no text to show.
func replacing(p string, old, new []byte) (string, delta) {
	if binary(old) || binary(new) {
		return textReplacesBinary(int64(len(old)), int64(len(new))), delta{removed: lineCount(old), added: lineCount(new)}
	}
	d := compared(p, old, new)
	return fence("diff", d.text), d
}
