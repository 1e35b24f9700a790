package guards

import (
	"bytes"
	"encoding/json"
	"parley/store/text/clean"
	"strings"
	"unicode/utf8"
)

// Evidence is what a guard saw, as it is recorded.
type Evidence struct {
	Iterations    int      `json:"iterations"`
	MaxIterations int      `json:"max_iterations,omitempty"`
	Runtime       string   `json:"runtime"`
	MaxRuntime    string   `json:"max_runtime,omitempty"`
	Calls         int      `json:"calls"`
	Failed        int      `json:"failed"`
	Count         int      `json:"count,omitempty"`     // repetitions, or errors in a row
	Signature     string   `json:"signature,omitempty"` // what was repeated
	Digest        string   `json:"digest,omitempty"`
	Task          string   `json:"task,omitempty"` // what the user wants done
	Said          string   `json:"said,omitempty"`
	Output        string   `json:"output,omitempty"`
	Errors        []string `json:"errors,omitempty"`
	Issues        []string `json:"issues,omitempty"`
	Asking        bool     `json:"asking,omitempty"`   // a response of the model was under way
	Findings      []string `json:"findings,omitempty"` // of debugging that found no root cause
}

// Report is the outcome of debugging.
type Report struct {
	RootCause string
	Findings  []string
	Fix       string
	Ended     string // why debugging ended, if it ended without a report
}

// ReadReport reads the arguments of a call to ReportTool.
func ReadReport(arguments json.RawMessage) *Report {
	var r struct {
		RootCause *string  `json:"root_cause"`
		Findings  []string `json:"findings"`
		Fix       *string  `json:"fix"`
	}
	if json.Unmarshal(arguments, &r) != nil {
		return &Report{}
	}
	out := &Report{Findings: append([]string(nil), r.Findings...)}
	if r.RootCause != nil {
		out.RootCause = strings.TrimSpace(*r.RootCause)
	}
	if r.Fix != nil {
		out.Fix = strings.TrimSpace(*r.Fix)
	}
	return out
}

// Lengths of what the guards quote: of a result, in bytes, and of the last
// sentence of the assistant, in cells.
const (
	longestBrief = 160
	longestSaid  = 120
)

// brief is a result in one line: the first line of an error, otherwise the last line.
func brief(content string, isError bool) string {
	if isError {
		first, _, _ := strings.Cut(strings.TrimLeft(content[:min(len(content), 4*longestBrief)], " \t\r\n"), "\n")
		return shortLine(clean.OneLine(strings.ToValidUTF8(first, "\uFFFD")), longestBrief)
	}
	end := strings.TrimRight(content[max(len(content)-4*longestBrief, 0):], " \t\r\n")
	return shortLine(clean.OneLine(strings.ToValidUTF8(end[strings.LastIndexByte(end, '\n')+1:], "\uFFFD")), longestBrief)
}

// lastSentence is the last sentence of a text, without the full stop.
func lastSentence(text string) string {
	text = strings.TrimSpace(text)
	if over := len(text) - 8*longestSaid; over > 0 {
		text = text[over:]
	}
	text = strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:])
	for i := len(text) - 2; i > 0; i-- {
		if text[i] == ' ' && bytes.IndexByte([]byte(".!?"), text[i-1]) >= 0 {
			text = text[i+1:]
			break
		}
	}
	return inCells(strings.TrimRight(clean.OneLine(strings.ToValidUTF8(text, "\uFFFD")), "."), longestSaid)
}

// inCells cuts a text to a width in cells; a character that may be wide counts as
// two.
func inCells(s string, cells int) string {
	for i, r := range s {
		cells--
		if r >= 0x1100 {
			cells--
		}
		if cells < 0 {
			return s[:i] + "…"
		}
	}
	if !utf8.ValidString(s) {
		return ""
	}
	return s
}
