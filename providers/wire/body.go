package wire

import "parley/providers"

// CacheMark lets a server keep everything up to the part of a request that has it.
const CacheMark = `{"type":"ephemeral"}`

// emptySchema is what a tool without parameters takes.
const emptySchema = `{"type":"object","properties":{}}`

// Prepared is a request as every protocol writes it: with the schema of its response in
// words where the model is held to it by words only, neighbours joined, and ids of
// calls in the form that the server wants. The given request is not changed.
func (p *Server) Prepared(req providers.Request, output providers.OutputSupport, ids IDForm) (providers.Request, *Failure) {
	if f := p.BadSchema(req); f != nil {
		return req, f
	}
	if req.Output != nil && output == providers.OutputPrompted {
		if req.System != "" {
			req.System += "\n\n"
		}
		req.System += OutputInstruction + string(req.Output.Schema)
	}
	req.Messages = CallIDs(providers.Joined(req.Messages), ids)
	return req, nil
}

// ToolFields writes what a tool is told by, its parameters under the protocol's name.
func ToolFields(e *Encoder, t providers.ToolSpec, parameters string) {
	e.Text("name", t.Name)
	if t.Description != "" {
		e.Text("description", t.Description)
	}
	if len(t.Parameters) == 0 {
		e.Literal(parameters, emptySchema)
		return
	}
	e.Raw(parameters, t.Parameters)
}
