package hook

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"parley/forms"
	"parley/forms/rawjson"
)

// Verdict is what was decided.
type Verdict int

// Nothing was decided here, which leaves it to the program; a yes; a no.
const (
	Nothing Verdict = iota
	Yes
	No
)

// Decision is what goes back to a program.
type Decision struct {
	Verdict Verdict
	Input   json.RawMessage // in place of the call's own, nil for no change
	Message string          // for the program's model, of a no
	Stop    bool            // end its turn
}

// Say is what a hook prints for a decision, a line of JSON; nothing for nothing.
func (m Message) Say(d Decision) []byte {
	said := map[string]any{"hookEventName": m.Event}
	switch {
	case d.Verdict == Nothing || !m.Asks():
		return nil
	case m.Event == preToolUse && d.Verdict == Yes && d.Input == nil:
		return nil // it goes on, and asks for permission itself if it has to
	case m.Event == preToolUse && d.Verdict == Yes:
		said["permissionDecision"], said["updatedInput"] = "allow", d.Input
	case m.Event == preToolUse:
		said["permissionDecision"], said["permissionDecisionReason"] = "deny", words(d.Message)
	case d.Verdict == Yes:
		decision := map[string]any{"behavior": "allow"}
		if input := m.echoed(d.Input); input != nil && m.Program == Claude {
			decision["updatedInput"] = input
		}
		said["decision"] = decision
	default:
		decision := map[string]any{"behavior": "deny", "message": words(d.Message)}
		if d.Stop && m.Program == Claude {
			decision["interrupt"] = true
		}
		said["decision"] = decision
	}
	line, err := rawjson.Encode(map[string]any{"hookSpecificOutput": said})
	if err != nil {
		return nil
	}
	return append(trimmed(line), '\n')
}

func trimmed(line []byte) []byte { return []byte(strings.TrimSpace(string(line))) }

// echoed is the input that a yes carries. A plan counts as approved only if it does.
func (m Message) echoed(changed json.RawMessage) json.RawMessage {
	if changed != nil || m.Tool != claudePlan {
		return changed
	}
	if len(m.Input) == 0 {
		return json.RawMessage("{}")
	}
	return m.Input
}

// words are never empty: a program has words of its own for a no without any.
func words(message string) string {
	if strings.TrimSpace(message) == "" {
		return refusedText
	}
	return message
}

// with is the call's own input with other values for some of its fields, the others as they
// came.
func (m Message) with(fields map[string]any) (json.RawMessage, bool) {
	var in map[string]json.RawMessage
	if json.Unmarshal(m.Input, &in) != nil {
		return nil, false
	}
	for name, value := range fields {
		in[name] = json.RawMessage(encoded(value))
	}
	return json.RawMessage(encoded(in)), true
}

// Permitted is a yes to a call of ours whose arguments a person may have edited. False if the
// program could not do what was edited.
func (m Message) Permitted(r Request, arguments json.RawMessage) (Decision, bool) {
	yes := Decision{Verdict: Yes}
	if forms.Equal(arguments, []byte(r.Arguments)) {
		return yes, true
	}
	text, ok := r.edited(arguments)
	if !ok {
		return Decision{}, false
	}
	if r.Kind == Other {
		yes.Input = arguments
		return yes, true
	}
	field := map[Kind]string{Command: "command", Text: "content", Patch: "command"}[r.Kind]
	input, ok := m.with(map[string]any{field: text})
	if m.Program == Codex && ok {
		input = json.RawMessage(encoded(map[string]string{field: text})) // it takes nothing else
	}
	yes.Input = input
	return yes, ok
}

// Takes reports whether the program can be told to do a call as a person edited it.
func (r Request) Takes(arguments json.RawMessage) bool {
	_, ok := r.edited(arguments)
	return ok || forms.Equal(arguments, []byte(r.Arguments))
}

// edited is the text of what may be edited, false if the program cannot be told this: of folders, times and
// names of files it is told nothing, so those of its own call hold.
func (r Request) edited(arguments json.RawMessage) (text string, ok bool) {
	var was, is map[string]json.RawMessage
	if !r.Changes || json.Unmarshal([]byte(r.Arguments), &was) != nil || json.Unmarshal(arguments, &is) != nil {
		return "", false
	}
	own := map[Kind]string{Command: "command", Text: "content", Patch: "patch"}[r.Kind]
	switch {
	case r.Kind == Other:
		return "", true
	case own == "" || !equalBut(own, was, is) || json.Unmarshal(is[own], &text) != nil:
		return "", false
	}
	return text, strings.TrimSpace(text) != "" || r.Kind == Text
}

// equalBut reports whether two calls are the same in all but one argument: each has what the other has.
func equalBut(own string, was, is map[string]json.RawMessage) bool {
	for name := range was {
		if _, there := is[name]; !there && name != own {
			return false
		}
	}
	for name := range is {
		if before, there := was[name]; name != own && (!there || !forms.Equal(is[name], before)) {
			return false
		}
	}
	return true
}

// Approved is a yes to a change of a file: what stands there, and what was approved in its place. It
// always says that, since Claude Code would make something else of its own call: it gives a text no
// line ends of the file that it replaces, and where nothing takes the place of words, the end of
// their line goes as well. False if it cannot be made to write that: it keeps a byte order mark, and
// makes the line ends of a file that it changes all alike.
func (m Message) Approved(r Request, old, text string) (Decision, bool) {
	if !utf8.ValidString(text) { // lines of the file that stay: JSON has no such bytes
		return Decision{}, false
	}
	if strings.HasPrefix(old, bom) {
		if !strings.HasPrefix(text, bom) {
			return Decision{}, false
		}
		old, text = old[len(bom):], text[len(bom):]
	}
	fields := map[string]any{"content": text}
	if r.Kind == Change {
		lines, end := toLF(text), "\n"
		if strings.Contains(old, "\r\n") {
			end = "\r\n"
		}
		from, to, ok := between(toLF(old), lines)
		if !ok || text != strings.ReplaceAll(lines, "\n", end) || strings.Contains(lines, "\r\n") {
			return Decision{}, false
		}
		fields = map[string]any{"old_string": from, "new_string": to, "replace_all": false}
	}
	input, ok := m.with(fields)
	return Decision{Verdict: Yes, Input: input}, ok
}

// bom is the byte order mark that some editors put before UTF-8.
const bom = "\uFEFF"

// toLF is a text as Claude Code reads it.
func toLF(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

// between is a part of a text that stands there once, whole lines, and what takes its place
// to make it another text.
func between(old, text string) (from, to string, ok bool) {
	if old == "" || old == text {
		return "", "", false
	}
	was, is := strings.SplitAfter(old, "\n"), strings.SplitAfter(text, "\n")
	begin := 0
	for begin < min(len(was), len(is)) && was[begin] == is[begin] {
		begin++
	}
	end := 0
	for end < min(len(was), len(is))-begin && was[len(was)-1-end] == is[len(is)-1-end] {
		end++
	}
	for {
		from = strings.Join(was[begin:len(was)-end], "")
		to = strings.Join(is[begin:len(is)-end], "")
		if once(old, from) {
			return from, to, true
		}
		if begin == 0 && end == 0 {
			return old, text, true
		}
		begin, end = max(begin-1, 0), max(end-1, 0)
	}
}

// once reports whether a part stands in a text at one place. Places that overlap are two: who
// replaces the part takes the first, which need not be the one that was meant.
func once(text, part string) bool {
	at := strings.Index(text, part)
	return part != "" && at >= 0 && at == strings.LastIndex(text, part)
}
