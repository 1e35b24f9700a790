package coordinator

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"parley/coordinator/tool"
	"parley/coordinator/window"
	"parley/forms"
	"parley/providers"
	"parley/store"
	"parley/store/record"
	"parley/store/text/spelling"
)

// Texts for the model. They say who decided, why, what happened to the work and what
// to do next, and never use internal terms.

const resultSkippedText = "The tool ran. Its result is not shown to you, as configured."

func skippedText(reason string) string {
	if reason == "" {
		return "Tool skipped by user."
	}
	return "Tool skipped by user: " + reason
}

// refusedText is what the assistant reads about a call that the user did not permit.
// The reason of a remembered answer is the id of the first answer, not the user's
// words.
func refusedText(p Permit) string {
	if p.By == store.ByTurnCache {
		return "Tool skipped by user, who said no to such calls for the rest of this turn."
	}
	return skippedText(p.Reason)
}

// retriedText tells the user that a request is retried.
func retriedText(r providers.Retrying) string {
	return fmt.Sprintf("Attempt %d of %d failed: %s. Trying again in %s.", r.Attempt, r.Max, strings.TrimRight(r.Reason, "."), r.Wait.Round(100*time.Millisecond))
}

// endlessText says that a line would follow without end. It is a fault of the program.
func endlessText(line string) string {
	return fmt.Sprintf("this conversation cannot go on from here: the line %q would follow again and again and change nothing, so it was not written. That is a fault of Parley. Go on from an earlier message: /fork", line)
}

// unsavedError says that the program ends before everything could be written.
func unsavedError(trouble error) error {
	return fmt.Errorf("%w; what came after is not saved", trouble)
}

func unknownToolText(name string, known []string) string {
	text := fmt.Sprintf("There is no tool named %q.", name)
	if near := spelling.Nearest(name, known); near != "" {
		text += fmt.Sprintf(" Did you mean %q?", near)
	}
	return text + " Call only tools that you have been given."
}

func offText(name string) string {
	return fmt.Sprintf("The tool %s is switched off in this conversation. Do not call it again; continue without it.", name)
}

// mostCalls is how many calls of one response are recorded. If there are more, none
// is carried out.
const mostCalls = 1000

func tooManyText(t *Turn, c *Call) string {
	text := fmt.Sprintf("%s was not carried out: your response held %d tool calls, and a response with more than %d is not carried out at all. "+
		"Call fewer tools at once.", c.Name, t.Calls.n+t.LeftOut, mostCalls)
	if t.Calls.At(t.Calls.n-1).ID == c.ID {
		text += fmt.Sprintf(" %d more calls of that response came after this one; nothing was done about them either.", t.LeftOut)
	}
	return text
}

// cutText is what the assistant reads about a call in a cut response.
func cutText(t *Turn, c *Call) string {
	return fmt.Sprintf("%s was not carried out, and nothing was changed by it. %s Its calls may not be whole, so none of them was carried out. "+
		"Call again, with shorter arguments or fewer calls at once.", c.Name, record.ToStranger.Lack(store.ResponseEnd{Finish: t.Cut}))
}

func interruptedText(name string) string {
	return fmt.Sprintf("%s was interrupted when the program stopped. It may or may not have taken effect. "+
		"Check the state of things before you call it again.", name)
}

// interruptedNoText is of a call whose last question the user declined while it ran.
func interruptedNoText(name string) string {
	return fmt.Sprintf("%s was interrupted when the program stopped. The user had declined what it asked, and it may not have been told so. "+
		"Check the state of things, and do not call it again for the same purpose unless the user asks for it.", name)
}

// notKeptText leaves out where on this machine things are kept.
func notKeptText(path string, err error) string {
	var one *fs.PathError
	var two *os.LinkError
	switch {
	case errors.As(err, &one):
		err = fmt.Errorf("%s %s: %w", one.Op, filepath.Base(one.Path), one.Err)
	case errors.As(err, &two):
		err = fmt.Errorf("%s %s: %w", two.Op, filepath.Base(two.New), two.Err)
	}
	return fmt.Sprintf("%s was not changed: what stands in it could not be kept, so that the change could not have been undone (%v). "+
		"Nothing was changed. Tell the user.", path, err)
}

const notWrittenText = "The change was not made, because of a fault in the program. Nothing was changed. Tell the user."

func permissionDeniedText(name string, env Env) string {
	return fmt.Sprintf("%s was not run: it needs the user's permission and nobody is there to give it. "+
		"Do not retry this tool call in this turn; continue without it or explain what is missing. ", name) +
		aheadText(name, store.PermitRun, env)
}

// aheadText names the keys with which the user can allow in advance what nobody was
// there to allow, and the key that decided against it.
func aheadText(name, kind string, env Env) string {
	mode := "run"
	if kind == store.PermitDeliver {
		mode = "result"
	}
	return fmt.Sprintf("(%sTo allow it ahead: %s = \"unattended\", or detached.%s = \"auto\", under conversation.tools.%s.)",
		decidersText(env.Rules.Asks(name, kind), name, kind, env), mode, kind, name)
}

// decidersText names the keys because of which nobody was asked and nothing was allowed: the one
// that made a call ask, if there is one, and the policy for a kind of prompt; "" if none is set.
func decidersText(asks, name, kind string, env Env) string {
	if policy, key := env.Rules.Detached(name, kind); key != "" {
		asks = strings.TrimPrefix(fmt.Sprintf("%s and %s = %q", asks, key, policy), " and ")
	}
	if asks == "" {
		return ""
	}
	return asks + " decided that. "
}

// closedText is what stands on record of a request that was not decided here.
func closedText(reason string) string {
	if reason == store.CancelElsewhere {
		return "It was decided in the program that asked."
	}
	return "Nothing was decided here in time, so the program that asked decides."
}

func deliverText(name string) string { return "Give the result of " + name + " to the model?" }

func deliverCoversText(name string) string { return "every result of " + name }

func withheldText(c *Call, env Env) string {
	switch p := c.Deliver; {
	case p.By == store.ByPolicy:
		return "The tool ran, but its result needs the user's approval and nobody is there to give it. Continue without it. " +
			aheadText(c.Name, store.PermitDeliver, env)
	case p.By == store.ByTurnCache:
		return "The tool ran. The user did not release its result, nor such results for the rest of this turn."
	case p.Reason != "":
		return "The tool ran. The user did not release its result: " + p.Reason
	}
	return "The tool ran. The user did not release its result."
}

func badFormText(name string) string {
	return fmt.Sprintf("%s asked for input without a question, so it was not run further. Do not retry this tool call.", name)
}

func badOutcomeText(name string) string {
	return fmt.Sprintf("%s ended without a result. Do not retry this tool call.", name)
}

func repeatedText(name string, q forms.Question) string {
	return fmt.Sprintf("%s asked %q again and again, although it was answered each time, so the call was ended. "+
		"Do not retry it with the same arguments.", name, q.Text)
}

func repliedText(question, text string) string {
	if text == "" {
		return "The user declined to answer: " + question
	}
	return fmt.Sprintf("The user did not answer and replied: %s", window.Quoted(text))
}

func closingText(reason string, c Call, begun bool) string {
	switch {
	case begun && reason == store.ReasonUser:
		return "The user ended the turn while this was running. It was stopped and may have taken effect in part."
	case begun:
		return "The turn ended while this was running. It was stopped and may have taken effect in part."
	case c.Result != nil && reason == store.ReasonUser:
		return "The tool ran. The user ended the turn before its result was released."
	case reason == store.ReasonUser:
		return "The user ended the turn before this was done. It was not carried out."
	}
	return "The turn ended before this was done. It was not carried out."
}

// deniedText says why a call failed whose question nobody could answer.
func deniedText(c *Call, env Env) string {
	a := c.Asking
	q, _ := a.Walk.Open()
	switch a.Denied {
	case store.CancelAmiss:
		return replacedText(c.Name)
	case store.CancelStrange:
		return strangeText(c)
	case store.CancelInvalidStatic:
		static, _ := env.Rules.Question(c.Name, q.ID).Static(q)
		path := static.Path
		if path == "" {
			path = fmt.Sprintf("conversation.tools.%s.questions.%s.answer", c.Name, q.ID)
		}
		return fmt.Sprintf("%s: the configured %s value does not match the question's answer_type. "+
			"Update the configuration; do not retry.", c.Name, path)
	case store.CancelAssistantDenied:
		return fmt.Sprintf("%s requires a human answer and cannot be routed to the assistant. "+
			"Do not retry this tool call in this turn.", c.Name)
	case store.CancelNoPromptBackend:
		return fmt.Sprintf("%s cannot run because no interactive terminal is available. "+
			"Do not retry this tool call in this turn; continue without user input or explain what information is missing.", c.Name)
	case store.CancelPolicyDenied:
		if l := c.linked(q); l != nil && !l.Failed {
			return rejectedText(c, q, l.Model, l.Reason)
		}
		if q.Personal {
			return personalText(c.Name, q)
		}
		if a.Ruled != "" {
			return ruleDeniedText(c.Name, a.Ruled)
		}
		return fmt.Sprintf("%s asked %q and nobody is there to answer. Do not retry this tool call in this turn; "+
			"continue without it or explain what is missing. (%sTo answer it ahead: conversation.tools.%s.questions.%s.answer, "+
			"or --answers with %q.)", c.Name, q.Text, decidersText("", c.Name, "tool", env), c.Name, q.ID, c.Name+"."+q.ID)
	}
	return fmt.Sprintf("%s asked %q and got no answer (%s). Do not retry this tool call in this turn.", c.Name, q.Text, a.Denied)
}

// workspaceGoneText says that the workspace is not the folder any more that it was.
func workspaceGoneText(dir string) string {
	return fmt.Sprintf("The folder %q was moved, removed or replaced since it was opened as the workspace. Nothing was done. "+
		"The user is to put it back, or to start again in the folder that is meant.", dir)
}

// personalText says why a call failed that only a person can allow.
func personalText(name string, q forms.Question) string {
	return fmt.Sprintf("%s asked %q and nobody is there to answer. Only a person can allow this, each time anew; "+
		"no setting and no answer given ahead does. Do not retry this tool call in this turn, and do not try to get the same done in another way; "+
		"continue without it and say what the user is to change themselves.", name, q.Text)
}

func reviewFailedText(c *Call, l Linked) string {
	who := "A secondary assistant"
	if l.Model != "" {
		who += " (" + l.Model + ")"
	}
	why := l.Reason
	if why == "" {
		why = "it gave no usable answer"
	}
	return fmt.Sprintf("%s was to review this and could not: %s. %s was not carried out. "+
		"Do not retry this tool call in this turn.", who, strings.TrimRight(why, "."), c.Name)
}

// rejectedText says that a reviewing model said no.
func rejectedText(c *Call, q forms.Question, model, reason string) string {
	if model == "" {
		model = "unnamed"
	}
	if reason == "" {
		reason = "(no reason given)"
	}
	what := fmt.Sprintf("The request %s was reviewed by a secondary assistant (%s) and rejected.", window.Bound(q.Text), model)
	if path := pathOf(c); path != "" {
		what = fmt.Sprintf("The proposed changes to '%s' were reviewed by a secondary assistant (%s) and rejected.", path, model)
	}
	return what + "\n\nReason: " + window.Bound(reason) + "\n\n" +
		"The changes were not applied. You may retry with different changes or ask the user to review."
}

// userRejectedText says that the user said no, and what they said about it.
func userRejectedText(c *Call, q forms.Question, said string) string {
	path := pathOf(c)
	if path == "" {
		text := fmt.Sprintf("The user answered no to %s.", window.Bound(q.Text))
		if said != "" {
			text += "\n\nThe user said: " + window.Quoted(said)
		}
		return text
	}
	parts := []string{fmt.Sprintf("The user reviewed the proposed changes to '%s' and rejected them.", path)}
	if said != "" {
		parts = append(parts, "The user said: "+window.Quoted(said))
	}
	return strings.Join(append(parts, "The changes were not applied."), "\n\n")
}

// pathOf returns the path that a call is about, if its arguments name one.
//
//go:noinline
func pathOf(c *Call) string {
	var args struct {
		Path string `json:"path"`
	}
	if json.Unmarshal(c.Arguments, &args) != nil {
		return ""
	}
	return args.Path
}

// enrichedFailure tells the model who said no and why, if the last decision in a
// failed call was a no. The tool's own message is kept unless it only repeats the
// refusal.
func enrichedFailure(c *Call, f tool.Failure) string {
	text := f.Message
	if f.Trace != "" {
		text += "\n\n" + f.Trace
	}
	rich, ok := whoSaidNo(c)
	switch {
	case !ok:
		return text
	case f.Refused && c.Judged.By == store.ByDefault: // what to do next, the tool alone says
		return rich + "\n\n" + text
	case f.Refused:
		return rich
	}
	return rich + "\n\nThe tool said: " + text
}

// enrichedSuccess tells the model who said no and why if the tool itself declares
// that its result reports a refusal. Any other success is left alone: a no may have
// been a part of the work.
func enrichedSuccess(c *Call, s tool.Success) string {
	rich, ok := whoSaidNo(c)
	switch {
	case !s.Refused || !ok:
		return s.Content
	case s.Content == "":
		return rich
	}
	return s.Content + "\n\n" + rich
}

// whoSaidNo describes the latest boolean answered in a call, if it was a no from a
// person or a reviewer, or for want of one. A configured no is told in the tool's own
// words.
func whoSaidNo(c *Call) (string, bool) {
	if !c.toldNo() {
		return "", false
	}
	switch j := c.Judged; j.By {
	case store.ByReviewer:
		return rejectedText(c, j.Question, j.Model, j.Reason), true
	case store.ByUser, store.ByTurnCache:
		return userRejectedText(c, j.Question, j.Reason), true
	case store.ByDefault:
		return defaultNoText(j.Question), true
	}
	return "", false
}

// defaultNoText says that a question was answered by its default.
func defaultNoText(q forms.Question) string {
	return fmt.Sprintf("Nobody was there to answer %s, and no is the default.", window.Bound(q.Text))
}

// askedAgainText precedes a question whose answer was on record when the conversation
// was opened, but from which nothing had followed yet.
func askedAgainText(q forms.Question, before json.RawMessage) string {
	said := "an answer"
	if q.AnswerType.Kind == forms.Boolean {
		said = "a " + q.AnswerType.Say(before)
	}
	return record.AskedAgain(said)
}

// saidBefore is everything that askedAgainText can say about a question.
func saidBefore(q forms.Question) []string {
	if q.AnswerType.Kind != forms.Boolean {
		return []string{askedAgainText(q, nil)}
	}
	return []string{askedAgainText(q, json.RawMessage("true")), askedAgainText(q, json.RawMessage("false"))}
}
