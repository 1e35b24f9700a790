package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"parley/config"
	"parley/coordinator"
	"parley/coordinator/route"
	"parley/forms/rawjson"
	"parley/model/cli/process"
)

// Rules tells the core what the configuration and --answers say about tools and their
// questions.
type Rules struct {
	Config  config.Config
	Answers map[string]json.RawMessage // "<tool>.<question>" to the answer given ahead
	Park    bool                       // the policy of this run is to leave open what needs a person
}

// Question is what is configured about a question of a tool.
func (r Rules) Question(tool, question string) coordinator.QuestionRules {
	q := r.Config.Tool(tool).Question(question)
	out := coordinator.QuestionRules{
		ToAssistant: q.Target.Kind == config.TargetAssistant, Escalate: q.Target.Escalation,
		Exclusive: q.Exclusive, Label: q.PromptLabel,
	}
	if out.ToAssistant {
		if a, err := r.Config.Reviewer(tool, question); err == nil {
			out.Reviewer = a.Model.Name // a faulty reviewer fails when it is asked
		}
	}
	if v, ok := r.Answers[tool+"."+question]; ok {
		out.Statics = append(out.Statics, coordinator.Static{Value: v, Path: fmt.Sprintf("--answers %s.%s", tool, question)})
	}
	for _, a := range q.Answers {
		out.Statics = append(out.Statics, coordinator.Static{Value: a.Value, Path: a.Path, OnlyIfFits: a.OnlyIfFits})
	}
	return out
}

// Detached is what happens if nobody is there, and the key that says so.
func (r Rules) Detached(tool, kind string) (route.Policy, string) {
	if r.Park {
		return route.PolicyPark, "--park"
	}
	policy, key := r.Config.Tool(tool).Policy(kind)
	return route.Policy(policy), key
}

// Asks is the setting that makes a call ask before it runs ("run") or before its
// result is delivered ("deliver"), as a key and its value; "" if nothing is set.
func (r Rules) Asks(tool, kind string) string {
	mode, key := r.Config.Tool(tool).Mode(kind)
	if key == "" {
		return ""
	}
	return fmt.Sprintf("%s = %q", key, mode)
}

// readAnswers reads the file of --answers: a JSON object that maps
// "<tool>.<question>" to a value.
func readAnswers(path string, names []string, server func(tool string) string) (map[string]json.RawMessage, error) {
	if path == "" {
		return nil, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("--answers: %w", err)
	}
	answers, err := answersIn(data)
	if err != nil {
		return nil, fmt.Errorf("--answers: %s: %w", path, err)
	}
	for key := range answers {
		tool, question, ok := strings.Cut(key, ".")
		switch {
		case !ok || tool == "" || question == "":
			return nil, fmt.Errorf("--answers: %s: the key %q is not of the form <tool>.<question>", path, key)
		case !slices.Contains(names, tool) && server(tool) == "": // what a server offers may not be known yet
			return nil, fmt.Errorf("--answers: %s: there is no tool %q%s", path, tool, process.DidYouMean(tool, names))
		}
	}
	return answers, nil
}

// answersIn reads the object; a duplicate key is a fault, since nobody can say which
// of its values was meant.
func answersIn(data []byte) (map[string]json.RawMessage, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	if start, err := dec.Token(); err != nil || start != json.Delim('{') {
		return nil, errors.New(answersFormText)
	}
	answers := map[string]json.RawMessage{}
	for dec.More() {
		key, err := dec.Token()
		name, ok := key.(string)
		var value json.RawMessage
		if err != nil || !ok || dec.Decode(&value) != nil {
			return nil, brokenAnswers(data)
		}
		if _, twice := answers[name]; twice {
			return nil, fmt.Errorf("the key %q stands there twice; leave one out", name)
		}
		if paths := rawjson.Twice(value); len(paths) > 0 {
			return nil, fmt.Errorf("in the answer to %q, %s stands there twice; leave one out", name, paths[0])
		}
		answers[name] = value
	}
	if _, err := dec.Token(); err != nil {
		return nil, brokenAnswers(data)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errors.New("something follows the JSON object; a file holds one object")
	}
	return answers, nil
}

// brokenAnswers names the line in which the JSON is invalid.
func brokenAnswers(data []byte) error {
	line := 1 + bytes.Count(data, []byte("\n"))
	var fault *json.SyntaxError
	if err := json.Unmarshal(data, new(any)); errors.As(err, &fault) {
		line = 1 + bytes.Count(data[:fault.Offset-1], []byte("\n"))
	}
	return fmt.Errorf("line %d is not valid JSON; %s", line, answersFormText)
}
