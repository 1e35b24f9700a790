package record

import (
	"strings"

	"parley/store"
)

// Why something is asked anew, and what became of the answer that it had: in one place for the
// forms, the inbox, a run without a screen, the audit and exports.

// Anew says in a few words why a permission is asked anew, "" if it is asked for the first time.
// Said has it in sentences.
func Anew(p store.PermissionRequest) string {
	var why []string
	if p.Before != "" {
		why = append(why, "the yes on record was not accounted for")
	}
	if p.Was != "" {
		why = append(why, "the tool is another one")
	}
	switch {
	case p.Rested != "" && ofFolder(p):
		why = append(why, "the folder to run in is another one")
	case p.Rested == store.NoFiles && ofFile(p):
		why = append(why, "no file was there before")
	case p.Rested != "" && ofFile(p):
		why = append(why, "the file has changed")
	case p.Rested != "":
		why = append(why, "files that its command names have changed")
	}
	switch {
	case p.FromWas != "":
		why = append(why, "another folder has taken the workspace's place")
	case p.From != "":
		why = append(why, "the workspace is another one")
	}
	if len(why) == 0 {
		return ""
	}
	return "asked again: " + strings.Join(why, "; ")
}

// ofFile reports whether a request that rests on something does so on the file that it is about:
// it is for a tool of the program's, which moves or deletes it.
func ofFile(p store.PermissionRequest) bool { return p.Identity == "" }

// ofFolder reports whether it does so on the folder that a command is to run in.
func ofFolder(p store.PermissionRequest) bool { return p.Identity == "" && OfCommands(p.Tool) }

// Revoked says what became of an answer, for the reason in a [MemoryRevoked]. lasted is whether
// it was to hold for the rest of the turn.
func (r Reader) Revoked(reason string, lasted bool) string {
	words := wording{"no longer counts", "counted no more"}
	switch {
	case reason == store.RevokedReplaced:
		words = wording{"no longer counts: the tool is another one", "counted no more: the tool was another one by then"}
	case reason == store.RevokedFiles:
		words = wording{"no longer counts: files that the command names have changed", "counted no more: files that the command names had changed by then"}
	case reason == store.RevokedFile:
		words = wording{"no longer counts: the file has changed", "counted no more: the file had changed by then"}
	case reason == store.RevokedFolder:
		words = wording{"no longer counts: the folder to run in is another one", "counted no more: the folder to run in was another one by then"}
	case reason == store.RevokedMoved:
		words = wording{"no longer counts: the workspace is another one", "counted no more: the workspace was another one by then"}
	case reason == RevokedBack:
		words = wording{"no longer counts: you went back", "counted no more: the user went back"}
	case reason == RevokedReply:
		words = wording{"no longer counts: you replied instead", "counted no more: the user replied instead"}
	case reason == RevokedDecline:
		words = wording{"no longer counts: you declined the rest", "counted no more: the user declined the rest"}
	case reason == RevokedAgain:
		words = wording{"no longer counts: it was asked again", "counted no more: it was asked again"}
	case reason == RevokedUnfinished:
		words = wording{"no longer counts: the rest was not answered", "counted no more: the rest was not answered"}
	case lasted:
		words = wording{"no longer remembered", "taken back later"}
	}
	return words.to(r)
}

// Revoked says to the user what became of the answer to an exchange, "" if it was not taken back.
func (x Exchange) Revoked() string {
	if !x.Forgotten {
		return ""
	}
	return ToUser.Revoked(x.Why, x.lasts())
}

// lasts reports whether the answer was to hold for the rest of the turn.
func (x Exchange) lasts() bool {
	return x.Permitted != nil && x.Permitted.Scope == store.ScopeTurn || x.Answer != nil && x.Answer.Remember != ""
}
