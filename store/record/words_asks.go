package record

import (
	"strings"

	"parley/store"
	"parley/store/text/clean"
)

// Asks is what a permission asks in words for people: what may be done, and to what.
type Asks struct {
	Verb    string // "Edit", "Run"
	Subject string // a path, a tool's own name or a command, as recorded; "" for a command that cannot be quoted in a line
	Command bool   // the subject is a command
}

// AsksOf is what is asked by this permission. A command is its subject only if the quoted line is
// all that will run.
func AsksOf(p store.PermissionRequest) Asks {
	call := ToolCall{Name: p.Tool, Arguments: p.Arguments}
	row := call.Row()
	switch line := row.Subject; {
	case OfCommands(p.Tool):
		told, _ := Told(p.Text, p.Arguments)
		if told != line || strings.ContainsAny(line, "`\n") || strings.TrimSpace(line) != line {
			line = ""
		}
		return Asks{Verb: row.Verb, Subject: line, Command: true}
	case row.Verb == ToolText(p.Tool) || strings.TrimSpace(line) == "":
		return Asks{Verb: textRunVerb, Subject: ToolText(p.Tool)}
	default:
		if OfFiles(p.Tool) && p.Tool != "fs_move_file" && p.Tool != "fs_grep_files" {
			return Asks{Verb: row.Verb, Subject: FileName(line)}
		}
		return Asks{Verb: row.Verb, Subject: Named(p.Tool, line)}
	}
}

// Named is what a call is about as a row shows it. A command and a path are as a program takes them:
// what only looks like ASCII is spelled out, and the blanks of a path that a row would lose are seen.
func Named(tool, subject string) string {
	switch {
	case OfFiles(tool):
		return clean.Path(clean.Exact(subject))
	case OfCommands(tool):
		return clean.Signs(clean.Exact(subject))
	}
	return clean.Exact(subject)
}

// FileName is the path of a file within words, wherever something is decided about it: nothing in it hides, and it
// stands in quotes if it could be taken for words around it.
func FileName(path string) string { return fileName(clean.Path(clean.Exact(path))) }

// fileName is a name of a file, in quotes if it could be taken for words around it.
func fileName(name string) string {
	if !strings.ContainsAny(name, " \"") {
		return name
	}
	return `"` + strings.ReplaceAll(name, `"`, `\"`) + `"`
}

// Telling is all that is said about a call for whose permission is asked. Making it reads the
// arguments several times, so it is made once, and not where a key waits.
type Telling struct {
	Asks
	Whole  string // what the call will do
	Others string // the arguments that are not in that
}

// Tell says all of it.
func Tell(p store.PermissionRequest) Telling {
	t := Telling{Asks: AsksOf(p)}
	t.Whole, t.Others = Told(p.Text, p.Arguments)
	return t
}

// Words are the question as a heading has it: "Run `make`?", "Edit a.go?".
func (a Asks) Words() string {
	switch {
	case a.Command && a.Subject == "":
		return textRunThis
	case a.Command:
		return a.Verb + " `" + a.Subject + "`?"
	}
	return a.Verb + " " + a.Subject + "?"
}

const (
	textRunVerb = "Run"
	textRunThis = "Run this command?"
)
