package grants

import (
	"fmt"
	"os"
	"path/filepath"
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
		"a rule of Cursor":           {file: ".cursor/rules/x.mdc", text: "---\nalwaysApply: true\n---\n@docs/b.md"},
		"a link in one":              {file: ".cursor/rules/x.mdc", text: "[b](mdc:docs/b.md)"},
		"steering of Kiro":           {file: ".kiro/steering/x.md", text: "#[[file:docs/b.md]]"},
		"a command of Claude Code":   {file: ".claude/commands/x.md", text: "Review @docs/b.md"},
		"a command of Gemini":        {file: ".gemini/commands/x.toml", text: "prompt = 'as @{docs/b.md} says'"},
		"a letter by number":         {file: ".gemini/commands/x.toml", text: `prompt = "as @{docs/\u0062.md} says"`},
		"one that is none":           {file: "CLAUDE.md", text: `@docs/\u0062.md`, none: true},
		"instructions of Copilot":    {file: ".github/instructions/x.instructions.md", text: "See #file:docs/b.md"},
		"a folder of Cline":          {file: ".clinerules/x.md", text: "@docs/b.md"},
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
			if (g.Why == byNaming) == c.none || g.Why != "" && g.Path != c.file && !strings.HasPrefix(c.file, g.Path+"/") {
				t.Errorf("%+v", g)
			}
		})
	}
	y := newYard(t, map[string]string{"CLAUDE.md": "@docs/a\\ new.md.", "docs/b.md": ""})
	if g := Of(git.User{}, y.call("."), "docs/a new.md"); g.Path != "CLAUDE.md" {
		t.Errorf("one that is not there yet: %+v", g)
	}
}

// TestWhatLeadsFromAbove: assistants also take words from the folders above a workspace, and from those of the user.
func TestWhatLeadsFromAbove(t *testing.T) {
	for name, c := range map[string]struct {
		file, text string
		link       string // to the file, in place of a text that includes it
		none       bool
	}{
		"words":                 {file: "CLAUDE.md", text: "@site/docs/b.md"},
		"settings":              {file: ".claude/rules/x.md", text: "@../../site/docs/b.md"},
		"the user's":            {file: "home/.claude/CLAUDE.md", text: "@DIR/site/docs/b.md"},
		"the user's, by two":    {file: "home/.claude/CLAUDE.md", text: "@../more.md"},
		"a command of theirs":   {file: "home/.claude/commands/x.md", text: "Go by @docs/b.md"},
		"others":                {file: "home/notes.md", text: "@DIR/site/docs/b.md", none: true},
		"beside it":             {file: "CLAUDE.md", text: "@site/docs/c.md", none: true},
		"a link":                {link: "AGENTS.md"},
		"a link among settings": {link: ".claude/commands/x.md"},
		"a link beside":         {link: "notes/AGENTS.md", none: true},
	} {
		t.Run(name, func(t *testing.T) {
			y := newYard(t, map[string]string{"site/docs/b.md": "b", "home/x": "", ".claude/commands/y": "", "notes/x": ""})
			y.put("home/more.md", "@"+y.path("site/docs/b.md"))
			if c.link != "" {
				y.must(os.Symlink(y.path("site/docs/b.md"), y.path(c.link)))
			} else {
				y.put(c.file, strings.ReplaceAll(c.text, "DIR", y.dir))
			}
			if g := Of(git.User{Home: y.path("home")}, y.call("site"), "docs/b.md"); (g.Why == "") != c.none {
				t.Errorf("%+v", g)
			}
		})
	}
	y := newYard(t, map[string]string{"proj/CLAUDE.md": "@site/docs/b.md", "proj/site/docs/b.md": "b", "proj/site/docs/ai/main.md": "@style.md", "proj/site/docs/ai/style.md": "s"})
	y.must(os.Symlink("proj/site", y.path("link")))
	y.must(os.Symlink("docs/ai/main.md", y.path("link/AGENTS.md")))
	for _, p := range []string{"docs/b.md", "docs/ai/style.md"} {
		if g := Of(git.User{}, y.call("link"), p); g.Why == "" {
			t.Errorf("%s, through a link: nothing", p)
		}
	}
	y = newYard(t, map[string]string{".cargo/site/docs/b.md": "b"})
	if g := Of(git.User{}, y.call(".cargo/site"), "docs/b.md"); g.Why != "" {
		t.Errorf("a folder that holds the workspace: %+v", g)
	}
}

// TestWhatSettingsOfAssistantsName: they read such a file as instructions, or run it.
func TestWhatSettingsOfAssistantsName(t *testing.T) {
	for name, c := range map[string]struct {
		file, text string
		none       bool
	}{
		"a file that Aider reads":        {file: ".aider.conf.yml", text: "read: [docs/a.md, docs/b.md]\n"},
		"instructions of opencode":       {file: "opencode.json", text: `{"instructions": ["./docs/b.md"]}`},
		"a pattern of opencode":          {file: "opencode.json", text: `{"instructions": ["CONTRIBUTING.md", "docs/*.md"]}`},
		"one of folders":                 {file: "opencode.jsonc", text: `{"instructions": ["**/?.md"]}`},
		"one of a full path":             {file: "opencode.json", text: `{"instructions": ["HERE/do*/b.m*"]}`},
		"one from home":                  {file: "opencode.json", text: `{"instructions": ["~/DOCS/*"]}`},
		"a pattern that Aider reads":     {file: ".aider.conf.yml", text: "read:\n- docs/*\n"},
		"as JSON may write a slash":      {file: "opencode.json", text: `{"instructions": ["docs\/b.md"]}`},
		"as JSON may write a letter":     {file: "opencode.json", text: `{"instructions": ["d\u006Fcs\u002f\u0062.md"]}`},
		"a pattern of other files":       {file: "opencode.json", text: `{"instructions": ["docs/*.txt", "docs/?.*.md", "*.md", "docs/*/*"]}`, none: true},
		"what is allowed by a pattern":   {file: "opencode.json", text: `{"permission": {"bash": {"*": "ask", "git *": "allow"}}}`, none: true},
		"a prompt of opencode":           {file: ".opencode.json", text: `{"prompt":"{file:docs/b.md}"}`},
		"from the folder of settings":    {file: ".codex/config.toml", text: `model_instructions_file = "../docs/b.md"`},
		"a hook":                         {file: ".claude/settings.json", text: `{"command":"\"$CLAUDE_PROJECT_DIR\"/docs/b.md --all"}`},
		"a hook, the variable unquoted":  {file: ".claude/settings.local.json", text: `{"command":"sh $CLAUDE_PROJECT_DIR/docs/b.md"}`},
		"a hook from home":               {file: ".claude/settings.json", text: `{"command":"bash ~/docs/b.md"}`},
		"a hook in a folder above":       {file: "docs/.claude/settings.json", text: `{"command":"sh b.md"}`},
		"a server of tools":              {file: ".mcp.json", text: `{"mcpServers":{"a":{"command":"node","args":["docs/b.md"]}}}`},
		"a server of Cursor":             {file: ".cursor/mcp.json", text: `{"mcpServers":{"a":{"command":"./docs/b.md"}}}`},
		"a server of Kiro":               {file: ".kiro/settings/mcp.json", text: `{"mcpServers":{"a":{"command":"docs/b.md"}}}`},
		"a server of an editor":          {file: ".vscode/mcp.json", text: `{"servers":{"a":{"command":"${workspaceFolder}/docs/b.md"}}}`},
		"a server of Parley":             {file: ".parley/config.toml", text: "[mcp.a]\ncommand = 'python3'\nargs = ['docs/b.md']\n"},
		"a server of Parley in one line": {file: ".parley/config.toml", text: "mcp = {a = {command = './docs/b.md'}}\n"},
		"a hook of Copilot":              {file: ".github/hooks/any.json", text: `{"hooks":{"sessionStart":[{"bash":"./docs/b.md"}]}}`},
		"opencode in its own folder":     {file: ".opencode/opencode.json", text: `{"instructions": ["docs/b.md"]}`},
		"a rule of Parley":               {file: ".parley/config.toml", text: "[conversation.rules]\nallow = ['fs_modify_file(docs/b.md)']\n", none: true},
		"other settings of an editor":    {file: ".vscode/settings.json", text: `{"x":"docs/b.md"}`, none: true},
		"what they may do in the folder": {file: ".claude/settings.json", text: `{"allow":["Edit(docs/**)","Read(docs/*.md)","Edit(docs/b.md)"]}`, none: true},
		"what was said":                  {file: ".aider.chat.history.md", text: "Added docs/b.md", none: true},
		"where somebody worked":          {file: ".claude.json", text: `{"HERE/docs/b.md":{}, "x":"docs/b.md"}`, none: true},
		"a file of this name elsewhere":  {file: ".aider.conf.yml", text: "read: b.md\n", none: true},
		"settings of nobody":             {file: "conf.yml", text: "read: docs/b.md\n", none: true},
	} {
		t.Run(name, func(t *testing.T) {
			y := newYard(t, map[string]string{"docs/b.md": "b"})
			y.put(c.file, strings.ReplaceAll(c.text, "HERE", y.dir))
			if g := Of(git.User{Home: y.dir}, y.call("."), "docs/b.md"); (g.Why == byNamed) == c.none || (g.Why == "") != c.none {
				t.Errorf("%+v", g)
			}
		})
	}
}

// TestServersOfTheUser: they start with what lies in the workspace, where the user's own settings say so.
func TestServersOfTheUser(t *testing.T) {
	y, own := newYard(t, nil), t.TempDir()
	text := fmt.Sprintf("[mcp.a]\ncommand = %q\n[mcp.b]\ncommand = 'node'\nargs = ['${PWD}/tools/b.js', 'plain.js']\n[conversation.rules]\nallow = ['fs_modify_file(docs/b.md)']\n", y.path("tools/a"))
	y.must(os.WriteFile(filepath.Join(own, "config.toml"), []byte(text), 0o600))
	call := y.call(".")
	call.Closed = []string{own}
	for p, named := range map[string]bool{"tools/a": true, "tools/b.js": true, "tools/c.js": false, "docs/b.md": false} {
		if g := Of(git.User{}, call, p); (g.Why == byNamed) != named {
			t.Errorf("%s: %+v", p, g)
		}
	}
}

// TestModulesThatSettingsName: a word may mean a file without being its path.
// TestCharactersByNumber: each stands for itself, also one of two numbers; what is none stays.
func TestCharactersByNumber(t *testing.T) {
	for text, want := range map[string]string{
		`d\u006fcs\u002Fb`: "docs/b", `\ud83d\ude00`: "\U0001F600", `\u0041\u`: `A\u`, `\u00`: `\u00`, `\user`: `\user`, `a`: "a", `\ud83dx\u0041`: "xA",
	} {
		if got := unescaped(text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestModulesThatSettingsName(t *testing.T) {
	y := newYard(t, nil)
	y.put(".mcp.json", `{"mcpServers":{"hooks":{"command":"python3","args":["-m","docs.serve"]},"b":{"command":"python","args":["-m","tool"]},"c":{"command":"node","args":["./lib/run"]},`+
		`"d":{"command":"python3","args":["-um","lib.quick"]},"e":{"command":"python3","args":["-mlib.whole"]},"f":{"command":"node","args":["-r./lib/hook.cjs"]},"g":{"command":"node","args":["./lib/o\u0308.js"]}}}`)
	for p, named := range map[string]bool{
		"docs/serve.py": true, "docs/serve/__main__.py": true, "tool.py": true, "tool/__main__.py": true, "lib/run.js": true, "lib/run/index.js": true, "lib/RUN.js": true,
		"docs/__init__.py": true, "docs/serve/__init__.py": true, "docs.py": true, "lib/__init__.py": true, "__init__.py": false, "docs/serve/x/__init__.py": false,
		"lib/hook.cjs": true, "lib/\u00f6.js": true, "lib/quick.py": true, "lib/whole/__main__.py": true,
		"docs/serve.md/x": false, "docs/other.py": false, "hooks.py": false, "node.js": false, "lib/run/x.js": false, "lib/index.js": false, "docs/__main__.py": false,
	} {
		if g := Of(git.User{}, y.call("."), p); (g.Why == byNamed) != named {
			t.Errorf("%s: %+v", p, g)
		}
	}
}

// TestSettingsSayWhereAServerBegins: its words are seen from there, too.
func TestSettingsSayWhereAServerBegins(t *testing.T) {
	y := newYard(t, nil)
	y.put(".vscode/mcp.json", `{"servers":{"a":{"command":"python3","args":["serve.py"],"cwd":"${workspaceFolder}/docs"},"b":{"cwd":"web/","command":"python3","args":["-m","lib.run"]}}}`)
	y.put(".mcp.json", `{"mcpServers":{"c":{"command":"uv","args":["--directory","app","run","serve.py"]},"d":{"command":"python3","args":["-m","srv"],"env":{"PYTHONPATH":"src"}}}}`)
	y.put(".claude/settings.json", `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"cd \"$CLAUDE_PROJECT_DIR/ci\" && sh end"}]}]}}`)
	y.put(".codex/config.toml", "[mcp_servers.c]\ncommand = \"node\"\nargs = [\"./start\"]\ncwd = \"$PWD/tools\"\n")
	for p, named := range map[string]bool{
		"docs/serve.py": true, "web/lib/run.py": true, "tools/start.js": true, "app/serve.py": true, "src/srv.py": true, "ci/end": true, "docs/other.py": false, "docs/deep/serve.py": false, "web/run.py": false,
	} {
		if g := Of(git.User{}, y.call("."), p); (g.Why == byNamed) != named {
			t.Errorf("%s: %+v", p, g)
		}
	}
}
