package process

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"parley/store/system"
	"parley/store/text/clean"
	"parley/views/text"
)

// FileExists reports whether a path exists.
func FileExists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// Glyphs are the signs that the terminals of the program can show, see Fit.
func Glyphs(p *Program) text.Glyphs {
	if p.Charset != clean.Unicode {
		return text.ASCII()
	}
	return text.Unicode()
}

// Terminal makes a text fit for a terminal that prints it directly: control
// characters and invisible characters are spelled out.
//
//go:noinline
func Terminal(s string) string { return clean.Tame(s) }

// Row makes a text the row of a list: as Terminal, on one line, whatever stands in it. ␊ is where
// a line of its own ends, so that nobody's words look like a row.
func Row(s string) string { return Terminal(clean.Unbroken(s)) }

// Say writes a message of the program's own, fit for a terminal. What follows a line break in it, which may
// stand in the name of a folder, is moved in, so that it looks like no message.
func Say(w io.Writer, message string) {
	lines := strings.Split(Terminal(message), "\n")
	for i, line := range lines[1:] {
		if line != "" && !strings.HasPrefix(line, margin) {
			lines[i+1] = margin + line
		}
	}
	_ = Rows(w, "parley: "+strings.Join(lines, "\n")+"\n")
}

// Rows writes text of lines that are fit for a terminal. On a terminal one that is too long goes on behind a
// mark: in the first column, where the terminal would let it go on, it could look like a line of its own. What
// is not taken, [Output] remembers too.
func Rows(w io.Writer, text string) error {
	width := Width(w)
	if width == 0 {
		_, err := io.WriteString(w, text)
		return err
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		words, ended := strings.CutSuffix(line, "\n")
		if !ended || len(clean.Shown(words)) < width && !strings.Contains(words, "\t") {
			b.WriteString(line)
			continue
		}
		Print(&b, "", words, width)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// margin is how far lines are moved in that belong to the one above.
const margin = "  "

// NoTerminal is the message when a screen has nothing to be drawn on.
const NoTerminal = "there is no terminal to draw on; use `parley run \"…\"` for one turn without a screen, " +
	"or `parley --accessible` for plain lines"

// Shown makes a text fit for the output: see Terminal.
func (p *Program) Shown(s string) string { return Terminal(s) }

// Columns is the width of the output's terminal, or the usual width if the output is
// something else or does not say.
func (p *Program) Columns(usual int) int {
	if p.OutTTY {
		return cmp.Or(Width(p.Out), usual)
	}
	return usual
}

// Width is the width of the terminal behind a writer, 0 if there is none or it does not say.
func Width(w io.Writer) int {
	if f, ok := system.FileOf(w); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil {
			return max(width, 0)
		}
	}
	return 0
}

// Print prints a line behind a margin of at most two cells on a terminal of that width: what is too
// long goes on behind … in the margin, with the blanks at the break. Where the width is 0, it is one line.
func Print(out io.Writer, margin, line string, width int) {
	if width == 0 {
		fmt.Fprintf(out, "%s%s\n", margin, line)
		return
	}
	rows := text.NewRows(text.ExpandTabs(line), max(width-len("  ")-1, 1))
	for row, more := rows.Next(); more; row, more = rows.Next() {
		if rows.GoesOn() {
			margin = clean.Ours("… ")
		}
		fmt.Fprintf(out, "%s%s\n", margin, row)
	}
}
