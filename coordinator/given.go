package coordinator

import (
	"encoding/json"

	"parley/coordinator/tool"
	"parley/forms"
)

// answers are a call's answers as its tool gets them. A secret whose value was
// lost in a restart is left out, so that the tool asks for it again.
func (s State) answers(c Call) map[string]tool.Answer {
	out := make(map[string]tool.Answer, len(c.Answers))
	for _, a := range c.Answers {
		x := tool.Answer{Value: a.Value, Again: a.Again, Asked: a.Question, Said: saidBefore(a.Question)}
		if a.Edited != nil {
			x.Edited = &tool.Edited{Digest: a.Edited.Digest, Content: a.Edited.Content, Taken: a.Edited.Part.Words()}
		}
		if a.Redacted {
			value, ok := s.secretFor(c, a)
			if !ok {
				continue
			}
			x.Value = value
		}
		out[a.Question.ID] = x
	}
	return out
}

func (s State) secretFor(c Call, a Answer) (json.RawMessage, bool) {
	if v, ok := s.secret(a.Inquiry); ok {
		return v, true
	}
	rules := s.Env.Rules.Question(c.Name, a.Question.ID)
	static, fits := rules.Static(a.Question)
	return static.Value, fits && a.Question.AnswerType.Kind == forms.Secret
}
