package coordinator

import (
	"context"
	"errors"
	"fmt"

	"parley/coordinator/tool"
	"parley/forms"
)

// ErrOtherPatch says that what a call would do now is not what was asked: the
// file has changed since.
var ErrOtherPatch = errors.New("the file changed since this was asked")

// Patch returns a function that reads the whole change that a question is about, for
// the screen; nil if the question is not about one. It reads files, so call it in a
// command. If the digest differs from the question's, the error is ErrOtherPatch:
// what a call would do now must not be taken for what was asked.
func (s *Shell) Patch(p Prompt) func(context.Context) (tool.Patch, error) {
	if p.Inquiry == nil || p.Inquiry.Question.Digest == "" || p.Inquiry.Question.AnswerType.Kind != forms.Boolean {
		return nil
	}
	t, _ := s.state.Folded.Current()
	c, ok := t.Call(p.Call)
	if !ok {
		return nil
	}
	entry, ok := s.state.Env.Tools.Get(c.Name)
	if !ok {
		return nil
	}
	patcher, ok := entry.Tool.(tool.Patcher)
	if !ok || !patcher.Patches(p.Inquiry.Question.ID) {
		return nil
	}
	call, err := s.call(c, c.Run, entry)
	digest := p.Inquiry.Question.Digest
	return func(ctx context.Context) (tool.Patch, error) {
		if err != nil {
			return tool.Patch{}, err
		}
		patch, err := patcher.Patch(ctx, call)
		switch {
		case err != nil:
			return tool.Patch{}, fmt.Errorf("the change cannot be worked out any more: %w", err)
		case patch.Digest != digest:
			return tool.Patch{}, ErrOtherPatch
		}
		return patch, nil
	}
}
