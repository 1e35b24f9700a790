package process

import (
	"context"
	"io"
	"os"
	"os/exec"
	"strings"

	"parley/model/cli/terminal"
	"parley/store/system"
	"parley/store/text/clean"
)

// Fit finds out what the terminals of the program can show, and makes what is printed on them fit.
// Where the locale does not say UTF-8, a terminal gets ASCII only, unless it says itself that it is
// in UTF-8 mode. A file or a pipe gets UTF-8.
func (p *Program) Fit() {
	set, utf8 := p.locale()
	if utf8 {
		return
	}
	switch any, utf8 := p.terminals(); {
	case !any || utf8 && !set:
		return
	case utf8:
		p.Charset = clean.OwnASCII
	default:
		p.Charset = clean.OnlyASCII
	}
	clean.Shows(p.Charset)
	if open := p.Terminal; open != nil && p.Charset == clean.OnlyASCII {
		p.Terminal = func() (io.ReadWriteCloser, error) {
			tty, err := open()
			if err != nil {
				return nil, err
			}
			return &bare{ReadWriteCloser: tty}, nil
		}
	}
}

// locale reports whether the environment names a locale, and whether that is one with UTF-8.
func (p *Program) locale() (set, utf8 bool) {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToUpper(p.Variable(name)); v != "" {
			return true, strings.Contains(v, "UTF-8") || strings.Contains(v, "UTF8")
		}
	}
	return false, false
}

// Spells reports whether a writer is a terminal that shows ASCII only.
func (p *Program) Spells(w io.Writer) bool {
	f, is := w.(*os.File)
	return is && p.Charset == clean.OnlyASCII && IsTerminal(f)
}

// terminals reports whether there is any that the program may write to, and whether all of them say
// that they are in UTF-8 mode.
func (p *Program) terminals() (any, utf8 bool) {
	utf8 = true
	look := func(f *os.File, is bool) {
		if is && IsTerminal(f) {
			any, utf8 = true, utf8 && terminal.UTF8(f)
		}
	}
	for _, w := range []io.Writer{p.Out, p.Err} {
		f, is := w.(*os.File)
		look(f, is)
	}
	if !any && p.Terminal != nil {
		if tty, err := p.Terminal(); err == nil {
			look(system.FileOf(tty))
			_ = tty.Close() // nothing was written
		}
	}
	return any, utf8 && (!any || p.shownInUTF8())
}

// shownInUTF8 reports whether what shows the terminal can be believed: one within another says that
// it is in UTF-8 mode whatever that can show. Of those only tmux can be asked.
func (p *Program) shownInUTF8() bool {
	if !p.InTmux() {
		return p.Variable("STY") == "" // of GNU screen
	}
	path, err := p.Find("tmux")
	if err != nil {
		return false
	}
	ctx, end := context.WithTimeout(context.Background(), asking)
	defer end()
	cmd := exec.CommandContext(ctx, path, "list-clients", "-F", "#{client_utf8}")
	cmd.Env, cmd.Dir, cmd.WaitDelay = p.OwnEnv(), p.Away(), asking
	out, err := cmd.Output()
	clients := strings.Fields(string(out))
	for _, utf8 := range clients {
		if utf8 != "1" {
			return false
		}
	}
	return err == nil && len(clients) > 0
}

// bare is a terminal that shows ASCII only: what is not is spelled out.
type bare struct {
	io.ReadWriteCloser
	spells clean.Speller
}

// Write writes a text spelled out.
func (b *bare) Write(p []byte) (int, error) {
	if _, err := io.WriteString(b.ReadWriteCloser, b.spells.Add(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// File is the file of the terminal.
func (b *bare) File() (*os.File, bool) { return system.FileOf(b.ReadWriteCloser) }
