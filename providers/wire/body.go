package wire

import "parley/providers"

// CacheMark lets a server cache a request up to and including the part that has it.
const CacheMark = `{"type":"ephemeral"}`

// emptySchema is the schema of a tool without parameters.
const emptySchema = `{"type":"object","properties":{}}`

// Prepared is a request as every protocol writes it: with the response's schema in
// words if the model can only be held to it by words, with neighbours joined, and
// with call ids in the form that the server requires. The given request is not
// changed.
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

// ToolFields writes the description of a tool, with its parameters under the
// protocol's name.
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
