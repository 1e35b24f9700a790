package pane

import (
	"encoding/json"
	"strconv"
	"strings"

	"parley/store"
	"parley/store/text/diff"
	"parley/views/markdown"
)

// proposed is the change that a question is about, "" for none. Until there is a result, the
// row shows how many lines the change would add and remove.
func (c *Call) proposed(item *store.ToolCall, x store.Exchange) string {
	if x.Inquiry == nil || !store.OfFiles(item.Name) {
		return ""
	}
	change, _ := markdown.DiffIn(x.Inquiry.Question.Context)
	if change != "" {
		added, removed := diff.Counted(change)
		c.Changed, c.Added, c.Removed = true, strconv.Itoa(added), strconv.Itoa(removed)
	}
	return change
}

// mostCreated bounds the text of a new file that is shown.
const mostCreated = 256 << 10

// created is what a call made as a change of nothing, "" where it made no new file, or
// where it may have written another text than is on record.
func created(item *store.ToolCall, row store.Row) string {
	arguments := item.Arguments
	for _, x := range item.Exchanges {
		switch {
		case x.Answer != nil && x.Answer.Edited != nil, x.Permitted != nil && x.Permitted.Content != nil:
			return ""
		case x.Permitted != nil && x.Permitted.Arguments != nil:
			arguments = x.Permitted.Arguments
		}
	}
	var in struct{ Path, Content string }
	if item.Name != "fs_create_file" || len(arguments) > mostCreated || json.Unmarshal(arguments, &in) != nil {
		return ""
	}
	lines := diff.Lines(in.Content)
	count := strings.ReplaceAll(strings.TrimSuffix(strings.TrimSuffix(row.Facts, "s"), " line"), ",", "")
	if len(lines) == 0 || count != strconv.Itoa(len(lines)) {
		return ""
	}
	return diff.Unified("/dev/null", in.Path, nil, lines, [][]diff.Change{{{NewTo: len(lines)}}}, 0)
}
