package record

import (
	"cmp"
	"strconv"
	"strings"

	"parley/store"
	"parley/store/text/clean"
)

// Reader is the person for whom the record is put into words.
type Reader int

// The user is addressed; a stranger, such as the reader of an export, is told about
// the user.
const (
	ToUser Reader = iota
	ToStranger
)

// wording is what a name in the record means, to each reader.
type wording struct{ user, stranger string }

func (w wording) to(r Reader) string {
	if r == ToStranger {
		return w.stranger
	}
	return w.user
}

// answerer is a row of the table of possible answerers: the words after "by", and the
// mark beside an answer, which begins them and can follow "by" too. If a model answered, its name follows the words and is the
// mark.
type answerer struct {
	tag   string
	words wording
	mark  string
	model bool
}

var answerers = [...]answerer{
	{tag: store.ByUser, words: wording{"you", "the user"}, mark: "you"},
	{tag: store.ByReviewer, words: wording{"the reviewer", "the reviewing model"}, mark: "the reviewer", model: true},
	{tag: store.ByStatic, words: wording{"the configuration", "the configuration"}, mark: "the configuration"},
	{tag: store.ByTurnCache, words: wording{"you, remembered this turn", "the user, remembered from earlier in the turn"}, mark: "you, remembered"},
	{tag: store.ByDefault, words: wording{"its default, nobody was there", "the question's default, since nobody was there"}, mark: "its default"},
	{tag: store.ByRule, words: wording{"a rule", "a rule"}, mark: "a rule"},
	{tag: store.ByServer, words: wording{"the server, after you opened the page", "the server, after the user opened the page"}, mark: "the server"},
	{tag: store.ByPolicy, words: wording{"the policy, nobody was there", "the policy for when nobody is there"}, mark: "the policy"},
	{tag: store.ByProgram, words: wording{"the program that asked", "the program that asked"}, mark: "the program that asked"},
}

// By says who answered, in words that can follow "by". A name that this program does
// not know is returned as it is, and so is "".
func (r Reader) By(by, model string) string {
	for _, a := range answerers {
		if a.tag != by {
			continue
		}
		if a.model {
			return strings.TrimSpace(a.words.to(r) + " " + joined(model))
		}
		return a.words.to(r)
	}
	return joined(by)
}

// Beside says to the user who answered, in words that fit beside the answer.
func Beside(by, model string) string {
	for _, a := range answerers {
		switch {
		case a.tag != by:
		case a.model:
			return cmp.Or(joined(model), a.mark)
		default:
			return a.mark
		}
	}
	return joined(by)
}

// ending is a row of the table of reasons for a missing answer: who caused it, as a
// name of who answered or "", and the words.
type ending struct {
	tag, by string
	words   wording
}

var endings = [...]ending{
	{store.CancelUser, store.ByUser, wording{"cancelled by you", "not answered: the user dismissed it"}},
	{store.CancelBackendError, "", wording{"not answered: the reviewer failed", "not answered: the reviewing model failed"}},
	{store.CancelNoPromptBackend, "", wording{"not answered: only you may, and you were not there", "not answered: nobody was there to ask"}},
	{store.CancelAssistantDenied, "", wording{"not answered: only you may", "not answered: only the user may answer it, and it was to go to a model"}},
	{store.CancelInvalidStatic, "", wording{"not answered: the configured answer does not fit", "not answered: the configured answer does not fit the question"}},
	{store.CancelPolicyDenied, "", wording{"refused: you were not there", "not answered: nobody was there, and the policy is to deny"}},
	{store.CancelReply, store.ByUser, wording{"you replied", "not answered: the user replied instead"}},
	{store.CancelEndTurn, store.ByUser, wording{"you ended the turn", "not answered: the user ended the turn"}},
	{store.CancelBack, store.ByUser, wording{"you went back", "not answered: the user went back to an earlier question"}},
	{store.CancelDecline, store.ByUser, wording{"you declined", "not answered: the user declined"}},
	{store.CancelElsewhere, "", wording{"decided in the other program", "not answered here: it was decided in the program that asked"}},
	{store.CancelExpired, "", wording{"not answered in time", "not answered: nobody decided in time"}},
	{store.CancelWithdrawn, "", wording{"not answered: the server withdrew it", "not answered: the server withdrew it"}},
	{store.CancelCut, "", wording{"not answered: it was closed first", "not answered: it was closed before there was an answer"}},
	{store.CancelLost, "", wording{"the answer was lost with a damaged line of the file", "the answer was lost with a damaged line of the file"}},
	{store.CancelAmiss, "", wording{"not answered: it did not fit the call by then", "not answered: it did not fit the call by then"}},
	{store.CancelStrange, "", wording{"not answered: its call was not recorded here, so it ended", "not answered: its call was not recorded here, so it ended"}},
}

// stoppedReview stands for CancelUser if a reviewer was at work.
func stoppedReview() wording {
	return wording{"you stopped the review", "not answered: the user stopped the review"}
}

// refusedByRule reports whether a question has no answer because a rule refuses what it is about.
func refusedByRule(tag, by string) bool { return tag == store.CancelPolicyDenied && by == store.ByRule }

// Cancelled says why there is no answer; by is who had the question, as the record
// names them. A tag that this program does not know is returned as it is.
func (r Reader) Cancelled(tag, by string) string {
	if tag == store.CancelUser && by == store.ByReviewer {
		return stoppedReview().to(r)
	}
	if refusedByRule(tag, by) {
		return wording{"refused by a rule", "not answered: a rule refuses it"}.to(r)
	}
	for _, e := range endings {
		if e.tag == tag {
			return e.words.to(r)
		}
	}
	tag = joined(tag)
	unknown := wording{cmp.Or(tag, "not answered"), strings.TrimSuffix("not answered: "+tag, ": ")}
	return unknown.to(r)
}

// CancelledBy names who left a question without an answer; "" if nobody did.
func CancelledBy(tag string) string {
	for _, e := range endings {
		if e.tag == tag {
			return e.by
		}
	}
	return ""
}

// AskedAgain says to the user why something is asked although the record had an
// answer.
func AskedAgain(answer string) string {
	return "When this conversation was opened, " + answer + " stood on record here, and nothing had come of it yet. " +
		"Since other programs can write the file while it is closed, you are asked again."
}

// Cautions is what the user should know before giving a permission, beside what it is
// about.
func Cautions(p store.PermissionRequest) []string {
	var out []string
	for _, s := range []string{unaccounted(p), Replaced(p), altered(p), missing(p), moved(p), p.Personal, p.Changed} {
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}

// CalledByServer says what its server calls a tool whose name does not say so, "" for a name that does.
func CalledByServer(name string) string {
	if name == "" {
		return ""
	}
	return "Its server calls it " + strconv.Quote(name)
}

// CoversExactly begins the words of a cover that is the call itself and nothing else.
const CoversExactly = "exactly this "

// unaccounted says why a permission is asked again, "" if it is not.
func unaccounted(p store.PermissionRequest) string {
	if p.Before == "" {
		return ""
	}
	return AskedAgain("a yes")
}

// Replaced says that another thing than before stands behind the name of the tool, "" if it
// is not known to.
func Replaced(p store.PermissionRequest) string {
	if p.Was == "" {
		return ""
	}
	return "This was asked before, and since then what stands behind the name " + p.Tool + " has changed: its command, its server, its parameters, its options or its description. " +
		"What was said then was for the other, so you are asked again."
}

// altered says that files that the tool's command names have changed, or the file that is moved
// or deleted, or that the folder to run in is another, "" if they are not known to have.
func altered(p store.PermissionRequest) string {
	if p.Rested == "" {
		return ""
	}
	if ofFolder(p) {
		return "This was asked before, and since then another folder stands where the command is to run, or a link there leads elsewhere. " +
			"What was said then was for the other, so you are asked again."
	}
	if ofFile(p) && p.Rested == store.NoFiles {
		return "This was asked before, when no file was there. What was said then was for that, so you are asked again."
	}
	if ofFile(p) {
		return "This was asked before, and since then the file has changed. What was said then was for the file as it was, so you are asked again."
	}
	return "This was asked before, and since then files of the workspace that the command of " + p.Tool + " names have changed. " +
		"What was said then was for the files as they were, so you are asked again."
}

// missing says that what is to be moved or deleted is not there, "" if it is.
func missing(p store.PermissionRequest) string {
	if p.Rests != store.NoFiles || !ofFile(p) {
		return ""
	}
	return "The file that this is about is not there now. A yes is for that: about one that comes there later you are asked again."
}

// moved says that the tools worked in another folder when this was asked before, "" if they
// are not known to have.
func moved(p store.PermissionRequest) string {
	if p.From == "" {
		return ""
	}
	from := FileName(p.From)
	if p.FromWas != "" {
		return "This was asked before, and since then another folder has taken the place of " + from + ", where the same call may do something else. " +
			"What was said then was for the folder that was there, so you are asked again."
	}
	return "This was asked before, when the conversation worked in " + from + ". It works in another folder now, where the same call does something else. " +
		"What was said then was for that folder, so you are asked again."
}

// PermitWords say what was answered to a permission. Whether a no was meant to lead to
// something else is for programs.
func PermitWords(outcome string) string {
	switch outcome {
	case store.PermitEdited:
		return "edited, then allowed"
	case store.PermitDenied, store.PermitSkipped:
		return "no"
	}
	return joined(outcome)
}

// AsEdited are the words of an answer to a change that was edited, or taken in part, before.
func AsEdited(answer string, part store.Part) string {
	if taken := part.Words(); taken != "" {
		return answer + ", " + taken
	}
	return "edited, then " + answer
}

// WordsAgain are the words of a yes that was no more than the wish to be asked again.
const WordsAgain = "ask again"

// Gave are the words of an answer, and of what was said with it.
func Gave(r store.InquiryResponse, answer string) string {
	switch {
	case r.Again:
		return WordsAgain
	case r.Edited != nil:
		return AsEdited(answer, r.Edited.Part)
	}
	return answer
}

// InOwnWords is the reason of whoever permitted or refused something, in their own words.
// What the record has for a remembered answer or the policy is a name for programs.
func InOwnWords(by, reason string) string {
	if by == store.ByTurnCache || by == store.ByPolicy {
		return ""
	}
	return reason
}

// SaidNo is who refused something, in words for the user.
func SaidNo(by, model string) string {
	switch by {
	case "":
		return "refused"
	case store.ByTurnCache:
		return "you said no, remembered"
	}
	return Beside(by, model) + " said no"
}

// RuleWords describes a rule on record in one line: "allow run_command(go vet ./...),
// this workspace".
func RuleWords(verdict, rule, scope string) string {
	return verdict + " " + clean.Signs(rule) + ", " + ScopeWords(scope)
}

// ScopeWords says where a rule with a scope holds.
func ScopeWords(scope string) string {
	where := map[string]string{store.ScopeConversation: "this conversation", store.ScopeWorkspace: "this workspace", store.ScopeEverywhere: "everywhere"}[scope]
	return cmp.Or(where, scope)
}
