package rawjson

import "testing"

func TestUnfenced(t *testing.T) {
	for in, want := range map[string]string{
		" {} \n":                "{}",
		"```json\n{}\n```\n":    "{}",
		"``` json\n{}\n```":     "{}",
		"```\n{}```":            "{}",
		"```":                   "",
		"``````":                "",
		"```json {}\n[]\n```":   "```json {}\n[]\n```",
		"```no, not\n{}\n```":   "```no, not\n{}\n```",
		"```\n{}\n``` so":       "```\n{}\n``` so",
		"so ```\n{}\n```":       "so ```\n{}\n```",
		"~~~\n{}\n~~~":          "~~~\n{}\n~~~",
		"````json\n{}\n````":    "{}\n`",
		"```json\n{}\n\n\n```":  "{}",
		"```json\n```\n{}\n```": "```\n{}",
	} {
		if got := Unfenced(in); got != want {
			t.Errorf("%q became %q, not %q", in, got, want)
		}
	}
}
