package anthropic

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"parley/providers/wire"
)

// Where one object was asked for, whatever else a response has stands beside it: nobody can say which of
// two is the answer.

// begun takes in what a stream says before its first block, where nothing is read.
func (d *decoder) begun(r *reply) {
	d.spoken(r.Role)
	for _, block := range r.Content {
		var b content
		if json.Unmarshal(block, &b) != nil || !slices.Contains([]string{"text", "thinking"}, b.Type) || b.Text != "" {
			d.beside = append(d.beside, string(block))
		}
	}
}

// spoken takes in who says a response.
func (d *decoder) spoken(role wire.Word) {
	if wire.OthersWord(role) {
		d.beside = append(d.beside, string(role))
	}
}

// within takes in a text that is told within a block of another kind: what a model thinks is no answer.
func (d *decoder) within(index wire.Place) {
	for at := range d.at {
		if d.req.Output != nil && at.index == index {
			d.beside = append(d.beside, "(within a block of another kind)")
			return
		}
	}
}

// retold takes in the arguments that a call was opened with, if those in pieces are others.
func (d *decoder) retold(b *content, pieces string) {
	var opened, said bytes.Buffer
	if json.Compact(&opened, b.Input) != nil || json.Compact(&said, []byte(pieces)) != nil {
		return // nothing was there, or the check finds what is no JSON
	}
	if first := opened.String(); wire.Means(opened.Bytes()) && first != said.String() {
		d.beside = append(d.beside, first)
	}
}

// lost reports whether a piece of a kind may be left out: it belongs to reasoning, or names a source.
func lost(kind string) bool {
	return slices.Contains([]string{"", "signature_delta", "citations_delta"}, kind) || wire.Considers(strings.ToLower(kind))
}
