package export

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"parley/forms/rawjson"
	"parley/store"
	"parley/store/record"
	"parley/store/text/clean"
)

// Schema is the version of the JSON, written as "parley_export". It goes up when a
// field changes its meaning or is removed; new fields may be added at any time.
const Schema = 1

// JSON writes one object: what the conversation is, its decisions, its turns and
// its entries, each on a line of its own. Texts are as they are on record.
func JSON(w io.Writer, s Source, o Options) error {
	r, err := newContents(s, o)
	if err != nil {
		return err
	}
	out := &sticky{w: w}
	j := &jsonWriter{sticky: out}
	j.put("{\n\"parley_export\": ", fmt.Sprint(Schema))
	if !o.Now.IsZero() {
		j.put(",\n\"exported\": ")
		j.value(o.Now.UTC().Truncate(time.Second))
	}
	j.put(",\n\"conversation\": ")
	j.value(r.head)
	j.put(",\n\"decisions\": [")
	for i, d := range r.decisions {
		j.line(i, d)
	}
	j.put("\n],\n\"turns\": [")
	for i, t := range r.turns {
		j.line(i, t)
	}
	j.put("\n],\n\"entries\": [")
	for i, it := range r.items {
		j.line(i, jsonOf(it, o.DecisionsOnly))
	}
	j.put("\n]\n}\n")
	return out.err
}

type jsonWriter struct {
	*sticky
}

func (j *jsonWriter) line(i int, v any) {
	if i > 0 {
		j.put(",")
	}
	j.put("\n")
	j.value(v)
}

// value writes a value in one line. Control characters and invisible characters are
// written as escapes, which mean the same.
func (j *jsonWriter) value(v any) {
	text, err := rawjson.Encode(v)
	if err != nil {
		if j.err == nil {
			j.err = fmt.Errorf("export: %w", err)
		}
		return
	}
	j.put(string(clean.JSON(text)))
}

// jsonEntry is an entry as JSON. The fields of its type stand beside these.
type jsonEntry struct {
	Type      string             `json:"type"`
	Event     string             `json:"event"`
	Seq       int64              `json:"seq"`
	Turn      int                `json:"turn"`
	Time      time.Time          `json:"time"`
	Decisions []int              `json:"decisions,omitempty"` // their numbers
	Text      string             `json:"text,omitempty"`
	Files     []store.File       `json:"files,omitempty"`      // sent with a message
	Lack      string             `json:"incomplete,omitempty"` // why a response is incomplete
	Author    string             `json:"author,omitempty"`
	State     record.State       `json:"state,omitempty"`
	End       *store.ResponseEnd `json:"end,omitempty"`
	Call      *jsonCall          `json:"call,omitempty"`
	Failure   *jsonFailure       `json:"failure,omitempty"`
	Guard     *jsonGuard         `json:"guard,omitempty"`
	Within    string             `json:"within,omitempty"` // event of the debugging turn that it belongs to
	Debugging *jsonDebugging     `json:"debugging,omitempty"`
	Command   *jsonCommand       `json:"command,omitempty"`    // the user's command
	Kind      string             `json:"event_type,omitempty"` // of a mark
	Fields    any                `json:"fields,omitempty"`     // of a mark
}

type jsonCall struct {
	ID        string          `json:"id"`
	Tool      string          `json:"tool"`
	Arguments json.RawMessage `json:"arguments,omitempty"`
	Runs      int             `json:"runs"`
	Result    *string         `json:"result"` // null until the call has ended
	IsError   bool            `json:"is_error,omitempty"`
	Came      record.How      `json:"came,omitempty"` // how it ended: ok, failed, error, refused, denied, …
	By        string          `json:"by,omitempty"`   // who decided that, if anybody did
	Exit      *int            `json:"exit,omitempty"`
	Files     []store.File    `json:"files,omitempty"` // returned with the result
	Ended     time.Time       `json:"ended,omitzero"`
}

type jsonFailure struct {
	Try   int    `json:"try"`
	Error string `json:"error"`
	Final bool   `json:"final,omitempty"`
}

type jsonGuard struct {
	Guard    string          `json:"guard"`
	Evidence json.RawMessage `json:"evidence,omitempty"`
	Choice   string          `json:"choice,omitempty"`
	Limit    string          `json:"limit,omitempty"`
}

type jsonCommand struct {
	ID          string  `json:"id"`
	Command     string  `json:"command"`
	Output      *string `json:"output"` // null if it has no end
	Exit        *int    `json:"exit,omitempty"`
	Interrupted bool    `json:"interrupted,omitempty"`
}

type jsonDebugging struct {
	Parent    int      `json:"parent"` // the turn that it serves
	Steps     int      `json:"steps"`
	RootCause string   `json:"root_cause,omitempty"`
	Findings  []string `json:"findings,omitempty"`
	Fix       string   `json:"fix,omitempty"`
	Ended     string   `json:"ended,omitempty"`
}

// jsonOf is an item as JSON; brief leaves out everything except whose decisions these
// are.
func jsonOf(it item, brief bool) jsonEntry {
	e := it.entry
	out := jsonEntry{Type: "decision", Event: e.ID, Seq: e.Seq, Turn: e.Turn, Time: e.Time, Within: e.Within}
	for _, d := range it.decisions {
		out.Decisions = append(out.Decisions, d.Number)
	}
	switch x := e.Item.(type) {
	case *record.Message:
		out.Type, out.Text, out.Author, out.Files = "message", x.Text, x.Author, x.Files
	case *record.Response:
		out.Type, out.Text, out.State, out.End = "answer", x.Text, x.State, x.End
		if x.End != nil {
			out.Lack = record.ToStranger.Lack(*x.End)
		}
	case *record.Thought:
		out.Type, out.Text, out.State = "reasoning", x.Text, x.State
	case *record.ToolCall:
		out.Type, out.State = "call", x.State
		out.Call = &jsonCall{ID: x.ID, Tool: x.Name, Runs: x.Runs, Ended: x.Ended}
		if brief {
			break
		}
		out.Call.Arguments = x.Arguments
		if x.Result != nil {
			out.Call.Result, out.Call.IsError = &x.Result.Content, x.Result.IsError
			out.Call.Files = x.Result.Files
			came := x.Came()
			out.Call.Came, out.Call.By, out.Call.Exit = came.How, came.By, came.Exit
		}
	case *record.Failure:
		out.Type, out.Failure = "failure", &jsonFailure{x.Try, x.Error, x.Final}
	case *record.Shortfall:
		out.Type, out.Text, out.End = "shortfall", record.ToStranger.Lack(x.End), &x.End
	case *record.Guard:
		out.Type, out.Guard = "guard", &jsonGuard{x.Guard, x.Evidence, x.Choice, x.Limit}
	case *record.Debugging:
		out.Type, out.Debugging = "debugging", &jsonDebugging{x.Parent, x.Steps, x.RootCause, x.Findings, x.Fix, x.Ended}
	case *record.Command:
		out.Type, out.Command = "command", &jsonCommand{ID: x.ID, Command: x.Command}
		if x.End != nil {
			out.Command.Output, out.Command.Exit, out.Command.Interrupted = &x.End.Output, x.End.Exit, x.End.Interrupted
		}
	case *record.Note:
		out.Type, out.Text = "note", x.Text
	case *record.Mark:
		out.Type, out.Kind = "mark", x.Body.Type()
		if _, unknown := x.Body.(store.Unknown); !unknown {
			out.Fields = store.Outward(x.Body)
		}
	}
	return out
}
