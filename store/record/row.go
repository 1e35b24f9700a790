package record

import (
	"cmp"
	"encoding/json"
	"path"
	"strconv"
	"strings"
	"time"
)

// Row is a call as people read it: what was done, to what, and what came of it, as
// far as the record tells.
type Row struct {
	Verb    string // "Read"; the tool's own name if there is no verb for it
	Subject string // the path, the pattern or the command, "" if the arguments name none
	Facts   string // "142 lines", "3 in 2 files"
	Changed bool   // a file was changed, by this many lines
	Added   string
	Removed string
	Fault   string // the first sentence of what went wrong
	Whole   string // the same with its subject, where that is not beside it
	LeftOut string // which images of the result do not go with it, and why, in lines
}

// verbs are those of the built-in tools, each with the argument that names its
// subject.
func verbs(tool string) (verb, subject string) {
	switch tool {
	case "fs_read_file":
		return "Read", "path"
	case "fs_list_files":
		return "List", "path"
	case "fs_grep_files":
		return "Search", "pattern"
	case "fs_create_file":
		return "Create", "path"
	case "fs_modify_file":
		return "Edit", "path"
	case "fs_delete_file":
		return "Delete", "path"
	case "fs_move_file":
		return "Move", "path"
	case "run_command":
		return "Run", "command"
	case "ask_user":
		return "Ask", ""
	}
	return ToolText(tool), ""
}

// nameMost is how many cells of an odd name are shown, so that its quotes close in a row.
const nameMost = 30

// ToolText is the name of a tool in words for people. A model may call what it likes: a name that no tool has, with blanks, signs
// or letters that another one resembles, stands in quotes and is spelled out.
func ToolText(name string) string {
	odd := func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-./:", r))
	}
	if !strings.ContainsFunc(name, odd) {
		return name
	}
	shown := ""
	for _, r := range name {
		quoted := strconv.QuoteToASCII(string(r))
		if shown += quoted[1 : len(quoted)-1]; len(shown) > nameMost {
			return `"` + shown + `"…`
		}
	}
	return `"` + shown + `"`
}

// Verb is the word for what a tool does, or the tool's own name if there is none.
func Verb(tool string) string {
	verb, _ := verbs(tool)
	return verb
}

// OfFiles reports whether a tool works on files, so that its questions are about
// permission.
func OfFiles(tool string) bool { return strings.HasPrefix(tool, "fs_") }

// OfCommands reports whether a tool runs commands.
func OfCommands(tool string) bool { return tool == "run_command" }

// Folder is the folder in which a call runs its command, "" for the workspace itself.
func Folder(tool string, arguments json.RawMessage) string {
	var in struct{ Command, Directory string }
	if !OfCommands(tool) || json.Unmarshal(arguments, &in) != nil || in.Command == "" || in.Directory == "" || path.Clean(in.Directory) == "." {
		return ""
	}
	return path.Clean(in.Directory)
}

// Row says what the record knows of the call.
func (c *ToolCall) Row() Row {
	verb, key := verbs(c.Name)
	r := Row{Verb: verb, Subject: c.subject(key)}
	switch c.Name {
	case "fs_list_files":
		r.Subject = cmp.Or(r.Subject, ".")
	case "fs_move_file":
		if to := argument(c.Ran(), "to"); to != "" {
			r.Subject = fileName(r.Subject) + " to " + fileName(to)
		}
	}
	if c.Result == nil {
		return r
	}
	content := c.Result.Content
	if c.Result.IsError {
		r.Fault, r.Whole = fault(content, r.Subject, OfFiles(c.Name))
		return r
	}
	switch c.Name {
	case "fs_read_file":
		r.Facts = readFacts(content)
	case "fs_grep_files":
		r.Facts = foundFacts(content)
	case "fs_list_files":
		r.Facts = listFacts(content)
	case "fs_modify_file", "fs_create_file":
		r.change(content)
	case "run_command":
		r.Facts = printedFacts(content)
	case "fs_delete_file", "fs_move_file":
	default:
		lost, before := notPassed(content)
		r.Facts, r.LeftOut = gist(content[:before]), strings.Join(lost, "\n")
	}
	return r
}

// Took is how long the last run of the call took, 0 if that is not known.
func (c *ToolCall) Took() time.Duration {
	if c.Started.IsZero() || c.Done.IsZero() || c.Runs == 0 {
		return 0
	}
	return max(c.Done.Sub(c.Started), 0)
}

// fault is the first sentence of what went wrong, without the subject that stands
// beside it, and with it; of a path the name is enough, unless the way there is what is wrong.
// Where it only leads to a list of what is wrong, the first of these follows, since it alone
// says why.
func fault(content, subject string, isPath bool) (said, whole string) {
	content = strings.TrimSpace(content)
	rest, ok := strings.CutPrefix(content, subject+" ")
	words := reason
	if isPath {
		words = func(content string) string { return forPeople(reason(content)) }
	}
	if !ok || subject == "" {
		said = words(content)
		return said, said
	}
	said = words(rest)
	if isPath && !ofTheWay(said) {
		subject = path.Base(subject)
	}
	return said, subject + " " + said
}

func reason(content string) string {
	line, below, _ := strings.Cut(content, "\n")
	said := sentence(line)
	if !strings.HasSuffix(line, ":") {
		return said
	}
	first, _, _ := strings.Cut(strings.TrimSpace(below), "\n")
	return strings.TrimSuffix(said+": "+sentence(strings.TrimPrefix(first, "- ")), ": ")
}

// sentence is the first sentence of a line, without its end.
func sentence(line string) string {
	said, _, _ := strings.Cut(line, ". ")
	return strings.TrimRight(said, ".:")
}

// readFacts says which lines of a file were read: all of them, or from which to
// which.
func readFacts(content string) string {
	head, _, _ := strings.Cut(content, "\n")
	_, lines, ok := strings.Cut(head, ": line")
	lines, _, _ = strings.Cut(strings.TrimPrefix(lines, "s"), ".")
	span, total, whole := strings.Cut(strings.TrimSpace(lines), " of ")
	switch {
	case strings.HasSuffix(head, ": the file is empty."):
		return "empty"
	case !ok || !whole:
		return gist(content)
	case span == "1 to "+total:
		return total + " lines"
	case span == "1" && total == "1":
		return "1 line"
	case strings.Contains(span, " to "):
		return "lines " + span + " of " + total
	}
	return "line " + span + " of " + total
}

// foundFacts says what a search found: "3 in 2 files". It is told below what was found,
// behind an empty line; no line of what was found is empty.
func foundFacts(content string) string {
	head, _, _ := strings.Cut(content[strings.LastIndex("\n\n"+content, "\n\n"):], "\n")
	n, rest, ok := strings.Cut(head, " matching line")
	_, files, found := strings.Cut(rest, " in ")
	switch {
	case strings.HasPrefix(content, "No matches"):
		return "nothing"
	case !ok || !found || strings.Trim(n, "0123456789,") != "":
		return gist(content)
	}
	return n + " in " + strings.TrimSuffix(files, ".")
}

// listFacts counts the listed names.
func listFacts(content string) string {
	if strings.HasPrefix(content, "There are no files") || strings.HasPrefix(content, "No file ") {
		return "nothing"
	}
	return gist(content)
}

// printedFacts says how much a command printed. The exit status precedes the output, and a
// note inside it says how much was left out.
func printedFacts(content string) string {
	_, printed, _ := strings.Cut(content, "\n")
	if strings.HasPrefix(printed, "No output.") {
		return "no output"
	}
	if _, printed, _ = strings.Cut(printed, "Output:\n"); printed == "" {
		return ""
	}
	switch n := strings.Count(strings.TrimRight(printed, "\n"), "\n") + 1; n {
	case 1:
		return "1 line"
	default:
		return strconv.Itoa(n) + " lines"
	}
}

// change parses "Modified a.go: 3 lines added, 2 removed."
func (r *Row) change(content string) {
	head, _, _ := strings.Cut(content, "\n")
	at := strings.LastIndex(head, ": ")
	counts, ok := head[at+1:], at > 0
	added, removed, both := strings.Cut(strings.TrimSuffix(strings.TrimSpace(counts), "."), " added, ")
	added, _, _ = strings.Cut(added, " line")
	removed, tail := strings.CutSuffix(removed, " removed")
	if ok && both && tail && strings.Trim(added+removed, "0123456789,") == "" {
		r.Changed, r.Added, r.Removed = true, added, removed
		return
	}
	if _, lines, created := strings.Cut(head, " with "); created && strings.HasPrefix(head, "Created ") {
		r.Facts = strings.TrimSuffix(lines, ".")
		return
	}
	_, part, _ := strings.Cut(head, " was written, with only ")
	part, _, left := strings.Cut(part, " of the change that you asked for: the rest was left out before it was approved.")
	switch {
	case left:
		r.Facts = part
	case strings.HasSuffix(head, "Nothing was written."):
		r.Facts = "nothing to change"
	case strings.Contains(head, " the change was edited before it was approved."):
		r.Facts = "edited before it was approved"
	default:
		r.Facts = gist(content)
	}
}

// gist is a result in a few words, or the whole of a one-line result.
func gist(content string) string {
	content = strings.TrimRight(content, "\n")
	if n := strings.Count(content, "\n") + 1; n > 1 {
		return strconv.Itoa(n) + " lines"
	}
	return content
}
