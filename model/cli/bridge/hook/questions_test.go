package hook

import (
	"encoding/json"
	"testing"
)

// TestSeveralAnswersAreToldApart: Claude Code takes them as one text, Codex as a list.
func TestSeveralAnswersAreToldApart(t *testing.T) {
	for name, c := range map[string]struct{ program, multi, answer, want string }{
		"two":                  {Claude, "true", `["keep","delete"]`, `{"answers":{"Go?":"keep, delete"},"questions":QUESTIONS}`},
		"one that looks so":    {Claude, "true", `["keep, delete"]`, `{"answers":{"Go?":"\"keep, delete\""},"questions":QUESTIONS}`},
		"both":                 {Claude, "true", `["keep, delete","keep"]`, `{"answers":{"Go?":"\"keep, delete\", keep"},"questions":QUESTIONS}`},
		"one in quotes":        {Claude, "true", `["\"keep\"","a\"b"]`, `{"answers":{"Go?":"\"\\\"keep\\\"\", \"a\\\"b\""},"questions":QUESTIONS}`},
		"a blank at an end":    {Claude, "true", `["keep ","keep"]`, `{"answers":{"Go?":"\"keep \", keep"},"questions":QUESTIONS}`},
		"one of two lines":     {Claude, "true", `["a\nb"]`, `{"answers":{"Go?":"\"a\\nb\""},"questions":QUESTIONS}`},
		"lines of other kinds": {Claude, "true", `["a\u2028b","a\rb"]`, `{"answers":{"Go?":"\"a\\u2028b\", \"a\\rb\""},"questions":QUESTIONS}`},
		"no words":             {Claude, "true", `["","keep"]`, `{"answers":{"Go?":"\"\", keep"},"questions":QUESTIONS}`},
		"one of one":           {Claude, "false", `"keep, \"delete\""`, `{"answers":{"Go?":"keep, \"delete\""},"questions":QUESTIONS}`},
		"words of their own":   {Claude, "false", `"a, b"`, `{"answers":{"Go?":"a, b"},"questions":QUESTIONS}`},
		"a list is one anyway": {Codex, "true", `["keep, delete","keep"]`, "The user already answered these questions: {\"answers\":{\"x\":{\"answers\":[\"keep, delete\",\"keep\"]}}}\nGo on with these answers; do not ask again."},
	} {
		questions := `[{"id":"x","question":"Go?","multiSelect":` + c.multi + `,"options":[{"label":"keep, delete"},{"label":"keep"},{"label":"delete"}]}]`
		m := Message{Program: c.program, Event: permissionRequest, Call: Call{claudeAsk, json.RawMessage(`{"questions":` + questions + `}`)}}
		d, ok := m.Answers(json.RawMessage(`{"q1":` + c.answer + `}`))
		got, want := string(d.Input)+d.Message, c.want
		if at := len(`"questions":QUESTIONS}`); c.program == Claude {
			want = want[:len(want)-at] + `"questions":` + questions + "}"
		}
		if !ok || got != want {
			t.Errorf("%s: %s\nwant %s", name, got, want)
		}
	}
}
