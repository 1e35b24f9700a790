package script

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"path"
	"slices"
	"strings"

	"parley/providers"
)

// maxSource bounds a scenario file.
const maxSource = 8 << 20

// Parse reads a scenario file. name precedes each fault; the error is Problems and
// holds every fault of the file, or the first one of its TOML.
func Parse(name string, src []byte) (Scenario, error) {
	r := &reader{file: name}
	if len(src) > maxSource {
		r.fault(1, textTooLong, maxSource, len(src))
		return Scenario{}, r.problems
	}
	root, line, err := readTree(bytes.TrimPrefix(src, []byte("\ufeff")))
	if err != nil {
		r.fault(line, "%v", err)
		return Scenario{}, r.problems
	}
	s := r.scenario(name, root)
	if len(r.problems) > 0 {
		return Scenario{}, r.problems.sorted()
	}
	return s, nil
}

func (r *reader) scenario(name string, root *node) Scenario {
	s := Scenario{Name: name, Model: modelName(name), Output: providers.OutputSchema}
	r.table(root, "the scenario", []field{
		{"about", func(n *node) { s.About = r.string(n, "about") }},
		{"model", func(n *node) { s.Model = r.filled(n, "model") }},
		{"reviewer", func(n *node) { s.Reviewer = r.filled(n, "reviewer") }},
		{"server", func(n *node) { s.Server = r.server(n) }},
		{"output", func(n *node) { s.Output = r.output(n) }},
		{"context_window", func(n *node) { s.ContextWindow = r.whole(n, "context_window", 1) }},
		{"no_tools", func(n *node) { s.NoTools = r.bool(n, "no_tools") }},
		{"tokens_per_second", func(n *node) { s.Rate = r.rate(n, "tokens_per_second") }},
		{"loop", func(n *node) { s.Loop = r.bool(n, "loop") }},
		{"files", func(n *node) { s.Files = r.files(n) }},
		{"answer", func(n *node) {
			r.tables(n, "answer", func(n *node) { s.Answers = append(s.Answers, r.answer(n)) })
		}},
		{"review", func(n *node) {
			r.tables(n, "review", func(n *node) { s.Reviews = append(s.Reviews, r.review(n)) })
		}},
	})
	if n := root.fields["answer"]; n == nil {
		r.fault(1, textNoAnswers)
	} else if len(s.Answers) == 0 && len(r.problems) == 0 {
		r.fault(n.line, textNoAnswers) // an empty list
	}
	if s.Reviewer != "" && s.Reviewer == s.Model {
		r.fault(root.fields["reviewer"].line, textSameModel)
	}
	r.names(root.fields["answer"], s.Answers)
	return s
}

// modelName is the file's name without folder and extension.
func modelName(file string) string {
	base := path.Base(strings.ReplaceAll(file, `\`, "/"))
	if base = strings.TrimSuffix(base, ".toml"); strings.Trim(base, "./") == "" {
		return "scenario"
	}
	return base
}

// server reads the name of the server whose rules apply.
func (r *reader) server(n *node) string {
	name := r.filled(n, "server")
	if name != "" && !slices.Contains(Servers(), name) {
		r.fault(n.line, textNoServer, name, strings.Join(Servers(), ", "))
	}
	return name
}

// filled reads a string that must not be empty.
func (r *reader) filled(n *node, what string) string {
	text := r.string(n, what)
	if n.shape == isString && strings.TrimSpace(text) == "" {
		r.fault(n.line, textEmpty, what)
	}
	return text
}

func (r *reader) output(n *node) providers.OutputSupport {
	switch oneOf(r, n, "output", []string{"schema", "tool", "text"}) {
	case "tool":
		return providers.OutputTool
	case "text":
		return providers.OutputPrompted
	}
	return providers.OutputSchema
}

func (r *reader) files(n *node) map[string]string {
	if n.shape != isTable {
		r.fault(n.line, textShape, "files", "a table", n.shape.article())
		return nil
	}
	files := map[string]string{}
	for _, name := range n.keys {
		if !fs.ValidPath(name) || name == "." || strings.Contains(name, `\`) {
			r.fault(n.fields[name].line, textFilePath, name)
		}
		files[name] = r.string(n.fields[name], "the file "+name)
	}
	return files
}

// names checks that names are unique and that every Then names an answer.
func (r *reader) names(list *node, answers []Answer) {
	if list == nil || len(list.items) != len(answers) {
		return
	}
	lines := map[string]int{}
	for _, a := range answers {
		if first, taken := lines[a.Name]; taken && a.Name != "" {
			r.fault(a.Line, textSameName, a.Name, first)
			continue
		}
		lines[a.Name] = a.Line
	}
	for i, a := range answers {
		if _, known := lines[a.Then]; a.Then != "" && !known {
			r.fault(list.items[i].fields["then"].line, textNoSuchName, a.Then)
		}
	}
}

// speech lists the fields that answers and reviews share.
func (r *reader) speech(s *Speech, owner string) []field {
	return []field{
		{"reasoning", func(n *node) { s.Reasoning = r.pieces(n, "reasoning") }},
		{"finish", func(n *node) { s.Finish = r.filled(n, "finish") }},
		{"usage", func(n *node) { s.Usage = r.usage(n) }},
		{"delay", func(n *node) { s.Delay = r.duration(n, "delay") }},
		{"tokens_per_second", func(n *node) { s.Rate = r.rate(n, "tokens_per_second") }},
		{"wire", func(n *node) {
			if n.shape == isString {
				n = &node{line: n.line, shape: isList, items: []*node{n}}
			}
			if n.shape != isList {
				r.fault(n.line, textShape, "wire", "a list of strings", n.shape.article())
			}
			for _, item := range n.items {
				s.Wire = append(s.Wire, oneOf(r, item, "wire", wires()))
			}
		}},
		{"fault", func(n *node) {
			r.tables(n, owner+".fault", func(n *node) { s.Faults = append(s.Faults, r.failure(n)) })
		}},
	}
}

func (r *reader) usage(n *node) *providers.Usage {
	u := &providers.Usage{}
	r.table(n, "usage", []field{
		{"input", func(n *node) { u.Input = r.whole(n, "input", 0) }},
		{"output", func(n *node) { u.Output = r.whole(n, "output", 0) }},
		{"cached", func(n *node) { u.Cached = r.whole(n, "cached", 0) }},
		{"reasoning", func(n *node) { u.Reasoning = r.whole(n, "reasoning", 0) }},
	})
	return u
}

func (r *reader) answer(n *node) Answer {
	a := Answer{Speech: Speech{Line: n.line}}
	r.table(n, "an answer", append(r.speech(&a.Speech, "answer"),
		field{"name", func(n *node) { a.Name = r.filled(n, "name") }},
		field{"when", func(n *node) { a.When = r.filled(n, "when") }},
		field{"then", func(n *node) { a.Then = r.filled(n, "then") }},
		field{"repeat", func(n *node) { a.Repeat = r.times(n, "repeat") }},
		field{"expect", func(n *node) { a.Expect = r.strings(n, "expect") }},
		field{"text", func(n *node) { a.Text = r.pieces(n, "text") }},
		field{"generate", func(n *node) { a.Text = r.generate(n) }},
		field{"call", func(n *node) {
			r.tables(n, "answer.call", func(n *node) { a.Calls = append(a.Calls, r.call(n)) })
		}},
	))
	text, generate, calls := n.fields["text"], n.fields["generate"], n.fields["call"]
	if text != nil && generate != nil {
		r.fault(generate.line, textTwoTexts)
	}
	if n.shape == isTable && text == nil && generate == nil && calls == nil {
		r.fault(n.line, textSaysNothing)
	}
	return a
}

func (r *reader) generate(n *node) []string {
	kind, tokens, seed := "", 0, 0
	r.table(n, "generate", []field{
		{"kind", func(n *node) { kind = r.string(n, "kind") }},
		{"tokens", func(n *node) { tokens = r.whole(n, "tokens", 0) }},
		{"seed", func(n *node) { seed = r.whole(n, "seed", 0) }},
	})
	if n.shape != isTable {
		return nil
	}
	if kind != "markdown" {
		r.fault(n.line, textGenerateKind)
	}
	if tokens < 1 || tokens > maxGenerated {
		r.fault(n.line, textGenerateSize, maxGenerated)
		return nil
	}
	return Markdown(tokens, uint64(seed))
}

func (r *reader) call(n *node) Call {
	c := Call{Arguments: "{}"}
	r.table(n, "a call", []field{
		{"id", func(n *node) { id := r.string(n, "id"); c.ID = &id }},
		{"name", func(n *node) { c.Name = r.string(n, "name") }},
		{"arguments", func(n *node) { c.Arguments = r.arguments(n) }},
	})
	if n.shape == isTable && n.fields["name"] == nil {
		r.fault(n.line, textNoName)
	}
	return c
}

func (r *reader) arguments(n *node) string {
	switch n.shape {
	case isString:
		return n.text
	case isTable:
		return string(r.json(n, "arguments"))
	}
	r.fault(n.line, textArguments, n.shape.article())
	return ""
}

func (r *reader) json(n *node, what string) json.RawMessage {
	raw, err := n.json()
	if err != nil {
		r.fault(n.line, textNoJSON, what, err)
	}
	return raw
}

func (r *reader) review(n *node) Review {
	v := Review{Speech: Speech{Line: n.line}}
	r.table(n, "a review", append(r.speech(&v.Speech, "review"),
		field{"match", func(n *node) { v.Match = r.filled(n, "match") }},
		field{"raw", func(n *node) { raw := r.string(n, "raw"); v.Raw = &raw }},
		field{"reason", func(n *node) { reason := r.string(n, "reason"); v.Reason = &reason }},
		field{"answer", func(n *node) { v.Answer = r.json(n, "answer") }},
	))
	if n.shape != isTable {
		return v
	}
	switch {
	case v.Raw != nil && (v.Reason != nil || v.Answer != nil):
		r.fault(n.line, textReviewBoth)
	case v.Raw == nil && n.fields["answer"] == nil && v.Reason != nil:
		r.fault(n.line, textReviewReason)
	case v.Raw == nil && n.fields["answer"] == nil:
		r.fault(n.line, textReviewNone)
	}
	return v
}
