package rules

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// tracer is a folder with hostile names, and a folder of programs that note how they were
// started.
type tracer struct {
	dir, bin, log string
	shells        [][]string
	before        []string
}

// The programs. The shells that run the lines find nothing else, and busybox has none of
// these names built in.
var traced = []string{"one", "two", "three", "sudoku"}

// hostile are names of files that are flags, operators or names of programs.
var hostile = []string{"-rf", "--output=x", "$(two)", ";two", "a b", "*", "[", "~", "#x", "{a,b}", "one", "-e", "a\ntwo", "`two`", "&two", "|two"}

func newTracer(t testing.TB) *tracer {
	t.Helper()
	top := t.TempDir()
	tr := &tracer{dir: filepath.Join(top, "dir"), bin: filepath.Join(top, "bin"), log: filepath.Join(top, "log")}
	for _, d := range []string{tr.dir, tr.bin} {
		if err := os.Mkdir(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	script := fmt.Sprintf("#!%s\nprintf '%%s\\0' $# \"${0##*/}\" \"$@\" >>'%s'\n", sh, tr.log)
	for i, name := range traced {
		if err := os.WriteFile(filepath.Join(tr.bin, name), fmt.Appendf(nil, "%sexit %d\n", script, i%2), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range hostile {
		if err := os.WriteFile(filepath.Join(tr.dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tr.before = tr.names(t)
	tr.shells = [][]string{{sh}}
	for _, more := range [][]string{{"dash"}, {"bash"}, {"bash", "--posix"}, {"busybox", "sh"}} {
		if p, err := exec.LookPath(more[0]); err == nil && real(t, p) != real(t, sh) {
			tr.shells = append(tr.shells, append([]string{p}, more[1:]...))
		}
	}
	return tr
}

// real is what a program's links lead to.
func real(t testing.TB, p string) string {
	t.Helper()
	out, err := filepath.EvalSymlinks(p)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func (tr *tracer) names(t testing.TB) []string {
	t.Helper()
	entries, err := os.ReadDir(tr.dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

// run runs a line in a shell and returns what it started and which files it made.
func (tr *tracer) run(t testing.TB, shell []string, text string) (started [][]string, made []string) {
	t.Helper()
	if err := os.WriteFile(tr.log, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, shell[0], append(slices.Clone(shell[1:]), "-c", text)...)
	cmd.Dir, cmd.Env = tr.dir, []string{"PATH=" + tr.bin, "V=-v x", "HOME=" + tr.dir}
	_, _ = cmd.CombinedOutput() // it waits for what runs in the background too; a line that fails is just as good
	if ctx.Err() != nil {
		t.Fatalf("%v does not end on %q", shell, text)
	}
	data, err := os.ReadFile(tr.log)
	if err != nil {
		t.Fatal(err)
	}
	for fields := strings.Split(string(data), "\x00"); len(fields) > 1; {
		n := number(fields[0]) + 2
		started, fields = append(started, fields[1:n]), fields[n:]
	}
	for _, name := range tr.names(t) {
		if !slices.Contains(tr.before, name) {
			made = append(made, name)
			if err := os.Remove(filepath.Join(tr.dir, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return started, made
}

// check runs a line that is not odd in every shell, and reports what was started or made
// that the engine did not see. It returns how many commands were started.
func (tr *tracer) check(t testing.TB, text string) int {
	t.Helper()
	l := readLine(text)
	if len(l.odd) > 0 {
		return 0
	}
	for _, c := range l.commands {
		for _, w := range append(slices.Clone(c.words), redirected(c.redirs)...) {
			if strings.Contains(w.text, "/") {
				return 0
			}
		}
	}
	for _, d := range redirections(l) {
		if why, _ := newJudge(NewSet(nil, Here{}), Call{}, Facts{assume: true}).redirect(d); why == askedRedirect(d.shown) {
			return 0 // it is asked about regardless of the rules; Bash expands some such targets twice
		}
	}
	n := 0
	for _, shell := range tr.shells {
		started, made := tr.run(t, shell, text)
		n += len(started)
		for _, argv := range started {
			if !slices.ContainsFunc(l.commands, func(c command) bool { return sees(c, argv) }) {
				t.Errorf("%v on %q started %q, which was not seen", shell, text, argv)
			}
		}
		for _, name := range made {
			if !slices.ContainsFunc(targets(l), func(w word) bool { return w.text == name || w.is(changed) }) {
				t.Errorf("%v on %q made %q, which was not seen", shell, text, name)
			}
		}
	}
	return n
}

// sees reports whether a command is these arguments, itself or behind a wrapper. Bash takes a
// lone time for its keyword, which is asked about.
func sees(c command, argv []string) bool {
	if len(c.words) > 0 && c.words[0].text == "time" && unwrap(c.words).asked != "" {
		return slices.ContainsFunc([]int{1, 2}, func(n int) bool { return n < len(c.words) && could(c.words[n:], argv) })
	}
	return could(c.words, argv) || could(unwrap(c.words).words, argv)
}

func redirected(list []redirect) []word {
	var out []word
	for _, d := range list {
		out = append(out, d.word)
	}
	return out
}

func targets(l line) []word { return redirected(redirections(l)) }

func redirections(l line) []redirect {
	out := slices.Clone(l.groups)
	for _, c := range l.commands {
		out = append(out, c.redirs...)
	}
	return out
}

// could reports whether words may become these arguments: a word that the shell changes may
// become any number of them.
func could(words []word, argv []string) bool {
	if len(words) == 0 {
		return len(argv) == 0
	}
	if words[0].is(changed) {
		for n := 0; n <= len(argv); n++ {
			if could(words[1:], argv[n:]) {
				return true
			}
		}
		return false
	}
	return len(argv) > 0 && argv[0] == words[0].text && could(words[1:], argv[1:])
}

// tokens are what lines are made of. They contain no endless loop, and no letters of a
// harmful program.
var tokens = []string{
	"one", "two", "three", "one", "two", " ", " ", " ", " ", "\n", ";", "&", "&&", "||", "|", "(", ")", "{", "}", "{ ", "; }",
	"$(", "`", "'", "\"", "\\", "#", "$V", "${V}", "$", "*", "?", "[", "]", "~", "a", "-x", "=", "a=1", ">", ">>", "<", "<<", "<<E", "\nE\n",
	"2>&1", ">&", "10>", "1>", "&>", "<(", ">(", "!", "! ", "for a in ", "do ", "done", "if ", "then ", "else ", "fi", "case ", " in ", "esac", ";;",
	"{a,b}", "{1..3}", "$((1", "))", "((", "$'", "$\"", "time -p ", "time ", "\t", ",", ":", "+", "%", "@(", "E", "1", "in", "function ", "coproc ",
	"\r", "[[ ", " ]]", "let ", "echo ", "true", "<<-", "<<<", "<>", ">|", "|&", ";&", "a#", "^", "-", "--", "''", "\"\"", "\\\n", "x",
}

// letters are what lines are made of that have no tokens in them.
const letters = "one two\n ;&|(){}<>#\\'\"$`!*=-~:1Vt \t\n\\\n#E\"'"

func generate(data []byte) string {
	var b strings.Builder
	if len(data) > 0 && data[0] >= 128 {
		for _, c := range data[1:min(len(data), 60)] {
			b.WriteByte(letters[int(c)%len(letters)])
		}
		return b.String()
	}
	for _, c := range data[:min(len(data), 40)] {
		b.WriteString(tokens[int(c)%len(tokens)])
	}
	return b.String()
}

// lines that are likely to be readable, with a place for what is generated.
var shapes = []string{
	"%s", "one %s two", "one '%s'", "one \"%s\"", "one | %s", "one; %s; two", "(%s)", "{ %s; }", "one $(%s)", "if one; then %s; fi",
	"for a in %s; do one; done", "case %s in a) one;; *) two;; esac", "one >%s", "one <<E\n%s\nE\ntwo", "one <<'E'\n%s\nE\ntwo", "one && ! %s",
	"time -p %s", "one %s # two", "one \\\n %s", "one a%sb", "one %s\ntwo %s\n", "%s one", "one '' %s \"\" x",
}

// TestWhatRunsWasSeen: whatever a shell starts on a line that may be allowed, in a folder
// with hostile names, is among the commands that were looked at.
func TestWhatRunsWasSeen(t *testing.T) {
	tr := newTracer(t)
	rng := rand.New(rand.NewPCG(1, 2))
	lines, started := 0, 0
	for lines < 150 {
		data := make([]byte, 1+rng.IntN(5))
		for i := range data {
			data[i] = byte(rng.IntN(256))
		}
		text := strings.ReplaceAll(shapes[rng.IntN(len(shapes))], "%s", generate(data))
		if n := tr.check(t, text); n > 0 {
			lines++
			started += n
		}
	}
	if started < 300 {
		t.Errorf("of %d lines only %d commands were started", lines, started)
	}
}

// TestTracedLines runs the lines of testdata/rules/traced.txt.
func TestTracedLines(t *testing.T) {
	data, err := os.ReadFile("../../testdata/rules/traced.txt")
	if err != nil {
		t.Fatal(err)
	}
	tr, ran := newTracer(t), 0
	for _, text := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")[2:] {
		if tr.check(t, strings.NewReplacer("⏎", "\n", "⇥", "\t").Replace(text)) > 0 {
			ran++
		}
	}
	if ran < 100 {
		t.Errorf("only %d lines started something", ran)
	}
}

func FuzzWhatRunsWasSeen(f *testing.F) {
	tr := newTracer(f)
	for i := range shapes {
		f.Add(byte(i), []byte{0, 5, 1, 9, 2})
	}
	f.Fuzz(func(t *testing.T, shape byte, data []byte) {
		tr.check(t, strings.ReplaceAll(shapes[int(shape)%len(shapes)], "%s", generate(data)))
	})
}
