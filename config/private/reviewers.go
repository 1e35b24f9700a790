package private

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Reviewers is what models said to questions that a person had decided, by the model's id,
// as it is kept in the user's state folder.
type Reviewers map[string][]Reviewed

// Reviewed is what a model said to one question.
type Reviewed struct {
	Conversation string    `json:"conversation"`
	Question     string    `json:"question"` // the inquiry's id
	Digest       string    `json:"digest"`   // of the question as it was asked
	Person       bool      `json:"person"`   // what the person had said
	Said         *bool     `json:"said"`     // what the model said; null: nothing of use
	Reason       string    `json:"reason,omitempty"`
	Input        int       `json:"input,omitempty"` // tokens
	Output       int       `json:"output,omitempty"`
	Dollars      *float64  `json:"dollars,omitempty"` // what it cost, if that is known
	Time         time.Time `json:"time"`
}

// reviewersFile is the file as it is written.
type reviewersFile struct {
	V      int       `json:"v"`
	Models Reviewers `json:"models"`
}

// ReadReviewers reads the file; without one there is nothing in it. One that is a link,
// belongs to another user or is open to others is refused.
func ReadReviewers(name string) (Reviewers, error) {
	text, err := read(name, textReviewersRefused)
	if err != nil || text == "" {
		return Reviewers{}, err
	}
	var f reviewersFile
	if err := json.Unmarshal([]byte(text), &f); err != nil || f.V != 1 {
		return nil, errors.New(textReviewersRefused(name, "it is not what Parley writes there; remove it to begin anew"))
	}
	if f.Models == nil {
		f.Models = Reviewers{}
	}
	return f.Models, nil
}

// WriteReviewers replaces the file. What would make it too large to be read again goes: the older
// half of what the model said that has said most.
func WriteReviewers(name string, all Reviewers) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	all = maps.Clone(all)
	for {
		text, err := json.MarshalIndent(reviewersFile{1, all}, "", " ")
		if err != nil {
			return err
		}
		if len(text) < maxFile {
			return Replace(name, append(text, '\n'))
		}
		if !all.shorten() {
			return errors.New(textReviewersRefused(name, TextTooLarge(maxFile)))
		}
	}
}

// shorten drops the older half of what one model said; false if each has said one thing at most.
func (all Reviewers) shorten() bool {
	most := ""
	for _, model := range slices.Sorted(maps.Keys(all)) {
		if len(all[model]) > max(1, len(all[most])) {
			most = model
		}
	}
	if most == "" {
		return false
	}
	all[most] = all[most][len(all[most])/2:]
	return true
}

// textReviewersRefused says why what reviewers said is not used.
func textReviewersRefused(name, why string) string {
	return fmt.Sprintf("%s is not used, since %s", name, why)
}

// Agreement counts how a model's answers compare with a person's.
type Agreement struct {
	BothYes, BothNo   int
	FalseYes, FalseNo int // the model said yes where the person said no, and the reverse
	Unusable          int // the model gave no usable answer: the question would have come to the person
}

// Of counts answers.
func Of(all []Reviewed) (a Agreement) {
	for _, r := range all {
		switch {
		case r.Said == nil:
			a.Unusable++
		case *r.Said && r.Person:
			a.BothYes++
		case !*r.Said && !r.Person:
			a.BothNo++
		case *r.Said:
			a.FalseYes++
		default:
			a.FalseNo++
		}
	}
	return a
}

// Answers is how many answers of use there are.
func (a Agreement) Answers() int { return a.BothYes + a.BothNo + a.FalseYes + a.FalseNo }

// Share is the part of the answers that agree, from 0 to 1; 0 without any.
func (a Agreement) Share() float64 {
	if a.Answers() == 0 {
		return 0
	}
	return float64(a.BothYes+a.BothNo) / float64(a.Answers())
}

// Kappa is Cohen's kappa: how much more often the two agree than two would who say yes as
// often as they do, but without looking; 1 is always, 0 no more often. It is not known where
// both always said the same.
func (a Agreement) Kappa() (kappa float64, known bool) {
	n := float64(a.Answers())
	if n == 0 {
		return 0, false
	}
	model, person := float64(a.BothYes+a.FalseYes)/n, float64(a.BothYes+a.FalseNo)/n
	chance := model*person + (1-model)*(1-person)
	if chance == 1 {
		return 0, false
	}
	return (a.Share() - chance) / (1 - chance), true
}
