package local

import "testing"

// TestTornOutcomesAreKnown: wherever the tear is, and other output is not taken for
// one.
func TestTornOutcomesAreKnown(t *testing.T) {
	for output, want := range map[string]string{
		`{"type":"needs_input","question":{"id":"a"`:           "needs_input",
		`{"question":{"id":"a","text":"Sure?"`:                 "needs_input",
		`{"question":{"id":"a"}`:                               "needs_input",
		`{"question":{"id":"a"},"ty`:                           "needs_input",
		`{"questions":[{"id":"a"}],"type":"needs_inp`:          "needs_input",
		`{"question":`:                                         "needs_input",
		`{"type":"needs_in`:                                    "needs_input",
		`{ "type" : "n`:                                        "needs_input",
		`{"id":1,"type":"needs_input`:                          "needs_input",
		`{"type":"needs_input"`:                                "needs_input",
		`{"type":"needs_more`:                                  "",
		`{"type":"`:                                            "",
		`{"type":"error`:                                       "error",
		`{"type":"e`:                                           "error",
		`{"type":"error","message":"no dis`:                    "error",
		`{"message":"no","type":"error"`:                       "error",
		`{"message":"no disk`:                                  "",
		`{"question":{"id":"a"},"type":"error","message":"x`:   "error",
		`{"type":"errors`:                                      "",
		`{"question":{"id":"a"},"type":"success","content":"x`: "",
		`{"type":"success","question":"which`:                  "",
		`{"answers":["question"`:                               "",
		`{"quest`:                                              "",
		`{`:                                                    "",
		`question`:                                             "",
		`[{"question":`:                                        "",
	} {
		if got := begun([]byte(output)); got != want {
			t.Errorf("%s: %q, want %q", output, got, want)
		}
	}
}
