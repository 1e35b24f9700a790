// Package describe is describe_tools, the tool that tells a model what its
// tools do and what they take.
package describe

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"parley/coordinator/tool"
	"parley/coordinator/tools/process"
	"parley/forms/rawjson"
	"parley/store/text/spelling"
)

// Name is the name of the tool.
const Name = "describe_tools"

// New returns the tool. specs is called in each run and returns the specs of
// the tools that are on.
func New(specs func() []tool.Spec) tool.Tool { return describer{specs} }

type describer struct{ specs func() []tool.Spec }

const description = `Get the descriptions and the parameters of the tools you can call.
Use it when you are unsure what a tool does or how to write its arguments, not before every call.`

const parameters = `{"type":"object","properties":{` +
	`"names":{"type":"array","items":{"type":"string"},"description":"The tools to describe. All of them if left out."}` +
	`},"additionalProperties":false}`

const unreadableText = "The arguments cannot be read. Give names as a list of strings, or leave it out."

const stoppedText = "This was stopped before everything was described."

func (d describer) Spec() tool.Spec {
	return tool.Spec{
		Name: Name, Description: description, Parameters: json.RawMessage(parameters),
		Run: tool.Unattended, Result: tool.Unattended, Repeatable: true,
	}
}

// most is how many bytes the model gets of descriptions; the rest is named.
const (
	most      = 256 << 10
	mostNamed = 100
)

// Run describes the requested tools in that order, each once; an unknown name is reported in
// place of its description, and fails the call only if no other is known.
func (d describer) Run(ctx context.Context, call tool.Call) tool.Outcome {
	var args struct {
		Names []string `json:"names"`
	}
	if err := json.Unmarshal(call.Arguments, &args); err != nil {
		return tool.Failure{Message: unreadableText}
	}
	specs, names := map[string]tool.Spec{}, []string{}
	for _, s := range d.specs() {
		specs[s.Name], names = s, append(names, s.Name)
	}
	wanted := args.Names
	if len(wanted) == 0 {
		wanted = names
	}
	parts, known, left := described(ctx, once(wanted), specs, names)
	if ctx.Err() != nil {
		return tool.Failure{Message: stoppedText}
	}
	if len(left) > 0 {
		parts = append(parts, leftOutText(left))
	}
	if !known {
		return tool.Failure{Message: strings.Join(append(parts, "Your tools are: "+listed(names)+"."), "\n")}
	}
	return tool.Success{Content: strings.Join(parts, "\n\n")}
}

// once is each name once, in their order.
func once(names []string) (all []string) {
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		if !seen[name] {
			seen[name], all = true, append(all, name)
		}
	}
	return all
}

// described is what is said of the wanted names, as far as there is room, and whether there is a tool of
// any of them. Of a first one that is too long it has the beginning and the end.
func described(ctx context.Context, wanted []string, specs map[string]tool.Spec, names []string) (parts []string, known bool, left []string) {
	size := 0
	for i, name := range wanted {
		if ctx.Err() != nil {
			return nil, false, nil
		}
		s, ok := specs[name]
		part := ""
		if ok {
			part = tell(s)
		} else {
			part = unknown(name, names)
		}
		if i == 0 {
			part = shortened(part)
		} else if size+len(part) > most {
			left = wanted[i:]
			break
		}
		size, known, parts = size+len(part), known || ok, append(parts, part)
	}
	known = known || slices.ContainsFunc(left, func(name string) bool { _, ok := specs[name]; return ok })
	return parts, known, left
}

// shortened is a text, of a very long one the beginning and the end.
func shortened(text string) string {
	out := process.NewOutput(most)
	_, _ = out.Write([]byte(text)) // it never fails
	return out.Text()
}

// leftOutText says which names nothing is said about.
func leftOutText(left []string) string {
	return "There is no room for more here. Ask for these in calls of their own, a few at a time: " + listed(left) + "."
}

// listed are names, as many as a model reads; of a long one the beginning.
func listed(names []string) string {
	var all []string
	for _, name := range names[:min(len(names), mostNamed)] {
		all = append(all, begun(name))
	}
	if more := len(names) - len(all); more > 0 {
		return fmt.Sprintf("%s, and %d more", strings.Join(all, ", "), more)
	}
	return strings.Join(all, ", ")
}

// begun is a name, or the beginning of one that is longer than any tool's.
func begun(name string) string {
	const longest = 200
	if len(name) <= longest {
		return name
	}
	return strings.ToValidUTF8(name[:longest], "") + "…"
}

func tell(s tool.Spec) string {
	parameters := rawjson.Laid(s.Parameters)
	if len(parameters) == 0 {
		parameters = json.RawMessage("{}")
	}
	return fmt.Sprintf("# %s\n\n%s\n\nParameters (JSON Schema):\n%s", s.Name, strings.TrimSpace(s.Description), parameters)
}

func unknown(name string, names []string) string {
	if near := spelling.Nearest(name, names); near != "" {
		return fmt.Sprintf("You have no tool named %q. Did you mean %q?", name, near)
	}
	return fmt.Sprintf("You have no tool named %q.", begun(name))
}
