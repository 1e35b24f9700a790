package teatest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// fact is what the crash test reads of an event; it knows the format from docs/events.md
// and nothing of the code that writes it.
type fact struct {
	Seq      int    `json:"seq"`
	Event    string `json:"event"`
	Turn     int    `json:"turn"`
	Type     string `json:"type"`
	ID       string `json:"id"`
	Call     string `json:"call"`
	Response string `json:"response"`
	Name     string `json:"name"`
	Outcome  string `json:"outcome"`
	Reason   string `json:"reason"`
	Prev     string `json:"prev"`
	IsError  bool   `json:"is_error"`
	Question struct {
		ID string `json:"id"`
	} `json:"question"`
	Answer    json.RawMessage `json:"answer"`
	Arguments struct {
		Command string `json:"command"`
	} `json:"arguments"`
	line string
}

// facts are a conversation as its file tells it.
type facts []fact

func parseRecord(lines []string) (facts, error) {
	var r facts
	for i, line := range lines {
		f := fact{line: line}
		if err := json.Unmarshal([]byte(line), &f); err != nil && f.Type != "tool_call_request" {
			return nil, fmt.Errorf("line %d is no event: %w\n%s", i+1, err, line)
		}
		r = append(r, f)
	}
	return r, nil
}

func (r facts) of(types ...string) facts {
	return slices.DeleteFunc(slices.Clone(r), func(f fact) bool { return !slices.Contains(types, f.Type) })
}

// with are the facts that belong to an id.
func (r facts) with(id string) facts {
	return slices.DeleteFunc(slices.Clone(r), func(f fact) bool { return f.ID != id })
}

// begun reports whether the message was accepted.
func (r facts) begun() bool { return len(r.of("chat_request")) > 0 }

// ended reports whether the turn came to its end.
func (r facts) ended() bool { return len(r.of("turn_end")) > 0 }

// calls are the calls of completed responses; the others never happened.
func (r facts) calls() facts {
	ends := map[string]bool{}
	for _, f := range r.of("response_end") {
		ends[f.Response] = true
	}
	return slices.DeleteFunc(r.of("tool_call_request"), func(f fact) bool { return !ends[f.Response] })
}

// faults are the rules of the record that are broken, at any moment.
func (r facts) faults() []string {
	var out []string
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	events := map[string]bool{}
	prev := ""
	for i, f := range r {
		if f.Seq != i+1 {
			say("event %d has the number %d", i+1, f.Seq)
		}
		if events[f.Event] {
			say("the event id %s is there twice", f.Event)
		}
		events[f.Event] = true
		if slices.Contains([]string{"inquiry_response", "permission_response", "guard_resolved"}, f.Type) {
			if f.Prev != prev {
				say("the decision %s does not follow the one before", f.ID)
			}
			sum := sha256.Sum256([]byte(f.line))
			prev = hex.EncodeToString(sum[:])
		}
	}
	out = append(out, r.askedTwice()...)
	for _, f := range r.calls() {
		if n := len(r.of("tool_call_response").with(f.ID)); n > 1 {
			say("the call %s has %d responses", f.ID, n)
		}
		if starts := r.of("tool_started").with(f.ID); f.Name == "run_command" && len(starts) > 1 {
			say("the command of %s was started %d times", f.ID, len(starts))
		}
	}
	return out
}

// askedTwice: nothing here changes while a question is open, so each question and each
// permission is asked for once and answered at most once; one that a crash lost, or opened
// under a new id, shows as a second request.
func (r facts) askedTwice() []string {
	var out []string
	asked := map[string]string{}
	for _, f := range r.of("inquiry_request", "permission_request") {
		key := f.Call + " " + f.Question.ID
		if was, ok := asked[key]; ok {
			out = append(out, fmt.Sprintf("%q is asked as %s and again as %s", key, was, f.ID))
		}
		asked[key] = f.ID
		if n := len(r.of("inquiry_response", "permission_response").with(f.ID)); n > 1 {
			out = append(out, fmt.Sprintf("%s has %d answers", f.ID, n))
		}
	}
	return out
}

// unfinished is what is still missing when a conversation has come to its end.
func (r facts) unfinished() []string {
	var out []string
	for _, f := range r.of("inquiry_request", "permission_request") {
		if len(r.of("inquiry_response", "permission_response").with(f.ID)) == 0 {
			out = append(out, f.ID+" was never answered")
		}
	}
	for _, f := range r.calls() {
		if len(r.of("tool_call_response").with(f.ID)) == 0 {
			out = append(out, f.ID+" has no response")
		}
	}
	if n := len(r.of("turn_start")); n != 1 {
		out = append(out, fmt.Sprintf("%d turns were started", n))
	}
	if ends := r.of("turn_end"); len(ends) != 1 || ends[0].Reason != "done" {
		out = append(out, fmt.Sprintf("the turn's ends are %v", ends))
	}
	if n := len(r.of("chat_request")); n != 1 {
		out = append(out, fmt.Sprintf("the message is there %d times", n))
	}
	return out
}

// effects are the traces in the workspace that contradict the record: what happened must
// have been allowed and started on record, once, and what is on record as done must have
// happened.
func (r facts) effects(ran, notes string) []string {
	var out []string
	for _, f := range r.calls() {
		step, ok := strings.CutPrefix(f.Arguments.Command, "sh step.sh ")
		if !ok {
			continue
		}
		n := strings.Count("\n"+ran, "\n"+step+"\n")
		started := len(r.of("tool_started").with(f.ID)) > 0
		done := r.of("tool_call_response").with(f.ID)
		switch {
		case n > 1:
			out = append(out, fmt.Sprintf("%q ran %d times", step, n))
		case n == 1 && !started:
			out = append(out, fmt.Sprintf("%q ran, but its start is not on record", step))
		case n == 0 && len(done) == 1 && !done[0].IsError:
			out = append(out, fmt.Sprintf("%q is on record as done, but never ran", step))
		}
	}
	return append(out, r.changes(notes)...)
}

// The file that the scenario changes, before and after.
const (
	notesBefore = "# Notes\none\n"
	notesAfter  = "# Notes\ntwo\n"
)

func (r facts) changes(notes string) []string {
	if notes != notesBefore && notes != notesAfter {
		return []string{fmt.Sprintf("notes.txt holds %q", notes)}
	}
	for _, f := range r.calls() {
		if f.Name != "fs_modify_file" {
			continue
		}
		approved := slices.ContainsFunc(r.of("inquiry_response"), func(a fact) bool {
			return strings.HasPrefix(a.ID, f.ID+".apply_changes.") && string(a.Answer) == "true"
		})
		done := r.of("tool_call_response").with(f.ID)
		switch {
		case notes == notesAfter && !approved:
			return []string{"notes.txt was changed without an approval on record"}
		case notes == notesBefore && len(done) == 1 && !done[0].IsError:
			return []string{"the change is on record as done, but notes.txt is as it was"}
		}
		return nil
	}
	if notes != notesBefore {
		return []string{"notes.txt was changed without a call on record"}
	}
	return nil
}
