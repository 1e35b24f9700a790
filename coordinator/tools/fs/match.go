package fs

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// pattern is one replacement as a model asks for it. Old must occur in the file exactly
// once; with All, every occurrence is replaced.
type pattern struct {
	Old string `json:"old"`
	New string `json:"new"`
	All bool   `json:"all"`
}

// Each pattern is looked for in the whole file, and why one is missing takes longer still.
const (
	mostPatterns = 1000 // of a call
	mostFaults   = 20   // that the model is told
)

// rewrite applies patterns in order, each to the result of those before it. whole says
// that one of them matched the entire text. The error is a fault that lists what is wrong
// with each pattern.
func rewrite(ctx context.Context, path, content string, patterns []pattern) (out string, whole bool, err error) {
	if len(patterns) > mostPatterns {
		return "", false, fault(textManyPatterns(len(patterns)))
	}
	var faults []string
	for i, p := range patterns {
		if err := ctx.Err(); err != nil {
			return "", false, err
		}
		if len(faults) == mostFaults {
			faults = append(faults, textFurther)
			break
		}
		next, wrong := replace(content, p)
		if wrong != "" {
			faults = append(faults, fmt.Sprintf("patterns[%d]: %s", i, wrong))
			continue
		}
		if size := next.size(); size > maxChange { // each pattern may multiply what those before it made
			if faults == nil {
				return "", false, fault(textTooLargeToWrite(path, size))
			}
			faults = append(faults, textFurther)
			break
		}
		content, whole = next.made(), whole || next.whole
	}
	if faults != nil {
		return "", false, fault(textPatterns(path, faults))
	}
	return content, whole, nil
}

// replacement is what one pattern does to a text, before it is done: put takes the place of find
// so many times, from an offset on. whole says that find is all of the text.
type replacement struct {
	content, find, put string
	from, times        int
	whole              bool
}

// size is the length of the text that it would make.
func (r replacement) size() int64 {
	return int64(len(r.content)) + int64(r.times)*(int64(len(r.put))-int64(len(r.find)))
}

// made is that text.
func (r replacement) made() string {
	return r.content[:r.from] + strings.Replace(r.content[r.from:], r.find, r.put, r.times)
}

// replace says what one pattern does; wrong says why it can do nothing.
func replace(content string, p pattern) (r replacement, wrong string) {
	if p.Old == p.New {
		return r, textSame
	}
	if p.Old == "" {
		if content != "" && content != bom {
			return r, textOldEmpty
		}
		return replacement{content: content, put: p.New, from: len(content), times: 1}, ""
	}
	find, put := fit(content, p)
	at := places(content, find)
	if len(at) == 0 {
		return r, missing(content, p.Old)
	}
	r = replacement{content: content, find: find, put: put, from: at[0], times: 1}
	if p.All || len(at) > 1 {
		r.times = strings.Count(content, find)
	}
	if len(at) > 1 && !p.All {
		return r, textSeveral(max(len(at), r.times), lineNumbers(content, at))
	}
	r.whole = strings.TrimSpace(find) == strings.TrimSpace(strings.TrimPrefix(content, bom))
	return r, ""
}

// fit gives a pattern the line ends of the file. A model writes line feeds even for a file
// whose lines end in CR LF; then the file's ends are meant.
func fit(content string, p pattern) (find, put string) {
	find, put = p.Old, p.New
	crlf := (bare(find) || bare(put)) && isCRLF(content)
	switch {
	case crlf && bare(find):
		find = toCRLF(find) // also if find begins with a line feed: it must not separate CR from LF
	case strings.Contains(content, find):
	case bare(find) && strings.Contains(content, toCRLF(find)):
		find, crlf = toCRLF(find), true
	case strings.Contains(content, toLF(find)):
		find, put = toLF(find), toLF(put)
	}
	if crlf && bare(put) {
		put = toCRLF(put)
	}
	return find, put
}

// mostPlaces is how many places of a text a model is told.
const mostPlaces = 5

// places returns the first offsets of find, including overlapping ones, since they are just as
// ambiguous. Beyond these, only those that do not overlap are counted.
func places(content, find string) (at []int) {
	for from := 0; len(at) < mostPlaces; {
		i := strings.Index(content[from:], find)
		if i < 0 {
			break
		}
		at = append(at, from+i)
		from += i + 1
	}
	return at
}

// lineNumbers turns ascending offsets into line numbers.
func lineNumbers(content string, at []int) []int {
	var lines []int
	line, from := 1, 0
	for _, offset := range at {
		line += strings.Count(content[from:offset], "\n")
		from = offset
		lines = append(lines, line)
	}
	return slices.Compact(lines)
}

// missing says why a text may not have been found.
func missing(content, old string) string {
	if strings.Contains(old, "\uFFFD") {
		return textMissingBytes
	}
	if line := loosely(content, old); line > 0 {
		return textMissingSpaces(line)
	}
	return textMissing
}

// loosely looks for old with all white space taken as equal, and returns the line where it
// begins, or 0.
func loosely(content, old string) int {
	want := strings.TrimSpace(old)
	before, _, found := strings.Cut(squashed(content), squashed(want))
	if want == "" || !found {
		return 0
	}
	return strings.Count(before, "\n") + 1
}

// squashed returns the lines of s, between line feeds, with each run of white space made one blank.
func squashed(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = strings.Join(strings.Fields(l), " ")
	}
	return "\n" + strings.Join(lines, "\n") + "\n"
}
