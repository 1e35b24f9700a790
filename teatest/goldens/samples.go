package goldens

import (
	"encoding/json"
	"parley/forms"
	"strings"

	"pgregory.net/rapid"
)

// Nasty draws text from the pieces that break drawing.
func Nasty() *rapid.Generator[string] {
	piece := rapid.OneOf(
		rapid.SampledFrom([]string{
			"\x1b[31m", "\x1b[m", "\x1b]0;t\x07", "\x1b]8;;https://e.example\x1b\\", "\u009b", "\r", "\n", "\n\n", "\t", "\b", "\x7f", "\xff", "\xe2\x82",
			"日本語", "क्षि", "नमस्ते", "👨\u200d👩\u200d👧", "❤\ufe0f", "🇩🇪", "1\ufe0f\u20e3", "e\u0301", "\u202e", "\u200b", "\U000e0041", " ", "  ", "ﷺ", "가", "กำ", "한",
			"`", "**", "- ", "> ", "# ", "| a | b |\n|---|---|\n", "```go\n", "&#27;", "[a](https://e.example)", "word", "[x]: /y", "1. ", "<b>", "<!--", "~~~", ": d",
			"averylongwordwithoutanyspaceinitatallthatgoesonandon",
		}),
		rapid.StringN(0, 8, 32),
	)
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(piece, 0, 24).Draw(t, "pieces"), "")
	})
}

const Patch = "--- docs/rfd/008.md\n+++ docs/rfd/008.md\n@@ -41,3 +41,5 @@ ## Storage\n The knowledge base lives in the workspace.\n+> [!TIP]\n+> RFD 016 describes how plugins register sources.\n Each topic is one file.\n \n" +
	"@@ -88,2 +91,2 @@ ## References\n-- [RFD 012]: 012.md\n+- [RFD 012]: 012-typed-streaming.md \u202e\x1b[8m hidden, and a line that is so long that it has to go on below itself at least once\n --- not a header\n\\ No newline at end of file\n"

const Tour = "# A heading\n\nA paragraph with `code`, **strong** and *soft* words that is long enough to be wrapped at every one of the widths we look at, here and there.\nIt goes on.\n\n" +
	"- one\n- two\n  - nested\n\n- loose\n\n1. first\n2. second\n\n> quoted\n> twice\n\n```go\nfunc main() {\n\tprintln(\"hello\") // a comment\n}\n```\n\n" +
	"| name | size |\n|------|------|\n| a    | 12   |\n| b    | 3    |\n\n[a link](https://example.com) and [another][ref].\n\n---\n\nafter a rule\n\n[ref]: https://example.com/ref\n\n- [x] done\n- [ ] open\n"

func Same(t interface{ Fatalf(string, ...any) }, what string, got, want []string) {
	if strings.Join(got, "\n") != strings.Join(want, "\n") || len(got) != len(want) {
		t.Fatalf("%s: got\n%q\nwant\n%q", what, got, want)
	}
}

var Environments = forms.AnswerType{Kind: forms.Select, Other: true, Options: []forms.Option{
	{Value: json.RawMessage(`"staging"`), Description: "safe, the data is anonymised"},
	{Value: json.RawMessage(`"production"`), Description: "needs the maintenance window", Recommended: true},
}}

// GuardQuestion is a guard's question as the coordinator puts it.
func GuardQuestion(review string) forms.Question {
	option := func(value, about string) forms.Option {
		return forms.Option{Value: json.RawMessage(`"` + value + `"`), Description: about}
	}
	return forms.Question{
		ID: "loop_threshold", Header: "Loop Detected", Exclusive: true, Persistence: forms.PersistNone,
		Text: `Loop detected - same output pattern repeated 3 times: "test-fail:2-auth,logout". How to proceed?`,
		Context: "iteration 9 of 10 · 4 of 30 min · 27 calls, 6 failed\n\n```facts\n" +
			"said     2 of 5 tests still failing\ntask     Make the tests pass.\nlast     2 of 5 tests failing: TestAuthNil, TestLogout\n" +
			"errors   TypeError: null is not an object (auth.ts:41)  ×3\n         no such file: \x1b[31mred\u202e\n```" + review,
		AnswerType: forms.AnswerType{Kind: forms.Select, Options: []forms.Option{
			option("Try different approach", "Continue with explicit instruction to change strategy"), option("Debug first", "Invoke debugging-systematically to find root cause"),
			option("Accept current", "Proceed with current state: \"2 of 5 tests still failing\""), option("Review", "See iteration details"), option("Cancel", "Abandon task entirely"),
		}},
	}
}

const GuardReview = "\n\nSteps: what each came to, its signature, and the digest that is compared\n\n```facts\n" +
	"7        ok      fs_read_file:main.go  00112233445566aa\n8        failed  test-fail:2-auth,logout  8899aabbccddeeff\n```" +
	"\n\nThe last errors\n\n```facts\n1        TypeError: null is not an object (auth.ts:41)\n```"
