package pane

import (
	"encoding/json"
	"strconv"
	"strings"

	"parley/store/record"
	"parley/store/text/diff"
	"parley/views/markdown"
)

// proposed is the change that a question is about, "" for none. Until there is a result, the
// row shows how many lines the change would add and remove.
func (c *Call) proposed(item *record.ToolCall, x record.Exchange) string {
	if x.Inquiry == nil || !record.OfFiles(item.Name) {
		return ""
	}
	change, _ := markdown.DiffIn(x.Inquiry.Question.Context)
	if change != "" {
		added, removed := diff.Counted(change)
		c.Changed, c.Added, c.Removed = true, strconv.Itoa(added), strconv.Itoa(removed)
	}
	return change
}

// rewritten makes the change of a call that which was written, where that was edited before
// it was approved: the proposed one led from what stood there to what was asked for, and
// the result says how what was written differs from that. Nothing is shown where the
// record does not fit together.
func (c *Call) rewritten(item *record.ToolCall) {
	told, _ := markdown.DiffIn(item.Result.Content)
	i := len(item.Exchanges) - 1 // the latest holds: what was edited before counted for a file that changed since
	for i >= 0 && (item.Exchanges[i].Answer == nil || item.Exchanges[i].Answer.Edited == nil) {
		i--
	}
	if i < 0 || c.State != CallDone || told == "" {
		return
	}
	written, proposed := item.Exchanges[i].Answer.Edited.Content, c.Diff
	if c.Diff, c.Changed = "", false; c.Allowed != nil {
		c.Right = "" // who allowed it says that
	}
	if len(written) > mostCreated {
		return
	}
	asked, fits := diff.Undone(told, written)
	was, known := diff.Undone(proposed, asked)
	if !fits || !known || proposed == "" {
		return
	}
	from, to := diff.Names(proposed)
	a, b := diff.Lines(was), diff.Lines(written)
	c.Diff = diff.Unified(from, to, a, b, diff.Group(diff.Compare(a, b), changeContext), changeContext)
	added, removed := diff.Counted(c.Diff)
	c.Changed, c.Added, c.Removed = true, strconv.Itoa(added), strconv.Itoa(removed)
}

// changeContext is how many lines around a change are shown.
const changeContext = 3

// mostCreated bounds the text of a new file that is shown.
const mostCreated = 256 << 10

// created is what a call made as a change of nothing, "" where it made no new file, or
// where it may have written another text than is on record.
func created(item *record.ToolCall, row record.Row) string {
	arguments := item.Ran()
	for _, x := range item.Exchanges {
		if x.Answer != nil && x.Answer.Edited != nil || x.Permitted != nil && x.Permitted.Content != nil {
			return ""
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
