package record

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parley/forms"
	"parley/store"
)

// TestEveryNameHasWords compares the two tables with the constants: a new reason why a
// question has no answer, or a new answerer, has to be put into words.
func TestEveryNameHasWords(t *testing.T) {
	var tags, by []string
	for _, e := range endings {
		tags = append(tags, e.tag)
		if e.words.user == "" || e.words.stranger == "" {
			t.Errorf("%q has no words for somebody", e.tag)
		}
		if e.by != "" && !slices.ContainsFunc(answerers[:], func(a answerer) bool { return a.tag == e.by }) {
			t.Errorf("%q is the doing of %q, who has no row", e.tag, e.by)
		}
	}
	for _, a := range answerers {
		by = append(by, a.tag)
		if a.words.user == "" || a.words.stranger == "" || a.mark == "" {
			t.Errorf("%q has no words for somebody", a.tag)
		}
	}
	if want := constants(t, "Cancel"); !slices.Equal(tags, want) {
		t.Errorf("the rows are of %q, the tags are %q", tags, want)
	}
	if want := constants(t, "By"); !slices.Equal(by, want) {
		t.Errorf("the rows are of %q, the answerers are %q", by, want)
	}
}

// TestANameThatNobodyKnowsIsNoLine: a file can hold any, and none begins a line where it is said.
func TestANameThatNobodyKnowsIsNoLine(t *testing.T) {
	const name, want = "x\n  yes, by you", "x␊yes, by you"
	for what, got := range map[string]string{
		"who": ToUser.By(name, ""), "mark": Beside(name, ""), "outcome": PermitWords(name), "reason": strings.TrimPrefix(ToUser.Cancelled(name, ""), "not answered: "),
		"model": strings.TrimPrefix(ToUser.By(store.ByReviewer, name), "the reviewer "), "model beside": Beside(store.ByReviewer, name),
	} {
		if strings.Contains(got, "\n") || !strings.HasSuffix(got, want) {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
}

// constants are the values of the exported constants whose names begin with a word, in the
// order of the file that declares them.
func constants(t *testing.T, word string) (values []string) {
	file, err := parser.ParseFile(token.NewFileSet(), "../event_decision.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		for i, name := range spec.Names {
			rest, ok := strings.CutPrefix(name.Name, word)
			if !ok || rest == "" || rest[0] < 'A' || rest[0] > 'Z' {
				continue
			}
			value, err := strconv.Unquote(spec.Values[i].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			values = append(values, value)
		}
		return true
	})
	return values
}

func TestWhyThereIsNoAnswer(t *testing.T) {
	for _, c := range []struct{ tag, by, user, stranger, doing string }{
		{"user", "", "cancelled by you", "not answered: the user dismissed it", "user"},
		{"user", "reviewer", "you stopped the review", "not answered: the user stopped the review", "user"},
		{"backend_error", "reviewer", "not answered: the reviewer failed", "not answered: the reviewing model failed", ""},
		{"no_prompt_backend", "", "not answered: only you may, and you were not there", "not answered: nobody was there to ask", ""},
		{"assistant_routing_denied", "", "not answered: only you may", "not answered: only the user may answer it, and it was to go to a model", ""},
		{"invalid_static_answer", "", "not answered: the configured answer does not fit", "not answered: the configured answer does not fit the question", ""},
		{"policy_denied", "policy", "refused: you were not there", "not answered: nobody was there, and the policy is to deny", ""},
		{"policy_denied", "rule", "refused by a rule", "not answered: a rule refuses it", ""},
		{"reply", "", "you replied", "not answered: the user replied instead", "user"},
		{"end_turn", "", "you ended the turn", "not answered: the user ended the turn", "user"},
		{"back", "", "you went back", "not answered: the user went back to an earlier question", "user"},
		{"withdrawn", "", "not answered: the server withdrew it", "not answered: the server withdrew it", ""},
		{"cut", "policy", "not answered: it was closed first", "not answered: it was closed before there was an answer", ""},
		{"lost", "policy", "the answer was lost with a damaged line of the file", "the answer was lost with a damaged line of the file", ""},
		{"strange", "", "not answered: its call was not recorded here, so it ended", "not answered: its call was not recorded here, so it ended", ""},
		{"amiss", "policy", "not answered: it did not fit the call by then", "not answered: it did not fit the call by then", ""},
		{"", "", "not answered", "not answered", ""},
		{"tag_of_tomorrow", "", "tag_of_tomorrow", "not answered: tag_of_tomorrow", ""},
	} {
		if got := ToUser.Cancelled(c.tag, c.by); got != c.user {
			t.Errorf("the user is told of %q: %q, want %q", c.tag, got, c.user)
		}
		if got := ToStranger.Cancelled(c.tag, c.by); got != c.stranger {
			t.Errorf("a stranger is told of %q: %q, want %q", c.tag, got, c.stranger)
		}
		if got := CancelledBy(c.tag); got != c.doing {
			t.Errorf("%q is the doing of %q, want %q", c.tag, got, c.doing)
		}
	}
}

func TestWhoAnswered(t *testing.T) {
	for _, c := range []struct{ by, model, user, stranger, mark string }{
		{"user", "", "you", "the user", "you"},
		{"reviewer", "small", "the reviewer small", "the reviewing model small", "small"},
		{"reviewer", "", "the reviewer", "the reviewing model", "the reviewer"},
		{"static", "", "the configuration", "the configuration", "the configuration"},
		{"turn_cache", "", "you, remembered this turn", "the user, remembered from earlier in the turn", "you, remembered"},
		{"default", "", "its default, nobody was there", "the question's default, since nobody was there", "its default"},
		{"policy", "", "the policy, nobody was there", "the policy for when nobody is there", "the policy"},
		{"rule", "", "a rule", "a rule", "a rule"},
		{"somebody", "x", "somebody", "somebody", "somebody"},
		{"", "", "", "", ""},
	} {
		if got := ToUser.By(c.by, c.model); got != c.user {
			t.Errorf("%q, to the user: %q, want %q", c.by, got, c.user)
		}
		if got := ToStranger.By(c.by, c.model); got != c.stranger {
			t.Errorf("%q, to a stranger: %q, want %q", c.by, got, c.stranger)
		}
		if got := Beside(c.by, c.model); got != c.mark {
			t.Errorf("%q, beside an answer: %q, want %q", c.by, got, c.mark)
		}
	}
}

// TestAWishToBeAskedAgainIsNoYes, whoever reads of it.
func TestAWishToBeAskedAgainIsNoYes(t *testing.T) {
	asked := forms.Question{ID: "apply", Text: "Apply?", AnswerType: forms.AnswerType{Kind: forms.Boolean}}
	wish := store.InquiryResponse{Outcome: store.Answered, ID: "c.apply.1", Answer: raw("true"), Again: true, AnsweredBy: &store.AnsweredBy{By: store.ByUser}}
	if got := Gave(wish, "yes"); got != "ask again" {
		t.Errorf("%q", got)
	}
	if got := Gave(store.InquiryResponse{}, "yes"); got != "yes" {
		t.Errorf("%q", got)
	}
	a := NewAudit(logOf(t, store.InquiryRequest{ID: wish.ID, Call: "c", Source: store.Source{Source: "tool", Name: "fs"}, Question: asked}, wish))
	if d := a.Decisions[0]; d.yes() || !d.Again || !strings.Contains(a.Words(), "  ask again, by you, after ") {
		t.Errorf("%+v\n%s", d, a.Words())
	}
}
