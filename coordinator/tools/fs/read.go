package fs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"

	"parley/coordinator/tool"
)

// What one call of fs_read_file returns at most.
const (
	readLines = 2000
	readBytes = 64 << 10
)

// readFile is fs_read_file.
type readFile struct{ desk *desk }

type readArguments struct {
	Path  string `json:"path"`
	Start int    `json:"start_line"`
	End   int    `json:"end_line"`
}

// Spec describes the tool to the model.
func (readFile) Spec() tool.Spec { return readSpec() }

// Describe names the file and the lines.
func (readFile) Describe(arguments json.RawMessage) string {
	var in readArguments
	if decode(arguments, &in) != nil {
		return ""
	}
	return textDescribeRead(in)
}

// Covers is reading the same file.
func (readFile) Covers(arguments json.RawMessage) tool.Cover {
	return covered(arguments, "fs_read_file", "reading ")
}

// Run reads the file.
func (r readFile) Run(ctx context.Context, call tool.Call) tool.Outcome {
	var in readArguments
	if err := decode(call.Arguments, &in); err != nil {
		return failed(ctx, "", err)
	}
	p, err := place(call, in.Path)
	if err != nil {
		return failed(ctx, in.Path, err)
	}
	at, err := r.desk.sit(ctx)
	if err != nil {
		return failed(ctx, p, err)
	}
	defer at.leave()
	f, info, err := wallOf(call).open(call.Root, p)
	if err != nil {
		return failed(ctx, p, err)
	}
	defer f.Close() // only read: nothing can be lost
	data, err := limited(f, maxRead)
	if errors.Is(err, errTooLarge) {
		err = fault(textTooLargeToRead(p, info.Size()))
	}
	if err != nil {
		return failed(ctx, p, err)
	}
	if binary(data) {
		return tool.Failure{Message: textBinaryRead(p, info.Size())}
	}
	text, err := excerpt(p, data, in.Start, in.End)
	if err != nil {
		return failed(ctx, p, err)
	}
	return tool.Success{Content: text}
}

// excerpt is the heading with what a reader must know, and the lines. start and end count
// from 1; 0 means the first and the last.
func excerpt(p string, data []byte, start, end int) (string, error) {
	total := lineCount(data)
	if start < 0 || end < 0 || (end > 0 && start > end) {
		return "", fault(textBadRange(start, end))
	}
	if total == 0 {
		return textEmptyFile(p), nil
	}
	start = max(start, 1)
	if start > total {
		return "", fault(textPastEnd(p, start, total))
	}
	if end == 0 || end > total {
		end = total
	}
	c := cut(data, start, end)
	return textRead(p, c, start, total, traits(data)) + "\n\n" + c.text, nil
}

// cutting is the part of the requested lines that is returned.
type cutting struct {
	text string
	last int // the last line in text
	left int // requested lines that are not in text
	long int // bytes of the last line if only its beginning is in text, else 0
}

// cut takes the lines from start to end, as far as the limits allow. A single line that is
// too long is cut.
func cut(data []byte, start, end int) cutting {
	rest := skipLines(strings.TrimPrefix(string(data), bom), start-1)
	n := start - 1
	from := rest
	size := 0
	for n < end && n-start+1 < readLines {
		line := nextLine(rest)
		if size+len(line) > readBytes {
			break
		}
		size += len(line)
		rest = rest[len(line):]
		n++
	}
	if n < start {
		line := nextLine(rest)
		return cutting{readable(beginning(line, readBytes)), start, end - start, len(line)}
	}
	return cutting{readable(toLF(from[:size])), n, end - n, 0}
}

// nextLine is the first line of s with its end.
func nextLine(s string) string {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return s[:i+1]
	}
	return s
}

// skipLines drops the first n lines.
func skipLines(s string, n int) string {
	for range n {
		s = s[len(nextLine(s)):]
	}
	return s
}

// traits are what cannot be seen in the returned text, one sentence each.
func traits(data []byte) []string {
	var list []string
	if bytes.HasPrefix(data, []byte(bom)) {
		list = append(list, textHasBOM)
	}
	if isCRLF(string(data)) {
		list = append(list, textHasCRLF)
	}
	if !valid(data) {
		list = append(list, textHasBytes)
	}
	if data[len(data)-1] != '\n' {
		list = append(list, textNoLastNewline)
	}
	return list
}
