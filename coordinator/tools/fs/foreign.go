package fs

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"

	"parley/coordinator/tool"
)

// Another program is about to change a file itself, and asks before it does. The change is
// shown and asked about as one of ours, under the same names, so that the same rules and the
// same reviewer hold; but nothing is written here: what was approved goes back.

// textNotHanded stands on record where a change is not the one any more that was asked about.
const textNotHanded = "What it would change cannot be worked out any more, so no answer went back, and the program that asked decides."

// Approved is such a change: what stands in the file, and what was approved in its place, be it as it
// was proposed or as somebody changed it.
type Approved struct{ Path, Old, Text string }

// Hand gives an approved change back to the program that makes it.
type Hand func(context.Context, Approved) tool.Outcome

// ForeignChange is fs_modify_file for a change that another program makes.
func ForeignChange(o Options, hand Hand) tool.Tool { return foreignChange{modifyFile{o}, hand} }

// ForeignText is fs_create_file for a text that another program writes. Stands says that the
// file exists: then the run asks whether it is replaced, and nothing else is asked before. A
// new file is written with the permission to run.
func ForeignText(o Options, stands bool, hand Hand) tool.Tool {
	return foreignText{createFile{o}, stands, hand}
}

type foreignChange struct {
	modifyFile
	hand Hand
}

// Covers is nothing: each request of another program is decided by itself.
func (foreignChange) Covers(json.RawMessage) tool.Cover { return tool.Cover{} }

// OnlyLooks is false: a run hands its result to the other program.
func (foreignChange) OnlyLooks() bool { return false }

// Run asks about the change, and hands it back.
func (f foreignChange) Run(ctx context.Context, call tool.Call) tool.Outcome {
	var in modifyArguments
	if err := decode(call.Arguments, &in); err != nil {
		return tool.Failure{Message: textNotHanded}
	}
	p, err := target(call, in.Path)
	if err != nil {
		return tool.Failure{Message: textNotHanded}
	}
	s, err := spotFor(call, p)
	if err != nil {
		return unhanded(call)
	}
	plan, err := propose(ctx, s, in.Patterns)
	if err = errors.Join(err, s.close()); err != nil {
		return unhanded(call)
	}
	if mixed(string(plan.old.data)) || wide(string(plan.old.data)) || !valid(plan.old.data) {
		return tool.Failure{Message: textNotHanded}
	}
	a := f.apply(call, plan)
	a.unseen = true // an answer is for this request alone
	if out := settled(call, []ask{a}); out != nil {
		return out
	}
	return f.hand(ctx, approved(p, plan.old.data, string(plan.text), call.Answers["apply_changes"].Edited))
}

type foreignText struct {
	createFile
	stands bool
	hand   Hand
}

// Covers is nothing: each request of another program is decided by itself.
func (foreignText) Covers(json.RawMessage) tool.Cover { return tool.Cover{} }

// OnlyLooks is false: a run hands its result to the other program.
func (foreignText) OnlyLooks() bool { return false }

// Run asks before a file is replaced, and hands the text back.
func (f foreignText) Run(ctx context.Context, call tool.Call) tool.Outcome {
	var in createArguments
	if err := decode(call.Arguments, &in); err != nil {
		return tool.Failure{Message: textNotHanded}
	}
	p, err := target(call, in.Path)
	if err != nil {
		return tool.Failure{Message: textNotHanded}
	}
	old, err := readAt(call, p)
	if errors.Is(err, fs.ErrNotExist) && !f.stands {
		if out := f.granted(call, p, in.Content); out != nil {
			return out
		}
		if out := declined(call); out != nil {
			return out
		}
		return f.hand(ctx, Approved{Path: p, Text: in.Content})
	}
	if err != nil || wide(string(old.data)) {
		return unhanded(call)
	}
	text := overwritten(old.data, in.Content)
	a, _ := f.replace(call, p, old, text)
	a.unseen = true // an answer is for this request alone
	if out := settled(call, []ask{a}); out != nil {
		return out
	}
	return f.hand(ctx, approved(p, old.data, text, call.Answers["overwrite_file"].Edited))
}

// unhanded ends a run whose change cannot be worked out. A no was answered all the same.
func unhanded(call tool.Call) tool.Outcome {
	if out := declined(call); out != nil {
		return out
	}
	return tool.Failure{Message: textNotHanded}
}

func approved(p string, old []byte, proposed string, edited *tool.Edited) Approved {
	a := Approved{p, string(old), proposed}
	if edited != nil {
		a.Text = edited.Content
	}
	return a
}
