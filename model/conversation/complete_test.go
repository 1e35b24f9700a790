package conversation

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"parley/model/kit"
	"parley/teatest/desk"
	"parley/views/chrome"
)

func TestCommandPalette(t *testing.T) {
	d := newDesk(t).Write("/")
	d.Shows(" › /help        keys and commands", "   /model       use another model in this conversation")
	d.Sees(rule80 + `
 › /
 Enter choose   Tab complete   ↑↓ move   Esc close   Ctrl+J new line
 small`)
	d.Write("t")
	d.Sees(`
 › /tools  the tools and how they run
   /title  name the conversation
   /trust  look at what of this workspace waits for your trust
` + rule80 + `
 › /t
 Enter choose   Tab complete   ↑↓ move   Esc close   Ctrl+J new line
 small`)
	d.Press("down", "tab")
	d.Sees(rule80 + `
 › /title
 Enter send   Ctrl+J new line
 small`)
	d.Write("Red herring").Press("enter")
	if got := modelOf(d).title(); got != "Red herring" {
		t.Errorf("the title is %q", got)
	}
	d.Write("/title").Press("enter")
	d.Shows(" · The title is: Red herring")
	d.Write("/to").Press("enter")
	d.Shows(" · Tools", "   echo               ask")
	d.Sees(" › Ask, or / for commands\n\n small")
}

func TestPaletteIsClosedAndOpensAgain(t *testing.T) {
	d := newDesk(t).Write("/h").Press("esc")
	d.Sees(rule80 + "\n › /h\n Enter send   Ctrl+J new line\n small")
	d.Write("e")
	d.Sees(" › /help  keys and commands\n" + rule80 + "\n › /he\n Enter choose   Tab complete   ↑↓ move   Esc close   Ctrl+J new line\n small")
	d.Write("y")
	d.Sees("   no command begins with this\n" + rule80 + "\n › /hey\n Enter send   Ctrl+J new line\n small")
	d.Press("enter")
	d.Shows(" ! There is no command /hey. Did you mean /help? /help lists them.")
	d.Press("up")
	d.Shows(" › /hey")
	if len(d.Server.Requests) != 0 {
		t.Error("a mistyped command was sent to the model")
	}
}

func TestFileCompletion(t *testing.T) {
	d := newDesk(t, func(d *desk.Desk, _ *Options) {
		d.Host.Listed = []string{"README.md", "model/keys.go", "model/model.go", "views/pane.go", "views/\x1b[31mred.go"}
	})
	d.Write("look at @vpa")
	d.Sees(" › views/pane.go\n" + rule80 + "\n › look at @vpa\n Enter complete   ↑↓ move   Esc close   Ctrl+J new line\n small")
	d.Press("enter")
	d.Sees(rule80 + "\n › look at @views/pane.go\n Enter send   Ctrl+J new line\n small")
	d.Write("and me@home").Press("enter")
	d.Shows(" ▌ look at @views/pane.go and me@home")
}

// TestAChosenFileIsNoOther: a name that anybody could give a file of the workspace leads nowhere else.
func TestAChosenFileIsNoOther(t *testing.T) {
	for name, want := range map[string]string{"logo.png @~/me.png": `@"logo.png @~/me.png"`, "~/logo.png": "@./~/logo.png", "my logo.go": `@"my logo.go"`, "s:x:logo": "@./s:x:logo"} {
		d := newDesk(t, func(d *desk.Desk, _ *Options) { d.Host.Listed = []string{name, `logo" @"/me.png`} })
		d.Write("see @logo").Press("enter")
		d.Shows(" › see " + want)
	}
}

func TestFilesThatCannotBeListed(t *testing.T) {
	d := newDesk(t, func(d *desk.Desk, _ *Options) { d.Host.Err = errors.New("cannot list the files: permission denied") })
	d.Write("@a")
	d.Sees("   cannot list the files: permission denied\n" + rule80 + "\n › @a\n Enter send   Ctrl+J new line\n small")
	d.Host.Err, d.Host.Listed = nil, []string{"ab"}
	d.Write("b")
	d.Sees(" › ab\n" + rule80 + "\n › @ab\n Enter complete   ↑↓ move   Esc close   Ctrl+J new line\n small")
}

func TestModelCompletion(t *testing.T) {
	d := newDesk(t, func(d *desk.Desk, _ *Options) {
		d.Host.Offered = []kit.Offer{{ID: "ollama/qwen3:8b", Context: 40960}, {ID: "openrouter/big", Context: 200000, In: 3, Out: 15}}
	})
	d.Write("/mo").Press("tab")
	d.Sees(`
 › ollama/qwen3:8b  41k context
   openrouter/big   200k context, $3.00 in, $15.00 out for a million tokens
` + rule80 + `
 › /model
 Enter choose   Tab complete   ↑↓ move   Esc close   Ctrl+J new line
 small`)
	d.Write("rou").Press("enter")
	d.Host.Names("big")
	d.Host.At = "openrouter/big"
	d.Shows(" · model: openrouter/big")
	if d.Host.Reloaded != 1 {
		t.Errorf("the settings were read %d times, want once", d.Host.Reloaded)
	}
	d.Host.Err = errors.New("it is not there any more")
	d.Write("/model").Press("esc", "enter") // typed completely, with the list of commands closed: the list of models, at the current one
	d.Sees("   ollama/qwen3:8b  41k context\n › openrouter/big   200k context, $3.00 in, $15.00 out for a million tokens\n" + rule80 + `
 › /model
 Enter choose   Tab complete   ↑↓ move   Esc close   Ctrl+J new line
 big`)
	d.Press("ctrl+c")
	d.Write("/model x/y").Press("esc", "enter")
	d.Shows(" ! it is not there any more")
}

// TestAModelIsAtTheServerThatIsWritten: what another server lists under a server's name does not stand first.
func TestAModelIsAtTheServerThatIsWritten(t *testing.T) {
	var all []chrome.Choice
	for _, name := range []string{"b/a/x", "b/a/xy", "a/one", "a/zxz", "b/c/x", "b/d/x", "b/e/x"} {
		all = append(all, chrome.Choice{Name: name})
	}
	for word, want := range map[string]string{
		"a/x": "a/zxz b/a/x b/a/xy", "a/xy": "a/xy b/a/xy", "a/on": "a/one", "a/": "a/one a/zxz b/a/x b/a/xy", "c/x": "b/c/x", "x": "b/a/x b/c/x b/d/x b/e/x b/a/xy a/zxz", "a/q": "",
		"d/x": "b/d/x", "e/x": "e/x b/e/x", "e/": "b/e/x",
	} {
		var got []string
		for _, c := range atServer([]string{"a", "b", "e"}, kit.Fitting(all, word), word) {
			got = append(got, c.Name)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %s", word, got, want)
		}
	}
}

// TestTheModelInUseIsOfItsServer: another server that lists the same name is not where Enter stands, also where
// the model's own server lists nothing.
func TestTheModelInUseIsOfItsServer(t *testing.T) {
	d := newDesk(t, func(d *desk.Desk, _ *Options) {
		d.Host.Offered, d.Host.At = []kit.Offer{{ID: "b/small"}, {ID: "b/a/small"}}, "a/small"
	})
	d.Write("/mo").Press("tab")
	d.Sees(" › a/small\n   b/small\n   b/a/small\n" + rule80 + "\n › /model\n Enter choose   Tab complete   ↑↓ move   Esc close   Ctrl+J new line\n small")
	d.Press("down", "up", "enter")
	d.Shows(" · model: a/small")
}

// TestAModelOfAServerThatIsSilent: a server that lists nothing has what is written, and no other server has it.
func TestAModelOfAServerThatIsSilent(t *testing.T) {
	d := newDesk(t, func(d *desk.Desk, _ *Options) {
		d.Host.Offered, d.Host.Serving = []kit.Offer{{ID: "b/a/x"}}, []string{"a", "b"}
	})
	d.Write("/model a/x")
	d.Sees(" › a/x\n   b/a/x\n" + rule80 + "\n › /model a/x\n Enter choose   Tab complete   ↑↓ move   Esc close   Ctrl+J new line\n small")
	d.Press("enter")
	d.Shows(" · model: a/x")
}

// TestASlashAloneCallsNothing: behind a blank nothing is the name of a command.
func TestASlashAloneCallsNothing(t *testing.T) {
	newDesk(t).Write("/ quit").Press("enter").Shows(" ▌ / quit")
}

// TestNamesThatCannotBeWritten: such a name would be shown as another one, and be that one in
// the message.
func TestNamesThatCannotBeWritten(t *testing.T) {
	for _, name := range []string{"de\u200bploy.md", "exe\u202egnp.md", "a\nb.md", "a\rb.md", "a\tb.md", "a\x1b[2Jb.md", "a\u009bb.md", "a\xffb.md"} {
		if got := kit.FileChoices([]string{name, "deploy.md"}); len(got) != 1 || got[0].Name != "deploy.md" {
			t.Errorf("with %q it offers %q", name, got)
		}
	}
	for _, name := range []string{"with blank.md", "größe.md", "gro\u0308ße.md", "日本.md", "-rf"} {
		if got := kit.FileChoices([]string{name}); len(got) != 1 || got[0].Name != name {
			t.Errorf("for %q it offers %q", name, got)
		}
	}
}

func TestFitting(t *testing.T) {
	all := kit.FileChoices([]string{"docs/keys.md", "model/keys.go", "model/keys_prompt.go", "views/monkeys.go", "a/k/e/y/s.txt", "LICENSE"})
	names := func(cs []chrome.Choice) (out []string) {
		for _, c := range cs {
			out = append(out, c.Name)
		}
		return out
	}
	for _, c := range []struct {
		word string
		want []string
	}{
		{"keys", []string{"docs/keys.md", "model/keys.go", "model/keys_prompt.go", "views/monkeys.go", "a/k/e/y/s.txt"}},
		{"KEYSG", []string{"model/keys.go", "views/monkeys.go", "model/keys_prompt.go"}},
		{"mod/ke", []string{"model/keys.go", "model/keys_prompt.go"}},
		{"zzz", nil},
		{"", []string{"docs/keys.md", "model/keys.go", "model/keys_prompt.go", "views/monkeys.go", "a/k/e/y/s.txt", "LICENSE"}},
	} {
		if got := names(kit.Fitting(all, c.word)); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q: %q, want %q", c.word, got, c.want)
		}
	}
}

func TestWordAt(t *testing.T) {
	for _, c := range []struct {
		before string
		kind   completion
		word   string
	}{
		{"", noCompletion, ""}, {"/", ofCommands, "/"}, {"/he", ofCommands, "/he"}, {"/help me", noCompletion, ""}, {"a /he", noCompletion, ""},
		{"/etc/hosts", noCompletion, ""}, {"/model ", ofModels, ""}, {"/model a/b", ofModels, "a/b"}, {"/model a b", noCompletion, ""},
		{"@", ofFiles, "@"}, {"see @a", ofFiles, "@a"}, {"see\n@a/b", ofFiles, "@a/b"}, {"me@home", noCompletion, ""}, {"@a b", noCompletion, ""},
	} {
		if kind, word := wordAt(c.before); kind != c.kind || word != c.word {
			t.Errorf("%q: %d %q, want %d %q", c.before, kind, word, c.kind, c.word)
		}
	}
}

// TestAnEmptyListSaysThatItIsEmpty: nothing was typed that could fit or not.
func TestAnEmptyListSaysThatItIsEmpty(t *testing.T) {
	for _, c := range []struct{ typed, want string }{
		{"/model ", "   none is listed; type provider/model"},
		{"/model x", "   none is listed; type provider/model"},
		{"@", "   this workspace has no file"},
	} {
		newDesk(t).Write(c.typed).Shows(c.want)
	}
}

// TestEnterSendsNoCommandThatLacksItsModel: the hint for it is left out, since Enter only writes
// the command again.
func TestEnterSendsNoCommandThatLacksItsModel(t *testing.T) {
	d := newDesk(t).Write("/model ")
	for range 2 {
		d.Shows("   none is listed; type provider/model")
		if strings.Contains(d.Screen(), "Enter send") {
			t.Errorf("Enter is hinted, and does nothing:\n%s", d.Screen())
		}
		d.Press("enter")
	}
	if d.Write("x/y"); !strings.Contains(d.Screen(), "Enter send") {
		t.Errorf("Enter is not hinted:\n%s", d.Screen())
	}
}

// TestAKeyForAListThatIsToCome: ↑ brings no earlier message in the place of a command whose list of models is not
// there yet, and Enter would send that; ↓ closes nothing.
func TestAKeyForAListThatIsToCome(t *testing.T) {
	d := longTalk(t).Write("/model ")
	modelOf(d).completing.choices, modelOf(d).completing.models = nil, kit.Listing{Asked: true}
	before := len(sent(d))
	d.Press("up", "down")
	d.Shows(" › /model", "   "+textAskingServers)
	d.Press("enter")
	if got := sent(d); len(got) != before {
		t.Errorf("sent was %q", got[before:])
	}
}
