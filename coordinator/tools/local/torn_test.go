package local

import "testing"

// TestTornQuestionsAreKnown: wherever the tear is, and other output is not taken for
// questions.
func TestTornQuestionsAreKnown(t *testing.T) {
	for output, want := range map[string]bool{
		`{"type":"needs_input","question":{"id":"a"`:           true,
		`{"question":{"id":"a","text":"Sure?"`:                 true,
		`{"question":{"id":"a"}`:                               true,
		`{"question":{"id":"a"},"ty`:                           true,
		`{"questions":[{"id":"a"}],"type":"needs_inp`:          true,
		`{"question":`:                                         true,
		`{"type":"needs_in`:                                    true,
		`{ "type" : "n`:                                        true,
		`{"id":1,"type":"needs_input`:                          true,
		`{"type":"needs_input"`:                                true,
		`{"type":"needs_more`:                                  false,
		`{"type":"`:                                            false,
		`{"type":"error`:                                       false,
		`{"question":{"id":"a"},"type":"success","content":"x`: false,
		`{"type":"success","question":"which`:                  false,
		`{"answers":["question"`:                               false,
		`{"quest`:                                              false,
		`{`:                                                    false,
		`question`:                                             false,
		`[{"question":`:                                        false,
	} {
		if got := asks([]byte(output)); got != want {
			t.Errorf("%s: %v, want %v", output, got, want)
		}
	}
}
