package headless

import (
	"fmt"

	"parley/forms"
	"parley/model/cli/process"
	"parley/store/inbox"
)

// parkedEntry is what waits for a person in a run that ended because of it.
func (o *printer) parkedEntry(id string) (inbox.Entry, bool) {
	p, ok := o.shell.State().Parked()
	if o.left {
		p, ok = o.shell.State().Prompt()
	}
	if !ok {
		return inbox.Entry{}, false
	}
	for _, e := range inbox.Of(id, "", "", o.shell.Log()) {
		if e.ID == p.Key.ID {
			return e, true
		}
	}
	return inbox.Entry{}, false
}

// waited says how old what is still asked is, "" for nothing.
func (o *printer) waited(words string) {
	if words != "" {
		o.note("%s", words)
	}
}

// parked says that a decision waits, and how it is made.
func (o *printer) parked(e inbox.Entry) error {
	what, how := parkedText(e)
	o.note("%s", what)
	o.note("%s", how)
	return process.StatusError{Status: process.ExitParked, Err: nil}
}

// parkedText says what waits, and on a second line how to answer it.
func parkedText(e inbox.Entry) (what, how string) {
	what = "parked, since nobody is there to decide: " + e.Subject
	way := fmt.Sprintf("`parley answer %s --yes`, or --no, answers it", e.Ref)
	switch {
	case e.Secret:
		return what, fmt.Sprintf("`parley resume %s` asks for it; a secret is taken only where the turn goes on", e.Conversation)
	case e.Answer != string(forms.Boolean):
		way = fmt.Sprintf("`parley answer %s --value JSON` answers it", e.Ref)
	}
	return what, fmt.Sprintf("%s, with --go-on the turn goes on then; `parley resume %s` asks it on a screen", way, e.Conversation)
}
