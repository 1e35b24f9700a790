package forms

import (
	"encoding/json"
	"fmt"
	"testing"
)

// twenty is a form of twenty questions, half of them behind a condition.
func twenty(b *testing.B) Form {
	qs := make([]Question, 20)
	for i := range qs {
		qs[i] = Question{ID: fmt.Sprintf("q%d", i), Text: "Go on?", AnswerType: AnswerType{Kind: Boolean}}
		if i%2 == 1 {
			qs[i].When = &When{QuestionID: qs[i-1].ID, Equals: json.RawMessage(`true`)}
		}
	}
	f, err := New(qs)
	if err != nil {
		b.Fatal(err)
	}
	return f
}

// BenchmarkWalks10000 does 10,000 walks of 20 questions per operation.
func BenchmarkWalks10000(b *testing.B) {
	f := twenty(b)
	yes := Answer{Value: json.RawMessage(`true`), ByUser: true}
	b.ReportAllocs()
	for b.Loop() {
		for range 10_000 {
			w := Start(f)
			for !w.Done() {
				next, err := w.Apply(yes)
				if err != nil {
					b.Fatal(err)
				}
				w = next
			}
		}
	}
}

// BenchmarkBackAndForth goes back through a whole form and forward again.
func BenchmarkBackAndForth(b *testing.B) {
	w := Start(twenty(b))
	yes := Answer{Value: json.RawMessage(`true`), ByUser: true}
	move := func(m Move) {
		next, err := w.Apply(m)
		if err != nil {
			b.Fatal(err)
		}
		w = next
	}
	for range 19 {
		move(yes)
	}
	b.ReportAllocs()
	for b.Loop() {
		for w.CanGoBack() {
			move(Back{})
		}
		for range 19 {
			move(yes)
		}
	}
}

func fourHundred(b *testing.B, kind string) Form {
	raw := fmt.Sprintf(`[{"id":"q","text":"Q?","answer_type":{"type":%q,"options":%s}}]`, kind, options(400))
	qs, err := ParseQuestions(json.RawMessage(raw))
	if err != nil {
		b.Fatal(err)
	}
	f, err := New(qs)
	if err != nil {
		b.Fatal(err)
	}
	return f
}

// BenchmarkNew400Options checks a submission with 400 options.
func BenchmarkNew400Options(b *testing.B) {
	qs := fourHundred(b, "select").Questions()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := New(qs); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCheckAll400 checks and orders an answer with all of 400 options.
func BenchmarkCheckAll400(b *testing.B) {
	q, _ := fourHundred(b, "multi_select").Question("q")
	answer := json.RawMessage(options(400))
	b.ReportAllocs()
	for b.Loop() {
		if err := q.Check(answer); err != nil {
			b.Fatal(err)
		}
		q.Canonical(answer)
	}
}

// BenchmarkSchemaCheck compiles a schema and checks an answer, as Check does.
func BenchmarkSchemaCheck(b *testing.B) {
	q := Question{AnswerType: AnswerType{Kind: Schema, Schema: json.RawMessage(
		`{"type":"object","properties":{"host":{"type":"string","minLength":1},"port":{"type":"integer","minimum":1,"maximum":65535},"tags":{"type":"array","items":{"type":"string"}}},"required":["host","port"],"additionalProperties":false}`)}}
	answer := json.RawMessage(`{"host":"localhost","port":8080,"tags":["a","b","c"]}`)
	b.ReportAllocs()
	for b.Loop() {
		if err := q.Check(answer); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkValidate checks an answer against a schema that was compiled before.
func BenchmarkValidate(b *testing.B) {
	c, err := CompileSchema(json.RawMessage(`{"type":"object","properties":{"host":{"type":"string"},"port":{"type":"integer"}},"required":["host","port"]}`))
	if err != nil {
		b.Fatal(err)
	}
	answer := json.RawMessage(`{"host":"localhost","port":8080}`)
	b.ReportAllocs()
	for b.Loop() {
		if faults := c.Validate(answer); faults != nil {
			b.Fatal(faults)
		}
	}
}
