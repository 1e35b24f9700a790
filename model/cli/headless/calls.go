package headless

import (
	"cmp"
	"strings"

	"parley/store"
	"parley/store/record"
	"parley/store/text/clean"
)

// call is a call that nothing was printed about so far.
type call struct {
	note   string
	hidden bool // what it asks is shown instead
	ran    bool
}

// called remembers a call until it is known whether it runs.
func (o *printer) called(b store.ToolCallRequest) {
	e, known := o.shell.State().Env.Tools.Get(b.Name)
	if o.unsaid == nil {
		o.unsaid = make(map[string]call)
	}
	c, asks := o.unsaid[b.ID], ""
	if c.hidden = known && e.Spec.Hidden; c.hidden {
		asks = e.Describe(b.Arguments)
	}
	c.note = told(b, asks)
	o.unsaid[b.ID] = c
}

// permitted takes in the answer to a permission.
func (o *printer) permitted(b store.PermissionResponse) {
	if b.Outcome == store.PermitEdited {
		o.edited()
	}
	if b.By == store.ByRule && b.Outcome == store.PermitAllowed {
		o.permittedByRule(b.ID, b.RuleAt)
		for _, also := range b.Also {
			o.permittedByRule(b.ID, also)
		}
	}
	o.unasked = o.unasked || b.Reason == store.CancelPolicyDenied
}

// edited takes in that somebody put other arguments in the place of a call's.
func (o *printer) edited() {
	for id := range o.unsaid {
		if c, known := o.call(id); known {
			o.called(store.ToolCallRequest{ID: id, Name: c.Name, Arguments: c.Ran()})
		}
	}
}

// told says a call in a line of words, as a screen does: what is done, and to what, which
// for a hidden tool is what it asks.
func told(b store.ToolCallRequest, asks string) string {
	row := (&record.ToolCall{Name: b.Name, Arguments: b.Arguments}).Row()
	subject := inLine(cmp.Or(row.Subject, asks, record.InLine(b.Arguments)), 120)
	if row.Subject != "" && (record.OfFiles(b.Name) || record.OfCommands(b.Name)) {
		subject = marked(record.Named(b.Name, row.Subject), 120)
	}
	return strings.TrimRight(oneLine(row.Verb)+inFolder(b)+" "+subject, ": ")
}

// inLine is a text that is not ours on a line of ours.
func inLine(text string, most int) string { return marked(clean.Exact(text), most) }

// marked is inLine for a text whose marks are ours.
func marked(text string, most int) string {
	return clean.Tabs(clean.Prose(clip(clean.Unbroken(strings.TrimSpace(text)), most)))
}

// inFolder says where a command runs, before the command, which could say something else: "" for the
// workspace itself.
func inFolder(b store.ToolCallRequest) string {
	folder := record.Folder(b.Name, b.Arguments)
	if folder == "" {
		return ""
	}
	return " in " + marked(clean.Path(folder), longestName) + ":"
}

// longestName is how long the name of a tool may be, in bytes.
const longestName = 64

// oneLine makes a name fit for a note: a model may call a tool that does not exist,
// and a line break in the name would begin a line that looks like ours.
func oneLine(name string) string { return clip(clean.OneLine(name), longestName) }

// started prints a note about a call that runs, unless its tool is hidden.
func (o *printer) started(b store.ToolStarted) {
	c, unsaid := o.unsaid[b.ID]
	switch {
	case !unsaid:
	case c.hidden:
		c.ran = true
		o.unsaid[b.ID] = c
	default:
		o.note("%s", c.note)
		delete(o.unsaid, b.ID)
		if o.running == nil {
			o.running = map[string]string{}
		}
		o.running[b.ID] = c.note
	}
}

// returned prints a note about a call that never ran or did not end well, and about a
// hidden tool's call that failed without asking.
func (o *printer) returned(b store.ToolCallResponse) {
	came := o.came(b.ID)
	switch c, unsaid := o.unsaid[b.ID]; {
	case unsaid && !c.ran:
		o.note("%s", notRunText(c.note, came))
	case unsaid && b.IsError:
		o.note("%s", endedText(c.note, came))
	case !unsaid && o.running[b.ID] != "" && record.ToUser.Came(came) != "":
		o.note("%s", endedText(o.running[b.ID], came))
	}
	delete(o.unsaid, b.ID)
	delete(o.running, b.ID)
}

// came is what became of a call.
func (o *printer) came(id string) record.Came {
	if c, known := o.call(id); known {
		return c.Came()
	}
	return record.Came{}
}

// call is a call as the transcript has it.
func (o *printer) call(id string) (*record.ToolCall, bool) {
	if o.talk == nil {
		return nil, false
	}
	at, known := o.talk.Call(id)
	if !known {
		return nil, false
	}
	c, is := o.talk.At(at).Item.(*record.ToolCall)
	return c, is
}
