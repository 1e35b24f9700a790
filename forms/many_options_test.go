package forms

import (
	"encoding/json"
	"strconv"
	"testing"
)

// TestManyOptionsCostWhatTheyAre: a model may offer tens of thousands of options, and whoever
// chose all of them must not wait for each option once for each answer.
func TestManyOptionsCostWhatTheyAre(t *testing.T) {
	cost := func(n int) float64 {
		q := AnswerType{Kind: MultiSelect}
		var all []json.RawMessage
		for i := range n {
			v := quote("option " + strconv.Itoa(i))
			q.Options = append(q.Options, Option{Value: v})
			all = append(all, v)
		}
		answer := join(all)
		return testing.AllocsPerRun(1, func() { q.Say(answer) })
	}
	if few, many := cost(100), cost(1000); many > 20*few {
		t.Errorf("saying 1000 options takes %.0f allocations, saying 100 of them %.0f", many, few)
	}
}
