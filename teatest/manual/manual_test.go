package main

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"parley/model/cli"
	"parley/model/cli/process"
)

var first = edition{"1.2.3", "2026-11-23"}

const head = `.TH "PARLEY\-A" 7 "2026\-11\-23" "Parley 1.2.3" "Parley\(aqs manual"
.nh
.ad l
.SH "NAME"
parley\-a \- `

// TestADocument: each part of a document, and what would be a request in the language of
// manual pages.
func TestADocument(t *testing.T) {
	for _, c := range []struct{ name, markdown, want string }{
		{"nothing", "", "parley\\-a\n"},
		{"a title and prose", "# A *b*\n\nOne `-x` two\n**three** \\*four\\*.", "A b\n.SH \"DESCRIPTION\"\n.PP\nOne \\fB\\-x\\fR two\n\\fBthree\\fR *four*.\n"},
		{"headings", "# A\n\n## \"B\"\n\n### C d\n", "A\n.SH \"\\(dqB\\(dq\"\n.SS \"C d\"\n"},
		{"no requests", "# A\n\n## B\n\n.so x\n'x\n\\(bu\n", "A\n.SH \"B\"\n.PP\n\\&.so x\n\\(aqx\n(bu\n"},
		{"code", "# A\n\n## B\n\n    .x \\n\n\n    -y\n", "A\n.SH \"B\"\n.PP\n.RS 4\n.nf\n\\&.x \\en\n.sp\n\\-y\n.fi\n.RE\n"},
		{"lists", "# A\n\n## B\n\n- a\n  1. b\n  2. c\n- d\n\n  e\n", "A\n.SH \"B\"\n.IP \\(bu 4\na\n.RS 4\n.IP 1. 4\nb\n.IP 2. 4\nc\n.PP\n.RE\n.IP \\(bu 4\nd\n.PP\ne\n.PP\n"},
		{"a table of two", "# A\n\n## B\n\n| a | b |\n| --- | --- |\n| `c` | d |\n", "A\n.SH \"B\"\n.TP\n\\fBc\\fR\nd\n.PP\n"},
		{"a table of three", "# A\n\n## B\n\n| a | b | |\n| --- | --- | --- |\n| c | d | e |\n| f | | g |\n", "A\n.SH \"B\"\n.TP\nc\n\\fIb\\fR: d\n.br\ne\n.TP\nf\ng\n.PP\n"},
		{"links", "# A\n\n## B\n\n[docs/c.md](c.md) [d](e.md#f) [g](#h) [i](decisions/1.md) [j](https://k.example) ![l](m.png)\n", "A\n.SH \"B\"\n.PP\n\\fBparley\\-c\\fR(7) d (\\fBparley\\-e\\fR(7)) g i j <https://k.example> [l]\n"},
	} {
		if got := documentPage("parley-a", []byte(c.markdown), first); got != head+c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, head+c.want)
		}
	}
}

func TestACommand(t *testing.T) {
	c := &cobra.Command{Use: "parley [flags] [message…]", Short: "Short", Long: "Long -- one.\n\n    parley -x\n", Run: func(*cobra.Command, []string) {}}
	c.Flags().StringP("model", "m", "", "ask this `model`")
	c.Flags().String("format", "text", "text or json")
	c.AddCommand(&cobra.Command{Use: "below", Short: "Below", Run: c.Run}, &cobra.Command{Use: "secret", Hidden: true, Run: c.Run})
	pages := commandPages(c, [][2]string{{"0", "done"}}, []page{{"parley-forms.7", ""}}, first)
	var names []string
	for _, p := range pages {
		names = append(names, p.name)
	}
	if !slices.Equal(names, []string{"parley.1", "parley-below.1"}) {
		t.Errorf("pages %q", names)
	}
	want := `.TH "PARLEY" 1 "2026\-11\-23" "Parley 1.2.3" "Parley\(aqs manual"
.fchar \[u2026] ...
.nh
.ad l
.SH "NAME"
parley \- Short
.SH "SYNOPSIS"
\fBparley\fR [flags] [message…]
.br
\fBparley\fR \fIcommand\fR …
.SH "DESCRIPTION"
.PP
Long \-\- one.
.PP
.RS 4
.nf
    parley \-x
.fi
.RE
.SH "OPTIONS"
.TP
\fB\-\-format\fR \fIstring\fR
text or json (text if it is not given)
.TP
\fB\-h\fR, \fB\-\-help\fR
help for parley
.TP
\fB\-m\fR, \fB\-\-model\fR \fImodel\fR
ask this model
.SH "COMMANDS"
.TP
\fBparley\-below\fR(1)
Below
.SH "EXIT STATUS"
.TP
\fB0\fR
done
.SH "SEE ALSO"
\fBparley\-forms\fR(7)
`
	if pages[0].text != want {
		t.Errorf("%s\nwant\n%s", pages[0].text, want)
	}
	if got := pages[1].text; !strings.HasSuffix(got, ".SH \"SEE ALSO\"\n\\fBparley\\fR(1)\n") {
		t.Errorf("the page of a command below:\n%s", got)
	}
}

// TestEverythingHasAPage: every command and every document, with no request that the
// language does not have; and a script for each shell.
func TestEverythingHasAPage(t *testing.T) {
	dir, module := t.TempDir(), filepath.Join("..", "..")
	if err := write(module, dir, first, false); err != nil {
		t.Fatal(err)
	}
	documents, err := filepath.Glob(filepath.Join(module, "docs", "*.md"))
	if err != nil || len(documents) < 20 {
		t.Fatal(documents, err)
	}
	want := []string{"completions/_parley", "completions/parley", "completions/parley.fish", "completions/parley.ps1"}
	for _, d := range documents {
		want = append(want, "man/man7/parley-"+strings.TrimSuffix(filepath.Base(d), ".md")+".7")
	}
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		want = append(want, "man/man1/"+strings.ReplaceAll(c.CommandPath(), " ", "-")+".1")
		for _, below := range c.Commands() {
			if !below.Hidden && below.Name() != "help" {
				walk(below)
			}
		}
	}
	walk(cli.Commands(&process.Program{}))
	requests := regexp.MustCompile(`^\.(TH|SH|SS|PP|TP|IP|RS|RE|nf|fi|br|sp|nh|ad|fchar)\b`)
	var got []string
	for _, name := range want {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
			continue
		}
		got = append(got, name)
		if !strings.HasPrefix(name, "man/") {
			continue
		}
		for _, c := range string(text) {
			if f := fallbacks[c]; c > '~' && !strings.ContainsRune("–×→←−›”“¼", c) && (f[0] == "" || !strings.Contains(string(text), ".fchar \\["+f[0]+"] ")) {
				t.Errorf("%s: a terminal of ASCII shows nothing for %q: see fallbacks", name, c)
			}
		}
		for line := range strings.Lines(string(text)) {
			if strings.HasPrefix(line, "'") || strings.HasPrefix(line, ".") && !requests.MatchString(line) {
				t.Errorf("%s: %q is taken for a request", name, line)
			}
		}
	}
	if len(got) < 60 {
		t.Errorf("only %d files", len(got))
	}
	main, err := os.ReadFile(filepath.Join(dir, "man", "man1", "parley.1"))
	if err != nil || !strings.Contains(string(main), ".TP\n\\fB130\\fR\ninterrupted\n") {
		t.Errorf("the exit statuses are not in it: %v", err)
	}
}

// TestACommandNamesItsDocuments: the page of a command leads to the documents about it, which
// may have the same name; what subjects names is there.
func TestACommandNamesItsDocuments(t *testing.T) {
	root := cli.Commands(&process.Program{})
	documents, err := documentPages(filepath.Join("..", "..", "docs"), first)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ command, want string }{
		{"rules", "parley-rules.7"},
		{"rules test", "parley-rules.7"},
		{"mcp login", "parley-mcp.7"},
		{"run", "parley-scripting.7"},
		{"audit", "parley-conversations.7 parley-who-answers.7"},
		{"completion", ""},
	} {
		command, _, err := root.Find(strings.Fields(c.command))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, p := range about(command, documents) {
			got = append(got, p.name)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", c.command, got, c.want)
		}
	}
	for command, names := range subjects {
		if c, _, err := root.Find([]string{command}); err != nil || c == root {
			t.Errorf("there is no command %s", command)
		}
		for _, name := range names {
			if !slices.ContainsFunc(documents, func(p page) bool { return p.name == "parley-"+name+".7" }) {
				t.Errorf("%s: there is no document %s", command, name)
			}
		}
	}
	pages := commandPages(root, nil, documents, first)
	i := slices.IndexFunc(pages, func(p page) bool { return p.name == "parley-rules-test.1" })
	if i < 0 || !strings.HasSuffix(pages[i].text, ".SH \"SEE ALSO\"\n\\fBparley\\-rules\\fR(1),\n\\fBparley\\-rules\\fR(7)\n") {
		t.Errorf("parley-rules-test(1) does not end with its documents")
	}
}

// TestTheReleaseTakesWhatIsThere: each file that .ci/goreleaser.yaml names is in the module or
// is written before, and each variable that it sets exists. Only .ci/release runs it.
func TestTheReleaseTakesWhatIsThere(t *testing.T) {
	module, dir := filepath.Join("..", ".."), t.TempDir()
	config, err := os.ReadFile(filepath.Join(module, ".ci", "goreleaser.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if err := write(module, dir, first, true); err != nil {
		t.Fatal(err)
	}
	sources := regexp.MustCompile(`src: "?([^",}]+)`).FindAllStringSubmatch(string(config), -1)
	if len(sources) < 15 {
		t.Errorf("only %d files were found", len(sources))
	}
	for _, s := range sources {
		at := filepath.Join(module, s[1])
		if written, is := strings.CutPrefix(s[1], ".ci/out/"); is && !strings.HasPrefix(written, "{{") { // else by a hook
			at = filepath.Join(dir, written)
		}
		if found, err := filepath.Glob(at); err != nil || len(found) == 0 && !strings.Contains(s[1], "{{") {
			t.Errorf("%s: nothing is there (%v)", s[1], err)
		}
	}
	version, err := os.ReadFile(filepath.Join(module, "model", "cli", "version", "version.go"))
	if err != nil {
		t.Fatal(err)
	}
	set := regexp.MustCompile(`-X parley/model/cli/version\.(\w+)=`).FindAllStringSubmatch(string(config), -1)
	if len(set) != 3 {
		t.Errorf("%d variables are set", len(set))
	}
	for _, v := range set {
		if !regexp.MustCompile(`(?m)^\t` + v[1] + ` += `).Match(version) {
			t.Errorf("there is no variable %s", v[1])
		}
	}
	for _, main := range regexp.MustCompile(`(?m)^    main: (\S+)$`).FindAllStringSubmatch(string(config), -1) {
		if found, err := filepath.Glob(filepath.Join(module, main[1], "main.go")); err != nil || len(found) != 1 {
			t.Errorf("%s is no program", main[1])
		}
	}
}

// TestAnArchiveHasWhatItsReadmeShows: each file of ours that the README names, pictures among
// them, is in the archives.
func TestAnArchiveHasWhatItsReadmeShows(t *testing.T) {
	module := filepath.Join("..", "..")
	config, err := os.ReadFile(filepath.Join(module, ".ci", "goreleaser.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	_, archives, _ := strings.Cut(string(config), "\narchives:\n")
	archives, _, _ = strings.Cut(archives, "\nnfpms:\n")
	sources := regexp.MustCompile(`src: "?([^",}]+)`).FindAllStringSubmatch(archives, -1)
	readme, err := os.ReadFile(filepath.Join(module, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	links := regexp.MustCompile(`\]\(([^)#:]+)\)`).FindAllStringSubmatch(string(readme), -1)
	if len(links) < 30 {
		t.Errorf("only %d links were found", len(links))
	}
	for _, l := range links {
		if !slices.ContainsFunc(sources, func(s []string) bool {
			is, err := path.Match(s[1], l[1])
			below, deep := path.Match(s[1], l[1]+"x.md")
			return err == nil && is || strings.HasSuffix(l[1], "/") && deep == nil && below
		}) {
			t.Errorf("%s is in no archive", l[1])
		}
	}
}

// TestADebHasItsLicence: nfpm leaves what has a type of rpm out of a deb.
func TestADebHasItsLicence(t *testing.T) {
	config, err := os.ReadFile(filepath.Join("..", "..", ".ci", "goreleaser.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	files := regexp.MustCompile(`dst: (/usr/share/doc/[^,}]+)([^}]*)\}(?:\n|$)`).FindAllStringSubmatch(string(config), -1)
	var deb, rpm []string
	for _, f := range files {
		if !strings.Contains(f[2], "packager: rpm") && !strings.Contains(f[2], "type:") {
			deb = append(deb, path.Base(f[1]))
		}
		if !strings.Contains(f[2], "packager: deb") {
			rpm = append(rpm, path.Base(f[1]))
		}
	}
	want := []string{"README.md", "CHANGELOG.md", "copyright", "LICENCES-OF-OTHERS.txt"}
	if !slices.Equal(deb, want) || !slices.Equal(rpm, want) {
		t.Errorf("a deb has %q, an rpm %q", deb, rpm)
	}
}

// TestAReleaseNamesItsMaintainer: nobody finds out from a package that its address was made up.
func TestAReleaseNamesItsMaintainer(t *testing.T) {
	for _, maintainer := range []string{"", "Jane Roe", "jane@host.org", "Jane Roe <jane>", "Jane Roe <jane@host.invalid>", "Jane Roe <jane@example.org>"} {
		c := exec.Command("bash", filepath.Join("..", "..", ".ci", "release"))
		c.Env = append(os.Environ(), "MAINTAINER="+maintainer, "GORELEASER=false")
		out, err := c.CombinedOutput()
		if want := ".ci/release: MAINTAINER must be who answers for the packages and can be written to, as in 'Jane Roe <jane@host.org>'\n"; err == nil || string(out) != want {
			t.Errorf("%q: %v, %s", maintainer, err, out)
		}
	}
}
