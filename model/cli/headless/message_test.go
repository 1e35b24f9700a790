package headless

import (
	"errors"
	"io"
	"strings"
	"testing"

	"parley/model/cli/process"
)

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
		p := process.Program{In: c.input}
		got, err := messageOf(&p, strings.Join(c.args, " "))
		said := ""
		if err != nil {
			said = err.Error()
		}
		if got != c.want || said != c.err {
			t.Errorf("%s: %q, %q; want %q, %q", c.name, got, said, c.want, c.err)
		}
		var status process.StatusError
		if c.err == none && (!errors.As(err, &status) || status.Status != process.ExitUsage) {
			t.Errorf("%s: it is no error of use: %v", c.name, err)
		}
	}
}
