package grants

import (
	"strings"
	"testing"

	"parley/coordinator/git"
)

// TestWhatFilesOfWordsInclude: a file counts that an assistant takes into its instructions, since a
// file of them names it behind an @.
func TestWhatFilesOfWordsInclude(t *testing.T) {
	for name, c := range map[string]struct {
		file, text, also string // also is what docs/more.md says
		none             bool
	}{
		"a line":                     {file: "CLAUDE.md", text: "@docs/b.md\n"},
		"among words":                {file: "CLAUDE.md", text: "See @docs/b.md, and go on.\n"},
		"in brackets":                {file: "GEMINI.md", text: "(see @./docs/b.md)\n"},
		"in a list":                  {file: "AGENTS.md", text: "- git workflow @docs/b.md"},
		"a part of it":               {file: "CLAUDE.md", text: "See @docs/b.md#style."},
		"a link":                     {file: "CLAUDE.md", text: "[@docs/b.md](docs/b.md)"},
		"before a break":             {file: "CLAUDE.md", text: "*@docs/b.md*<br>"},
		"before an escape":           {file: "CLAUDE.md", text: "@docs/b.md\\_"},
		"a folder of rules":          {file: ".claude/rules/go/x.md", text: "@../../../docs/b.md"},
		"by a whole path":            {file: "CLAUDE.local.md", text: "@DIR/docs/b.md"},
		"from home":                  {file: "CLAUDE.md", text: "@~/docs/b.md"},
		"from a folder":              {file: "docs/CLAUDE.md", text: "@b.md"},
		"from a folder of settings":  {file: ".claude/CLAUDE.md", text: "@../docs/b.md"},
		"by another":                 {file: "CLAUDE.md", text: "@docs/more.md", also: "@b.md"},
		"the other":                  {file: "CLAUDE.md", text: "@docs/more.md @docs/more.md", also: "@more.md @../CLAUDE.md", none: true},
		"another file":               {file: "CLAUDE.md", text: "@docs/c.md", none: true},
		"its folder":                 {file: "CLAUDE.md", text: "@docs @docs/", none: true},
		"an address":                 {file: "CLAUDE.md", text: "ask me@docs/b.md", none: true},
		"what nobody takes words of": {file: "README.md", text: "@docs/b.md", none: true},
		"crowded":                    {file: "CLAUDE.md", text: strings.Repeat("@", 100_000) + strings.Repeat("@.........", 10_000), none: true},
	} {
		t.Run(name, func(t *testing.T) {
			y := newYard(t, map[string]string{"docs/b.md": "b", "docs/more.md": c.also, "docs/c.md": ""})
			y.put(c.file, strings.ReplaceAll(c.text, "DIR", y.dir))
			user := git.User{Home: y.dir}
			g := Of(user, y.call("."), "docs/b.md")
			if (g.Why == byNaming) == c.none || g.Why != "" && g.Path != c.file && g.Path != ".claude" {
				t.Errorf("%+v", g)
			}
		})
	}
	y := newYard(t, map[string]string{"CLAUDE.md": "@docs/a\\ new.md.", "docs/b.md": ""})
	if g := Of(git.User{}, y.call("."), "docs/a new.md"); g.Path != "CLAUDE.md" {
		t.Errorf("one that is not there yet: %+v", g)
	}
}
