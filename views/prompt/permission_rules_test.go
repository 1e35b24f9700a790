package prompt

import (
	"encoding/json"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"parley/teatest/goldens"
	"parley/views/pane"
	"parley/views/text"
)

func lastingPermission() Permission {
	return NewPermission(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), Permission{
		Tool: "run_command", Text: "git status --short", Arguments: json.RawMessage(`{"command":"git status --short"}`),
		Offers: []RuleOffer{
			{Where: "this conversation", Rules: []string{"run_command(git status --short)"}, Words: "exactly git status --short"},
			{Where: "this workspace", Rules: []string{"run_command(git status --short)"}, Words: "exactly git status --short"},
			{Where: "this workspace", Rules: []string{"run_command(git status *)"}, Words: "git status with its harmless flags", Would: 6},
			{Where: "everywhere", Rules: []string{"run_command(git status *)"}, Words: "git status with its harmless flags", Would: 6},
		},
	})
}

// TestTheListOfRules: from narrow to wide, the narrowest selected, and below the selected
// one what it covers.
func TestTheListOfRules(t *testing.T) {
	p, act := lastingPermission().Update(Lasting{})
	if act != nil || !p.InRules() {
		t.Fatalf("opening it does %v", act)
	}
	for _, c := range []struct {
		in   Intent
		want string
	}{
		{NextScope{}, "     1  this conversation  run_command(git status --short)\n   › 2  this workspace     run_command(git status --short)\n        covers exactly git status --short\n" +
			"     3  this workspace     run_command(git status *)   would have covered 6\n     4  everywhere         run_command(git status *)   would have covered 6"},
		{NextScope{}, "   › 1  this conversation  run_command(git status --short)\n        covers exactly git status --short\n     2  this workspace     run_command(git status --short)\n" +
			"     3  this workspace     run_command(git status *)   would have covered 6\n     4  everywhere         run_command(git status *)   would have covered 6"},
		{Edge{Last: true}, "     1  this conversation  run_command(git status --short)\n     2  this workspace     run_command(git status --short)\n" +
			"     3  this workspace     run_command(git status *)   would have covered 6\n   › 4  everywhere         run_command(git status *)   would have covered 6\n        covers git status with its harmless flags"},
	} {
		p, _ = p.Update(c.in)
		if got := drawnPart(p.Draw(80, 20)); !strings.Contains(got, c.want) {
			t.Errorf("after %T it is\n%s\nwant\n%s", c.in, got, c.want)
		}
	}
	if _, act := p.Update(Confirm{}); act != (AllowedByRule{Offer: 3}) {
		t.Errorf("Enter does %v", act)
	}
	if p, act := p.Update(OpenMenu{}); act != nil || p.InRules() {
		t.Errorf("Esc does %v, the list is open: %v", act, p.InRules())
	}
	if p, act := p.Update(Allow{}); act != nil || !p.InRules() {
		t.Errorf("y does %v while the list is open", act)
	}
}

// TestNothingToMakeLast: without an offer the key does nothing.
func TestNothingToMakeLast(t *testing.T) {
	x := lastingPermission()
	x.Offers = nil
	if p, act := x.Update(Lasting{}); act != nil || p.InRules() {
		t.Errorf("it does %v, the list is open: %v", act, p.InRules())
	}
}

func drawnPart(d Drawn) string { return ansi.Strip(strings.Join(d.Lines, "\n")) }

// TestALineBreakIsNoLineThatGoesOn: a command whose line breaks just where the window ends
// is another one than a long line, and looks like another one.
func TestALineBreakIsNoLineThatGoesOn(t *testing.T) {
	look := pane.Look{Theme: goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), Width: 40}
	for command, want := range map[string]string{
		"echo one two three four five six 7 rm -rf x":  "   echo one two three four five six 7\n … rm -rf x",
		"echo one two three four five six 7\nrm -rf x": " │ echo one two three four five six 7\n │ rm -rf x",
		"echo one two three four five six 7\n… rm":     " │ echo one two three four five six 7\n │ … rm",
		"git status\n\nNo rule is offered: it is so.":  " │ git status\n │ \n │ No rule is offered: it is so.",
		"cat " + strings.Repeat("b", 36) + " /*":       "   cat\n … " + strings.Repeat("b", 36) + "\n … ␠/*",
		"cat " + strings.Repeat("b", 36) + "/*":        "   cat\n … " + strings.Repeat("b", 36) + "\n … /*",
		"echo 'a" + strings.Repeat(" ", 40) + "b'":     "   echo 'a\n … " + strings.Repeat("␠", 36) + "\n … ␠␠␠␠b'",
	} {
		if got := text.Stripped(strings.Join(LoudLines(look, command), "\n")); got != want {
			t.Errorf("%q is drawn as\n%s\nwant\n%s", command, got, want)
		}
	}
}

// TestNothingHidesInAnOffer: a rule is shown as it would be made, with what is invisible
// and every blank.
func TestNothingHidesInAnOffer(t *testing.T) {
	p := lastingPermission()
	p.Offers = []RuleOffer{{Where: "this conversation", Rules: []string{"run_command(ls 'd\u200bocs' 'a   b' '\u202ex')"}, Words: "exactly ls 'd\u200bocs' 'a   b' '\u202ex'"}}
	p, _ = p.Update(Lasting{})
	_, about, rows := p.ruleRows(pane.Look{Theme: goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), Width: 100})
	lines := append(rows, about...)
	want := "   › 1  this conversation  run_command(ls 'd<U+200B>ocs' 'a   b' '<U+202E>x')\n        covers exactly ls 'd<U+200B>ocs' 'a   b' '<U+202E>x'"
	if got := ansi.Strip(strings.Join(lines, "\n")); got != want {
		t.Errorf("the offer is\n%s\nwant\n%s", got, want)
	}
}

// TestANumberGoesToItsRule: every number that is shown takes one there, and no other does
// anything; none makes a rule, so that what it covers is read first.
func TestANumberGoesToItsRule(t *testing.T) {
	p := lastingPermission().WithRules()
	for _, number := range []int{3, 1, 4, 2} {
		var act Act
		p, act = p.Update(Pick{Number: number})
		if act != nil || p.entry != number-1 {
			t.Errorf("%d: it is on %d and does %v", number, p.entry+1, act)
		}
	}
	for _, number := range []int{0, 5, 9} {
		if p, act := p.Update(Pick{Number: number}); act != nil || p.entry != 1 {
			t.Errorf("%d: it is on %d and does %v", number, p.entry+1, act)
		}
	}
}

// TestARuleOfOnesOwn: where none is offered the list says why, what to write and where it
// may hold; Enter opens an empty line, and what was written there is kept on the way back.
func TestARuleOfOnesOwn(t *testing.T) {
	p := lastingPermission()
	p.Offers = []RuleOffer{{Where: "this conversation"}, {Where: "this workspace"}}
	p.Own = OwnRule{Why: "npm runs what files of the workspace say, and the assistant may write those", Rules: []string{"run_command(npm test)"}, Together: "both\x1b[2J let it run anything"}
	if got, want := drawnPart(p.Draw(80, 20)), "── Run `git status --short`? ───────────────────────────────────────────────────\n\n   No rule is offered: npm runs what files of the workspace say, and the\n   assistant may write those."; !strings.Contains(got, want) {
		t.Errorf("the prompt is\n%s\nwant\n%s", got, want)
	}
	small := p
	small.Text, small.Own.Why = "run `"+strings.Repeat("sh x.sh; ", 9)+"`", strings.Repeat("npm runs files, and ", 5)+"so on"
	small = NewPermission(small.theme, small)
	if got, want := drawnPart(small.Draw(40, 7)), "   run `sh x.sh; sh x.sh; sh x.sh; sh\n … x.sh; sh x.sh; sh x.sh; sh x.sh; sh\n … x.sh; sh x.sh; `\n   │ command: git status --short\n\n   ↓ 4 more lines"; !strings.Contains(got, want) { // what it runs comes first
		t.Errorf("with little room the prompt is\n%s\nwant\n%s", got, want)
	}
	p, _ = p.Update(Lasting{})
	want := "   None is offered: npm runs what files of the workspace say, and the assistant\n   may write those. One that you write yourself covers it, if it spells every\n   word:\n" +
		"     run_command(npm test)\n   ! both␛[2J let it run anything\n   › 1  this conversation, in your words\n     2  this workspace, in your words"
	if got := drawnPart(p.Draw(80, 20)); !strings.Contains(got, want) {
		t.Errorf("the list is\n%s\nwant\n%s", got, want)
	}
	p, act := p.Update(Confirm{})
	if act != nil || !p.InWords() || p.Typed() != "" {
		t.Errorf("Enter does %v, %q is written", act, p.Typed())
	}
	p, _ = p.Update(Insert{Text: "run_command(npm"})
	p, _ = p.Update(OpenMenu{})
	p, _ = p.Update(NextScope{})
	p, _ = p.Update(Confirm{})
	if got, want := drawnPart(p.Draw(80, 20)), "this workspace, a rule a line; exactly this: run_command(npm test)"; !strings.Contains(got, want) {
		t.Errorf("the line is\n%s\nwant\n%s", got, want)
	}
	p, _ = p.Update(Insert{Text: " test)"})
	if _, act := p.Update(Confirm{}); act != (AllowedByRule{Offer: 1, Words: "run_command(npm test)"}) {
		t.Errorf("Enter in the line does %v", act)
	}
}

// TestWhatIsWrittenToRunIsWhatIsSeen: arguments and rules hold no part of an emoji that is not drawn.
func TestWhatIsWrittenToRunIsWhatIsSeen(t *testing.T) {
	put := Key{Msg: tea.KeyPressMsg{Code: tea.KeyExtended, Text: "👍🏽1\ufe0f\u20e3👩\u200d💻"}}
	p := lastingPermission()
	p.Offers = []RuleOffer{{Where: "this conversation"}}
	for _, in := range []Intent{Lasting{}, Confirm{}, put} {
		p, _ = p.Update(in)
	}
	if got := p.Typed(); !p.InWords() || got != "👍1👩💻" {
		t.Errorf("the rule is %+q", got)
	}
	p = lastingPermission()
	for _, in := range []Intent{EditFirst{}, Replace{Text: ""}, put} {
		p, _ = p.Update(in)
	}
	if got := p.Typed(); got != "👍1👩💻" {
		t.Errorf("the arguments are %+q", got)
	}
}

// TestTheListOfRulesCanBeReadInASmallScreen: how many there are is said, and what is cut of the
// one that is chosen, or of why none is offered, is in the text that scrolls.
func TestTheListOfRulesCanBeReadInASmallScreen(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	command := "git log --oneline --max-count=3 --stat --author=somebody@example.org -- alpha beta gamma delta epsilon"
	args := json.RawMessage(`{"command":"` + command + `"}`)
	offers, places := []RuleOffer{}, []RuleOffer{}
	for _, where := range []string{"this conversation", "this workspace", "everywhere"} {
		offers = append(offers, RuleOffer{Where: where, Rules: []string{"run_command(" + command + ")"}, Words: "exactly " + command})
		places = append(places, RuleOffer{Where: where})
	}
	own := OwnRule{Why: "it runs what files of the workspace say, and the assistant may write those", Rules: []string{"run_command(" + command + ")"}}
	for name, p := range map[string]Permission{
		"offered": {Tool: "run_command", Text: command, Arguments: args, Offers: offers},
		"own":     {Tool: "run_command", Text: command, Arguments: args, Offers: places, Own: own},
	} {
		p = NewPermission(th, p).WithRules()
		all := ""
		for most := 0; p.scroll <= most; p.scroll++ {
			d := p.Draw(40, 9)
			goldens.Fits(t, d.Lines, 40, 9)
			if picture := text.Stripped(strings.Join(d.Lines, "\n")); p.scroll == 0 && !strings.Contains(picture, "› 1") {
				t.Errorf("%s: the chosen one is not seen:\n%s", name, picture)
			}
			all, most = all+text.Stripped(strings.Join(d.Lines, " "))+" ", d.MaxScroll
		}
		words := "covers exactly " + command
		if name == "own" {
			words = "None is offered: " + own.Why + " " + command
		}
		for _, word := range strings.Fields(words) {
			if !strings.Contains(all, word) {
				t.Errorf("%s: %q cannot be read", name, word)
			}
		}
	}
}
