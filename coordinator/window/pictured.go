package window

import (
	"parley/forms"
	"parley/providers"
	"parley/store"
)

// pictured collects the images that go with answers. No protocol takes them in every
// result, so they follow the results, in a message of their own.
type pictured struct {
	asked map[string]store.InquiryRequest // by id, those that are open
	given map[string][]given              // by call
	begun map[string]int                  // by call, how many answers there were before its form
}

// given is an answer that counts.
type given struct {
	question string
	files    []store.File
	byUser   bool
}

// add takes in what happens to a question of a call.
func (p *pictured) add(body store.Body) {
	switch b := body.(type) {
	case store.ToolAsked:
		if n := len(p.given[b.ID]); n > 0 {
			p.begun[b.ID] = n
		}
	case store.InquiryRequest:
		if b.Call == "" {
			return
		}
		if p.asked == nil {
			p.asked, p.given, p.begun = map[string]store.InquiryRequest{}, map[string][]given{}, map[string]int{}
		}
		p.asked[b.ID] = b
	case store.InquiryResponse:
		q, open := p.asked[b.ID]
		if !open {
			return
		}
		delete(p.asked, b.ID)
		p.ended(q, b)
	}
}

// ended takes in what a question came to. What the user went back over, or left with the
// form, does not count.
func (p *pictured) ended(q store.InquiryRequest, b store.InquiryResponse) {
	all, from := p.given[q.Call], p.begun[q.Call]
	switch {
	case b.Outcome != store.Cancelled:
		a := given{question: q.Question.Text, byUser: b.AnsweredBy != nil && b.AnsweredBy.By == store.ByUser}
		if q.Question.AnswerType.Kind == forms.Text && b.Outcome == store.Answered {
			a.files = b.Files
		}
		all = append(all, a)
	case b.Reason == store.CancelBack:
		for was := false; !was && len(all) > from; all = all[:len(all)-1] {
			was = all[len(all)-1].byUser
		}
	case b.Reason == store.CancelReply, b.Reason == store.CancelDecline, b.Reason == store.CancelEndTurn:
		all = all[:from]
	}
	p.given[q.Call] = all
}

// answerImages are the messages with the images of a call's answers, once the call has ended.
func (b *builder) answerImages(call string) (out []providers.Message) {
	for _, a := range b.pictured.given[call] {
		if len(a.files) > 0 {
			out = append(out, b.message(store.ChatRequest{Text: answerImagesText(a.question), Files: a.files}))
		}
	}
	delete(b.pictured.given, call)
	delete(b.pictured.begun, call)
	return out
}
