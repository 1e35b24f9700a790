package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"parley/config"
	"parley/coordinator"
)

// rules tells the core what the configuration and --answers say of tools and
// their questions.
type rules struct {
	cfg     config.Config
	answers map[string]json.RawMessage // "<tool>.<question>" to the answer given ahead
}

func (r rules) Question(tool, question string) coordinator.QuestionRules {
	q := r.cfg.Tool(tool).Question(question)
	out := coordinator.QuestionRules{
		ToAssistant: q.Target.Kind == config.TargetAssistant, Escalate: q.Target.Escalation,
		Exclusive: q.Exclusive, Label: q.PromptLabel,
	}
	if v, ok := r.answers[tool+"."+question]; ok {
		out.Statics = append(out.Statics, coordinator.Static{Value: v, Path: fmt.Sprintf("--answers %s.%s", tool, question)})
	}
	for _, a := range q.Answers {
		out.Statics = append(out.Statics, coordinator.Static{Value: a.Value, Path: a.Path, OnlyIfFits: a.OnlyIfFits})
	}
	return out
}

func (r rules) Detached(tool, kind string) coordinator.Policy {
	d := r.cfg.Tool(tool).Detached
	switch kind {
	case "run":
		return coordinator.Policy(d.Run)
	case "deliver":
		return coordinator.Policy(d.Deliver)
	}
	return coordinator.Policy(d.Tool)
}

// readAnswers reads the file of --answers: a JSON object that maps
// "<tool>.<question>" to a value.
func readAnswers(path string, names []string) (map[string]json.RawMessage, error) {
	if path == "" {
		return nil, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("--answers: %w", err)
	}
	var answers map[string]json.RawMessage
	if err := json.Unmarshal(data, &answers); err != nil {
		return nil, fmt.Errorf("--answers: %s does not hold a JSON object of \"<tool>.<question>\": value (%w)", path, err)
	}
	for key, value := range answers {
		tool, question, ok := strings.Cut(key, ".")
		switch {
		case !ok || tool == "" || question == "":
			return nil, fmt.Errorf("--answers: %s: the key %q is not of the form <tool>.<question>", path, key)
		case !contains(names, tool):
			return nil, fmt.Errorf("--answers: %s: there is no tool %q%s", path, tool, didYouMean(tool, names))
		case string(value) == "null":
			return nil, fmt.Errorf("--answers: %s: %q is null, and null is never an answer; leave the key out", path, key)
		}
	}
	return answers, nil
}
