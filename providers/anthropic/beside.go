package anthropic

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"parley/providers/wire"
	"parley/store/text/finish"
)

// Where one object was asked for, whatever else a response has stands beside it: nobody can say which of
// two is the answer.

// begun takes in what a stream says before its first block, where nothing is read.
func (d *decoder) begun(r *reply) {
	d.spoken(r.Role)
	if len(d.blocks) > 0 || wire.Means(r.Error) || !finish.Whole(string(r.StopReason)) {
		d.beside = append(d.beside, "(begun again, or not whole)")
	}
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
	if b := d.latest[index]; d.req.Output != nil && b != nil && b.Type != "text" {
		d.latest[index] = nil // once is enough
		d.beside = append(d.beside, "(within a block of another kind)")
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

// spot is where a piece of a block belongs: there are proxies that give one index to all blocks, or
// open one of another kind.
type spot struct {
	index wire.Place
	kind  string
}
