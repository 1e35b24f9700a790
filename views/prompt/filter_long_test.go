package prompt

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"parley/forms"
	"parley/teatest/goldens"
	"parley/views/text"
)

// manyLong is a select of many options with long labels, filtered.
func manyLong(query string) Field {
	q := forms.Question{ID: "q", Text: "Which?", AnswerType: forms.AnswerType{Kind: forms.Select, Other: true}}
	for i := range 900 {
		value, _ := json.Marshal(fmt.Sprintf("v%d", i))
		q.AnswerType.Options = append(q.AnswerType.Options, forms.Option{Value: value, Label: strings.Repeat("Word ", 600) + fmt.Sprint(i)})
	}
	f, _ := NewField(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), q, Rules{Direct: true}, Draft{}).Update(OpenFilter{})
	for _, r := range query {
		f, _ = f.Update(Insert{string(r)})
	}
	return f
}

// TestAFilterLooksOnce: what it leaves is asked for several times for each picture, and
// a key waits for that.
func TestAFilterLooksOnce(t *testing.T) {
	f := manyLong("89")
	if got := len(f.visible()); got != 20 { // 89, 189, …, 890 to 899, and one's own value
		t.Errorf("%d options are left", got)
	}
	if n := testing.AllocsPerRun(5, func() { f.visible() }); n > 5 {
		t.Errorf("a look makes %v allocations", n)
	}
}

func BenchmarkLongFilter(b *testing.B) {
	for b.Loop() {
		manyLong("89")
	}
}
