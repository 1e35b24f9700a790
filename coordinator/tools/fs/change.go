package fs

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"parley/coordinator/tools/fs/paths"
	"parley/store/text/clean"
	"parley/store/text/diff"
)

// Digest binds an approval to what it approves: the path, the content that was found and
// the content that will be there. nil is a file that does not exist, which differs from an
// empty one. The result is "sha256:" and hex.
func Digest(path string, old, new []byte) string {
	return digestOf("change", path, sumOf(old), sumOf(new))
}

// sumOf is the sum of one content; "-" stands for none.
func sumOf(data []byte) string {
	if data == nil {
		return "-"
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// sumFrom is sumOf for content that is too large to hold in memory. It ends with ctx.
func sumFrom(ctx context.Context, r io.Reader) (string, error) {
	h := sha256.New()
	if _, err := io.Copy(h, whileOn{ctx, r}); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// whileOn reads until ctx is done.
type whileOn struct {
	ctx context.Context
	io.Reader
}

// Read reads on, if ctx is not done.
func (r whileOn) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p)
}

// digestOf sums parts so that no two lists of parts give the same bytes.
func digestOf(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s\n", len(p), p) // a hash never fails to write
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}

// delta is a change as it is shown: the unified diff and its size in lines.
type delta struct {
	text           string
	added, removed int
}

// linesAround is how many lines a diff has around each change.
const linesAround = 3

// compared compares two texts. A nil text is a file that does not exist.
func compared(path string, old, new []byte) delta {
	from, to := "a/"+path, "b/"+path
	if old == nil {
		from = "/dev/null"
	}
	if new == nil {
		to = "/dev/null"
	}
	a, b := diff.Lines(string(old)), diff.Lines(string(new))
	changes := diff.Compare(a, b)
	d := delta{text: clean.Bytes(diff.Unified(paths.Show(from), paths.Show(to), a, b, diff.Group(changes, linesAround), linesAround))}
	for _, c := range changes {
		d.added, d.removed = d.added+c.NewTo-c.NewFrom, d.removed+c.OldTo-c.OldFrom
	}
	return d
}

// readable makes text fit for a result: bytes that are not UTF-8 would not survive the record.
func readable(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// beginning is at most n bytes of a longer s, cut between runes where s is UTF-8.
func beginning(s string, n int) string {
	for cut := n; cut > n-utf8.UTFMax; cut-- {
		if utf8.RuneStart(s[cut]) {
			return s[:cut]
		}
	}
	return s[:n]
}

// fence puts text into a Markdown fence longer than any run of backticks in it.
func fence(language, text string) string {
	longest, run := 2, 0
	for i := range len(text) {
		if text[i] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	marks := strings.Repeat("`", longest+1)
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return marks + language + "\n" + text + marks
}

// binary reports whether data is not text. Invalid UTF-8 alone does not make it binary:
// old texts in other encodings are full of it.
func binary(data []byte) bool { return bytes.IndexByte(data, 0) >= 0 }

// lineCount counts lines, including a last one without a newline.
func lineCount(data []byte) int {
	n := bytes.Count(data, []byte("\n"))
	if len(data) > 0 && data[len(data)-1] != '\n' {
		n++
	}
	return n
}

// plain reports whether a question can show data byte for byte.
func plain(data []byte) bool { return !binary(data) && valid(data) }

// valid reports whether data is UTF-8.
func valid(data []byte) bool { return utf8.Valid(data) }
