package teatest

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"parley/providers/script"
	"parley/teatest/fakeserver/server"
)

// TestReviewAttacks plays what a reviewer, or a patch before it, does to be taken for an
// approval, in the whole program against a server with two models. Each scenario has the
// screen that must result; Enter and movement keys answer nothing, and a no leaves the
// file as it is. The records are compared in model/cli/session. "# set: KEY=VALUE" sets
// something.
func TestReviewAttacks(t *testing.T) {
	eachAttack(t, "review", ".screen.txt", misreviewed)
}

// headed reports whether the heading of a question is drawn over a width.
func headed(s Screen, width int) bool {
	for line := range strings.Lines(s.String()) {
		if line = strings.TrimRight(line, "\n"); strings.HasPrefix(line, "── ") && utf8.RuneCountInString(line) == width {
			return true
		}
	}
	return false
}

func misreviewed(t *testing.T, source, golden string) {
	scenario, err := script.Parse("attack", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	s := server.Start(t, scenario)
	p := NewPlace(t)
	for name, text := range scenario.Files {
		p.Write(name, text)
	}
	before := p.Read("a.txt")
	args := []string{"-c", "forms.arming_delay=0s",
		"-c", "providers.llm.fake.base_url=" + s.URL, "-c", "assistant.model.id=fake/" + scenario.Model,
		"-c", "conversation.inquiry.assistant.model.id=fake/" + scenario.Reviewer}
	for _, m := range regexp.MustCompile(`(?m)^# set: (.*)$`).FindAllStringSubmatch(source, -1) {
		args = append(args, "-c", m[1])
	}
	x := p.Open(80, 24, args...)
	x.WaitFor("Ask, or / for commands")
	x.Type("go\r")
	x.WaitFor("n reject")
	x.Press("enter", "down", "up", "]", "[", "home")
	x.Resize(81, 24)
	wide := func(s Screen) bool {
		return s.Has("n reject") && headed(s, 81)
	}
	lower := func(sc Screen) string { // from the rule on
		_, dock, _ := strings.Cut(sc.String(), "── Edit")
		return strings.ReplaceAll("── Edit"+strings.TrimRight(dock, "\n")+"\n", s.URL, "http://server")
	}
	screen := comesToScreen(t, x, golden, wide, lower)
	talk, _, _ := strings.Cut(screen.String(), "── Edit")
	if !strings.Contains(talk, "waits for you") {
		t.Errorf("the conversation does not say what the reviewer did:\n%s", talk)
	}
	for _, harm := range []string{"\x1b]0;gone", "\x1b]52", "\u202e"} {
		if strings.Contains(string(x.Raw()), harm) {
			t.Errorf("%q, which the review holds, reached the terminal", harm)
		}
	}
	x.Type("n")
	x.WaitFor("Done.")
	leave(t, x)
	if got := p.Read("a.txt"); got != before {
		t.Errorf("the file is %q, want %q", got, before)
	}
}
