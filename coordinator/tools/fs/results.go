package fs

import (
	"encoding/json"
	"fmt"
	"regexp/syntax"
	"strconv"
	"strings"

	"parley/coordinator/tool"
	"parley/coordinator/tools/fs/paths"
)

// Results for the model.

func textModified(p string, added, removed int) string {
	return fmt.Sprintf("Modified %s: %s.", paths.Show(p), counts(added, removed))
}

func textEdited(p, diff string) string {
	return fmt.Sprintf("%s was written, but with another text than you asked for: the change was edited before it was approved. "+
		"Respect that; do not restore your own version. From your request to what was written:\n\n%s", paths.Show(p), diff)
}

func textPart(p, taken, diff string) string {
	return fmt.Sprintf("%s was written, with only %s of the change that you asked for: the rest was left out before it was approved. "+
		"Respect that; do not restore it. From your request to what was written:\n\n%s", paths.Show(p), taken, diff)
}

func textCreated(p string, lines int) string {
	return fmt.Sprintf("Created %s with %s %s.", paths.Show(p), number(int64(lines)), plural(lines, "line", "lines"))
}

func textReplaced(p string, added, removed int) string {
	return fmt.Sprintf("Replaced %s: %s.", paths.Show(p), counts(added, removed))
}

func textAlreadySo(p string) string {
	return fmt.Sprintf("%s has exactly this content already. Nothing was written.", paths.Show(p))
}

func textDeleted(p string, link bool) string {
	if link {
		return fmt.Sprintf("Deleted the symbolic link %s. What it pointed to is unchanged.", paths.Show(p))
	}
	return fmt.Sprintf("Deleted %s.", paths.Show(p))
}

func textMoved(from, to string) string {
	return fmt.Sprintf("Moved %s to %s.", paths.Show(from), paths.Show(to))
}

func textEmptyFile(p string) string { return paths.Show(p) + ": the file is empty." }

// textRead heads the lines of a file.
func textRead(p string, c cutting, start, total int, traits []string) string {
	head := fmt.Sprintf("%s: lines %d to %d of %d.", paths.Show(p), start, c.last, total)
	if start == c.last {
		head = fmt.Sprintf("%s: line %d of %d.", paths.Show(p), start, total)
	}
	if c.long > 0 {
		head += fmt.Sprintf(" It is cut after %s of %s bytes.", number(int64(len(c.text))), number(int64(c.long)))
	}
	for _, t := range traits {
		head += " " + t
	}
	if c.left > 0 {
		head += fmt.Sprintf(" %s more; read on with start_line %d.", number(int64(c.left)), c.last+1)
	}
	return head
}

func textNothing(p, pattern string) string {
	if pattern == "" {
		return fmt.Sprintf("There are no files in %s.", inside(p))
	}
	return fmt.Sprintf("No file in %s matches %s.", inside(p), paths.Show(pattern))
}

// inside names a directory in the middle of a sentence.
func inside(p string) string {
	if p == "." {
		return "the workspace"
	}
	return paths.Show(p)
}

func textMorePaths(n int) string {
	return fmt.Sprintf("\n%s more; narrow with path, pattern or depth.", number(int64(n)))
}

func textShut(n int, names string) string {
	if n > 3 {
		names += ", …"
	}
	return fmt.Sprintf("\n%s %s could not be read: %s.", number(int64(n)), plural(n, "directory", "directories"), names)
}

func textFound(matches, files int) string {
	return fmt.Sprintf("%s %s in %s %s.", number(int64(matches)), plural(matches, "matching line", "matching lines"),
		number(int64(files)), plural(files, "file", "files"))
}

func textMoreMatches(n int) string {
	return fmt.Sprintf("\n%s more; narrow with pattern, paths or include.", number(int64(n)))
}

func textLineCut(n int) string { return fmt.Sprintf(" … %s more bytes", number(int64(n))) }

// textLeftOut reports files that were not searched.
func textLeftOut(large, binary, unread int) string {
	var parts []string
	if binary > 0 {
		parts = append(parts, number(int64(binary))+" binary")
	}
	if large > 0 {
		parts = append(parts, fmt.Sprintf("%s larger than %s bytes", number(int64(large)), number(maxGrep)))
	}
	if unread > 0 {
		parts = append(parts, number(int64(unread))+" unreadable")
	}
	if parts == nil {
		return ""
	}
	return "\nNot searched: " + strings.Join(parts, ", ") + "."
}

// textLongLines reports lines that were not searched for what that would have taken.
func textLongLines(lines int) string {
	if lines == 0 {
		return ""
	}
	return fmt.Sprintf("\nNot searched: %s %s, too long for this pattern. Give one that repeats less.",
		number(int64(lines)), plural(lines, "line", "lines"))
}

// textAsked names files that the user is to be asked about before they are searched.
func textAsked(files []string) string {
	if len(files) == 0 {
		return ""
	}
	names := make([]string, 0, 3)
	for _, p := range files[:min(len(files), 3)] {
		names = append(names, paths.Show(p))
	}
	if len(files) > 3 {
		names = append(names, "…")
	}
	return fmt.Sprintf("\nNot searched, since a rule says to ask the user about %s first: %s. To have one searched, give its own path; the user is then asked.",
		plural(len(files), "this file", "these files"), strings.Join(names, ", "))
}

// Lines that say what a call will do, from its arguments.

// described is the path of a call.
func described(arguments json.RawMessage) string { return paths.Show(pathOf(arguments)) }

func pathOf(arguments json.RawMessage) string {
	var in struct {
		Path string `json:"path"`
	}
	if decode(arguments, &in) != nil {
		return ""
	}
	return in.Path
}

// textDescribeCreate says too that the last line is not ended, which no picture of it shows.
func textDescribeCreate(p, content string) string {
	lines, end := lineCount([]byte(content)), ""
	if content != "" && !strings.HasSuffix(content, "\n") {
		end = ", no line end at the end"
	}
	return fmt.Sprintf("%s (%s %s%s)", paths.Name(p), number(int64(lines)), plural(lines, "line", "lines"), end)
}

func textDescribeRead(in readArguments) string {
	switch {
	case in.Start == 0 && in.End == 0:
		return paths.Show(in.Path)
	case in.End == 0:
		return fmt.Sprintf("%s from line %d", paths.Show(in.Path), in.Start)
	}
	return fmt.Sprintf("%s lines %d to %d", paths.Show(in.Path), max(in.Start, 1), in.End)
}

func textDescribeList(in listArguments) string {
	p := "."
	if in.Path != "" {
		p = paths.Show(in.Path)
	}
	if in.Pattern != "" {
		p += " " + paths.Show(in.Pattern)
	}
	return p
}

func textDescribeGrep(in grepArguments) string {
	text := patternText(in.Pattern)
	if len(in.Paths) > 0 {
		text += " in " + whereText(in.Paths)
	}
	if in.Include != "" {
		text += " (" + paths.Show(in.Include) + ")"
	}
	return text
}

// patternText is a pattern as people write it: the text itself if it stands for nothing
// else, and quoted only if it would not show as itself.
func patternText(pattern string) string {
	if re, err := syntax.Parse(pattern, syntax.Perl); err == nil && re.Op == syntax.OpLiteral && re.Flags&syntax.FoldCase == 0 {
		if p := string(re.Rune); seenWhole(p) {
			return p
		}
	}
	if seenWhole(pattern) {
		return pattern
	}
	return strconv.Quote(pattern)
}

// seenWhole reports whether a text is seen completely when it stands among others.
func seenWhole(p string) bool {
	odd := func(r rune) bool { return !strconv.IsPrint(r) || r == '\uFFFD' }
	return p != "" && p == strings.TrimSpace(p) && !strings.ContainsFunc(p, odd)
}

// whereText names the places of a search.
func whereText(among []string) string {
	if len(among) == 0 {
		return "the workspace"
	}
	shown := make([]string, len(among))
	for i, p := range among {
		shown[i] = paths.Show(p)
	}
	return strings.Join(shown, ", ")
}

// covered is what a remembered permission covers: the tool on one path.
func covered(arguments json.RawMessage, name, verb string) tool.Cover {
	p := described(arguments)
	if p == "" {
		return exactly(name, arguments)
	}
	return tool.Cover{Key: digestOf(name, p), Text: verb + paths.Name(pathOf(arguments))}
}

// exactly covers only the very same arguments.
func exactly(name string, arguments json.RawMessage) tool.Cover {
	return tool.Cover{Key: digestOf(name, "arguments", string(arguments)), Text: "exactly this call"}
}

// counts gives the size of a change.
func counts(added, removed int) string {
	return fmt.Sprintf("%s %s added, %s removed", number(int64(added)), plural(added, "line", "lines"), number(int64(removed)))
}

// plural picks the word for n things.
func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// number writes n with commas between thousands.
func number(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
