// Package findings is report_findings, the tool that ends the search for a root
// cause. It is offered to a model only while it searches.
package findings

import (
	"context"
	"encoding/json"

	"parley/coordinator/tool"
)

// Name is the name of the tool.
const Name = "report_findings"

const description = `Report what you found out about the root cause, and end the search for it.
Call it once: when you know the root cause, or when you know that you cannot find it. A guess is not a root cause.`

const parameters = `{"type":"object","properties":{` +
	`"root_cause":{"type":["string","null"],"description":"Why it fails, in one or two sentences, with file and line. Null if you did not find it."},` +
	`"findings":{"type":"array","items":{"type":"string"},"description":"What you saw that matters, one fact each."},` +
	`"fix":{"type":["string","null"],"description":"The smallest change that would remove the cause, or null."}` +
	`},"required":["root_cause","findings","fix"],"additionalProperties":false}`

const doneText = "The findings are recorded."

// New returns the tool.
func New() tool.Tool { return reporter{} }

type reporter struct{}

func (reporter) Spec() tool.Spec {
	return tool.Spec{
		Name: Name, Description: description, Parameters: json.RawMessage(parameters),
		Run: tool.Unattended, Result: tool.Unattended, Repeatable: true,
	}
}

// Run has nothing to do: the arguments are the report.
func (reporter) Run(context.Context, tool.Call) tool.Outcome { return tool.Success{Content: doneText} }

// Describe shows the root cause, or that there is none.
func (reporter) Describe(raw json.RawMessage) string {
	var r struct {
		RootCause *string `json:"root_cause"`
	}
	if json.Unmarshal(raw, &r) != nil || r.RootCause == nil || *r.RootCause == "" {
		return "no root cause"
	}
	return *r.RootCause
}
