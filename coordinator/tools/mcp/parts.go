package mcp

import (
	"strconv"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"parley/forms/rawjson"
)

// parts bounds what the parts of a list take. The library keeps each under the cursor that its server
// gave it, for as long as it is connected; here that is its number, so that a later list takes its place.
type parts struct {
	hide     func(string) string // takes out of a text what an error may hold no part of
	n, takes atomic.Int64        // parts of the list that is asked for, and the bytes of memory that these take, about
}

// mostParts is how many bytes of memory the parts of a list may take, about.
const mostParts = 2 * largestMessage

// valueSize is about what a value takes beside its text.
const valueSize = 64

// cursorOf is where it stands which part of a list is asked for, nil for a request for something else.
func cursorOf(params mcp.Params) *string {
	switch p := params.(type) {
	case *mcp.ListToolsParams:
		return &p.Cursor
	case *mcp.ListPromptsParams:
		return &p.Cursor
	case *mcp.ListResourcesParams:
		return &p.Cursor
	}
	return nil
}

// take takes a part in, and reports whether there is room for it.
func (p *parts) take(cursor *string, first bool, part []byte) bool {
	if first {
		p.n.Store(0)
		p.takes.Store(0)
	} else {
		*cursor = strconv.Itoa(int(p.n.Add(-1))) // no server has such cursors
	}
	return p.takes.Add(int64(len(part)+valueSize*rawjson.Values(part))) <= mostParts
}
