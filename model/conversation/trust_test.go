package conversation

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/model/kit"
	"parley/model/start"
	"parley/store"
	"parley/teatest/desk"
)

// TestWhatWasSetElsewhereIsAskedFirst: it is shown in full, a yes sets it here, and a no
// leaves it out and says so.
func TestWhatWasSetElsewhereIsAskedFirst(t *testing.T) {
	set := map[string]json.RawMessage{"conversation.tools.run_command.run": json.RawMessage(`"unattended"`)}
	for key, want := range map[string]string{"y": `"conversation.tools.run_command.run":"unattended"`, "n": ""} {
		d := newDesk(t, func(_ *desk.Desk, o *Options) {
			o.Withheld = []Withheld{{Set: set, Parts: []TrustPart{{Title: "It would set:", Lines: []string{`conversation.tools.run_command.run = "unattended"`}}}}}
		}).Start()
		d.Shows("   Take over what this conversation set elsewhere?")
		if context := modelOf(d).ask.prompt.Inquiry.Question.Context; !strings.Contains(context, `conversation.tools.run_command.run = "unattended"`) {
			t.Errorf("it shows %s", context)
		}
		d.Pass(time.Second)
		d.Calm(key)
		got := ""
		for _, ev := range modelOf(d).o.Shell.Log().All() {
			if b, ok := ev.Body.(store.ConfigDelta); ok {
				for k, v := range b.Set {
					got += `"` + k + `":` + string(v)
				}
			}
		}
		if got != want {
			t.Errorf("after %s it is set: %q", key, got)
		}
		if key == "n" {
			d.Shows(" ! What the conversation set elsewhere does not count here.")
		}
	}
}

// TestWhatIsTrustedCanBeReadOnASmallScreen: where not all of it is visible, the key that
// reads on is hinted before the ones that are not about it.
func TestWhatIsTrustedCanBeReadOnASmallScreen(t *testing.T) {
	d := newDesk(t, func(_ *desk.Desk, o *Options) {
		o.Withheld = []Withheld{{File: "/w/.parley.toml", Parts: []TrustPart{{Title: "It would set:", Lines: []string{"ui.mouse = true", "ui.fps = 6", "ui.width = 80", "ui.motion = false"}}}, Trust: func() error { return nil }}}
	}).Start()
	d.Pass(time.Second)
	for width, want := range map[int]string{
		80: " y yes   n no   PgDn read on   f full screen   Esc not now   ? help",
		40: " y yes   n no   PgDn read on   Esc later",
	} {
		d.Send(tea.WindowSizeMsg{Width: width, Height: 12})
		d.Shows(want)
	}
}

// TestTheNameOfWhatIsTrusted: what turns or hides text in a path is spelled out.
func TestTheNameOfWhatIsTrusted(t *testing.T) {
	w := Withheld{File: "/w/\u202egpj.\u200b/.parley/config.toml"}
	for _, got := range []string{w.question(), w.refused()} {
		if strings.ContainsAny(got, "\u202e\u200b") || !strings.Contains(got, "U+202E") || !strings.Contains(got, "U+200B") {
			t.Errorf("%q", got)
		}
	}
}

// TestAFileOfTheWorkspaceIsNamedByItsPlaceThere: the whole path would leave no room for its name.
func TestAFileOfTheWorkspaceIsNamedByItsPlaceThere(t *testing.T) {
	w := Withheld{File: "/home/ann/src/orders/.parley/con\u200bfig.toml", Name: ".parley/con\u200bfig.toml"}
	if got, want := w.question(), "Trust .parley/con<U+200B>fig.toml as it is now?"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := w.refused(), ".parley/con<U+200B>fig.toml is not trusted; its settings are left out."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// instructed is a workspace whose instructions wait, and changed.
func instructed(trusted *int) func(*desk.Desk, *Options) {
	return func(d *desk.Desk, o *Options) {
		d.Host.Begin.Told = kit.Told{
			Names: []string{"~/AGENTS.md", "web/AGENTS.md"}, Lines: []string{"AGENTS.md is not trusted. /trust shows it and asks you."},
			Changes: []kit.ToldChange{{Path: "web/AGENTS.md", Patch: "--- a/web/AGENTS.md\n+++ b/web/AGENTS.md\n@@ -1 +1 @@\n-Use tabs.\n+Use blanks.\n"}},
		}
		o.Waiting = func() ([]Withheld, error) {
			return []Withheld{{
				File: "/w", Parts: []TrustPart{{Title: "AGENTS.md, whole:", Lines: []string{"Answer in \u202erhymes."}}},
				Words: &TrustWords{Header: "Instructions", Question: "Let this file instruct the assistant?", Intro: "With your trust it is told.", Without: "Without it, not.", Trusted: "It is told.", Refused: "It is not told."},
				Trust: func() error { *trusted++; return nil },
			}}, nil
		}
	}
}

// TestInstructionsThatWait are announced in a line, shown in full by /trust, and trusted
// by a yes alone.
func TestInstructionsThatWait(t *testing.T) {
	for _, c := range []struct {
		key, said string
		trusted   int
	}{{"y", " · It is told.", 1}, {"n", " ! It is not told.", 0}, {"esc", " ! It is not told.", 0}} {
		trusted := 0
		d := amid(t, instructed(&trusted))
		d.Shows(" · AGENTS.md is not trusted. /trust shows it and asks you.")
		d.Write("/trust").Press("enter")
		d.Shows("   Let this file instruct the assistant?", "     Answer in <U+202E>rhymes.")
		d.Pass(time.Second)
		d.Calm(c.key)
		d.Shows(c.said)
		if trusted != c.trusted {
			t.Errorf("after %s it was trusted %d times", c.key, trusted)
		}
	}
}

// TestAChangeOfInstructionsIsShown: as a line that opens like a patch, and counts as seen
// once it was on the screen.
func TestAChangeOfInstructionsIsShown(t *testing.T) {
	d := amid(t, instructed(new(int)))
	d.Shows(" · web/AGENTS.md has changed; the next conversation is told the change. ▸")
	if d.Host.Saw != 0 {
		t.Error("it counts as seen before it was drawn")
	}
	d.Pass(start.Delay)
	if d.Host.Saw != 1 {
		t.Errorf("it was seen %d times", d.Host.Saw)
	}
	d.Calm("tab", "tab", "g", "j", "enter")
	d.Golden("told-change")
}

// TestManyChangesOfInstructionsAreShown: in one line, so that none counts as seen that has no room on
// the screen.
func TestManyChangesOfInstructionsAreShown(t *testing.T) {
	d := amid(t, instructed(new(int)), func(d *desk.Desk, _ *Options) {
		for i := range 40 {
			at := fmt.Sprintf("s%d/AGENTS.md", i)
			patch := "--- a/" + at + "\n+++ b/" + at + "\n@@ -1 +1 @@\n-Use tabs.\n+Use blanks.\n"
			d.Host.Begin.Told.Changes = append(d.Host.Begin.Told.Changes, kit.ToldChange{Path: at, Patch: patch})
		}
	})
	d.Shows(" · web/AGENTS.md and 40 more have changed; the next conversation is told. ▸")
	d.Pass(start.Delay)
	if d.Host.Saw != 1 {
		t.Errorf("they were seen %d times", d.Host.Saw)
	}
	d.Calm("tab", "tab", "G", "enter", "G")
	d.Shows("▌  +++ b/s39/AGENTS.md")
}

// TestTrustWaitsForWhatIsOpen: a question of the turn is answered first.
func TestTrustWaitsForWhatIsOpen(t *testing.T) {
	d := amid(t, instructed(new(int)))
	m := modelOf(d)
	m.ask.open = true
	m.waiting(waitingMsg{})
	m.ask.open = false
	d.Press("x")
	d.Shows(" · Answer what is open first; then /trust asks.")
}

// TestASkillIsCalled: the list shows it with its origin, and the message is what was
// typed.
func TestASkillIsCalled(t *testing.T) {
	d := newDesk(t, func(d *desk.Desk, _ *Options) {
		d.Host.Skilled = []kit.Skill{{Name: "deploy", Help: "Deploys.", Where: "yours"}, {Name: "undo@workspace", Help: "Undoes.", Where: "of the workspace"}}
	})
	d.Write("/dep")
	d.Shows(" › /deploy  yours: Deploys.")
	d.Press("enter")
	d.Write("to staging").Press("enter")
	d.Shows(" ▌ /deploy to staging")
	d.Write("/deplox").Press("enter")
	d.Shows(" ! There is no command /deplox. Did you mean /deploy? /help lists them.")
}

// TestAMessageThatCallsNothingComesBack: it is not lost, and the reason is given.
func TestAMessageThatCallsNothingComesBack(t *testing.T) {
	d := newDesk(t)
	m := modelOf(d)
	m.drafts.queue(coordinator.Queued{ID: "queued-1", Text: "/gone now", Skill: "gone"}, d.Now)
	m.unsent(coordinator.Instructed{Key: coordinator.Instruct{ID: "queued-1"}.Key(), Fault: `there is no skill "gone"`})
	d.Press("end")
	d.Shows(` ! The message was not sent: there is no skill "gone".`, " › /gone now")
}

// TestAMessageThatWaitedCallsWhatItCalled: that a text begins with a slash means nothing,
// and what an older program kept with it has files only.
func TestAMessageThatWaitedCallsWhatItCalled(t *testing.T) {
	d := newDesk(t)
	m := modelOf(d)
	m.drafts.queue(coordinator.Queued{ID: "queued-1", Text: "/tmp is full"}, d.Now)
	m.drafts.queue(coordinator.Queued{ID: "queued-2", Text: "/deploy now", Skill: "deploy", Files: []store.File{{Name: "a.png"}}}, d.Now)
	m.drafts.all = m.drafts.all.Put(store.MessageDraft("queued-3"), store.Draft{Text: "/etc too", Value: []byte(`[{"name":"b.png"}]`)})
	want := `[{ID:queued-1 Text:/tmp is full Skill: Read:0 Files:[]} {ID:queued-2 Text:/deploy now Skill:deploy Read:0 Files:[{Digest: Name:a.png`
	if got := fmt.Sprintf("%+v", m.drafts.queued()); !strings.HasPrefix(got, want) || !strings.Contains(got, "ID:queued-3 Text:/etc too Skill: Read:0 Files:[{Digest: Name:b.png") {
		t.Error(got)
	}

	again := func(_ *desk.Desk, o *Options) {
		o.Drafts = store.Drafts{store.MessageDraft(queuedPrefix + "1"): {Text: "/tmp is full"}}
	}
	waiting := modelOf(newDesk(t, again))
	waiting.Init()
	if s := waiting.o.Shell.State(); s.Wanted.Skill != "" {
		t.Errorf("it calls %q", s.Wanted.Skill)
	}
	newDesk(t, again).Start().Shows(" ▌ /tmp is full")
}

// TestANoToAFileIsKept, and a wait is not: it is the user who says for how long.
func TestANoToAFileIsKept(t *testing.T) {
	for key, want := range map[string]int{"n": 1, "y": 0, "esc": 0} {
		refused := 0
		d := newDesk(t, func(_ *desk.Desk, o *Options) {
			o.Withheld = []Withheld{{File: "/w/.mcp.json", Trust: func() error { return nil }, Refuse: func() error { refused++; return nil }}}
		}).Start()
		d.Pass(time.Second)
		d.Calm(key)
		if refused != want {
			t.Errorf("after %s it was refused %d times", key, refused)
		}
	}
}

// TestWhatWaitsAfterATrustIsAskedAtOnce: a file that is trusted may name a key, which
// needs a yes of its own.
func TestWhatWaitsAfterATrustIsAskedAtOnce(t *testing.T) {
	var asked []Withheld
	d := newDesk(t, func(_ *desk.Desk, o *Options) {
		o.Withheld = []Withheld{{File: "/w/.mcp.json", Trust: func() error {
			asked = []Withheld{{File: "a key", Trust: func() error { return nil }}}
			return nil
		}}}
		o.Newly = func() (now []Withheld) { now, asked = asked, nil; return now }
	}).Start()
	d.Pass(time.Second)
	d.Calm("y")
	d.Shows("   Trust a key as it is now?")
	d.Pass(time.Second)
	d.Calm("y")
	if modelOf(d).ask.open {
		t.Error("something is asked again")
	}
}

// TestWhatIsTrustedStaysInItsBlock: the name of a folder is words, whatever Markdown would make of
// them, so that the text below it is shown as it is.
func TestWhatIsTrustedStaysInItsBlock(t *testing.T) {
	for folder, shown := range map[string]string{
		"```": "", "~~~~": "", "# a": "", "> a": "", "- a": "", "1. a": "", "*a*": "", "[a](b)": "", "`a`": "", "<b>": "", "a\\": "", "| a | b |": "", "&lt;": "",
		"    a": "␠␠␠␠a", "a  b": "a␠␠b", "a␠b": "a<U+2420>b",
	} {
		d := newDesk(t, func(_ *desk.Desk, o *Options) {
			o.Withheld = []Withheld{{File: "/w", Parts: []TrustPart{{Title: folder + "/AGENTS.md, whole:", Lines: []string{"*All* of", "[it](x).", "# Be kind"}}}}}
		}).Start()
		d.Shows("   "+cmp.Or(shown, folder)+"/AGENTS.md, whole:", "     *All* of", "     [it](x).", "     # Be kind")
	}
}

// TestARowThatGoesOnIsSeenToBeOne: what is left of a long value does not look like a setting of its
// own, and the blanks at the break are to be seen.
func TestARowThatGoesOnIsSeenToBeOne(t *testing.T) {
	d := newDesk(t, func(_ *desk.Desk, o *Options) {
		o.Withheld = []Withheld{{File: "/w/.parley/config.toml", Parts: []TrustPart{{Title: "It would set:", Lines: []string{
			`a = "Formats the code.` + strings.Repeat(" ", 53) + `ui.mouse = false`, strings.Repeat("x", 74) + ` /`, strings.Repeat("x", 74) + `/`,
		}}}}}
	}).Start()
	d.Send(tea.WindowSizeMsg{Width: 80, Height: 30})
	d.Shows(`     a = "Formats the code.`, "   … "+strings.Repeat("␠", 53)+"ui.mouse = false", "   … ␠/", "   … /")
}
