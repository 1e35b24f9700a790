package window

import (
	"slices"

	"parley/forms"
	"parley/providers"
	"parley/store"
	"parley/store/record"
)

// pictured collects the images that go with answers. No protocol takes them in every
// result, so they follow the results, in a message of their own.
type pictured struct {
	asked  map[string]store.InquiryRequest // by id
	given  map[string][]given              // by call
	lapses record.Lapses
}

// given is an answer with images that counts.
type given struct {
	inquiry, question string
	files             []store.File
}

// add takes in what happens to a question of a call.
func (p *pictured) add(body store.Body) {
	for _, l := range p.lapses.Add(body) {
		call := p.asked[l.ID].Call
		p.given[call] = slices.DeleteFunc(p.given[call], func(g given) bool { return g.inquiry == l.ID })
	}
	switch b := body.(type) {
	case store.InquiryRequest:
		if b.Call == "" {
			return
		}
		if p.asked == nil {
			p.asked, p.given = map[string]store.InquiryRequest{}, map[string][]given{}
		}
		p.asked[b.ID] = b
	case store.InquiryResponse:
		if q, asked := p.asked[b.ID]; asked && b.Outcome == store.Answered && q.Question.AnswerType.Kind == forms.Text && len(b.Files) > 0 {
			p.given[q.Call] = append(p.given[q.Call], given{q.ID, q.Question.Text, b.Files})
		}
	}
}

// answerImages are the messages with the images of a call's answers, once the call has ended.
func (b *builder) answerImages(call string) (out []providers.Message) {
	for _, a := range b.pictured.given[call] {
		out = append(out, b.message(store.ChatRequest{Text: answerImagesText(a.question), Files: a.files}))
	}
	delete(b.pictured.given, call)
	return out
}
