// Package account keeps account, outside of a conversation, of what was made of it here: which
// settings a person chose, whose changes of files were kept, and what a person answered in it
// while nobody had it open, or to a call whose tool was not offered. Whoever opens it next can then tell such an answer from a line
// that some other program wrote into the file.
package account

import (
	"slices"

	"parley/config/private"
	"parley/store"
)

// Of returns the permissions and inquiries of the open turn whose answers on record are
// accounted for in a folder. An account of which nothing is left to hold is removed. Folder is
// the identity of the workspace, "" if it does not matter which one the answers were given for.
func Of(dir, conversation, folder string, log store.Log) ([]string, error) {
	kept, err := private.ReadAnswered(dir, conversation)
	if err != nil || len(kept) == 0 {
		return nil, err
	}
	kept = holding(kept, folder, log)
	if len(kept) == 0 {
		return nil, private.WriteAnswered(dir, conversation, nil)
	}
	var ids []string
	for _, k := range kept {
		ids = append(ids, k.ID)
	}
	return ids, nil
}

// Forget removes the account of a conversation.
func Forget(dir, conversation string) error { return private.WriteAnswered(dir, conversation, nil) }

// holding are those of an account that the file has, line for line, in the turn that is
// open, and that were given for the workspace that is there.
func holding(kept []private.Accounted, folder string, log store.Log) []private.Accounted {
	lines := map[string]string{}
	for _, ev := range log.From(openTurn(log)) {
		if id := answers(ev.Body); id != "" {
			lines[id] = store.Digest(ev.Line())
		}
	}
	return slices.DeleteFunc(slices.Clone(kept), func(k private.Accounted) bool {
		return lines[k.ID] != k.Line || folder != "" && k.Folder != folder
	})
}

// openTurn is the position at which the open turn begins, or that behind the last turn if none
// is open.
func openTurn(log store.Log) (from int) {
	open := 0
	for i, ev := range log.All() {
		switch b := ev.Body.(type) {
		case store.TurnStart:
			if b.Parent == 0 {
				from, open = i, ev.Turn
			}
		case store.TurnEnd:
			if ev.Turn == open {
				from = i + 1
			}
		}
	}
	return from
}

// answers is the permission or inquiry that an event answers by a person's word, "" for
// none.
func answers(b store.Body) string {
	switch b := b.(type) {
	case store.PermissionResponse:
		if b.By == store.ByUser {
			return b.ID
		}
	case store.InquiryResponse:
		if b.AnsweredBy != nil && b.AnsweredBy.By == store.ByUser {
			return b.ID
		}
	}
	return ""
}

// Asker is the tool whose call an inquiry of the open turn belongs to, "" for none.
func Asker(log store.Log, inquiry string) string {
	call := ""
	for i, from := log.Len()-1, openTurn(log); i >= from; i-- {
		switch b := log.At(i).Body.(type) {
		case store.InquiryRequest:
			if b.ID == inquiry {
				call = b.Call
			}
		case store.ToolCallRequest:
			if call != "" && b.ID == call {
				return b.Name
			}
		}
	}
	return ""
}

// Keeping returns a function that records events and accounts for those answers among them
// that wait. The account is written first: an answer on disk is never without it. An account that
// cannot be used is replaced: what it says is asked again in any case.
func Keeping(dir, conversation, folder string, log func() store.Log, waits func(answer store.Body) bool, record func(...store.Event) error) func(...store.Event) error {
	return func(events ...store.Event) error {
		var fresh []private.Accounted
		for _, ev := range events {
			if id := answers(ev.Body); id != "" && waits(ev.Body) {
				fresh = append(fresh, private.Accounted{ID: id, Line: store.Digest(ev.Line()), Folder: folder})
			}
		}
		if len(fresh) == 0 {
			return record(events...)
		}
		kept, err := private.ReadAnswered(dir, conversation)
		if err != nil {
			kept = nil
		}
		if err := private.WriteAnswered(dir, conversation, append(holding(kept, folder, log()), fresh...)); err != nil {
			return err
		}
		return record(events...)
	}
}
