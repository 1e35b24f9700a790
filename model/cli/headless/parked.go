package headless

import (
	"fmt"
	"slices"
	"strings"

	"parley/forms"
	"parley/model/cli/process"
	"parley/store/inbox"
	"parley/store/text/clean"
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

// parked says that a decision waits, and how it is made.
func (o *printer) parked(e inbox.Entry) error {
	what, how := parkedText(e)
	switch p, _ := o.shell.State().Parked(); {
	case p.Key.ID != e.ID:
	case p.Lacks:
		what, how = lacksText(e, p.Tool)
	case madeBy(o.sets, p.Tool):
		how = aloneText(e, p.Tool)
	}
	o.note("%s", what)
	o.note("%s", how)
	return process.StatusError{Status: process.ExitParked, Err: nil}
}

// parkedText says what waits, and on a second line how to answer it.
func parkedText(e inbox.Entry) (what, how string) {
	what = fmt.Sprintf("parked, since nobody is there %s: %s", toDecideText(e), clean.Prose(e.Subject))
	way := fmt.Sprintf("`parley answer %s --yes`, or --no, answers it", e.Ref)
	switch {
	case e.Secret:
		return what, fmt.Sprintf("`parley resume %s` asks for it; a secret is taken only where the turn goes on", e.Conversation)
	case e.Answer != string(forms.Boolean):
		way = fmt.Sprintf("`parley answer %s --value JSON` answers it", e.Ref)
	}
	return what, fmt.Sprintf("%s, with --go-on the turn goes on then; `parley resume %s` asks it on a screen", way, e.Conversation)
}

// toDecideText says what somebody would be there for, and with whom. Who asks a question words it, so that its words may be
// those of a permission.
func toDecideText(e inbox.Entry) string {
	who := clean.Prose(e.Who)
	switch {
	case e.Kind == inbox.Permission:
		return "to allow " + who
	case e.Kind == inbox.Guard:
		who = "the guard " + who
	case who == "Assistant":
		who = "the assistant"
	}
	return "to answer " + who + ", which asks"
}

// madeBy reports whether settings of this run alone name the command or the server of a tool.
func madeBy(sets []string, tool string) bool {
	server, _, ofServer := strings.Cut(tool, "__")
	return slices.ContainsFunc(sets, func(set string) bool {
		return strings.HasPrefix(set, "conversation.tools."+tool+".command") || ofServer && strings.HasPrefix(set, "mcp."+server+".")
	})
}

// aloneText says how a decision is made whose tool no other process knows.
func aloneText(e inbox.Entry, tool string) string {
	return fmt.Sprintf("%s is set with -c for this run alone: `parley resume %s` with the same -c asks it on a screen; `parley answer %s` takes a no, and no yes",
		tool, e.Conversation, e.Ref)
}

// waitsFor says that what was answered waits for a tool that is not offered.
func (o *printer) waitsFor(tool, id string) error {
	what, how := answerWaitsText(tool, id)
	o.note("%s", what)
	o.note("%s", how)
	return process.StatusError{Status: process.ExitParked, Err: nil}
}

// lacksText says that what waits is asked by a tool that is not offered, and on a second line what
// can be done.
func lacksText(e inbox.Entry, tool string) (what, how string) {
	what = fmt.Sprintf("parked, since %s is not offered here: %s", tool, clean.Prose(e.Subject))
	no := "--no"
	if e.Kind == inbox.Question {
		no = "--reply TEXT"
	}
	return what, fmt.Sprintf("offer it again, and `parley resume %s --park --non-interactive` goes on; `parley answer %s %s` goes on without it, --end-turn ends the turn", e.Conversation, e.Ref, no)
}

// answerWaitsText says the same of what was answered.
func answerWaitsText(tool, id string) (what, how string) {
	return fmt.Sprintf("parked, since %s is not offered here: what was answered waits until it is", tool),
		fmt.Sprintf("offer it again, and `parley resume %s --park --non-interactive` goes on; on a screen `parley resume %s` can also end the turn", id, id)
}
