package tools_test

import "testing"

// A small model has a window of 4,096 tokens, and the tools go with every request. A
// token of such texts is some four and a half bytes: these are below 2,200.
const most = 9_250

// added is what one tool or kind more may take.
const added = 300

// TestTheToolsAreSmall counts the names, descriptions and parameters that a model is
// told in every request; those that it is told while it debugs are not among them.
func TestTheToolsAreSmall(t *testing.T) {
	sum := 0
	for _, built := range builtIn() {
		s := built.Spec()
		n := len(s.Name) + len(s.Description) + len(s.Parameters)
		if s.Name == "report_findings" {
			if n > 700 {
				t.Errorf("%s takes %d bytes", s.Name, n)
			}
			continue
		}
		sum += n
	}
	if sum > most {
		t.Errorf("the tools take %d bytes of every request, at most %d are theirs; a tool more may bring %d with it", sum, most, added)
	}
	t.Logf("%d bytes", sum)
}
