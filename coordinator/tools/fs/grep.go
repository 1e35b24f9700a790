package fs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"regexp"
	"strconv"
	"strings"

	"parley/coordinator/tool"
	"parley/coordinator/tools/fs/paths"
	"parley/forms"
)

// What one call of fs_grep_files returns at most.
const (
	grepMatches = 200      // matching lines that are shown
	grepBytes   = 64 << 10 // bytes of output
	grepLine    = 400      // bytes of one line
	grepContext = 10       // lines before and after
)

// grepFiles is fs_grep_files.
type grepFiles struct{ desk *desk }

type grepArguments struct {
	Pattern    string   `json:"pattern"`
	Paths      []string `json:"paths"`
	Include    string   `json:"include"`
	Context    int      `json:"context"`
	IgnoreCase bool     `json:"ignore_case"`
	All        bool     `json:"include_ignored"`
}

// Spec describes the tool to the model.
func (grepFiles) Spec() tool.Spec { return grepSpec() }

// Describe names the pattern and the places that are searched.
func (grepFiles) Describe(arguments json.RawMessage) string {
	var in grepArguments
	if decode(arguments, &in) != nil {
		return ""
	}
	return textDescribeGrep(in)
}

// Covers is every search in the same places.
func (grepFiles) Covers(arguments json.RawMessage) tool.Cover {
	var in grepArguments
	if decode(arguments, &in) != nil {
		return exactly("fs_grep_files", arguments)
	}
	return tool.Cover{
		Key:  digestOf(append([]string{"fs_grep_files"}, in.Paths...)...),
		Text: "searching " + whereText(in.Paths),
	}
}

// Run searches.
func (g grepFiles) Run(ctx context.Context, call tool.Call) tool.Outcome {
	var in grepArguments
	if err := decode(call.Arguments, &in); err != nil {
		return failed(ctx, "", err)
	}
	at, err := g.desk.sit(ctx)
	if err != nil {
		return failed(ctx, "", err)
	}
	defer at.leave()
	s, err := newSearch(call, in)
	if err != nil {
		return failed(ctx, "", err)
	}
	if len(in.Paths) == 0 {
		in.Paths = []string{"."}
	}
	s.walk.seat = at
	for _, raw := range in.Paths {
		p, err := place(call, raw)
		if err == nil {
			err = at.yield(ctx)
		}
		if err == nil {
			err = s.at(ctx, p)
		}
		if err != nil {
			return failed(ctx, raw, err)
		}
	}
	return tool.Success{Content: s.result()}
}

// search is one run of fs_grep_files.
type search struct {
	root    *os.Root
	re      forms.Pattern
	literal string // every match begins with it; empty: unknown
	whole   bool   // and nothing follows it
	left    int64  // what lines may still cost
	in      grepArguments
	seen    map[string]bool
	out     strings.Builder
	found   int // lines that match
	shown   int
	files   int      // with a match
	large   int      // left out for their size
	binary  int      // left out as not text
	unread  int      // that could not be read
	long    int      // lines left out as too much for the pattern
	asked   []string // that the user is to be asked about first
	walk    walk
}

// newSearch compiles the pattern.
func newSearch(call tool.Call, in grepArguments) (*search, error) {
	if in.Pattern == "" {
		return nil, fault(textNoPattern)
	}
	if err := globFault(in.Include); err != nil {
		return nil, err
	}
	in.Context = min(max(in.Context, 0), grepContext)
	expression := in.Pattern
	if in.IgnoreCase {
		expression = "(?i)" + expression
	}
	re, err := forms.ReadPattern(expression)
	if err != nil {
		return nil, fault(textBadPattern(in.Pattern, err))
	}
	literal, _ := re.LiteralPrefix()
	return &search{
		root: call.Root, re: re, literal: literal, whole: regexp.QuoteMeta(literal) == re.String(), left: mostSearched, in: in, seen: map[string]bool{},
		walk: walk{root: call.Root, wall: wallOf(call), all: in.All},
	}, nil
}

// at searches a file, or the files below a directory.
func (s *search) at(ctx context.Context, p string) error {
	if err := s.walk.wall.fault(p); err != nil {
		return err
	}
	info, err := s.root.Stat(p)
	if err != nil {
		return at(p, err)
	}
	if !info.IsDir() {
		if err := regular(p, info); err != nil {
			return err
		}
		return s.file(ctx, p, func() (*os.File, os.FileInfo, error) { return s.walk.wall.open(s.root, p) })
	}
	s.walk.visit = func(e entry) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !e.mode.IsRegular() || !named(s.in.Include, e.path) {
			return nil
		}
		if s.walk.asks(e.path) {
			if !s.seen[e.path] {
				s.asked = append(s.asked, e.path)
			}
			s.seen[e.path] = true
			return nil
		}
		found := func() (*os.File, os.FileInfo, error) {
			return s.walk.wall.straight(s.root, s.walk.straight(e.path), e.path)
		}
		if err := s.file(ctx, e.path, found); err != nil {
			s.unread++
		}
		return ctx.Err()
	}
	return s.walk.from(ctx, p)
}

// file searches one file, once.
func (s *search) file(ctx context.Context, p string, open func() (*os.File, os.FileInfo, error)) error {
	if s.seen[p] {
		return nil
	}
	s.seen[p] = true
	f, _, err := open()
	if err != nil {
		return at(p, err)
	}
	defer f.Close() // only read: nothing can be lost
	data, err := limited(f, maxGrep)
	switch {
	case errors.Is(err, errTooLarge):
		s.large++
		return nil
	case err != nil:
		return at(p, err)
	case !bytes.Contains(data, []byte(s.literal)):
		return nil
	case binary(data):
		s.binary++
		return nil
	}
	return s.text(ctx, p, data)
}

// text finds the matching lines of one file and writes them with their context.
func (s *search) text(ctx context.Context, p string, data []byte) error {
	lines := strings.Split(strings.TrimSuffix(strings.TrimPrefix(string(data), bom), "\n"), "\n")
	hit := make([]bool, len(lines))
	written := -1 // the last line that was written
	found := 0
	for i, line := range lines {
		if hit[i] = s.matches(ctx, strings.TrimSuffix(line, "\r")); hit[i] {
			found++
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	for i := range lines {
		if hit[i] && i > written && s.room() {
			written = s.window(p, lines, hit, i, written)
		}
	}
	if found > 0 {
		s.found += found
		s.files++
	}
	return nil
}

// room reports whether more may be shown.
func (s *search) room() bool { return s.shown < grepMatches && s.out.Len() < grepBytes }

// window writes the match in line i with those lines around it that were not written yet,
// and returns the last line written. Matches so close together that their contexts touch
// share a window.
func (s *search) window(p string, lines []string, hit []bool, i, written int) int {
	from, to := max(written+1, i-s.in.Context), min(i+s.in.Context, len(lines)-1)
	if s.in.Context > 0 && s.out.Len() > 0 && (written < 0 || from > written+1) {
		s.out.WriteString("--\n")
	}
	for n := from; n <= to; n++ {
		mark := "-"
		if hit[n] {
			mark = ":"
			s.shown++
			to = max(to, min(n+s.in.Context, len(lines)-1))
		}
		s.out.WriteString(paths.Show(p) + mark + strconv.Itoa(n+1) + mark + " " + shortened(lines[n]) + "\n")
		if !s.room() {
			return n
		}
	}
	return to
}

// shortened cuts a line that is too long, between runes, and says so.
func shortened(line string) string {
	line = strings.TrimSuffix(line, "\r")
	if len(line) <= grepLine {
		return readable(line)
	}
	head := beginning(line, grepLine)
	return readable(head) + textLineCut(len(line)-len(head))
}

// result is what was found, and what was not searched.
func (s *search) result() string {
	text := s.out.String()
	if s.found == 0 {
		text = textNoMatches
	} else {
		text += "\n" + textFound(s.found, s.files)
	}
	if more := s.found - s.shown; more > 0 {
		text += textMoreMatches(more)
	}
	return text + textLeftOut(s.large, s.binary, s.unread) + textLongLines(s.long) + textAsked(s.asked) + s.walk.shutText()
}
