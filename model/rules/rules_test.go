package rules

import (
	"errors"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"go.uber.org/goleak"

	"parley/model/kit"
	"parley/teatest/desk"
	"parley/teatest/goldens"
	"parley/views/text"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func some() kit.Rules {
	return kit.Rules{All: []kit.Rule{
		{Verdict: "deny", Text: "fs_*(**/.env*)", Covers: "every file tool on any path whose name begins with .env", Scope: "everywhere", Added: "stands in config.toml:12", At: "config.toml:12"},
		{Verdict: "allow", Text: "run_command(go vet ./...)", Covers: "go vet ./... and nothing else", Scope: "this workspace", Added: "added 2 January 2026 15:04 from a permission of this conversation", At: "rules.toml:1", Key: "k1"},
		{Verdict: "allow", Text: "run_command(git log --oneline --decorate --graph --author-date-order --date=short -n *)", Covers: "git log in this form", Scope: "this conversation", Added: "added 3 January 2026 09:00 with `parley rules add`", At: "rules.toml:6", Key: "k2"},
	}}
}

// rulesDesk shows rules; revocations are noted.
func rulesDesk(t *testing.T, in kit.Rules, err error) (*desk.Desk, *[]string) {
	t.Helper()
	d, dropped := desk.New(t), new([]string)
	d.Host.Ruled, d.Host.Err = in, err
	s := New(Options{
		Shared: kit.Shared{Theme: d.Theme(), Now: d.Clock, Tick: d.Tick}, Rules: in,
		Drop: func(r kit.Rule) tea.Cmd {
			return func() tea.Msg {
				*dropped = append(*dropped, r.Key)
				revoked, err := d.Host.DropRule(r)
				return kit.RuleDroppedMsg{Rule: r, Revoked: revoked, Err: err, Rules: d.Host.Rules()}
			}
		},
	})
	s.Over(&desk.Heard{})
	d.Top = s
	return d.Start(), dropped
}

func TestTheRules(t *testing.T) {
	d, _ := rulesDesk(t, some(), nil)
	d.Press("G")
	d.Golden("rules")
	d, _ = rulesDesk(t, kit.Rules{}, nil)
	d.Golden("rules-none")
	d.Press("r", "delete", "up", "down", "G", "g", "pgdown", "pgup")
	in := some()
	in.Faults = []string{"rules.toml:9: the rule has a key or a value that does not belong there: x\x1b[2Jy; it allows nothing", "two", "three"}
	in.Together = []string{"four", "five"}
	d, _ = rulesDesk(t, in, nil)
	d.Golden("rules-faults")
}

// TestWhatCanBeDoneIsHintedFirst: where not all hints fit, as without arrows on forty
// columns, those of the arrows give way.
func TestWhatCanBeDoneIsHintedFirst(t *testing.T) {
	d, _ := rulesDesk(t, some(), nil)
	d.Press("G")
	s, _ := d.Top.(*Screen)
	ascii := goldens.Must(text.NewTheme(text.ThemePlain, text.ASCII()))
	if got := ansi.Strip(kit.HintLine(keys(), s, ascii, 40)); got != " Del take it back   Esc back" {
		t.Errorf("the hints are %q", got)
	}
}

// TestNothingHidesInARule: a rule is shown as it was made, with what is invisible and every
// blank, whether it is chosen or not, and when it was taken back.
func TestNothingHidesInARule(t *testing.T) {
	in := some()
	in.All[1].Text, in.All[1].Covers = "run_command(ls d\u200bocs 'a   b')", "exactly ls d\u200bocs 'a   b'"
	d, _ := rulesDesk(t, in, nil)
	d.Shows("   allow  run_command(ls d<U+200B>ocs 'a   b')")
	d.Press("down")
	d.Shows(" › allow  run_command(ls d<U+200B>ocs 'a   b')")
	d.Shows("          exactly ls d<U+200B>ocs 'a   b'")
	d.Press("r")
	d.Shows("   Taken back: allow run_command(ls d<U+200B>ocs 'a   b').")
}

// TestARuleIsTakenBack: by either key, once, and the conversation behind is told.
func TestARuleIsTakenBack(t *testing.T) {
	for _, key := range []string{"r", "delete"} {
		d, dropped := rulesDesk(t, some(), nil)
		d.Press("down", key)
		desk.Same(t, *dropped, []string{"k1"})
		d.Shows("   Taken back: allow run_command(go vet ./...).")
		s := d.Top.(*Screen)
		if len(s.o.Rules.All) != 2 || s.busy {
			t.Errorf("left are %+v", s.o.Rules.All)
		}
		told := 0
		for _, msg := range s.Under.(*desk.Heard).Msgs {
			if m, ok := msg.(kit.RuleDroppedMsg); ok && len(m.Revoked) == 1 {
				told++
			}
		}
		if told != 1 {
			t.Errorf("the conversation was told %d times", told)
		}
		d.Press("G", key, "G", key)
		desk.Same(t, *dropped, []string{"k1", "k2"})
	}
}

// TestARuleThatStaysIsNamed: a rule from the configuration is not the program's to revoke,
// and one that could not be revoked is still there.
func TestARuleThatStaysIsNamed(t *testing.T) {
	d, dropped := rulesDesk(t, some(), errors.New("rules.toml: it is a link"))
	d.Press("g", "r")
	desk.Same(t, *dropped, nil)
	d.Shows("   It stands in config.toml:12; take it out there.")
	d.Press("down", "r")
	d.Shows("   It could not be taken back: rules.toml: it is a link")
	if n := len(d.Top.(*Screen).o.Rules.All); n != 3 {
		t.Errorf("%d rules are left", n)
	}
}

func TestAClickChoosesARule(t *testing.T) {
	d, _ := rulesDesk(t, some(), nil)
	d.Send(tea.MouseClickMsg{X: 3, Y: 6, Button: tea.MouseLeft})
	if s := d.Top.(*Screen); s.at != 1 {
		t.Errorf("the cursor is at %d\n%s", s.at, d.Screen())
	}
	d.Send(tea.MouseClickMsg{X: 3, Y: 0, Button: tea.MouseLeft})
	if s := d.Top.(*Screen); s.at != 1 {
		t.Error("a line without a rule moved the cursor")
	}
}

func TestTheKeysOfTheRulesAreDocumented(t *testing.T) {
	goldens.Section(t, desk.KeysDocument, "The rules in force", desk.KeyTable(keys()))
}

func TestTheRulesAreSuspended(t *testing.T) {
	d, _ := rulesDesk(t, some(), nil)
	d.Suspends()
}

// TestAHeldKeyTakesOneRuleBack and not one after the other.
func TestAHeldKeyTakesOneRuleBack(t *testing.T) {
	d, dropped := rulesDesk(t, some(), nil)
	d.Press("down", "r")
	for range 20 {
		d.Pass(30 * time.Millisecond)
		d.Press("r")
	}
	desk.Same(t, *dropped, []string{"k1"})
	d.Shows("   " + kit.TextHeld)
}

// TestWhatThereIsNoRoomFor: faults are counted as faults, and rules that are too wide
// together as such.
func TestWhatThereIsNoRoomFor(t *testing.T) {
	for _, c := range []struct {
		faults, pairs int
		want          string
	}{
		{2, 0, "2 more faults; `parley rules` names all."},
		{0, 1, "1 more pair of rules that is too wide together; `parley rules` names all."},
		{1, 2, "1 more fault, 2 more pairs of rules that are too wide together; `parley rules` names all."},
	} {
		if got := moreText(c.faults, c.pairs); got != c.want {
			t.Errorf("%d and %d: %s", c.faults, c.pairs, got)
		}
	}
}
