package cli

import (
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"parley/config"
)

// TestTogglesAreJoined: a flag with an optional value takes only what stands in
// the same word, so the word after it is joined where it can be a tool's name.
func TestTogglesAreJoined(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"", ""},
		{"-t", "-t"},
		{"-T", "-T"},
		{"-t fs_read_file", "-t=fs_read_file"},
		{"-T run_command -t", "-T=run_command -t"},
		{"--tool a --no-tool b", "--tool=a --no-tool=b"},
		{"-t -T", "-t -T"},
		{"-t -m x/y", "-t -m x/y"},
		{"-t a b", "-t=a b"},
		{"-t=a b", "-t=a b"},
		{"-t a-b", "-t=a-b"},
		{"-t what?", "-t what?"},
		{"-t main.go", "-t main.go"},
		{"-t " + strings.Repeat("a", 64), "-t=" + strings.Repeat("a", 64)},
		{"-t " + strings.Repeat("a", 65), "-t " + strings.Repeat("a", 65)},
		{"-t -- a", "-t -- a"},
		{"-- -t a", "-- -t a"},
		{"run -t a -- -T b", "run -t=a -- -T b"},
		{"-m -t", "-m -t"},
		{"-t a -t b -T a", "-t=a -t=b -T=a"},
	} {
		if got := strings.Join(toggles(strings.Fields(c.args)), " "); got != c.want {
			t.Errorf("%q: %q, want %q", c.args, got, c.want)
		}
	}
	if got := toggles([]string{"-t", "two words"}); !reflect.DeepEqual(got, []string{"-t", "two words"}) {
		t.Errorf("a message of two words: %q", got)
	}
}

func TestSwitchesKeepTheirOrder(t *testing.T) {
	var o options
	c := &cobra.Command{Use: "x", RunE: func(*cobra.Command, []string) error { return nil }}
	o.register(c)
	c.SetArgs(toggles(strings.Fields("-T -t a -T=b --tool --no-tool c")))
	if err := c.Execute(); err != nil {
		t.Fatal(err)
	}
	want := []config.ToggleFlag{{}, {On: true, Name: "a"}, {Name: "b"}, {On: true}, {Name: "c"}}
	if !reflect.DeepEqual(o.toggles, want) {
		t.Errorf("%+v, want %+v", o.toggles, want)
	}
}

func TestSentence(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "",
		"One":                          "One",
		"One.":                         "One.",
		"One. Two.":                    "One.",
		"One\nTwo. Three.":             "One",
		"Reads main.go of it. And on.": "Reads main.go of it.",
	} {
		if got := sentence(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestTerminalText(t *testing.T) {
	for text, want := range map[string]string{
		"plain\tand\nlines":    "plain\tand\nlines",
		"\x1b[31mred":          "␛[31mred",
		"a\x00b\x7fc\rd":       "a␀b␡c␍d",
		"c1 \u009b31m":         "c1 <U+009B>31m",
		"no text: \xff":        "no text: �",
		"Grüße, 世界":            "Grüße, 世界",
		"a\u200bb\u061cc":      "a<U+200B>b<U+061C>c",
		"👨\u200d👩":             "👨\u200d👩",
		"\x1b]0;title\x07ends": "␛]0;title␇ends",
	} {
		if got := terminalText(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// reader is a standard input that fails.
type reader struct{ err error }

func (r reader) Read([]byte) (int, error) { return 0, r.err }

func TestMessage(t *testing.T) {
	const none = "no message; say `parley run \"your message\"`, or pipe one in"
	for _, c := range []struct {
		name  string
		args  []string
		input io.Reader
		want  string
		err   string
	}{
		{"words", []string{"a", "b c"}, strings.NewReader("not this"), "a b c", ""},
		{"a dash", []string{"-"}, strings.NewReader("\n a\n b \n\n"), "a\n b", ""},
		{"nothing", nil, strings.NewReader("piped"), "piped", ""},
		{"an empty word", []string{""}, strings.NewReader("piped"), "piped", ""},
		{"nothing at all", nil, strings.NewReader(""), "", none},
		{"blanks", nil, strings.NewReader(" \n\t"), "", none},
		{"a blank word", []string{"  "}, strings.NewReader("piped"), "", none},
		{"a dash among words", []string{"a", "-"}, strings.NewReader("not this"), "a -", ""},
		{"bytes", nil, strings.NewReader("caf\xe9"), "caf\uFFFD", ""},
		{"a broken pipe", nil, reader{errors.New("it broke")}, "", "cannot read the message from standard input: it broke"},
	} {
		p := Program{In: c.input}
		got, err := p.message(c.args)
		if got != c.want || said(err) != c.err {
			t.Errorf("%s: %q, %q; want %q, %q", c.name, got, said(err), c.want, c.err)
		}
		if c.err == none && !isUsage(err) {
			t.Errorf("%s: it is no error of use: %v", c.name, err)
		}
	}
}

func said(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func isUsage(err error) bool {
	var s statusError
	return errors.As(err, &s) && s.status == ExitUsage
}
