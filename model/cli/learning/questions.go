package learning

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"

	"parley/config"
	"parley/config/private"
	"parley/coordinator"
	"parley/forms"
	"parley/store"
	"parley/store/record"
)

// decided is a question that a person answered with yes or no and that could have gone to a
// reviewer.
type decided struct {
	coordinator.Decided
	store.Summary
	digest string
	time   time.Time // when it was asked
	yes    bool
}

// questions returns those of a conversation. Where the person edited the proposal, or wanted to be asked
// again, the answer says nothing about the proposal as it was, so it is left out; as is one that counts no more.
func questions(sum store.Summary, log store.Log) (all []decided) {
	gone := map[string]bool{}
	var lapses record.Lapses
	for _, ev := range log.All() {
		for _, l := range lapses.Add(ev.Body) {
			gone[l.ID] = true
		}
	}
	for _, q := range coordinator.Questions(log) {
		a, by := q.Response, q.Response.AnsweredBy
		if a.Outcome != store.Answered || by == nil || by.By != store.ByUser || a.Edited != nil || a.Again || gone[a.ID] {
			continue
		}
		about := q.Inquiry.Question
		if about.AnswerType.Kind != forms.Boolean || about.Exclusive {
			continue
		}
		all = append(all, decided{Decided: q, Summary: sum, digest: digestOf(q), time: log.At(q.At).Time, yes: bytes.Equal(bytes.TrimSpace(a.Answer), []byte("true"))})
	}
	return all
}

// digestOf identifies a question by everything that was asked.
func digestOf(q coordinator.Decided) string {
	text, _ := json.Marshal(q.Inquiry.Question) // it came from JSON, so it can be written
	sum := sha256.Sum256(append([]byte(q.Inquiry.ID+"\n"), text...))
	return hex.EncodeToString(sum[:])
}

// A reviewer counts as tested after least answers, and as reliable if at least the given share
// of them agrees with the person's.
const (
	least = 10
	share = 0.9
)

// Untested returns a sentence for each reviewer that the configuration relies on and that was
// never compared with a person's decisions, or agrees with them too rarely.
func Untested(cfg config.Config, file string) []string {
	known, err := private.ReadReviewers(file)
	if err != nil {
		return []string{err.Error()}
	}
	var out []string
	for _, id := range cfg.Relied() {
		switch a := private.Of(known[id]); {
		case a.Answers() < least:
			out = append(out, untestedText(id, a.Answers()))
		case a.Share() < share:
			out = append(out, rarelyText(id, a.Answers(), a.Share()))
		}
	}
	return out
}
