package prompt

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"parley/forms"
	"parley/forms/rawjson"
	"parley/store/record"
	"parley/views/pane"
	"parley/views/text"
)

// PlaceFaults gives for each fault of a schema answer its line in the text and its
// place in the value: "line 3 /port: must be a number".
func PlaceFaults(text string, faults forms.SchemaFaults) []string {
	lines := pointerLines(text)
	out := make([]string, len(faults))
	for i, fault := range faults {
		path := fault.Path
		if path == "" {
			path = "/"
		}
		out[i] = fmt.Sprintf("line %d %s: %s", lineOf(lines, fault.Path), path, fault.Message)
	}
	return out
}

// lineOf finds the line of a value, or of the nearest one around it.
func lineOf(lines map[string]int, path string) int {
	for {
		if n, ok := lines[path]; ok {
			return n
		}
		at := strings.LastIndexByte(path, '/')
		if at < 0 {
			return 1
		}
		path = path[:at]
	}
}

// pointerLines maps the JSON pointer of each value of a text to the line where it, or
// the name before it, begins. The last of duplicate names counts, as it does for
// readers of the value. Invalid JSON is mapped as far as it can be read.
func pointerLines(text string) map[string]int {
	w := walker{text: text, dec: json.NewDecoder(strings.NewReader(text)), lines: map[string]int{}, line: 1}
	w.dec.UseNumber()
	w.value("", 0)
	return w.lines
}

// walker reads a JSON text token by token and knows the line of each.
type walker struct {
	text  string
	dec   *json.Decoder
	lines map[string]int
	at    int // up to here the lines are counted
	line  int
}

// token returns the next token and its line.
func (w *walker) token() (json.Token, int, bool) {
	from := int(w.dec.InputOffset())
	for from < len(w.text) && strings.IndexByte(" \t\r\n,:", w.text[from]) >= 0 {
		from++
	}
	w.line += strings.Count(w.text[w.at:from], "\n")
	w.at = from
	tok, err := w.dec.Token()
	return tok, w.line, err == nil
}

// value reads one value; line is where its name stands, 0 if it has none.
func (w *walker) value(path string, line int) bool {
	tok, own, ok := w.token()
	if !ok {
		return false
	}
	if line == 0 {
		line = own
	}
	w.lines[path] = line
	switch tok {
	case json.Delim('{'):
		for w.dec.More() {
			name, at, ok := w.token()
			key, isKey := name.(string)
			if !ok || !isKey || !w.value(path+"/"+rawjson.Step(key), at) {
				return false
			}
		}
	case json.Delim('['):
		for i := 0; w.dec.More(); i++ {
			if !w.value(path+"/"+strconv.Itoa(i), 0) {
				return false
			}
		}
	default:
		return true
	}
	_, _, ok = w.token()
	return ok
}

// WithSchemaAbove is a JSON text as the external editor gets it: the schema as
// comments, then the text.
func WithSchemaAbove(schema json.RawMessage, text string) string {
	var b strings.Builder
	b.WriteString("// " + textEditorHelp + "\n//\n")
	for _, line := range strings.Split(record.IndentJSON(schema), "\n") {
		b.WriteString("// " + line + "\n")
	}
	return b.String() + "\n" + text + "\n"
}

// WithoutComments removes the comment lines again, and the blank lines around the
// rest. A line of JSON never begins with "//".
func WithoutComments(text string) string {
	var kept []string
	for _, line := range strings.Split(text, "\n") {
		if !strings.HasPrefix(strings.TrimSpace(line), "//") {
			kept = append(kept, line)
		}
	}
	return strings.Trim(strings.Join(kept, "\n"), "\r\n")
}

// schemaLines draws the schema of the answer.
func schemaLines(look pane.Look, schema json.RawMessage) []string {
	return append(pane.Informs(look, textSchema), pane.Quoted(look, text.Reveal(string(rawjson.Laid(schema))))...)
}
