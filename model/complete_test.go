package model

import (
	"errors"
	"reflect"
	"testing"

	"parley/views/chrome"
)

func TestCommandPalette(t *testing.T) {
	d := newDesk(t).write("/")
	d.shows(" › /help        keys and commands", "   /model       use another model in this conversation")
	d.sees(rule80 + `
 › /
 Enter choose   Tab complete   ↑↓ move   Esc close   Shift+Enter new line
 small`)
	d.write("t")
	d.sees(`
 › /tools  the tools and how they run
   /title  name the conversation
` + rule80 + `
 › /t
 Enter choose   Tab complete   ↑↓ move   Esc close   Shift+Enter new line
 small`)
	d.press("down", "tab")
	d.sees(rule80 + `
 › /title
 Enter send   Shift+Enter new line
 small`)
	d.write("Red herring").press("enter")
	if got := modelOf(d).title(); got != "Red herring" {
		t.Errorf("the title is %q", got)
	}
	d.write("/title").press("enter")
	d.shows(" · The title is: Red herring")
	d.write("/to").press("enter")
	d.shows(" · Tools", "   echo               ask")
	d.sees(" › Ask, or / for commands\n Shift+Enter new line   / commands   @ files   ? help\n small                                                              Red herring")
}

func TestPaletteIsClosedAndOpensAgain(t *testing.T) {
	d := newDesk(t).write("/h").press("esc")
	d.sees(rule80 + "\n › /h\n Enter send   Shift+Enter new line\n small")
	d.write("e")
	d.sees(" › /help  keys and commands\n" + rule80 + "\n › /he\n Enter choose   Tab complete   ↑↓ move   Esc close   Shift+Enter new line\n small")
	d.write("y")
	d.sees("   no command begins like this\n" + rule80 + "\n › /hey\n Enter send   Shift+Enter new line\n small")
	d.press("enter")
	d.shows(" ! There is no command /hey. Did you mean /help? /help lists them.")
	if len(d.server.requests) != 0 {
		t.Error("a mistyped command was sent to the model")
	}
}

func TestFileCompletion(t *testing.T) {
	d := newDesk(t, func(d *desk, _ *Options) {
		d.host.listed = []string{"README.md", "model/keys.go", "model/model.go", "views/pane.go", "views/\x1b[31mred.go"}
	})
	d.write("look at @vpa")
	d.sees(" › views/pane.go\n" + rule80 + "\n › look at @vpa\n Enter complete   ↑↓ move   Esc close   Shift+Enter new line\n small")
	d.press("enter")
	d.sees(rule80 + "\n › look at @views/pane.go\n Enter send   Shift+Enter new line\n small")
	d.write("and me@home").press("enter")
	d.shows(" ▌ look at @views/pane.go and me@home")
}

func TestFilesThatCannotBeListed(t *testing.T) {
	d := newDesk(t, func(d *desk, _ *Options) { d.host.err = errors.New("cannot list the files: permission denied") })
	d.write("@a")
	d.sees("   cannot list the files: permission denied\n" + rule80 + "\n › @a\n Enter send   Shift+Enter new line\n small")
	d.host.err, d.host.listed = nil, []string{"ab"}
	d.write("b")
	d.sees(" › ab\n" + rule80 + "\n › @ab\n Enter complete   ↑↓ move   Esc close   Shift+Enter new line\n small")
}

func TestModelCompletion(t *testing.T) {
	d := newDesk(t, func(d *desk, _ *Options) {
		d.host.offered = []Offer{{ID: "ollama/qwen3:8b", Context: 40960}, {ID: "openrouter/big", Context: 200000, In: 3, Out: 15}}
	})
	d.write("/mo").press("tab")
	d.sees(`
 › ollama/qwen3:8b  41k context
   openrouter/big   200k context, $3.00 in, $15.00 out for a million tokens
` + rule80 + `
 › /model
 Enter choose   Tab complete   ↑↓ move   Esc close   Shift+Enter new line
 small`)
	d.write("rou").press("enter")
	d.shows(" · settings: assistant.model.id = \"openrouter/big\"")
	if d.host.reloaded != 1 {
		t.Errorf("the settings were read %d times, want once", d.host.reloaded)
	}
	d.host.err = errors.New("it is not there any more")
	d.write("/model x/y").press("esc", "enter")
	d.shows(" ! it is not there any more")
}

func TestFitting(t *testing.T) {
	all := fileChoices([]string{"docs/keys.md", "model/keys.go", "model/keys_prompt.go", "views/monkeys.go", "a/k/e/y/s.txt", "LICENSE"})
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
		if got := names(fitting(all, c.word)); !reflect.DeepEqual(got, c.want) {
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
