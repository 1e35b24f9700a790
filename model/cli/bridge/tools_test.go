package bridge

import (
	"testing"

	"parley/model/cli/bridge/hook"
)

// TestPlanShowsWhatComesWithIt: a yes to a plan is one to all of the call, so all of it stands
// there, and nobody has to read to the end for it.
func TestPlanShowsWhatComesWithIt(t *testing.T) {
	for name, c := range map[string]struct{ arguments, want string }{
		"a plan alone": {`{"plan":"1. Look\n"}`, "1. Look\n"},
		"no plan":      {`{"plan":""}`, "The plan was not sent along; it stands in the other program."},
		"with what then runs unasked": {
			`{"plan":"1. Look\n","allowedPrompts":[{"tool":"Bash","prompt":"rm > ` + "```" + `"}]}`,
			"A yes is also one to this, which came with the plan:\n\n````json\n{\n  \"allowedPrompts\": [\n    {\n      \"tool\": \"Bash\",\n      \"prompt\": \"rm > ```\"\n    }\n  ]\n}\n````\n\n1. Look\n",
		},
	} {
		if q := planQuestion(hook.Request{Arguments: c.arguments}); q.Context != c.want || q.Text != planText {
			t.Errorf("%s: %q", name, q.Context)
		}
	}
}
