package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// brokenJSON reports JSON with a fault in it.
func (p *Server) brokenJSON(fault *json.SyntaxError) *Failure {
	f := p.Fail(0, true, fmt.Sprintf(textBrokenJSON, p.Title()), fault.Error(), "")
	f.Reason = reasonBrokenJSON
	return f
}

// whole corrects what was told of an event: one that had its end was not cut off.
func (p *Server) whole(err error, ended bool) error {
	var f *Failure
	if !ended || !errors.As(err, &f) || f.cut == nil {
		return err
	}
	broken := p.brokenJSON(f.cut)
	broken.Err.Err = f.Err.Err
	return broken
}

// Unreadable reports an event that is not the JSON that it should be. If it breaks
// off in the middle it is a cut, if it contains a fault that fault is reported, and
// anything else is what the server had to say.
func (p *Server) Unreadable(model string, raw []byte, err error) *Failure {
	raw = bytes.TrimSpace(raw)
	var f *Failure
	var fault *json.SyntaxError
	broken := len(raw) > 0 && raw[0] == '{' && errors.As(json.Unmarshal(raw, new(any)), &fault)
	switch {
	case broken && fault.Offset < int64(len(raw)):
		f = p.brokenJSON(fault)
	case broken:
		f = p.Fail(0, true, fmt.Sprintf(textBrokeOff, p.Title()), "", "")
		f.Reason, f.cut = reasonBrokeOff, fault
	case ParseFault(raw, false).Found:
		f = p.StreamFault(model, ParseFault(raw, false))
	case json.Valid(raw):
		f = p.Fail(0, false, fmt.Sprintf(textOddJSON, p.Title()), ParseFault(raw, true).Message, fmt.Sprintf(helpOddJSON, p.cfg.Name))
	default:
		f = p.Fail(0, false, fmt.Sprintf(textNotJSON, p.Title()), ParseFault(raw, true).Message, "")
	}
	f.Err.Err = err
	return f
}
