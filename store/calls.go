package store

// Calls are those of a record, each with the arguments with which it runs: the model's, or those that
// whoever allowed it put in their place.
type Calls struct {
	byID  map[string]ToolCallRequest
	asked map[string]string // the call that a permission to run is for
}

// Add takes in the next line of the record.
func (c *Calls) Add(b Body) {
	if c.byID == nil {
		c.byID, c.asked = map[string]ToolCallRequest{}, map[string]string{}
	}
	switch b := b.(type) {
	case ToolCallRequest:
		c.byID[b.ID] = b
	case PermissionRequest:
		if b.Kind == PermitRun {
			c.asked[b.ID] = b.Call
		}
	case PermissionResponse:
		if call, ok := c.byID[c.asked[b.ID]]; ok {
			call.Arguments = b.Instead(call.Arguments)
			c.byID[call.ID] = call
		}
	}
}

// Get finds a call.
func (c *Calls) Get(id string) (ToolCallRequest, bool) {
	call, ok := c.byID[id]
	return call, ok
}
