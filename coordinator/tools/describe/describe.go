// Package describe is describe_tools, the tool that tells a model what its
// tools do and what they take.
package describe

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"parley/coordinator/tool"
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

func (d describer) Spec() tool.Spec {
	return tool.Spec{
		Name: Name, Description: description, Parameters: json.RawMessage(parameters),
		Run: tool.Unattended, Result: tool.Unattended, Repeatable: true,
	}
}

// Run describes the requested tools in that order; an unknown name is reported in
// place of its description, and fails the call only if no other is known.
func (d describer) Run(_ context.Context, call tool.Call) tool.Outcome {
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
	known := false
	var parts []string
	for _, name := range wanted {
		s, ok := specs[name]
		known = known || ok
		if !ok {
			parts = append(parts, unknown(name, names))
			continue
		}
		parts = append(parts, tell(s))
	}
	if !known {
		return tool.Failure{Message: strings.Join(append(parts, "Your tools are: "+strings.Join(names, ", ")+"."), "\n")}
	}
	return tool.Success{Content: strings.Join(parts, "\n\n")}
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
	return fmt.Sprintf("You have no tool named %q.", name)
}
