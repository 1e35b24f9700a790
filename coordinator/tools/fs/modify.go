package fs

import (
	"context"
	"encoding/json"
	"errors"
	"os"

	"parley/coordinator/git"
	"parley/coordinator/tool"
	"parley/coordinator/tools/fs/grants"
)

// modifyFile is fs_modify_file. It runs unattended: its apply_changes question
// is the approval.
type modifyFile struct{ Options }

type modifyArguments struct {
	Path     string    `json:"path"`
	Patterns []pattern `json:"patterns"`
}

// Spec describes the tool to the model.
func (modifyFile) Spec() tool.Spec { return modifySpec() }

// Describe names the file.
func (modifyFile) Describe(arguments json.RawMessage) string {
	return described(arguments)
}

// Covers is every change of the same file.
func (modifyFile) Covers(arguments json.RawMessage) tool.Cover {
	return covered(arguments, "fs_modify_file", "changing ")
}

// tries is how often a run starts again because the file changed meanwhile.
const tries = 3

// OnlyLooks is true: a run announces each change before it is made.
func (modifyFile) OnlyLooks() bool { return true }

// Run changes the file, or asks.
func (m modifyFile) Run(ctx context.Context, call tool.Call) tool.Outcome {
	var in modifyArguments
	if err := decode(call.Arguments, &in); err != nil {
		return failed(ctx, "", err)
	}
	p, err := target(call, in.Path)
	if err != nil {
		return failed(ctx, in.Path, err)
	}
	if len(in.Patterns) == 0 {
		return tool.Failure{Message: textNoPatterns}
	}
	if out := astray(call, way{in.Path, p}); out != nil {
		return out
	}
	return m.attempts(ctx, call, p, p, tries, func(ctx context.Context) (tool.Outcome, error) {
		return m.try(ctx, call, p, in.Patterns)
	})
}

// proposal is a change that is ready to be asked about.
type proposal struct {
	path   string
	old    was
	text   []byte
	change delta
	whole  bool // a pattern matched everything
}

// try reads, works out the change, and asks or writes. errChanged says that the file
// changed meanwhile.
func (m modifyFile) try(ctx context.Context, call tool.Call, p string, patterns []pattern) (tool.Outcome, error) {
	s, err := spotFor(call, p)
	if err != nil {
		return nil, err
	}
	out, err := m.planned(ctx, call, s, patterns)
	if _, holds := out.(planned); !holds {
		err = errors.Join(err, s.close())
	}
	return out, err
}

// planned asks, or says what it will write, together with the spot, which it then holds.
func (m modifyFile) planned(ctx context.Context, call tool.Call, s spot, patterns []pattern) (tool.Outcome, error) {
	plan, err := propose(ctx, s, patterns)
	if err != nil {
		return nil, err
	}
	asks := m.asks(ctx, call, plan)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if out := settled(call, asks); out != nil {
		return out, nil
	}
	return m.write(s, plan, call.Answers["apply_changes"].Edited)
}

// propose reads the file and works out what it would become and how to show that.
func propose(ctx context.Context, s spot, patterns []pattern) (proposal, error) {
	old, text, whole, err := rewritten(ctx, s, patterns)
	if err != nil {
		return proposal{}, err
	}
	return proposal{s.path, old, text, compared(s.path, old.data, text), whole}, nil
}

// rewritten reads the file and applies the patterns to it; whole says that one of them
// matched everything.
func rewritten(ctx context.Context, s spot, patterns []pattern) (old was, text []byte, whole bool, err error) {
	if old, err = s.read(); err != nil {
		return was{}, nil, false, err
	}
	if old.info == nil {
		return was{}, nil, false, os.ErrNotExist
	}
	if binary(old.data) {
		return was{}, nil, false, fault(textBinary(s.path))
	}
	out, whole, err := rewrite(ctx, s.path, string(old.data), patterns)
	switch {
	case err != nil:
		return was{}, nil, false, err
	case out == string(old.data):
		return was{}, nil, false, fault(textNoChange(s.path))
	case len(out) > maxChange:
		return was{}, nil, false, fault(textTooLargeToWrite(s.path, int64(len(out))))
	}
	return old, []byte(out), whole, nil
}

// broadFrom is the number of lines from which a change of more than half of a file counts
// as broad.
const broadFrom = 10

// asks are the questions of a change, in the order in which they are put.
func (m modifyFile) asks(ctx context.Context, call tool.Call, plan proposal) []ask {
	var asks []ask
	p, digest := plan.path, Digest(plan.path, plan.old.data, plan.text)
	if status := m.dirty(ctx, call, p); status != git.Clean && status != git.Untracked && !ours(call, p, plan.old.data) {
		a := dirtyAsk("modify_dirty_file", p, status)
		a.text, a.refused = textAskModifyDirty(p, status), textRefusedModifyDirty(p, status)
		asks = append(asks, a)
	}
	lines := lineCount(plan.old.data)
	if most := plan.change.removed > lines/2; plan.whole || lines >= broadFrom && most {
		asks = append(asks, ask{
			id: "broad_replacement", text: textAskBroad(p, most), standard: no(), digest: digest,
			context: textBroad(plan.change.removed, lines, plan.change.added, plan.whole), refused: textRefusedBroad(p, most),
		})
	}
	last := m.apply(call, plan)
	for i := range asks {
		asks[i].before = last.personal()
	}
	return append(asks, last)
}

// apply asks about the change itself.
func (m modifyFile) apply(call tool.Call, plan proposal) ask {
	return ask{
		id: "apply_changes", text: textAskApply(plan.path), standard: yes(), digest: Digest(plan.path, plan.old.data, plan.text),
		context: fence("diff", plan.change.text), refused: textRejected, unseen: !plain(plan.old.data) || !plain(plan.text),
		grants: grants.Of(m.User, call, plan.path),
	}
}

// write writes what was approved and says how that differs from the request.
func (m modifyFile) write(s spot, plan proposal, edited *tool.Edited) (tool.Outcome, error) {
	if edited == nil || edited.Content == string(plan.text) {
		return s.putting(plan.old, plan.text, m.Random, tool.Success{
			Content: textModified(s.path, plan.change.added, plan.change.removed), Wrote: wrote(s.path, plan.text),
		}), nil
	}
	content := []byte(edited.Content)
	if edited.Content == string(plan.old.data) {
		return nil, fault(textNothingLeft(s.path))
	}
	if len(content) > maxChange {
		return nil, fault(textTooLargeToWrite(s.path, int64(len(content))))
	}
	return s.putting(plan.old, content, m.Random, differing(s.path, plan.text, *edited)), nil
}

// differing tells the model that the approved text is not the one that it asked for.
func differing(path string, requested []byte, edited tool.Edited) tool.Outcome {
	written := []byte(edited.Content)
	differs := fence("diff", compared(path, requested, written).text)
	said := textEdited(path, differs)
	if edited.Taken != "" {
		said = textPart(path, edited.Taken, differs)
	}
	return tool.Success{Content: said, Wrote: wrote(path, written)}
}
