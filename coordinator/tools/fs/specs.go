package fs

import (
	"encoding/json"

	"parley/coordinator/tool"
)

// What the tools say of themselves to a model.

func readSpec() tool.Spec {
	return tool.Spec{
		Name: "fs_read_file", Run: tool.Unattended, Result: tool.Unattended, Repeatable: true,
		Description: "Reads a text file of the workspace. The first line of the result says which lines follow and what cannot be seen in them " +
			"(CR LF line ends, a missing last newline); after a blank line the text stands as it is, without line numbers. " +
			"At most 2,000 lines or 64 KiB are returned at once; read on with start_line. Symbolic links are followed inside the workspace.",
		Parameters: json.RawMessage(`{"type":"object","properties":{` +
			`"path":{"type":"string","description":"Path of the file, relative to the workspace, such as cmd/report.go."},` +
			`"start_line":{"type":"integer","minimum":1,"description":"First line to return, counted from 1. Default: the first."},` +
			`"end_line":{"type":"integer","minimum":1,"description":"Last line to return. Default: the last."}},` +
			`"required":["path"],"additionalProperties":false}`),
	}
}

func listSpec() tool.Spec {
	return tool.Spec{
		Name: "fs_list_files", Run: tool.Unattended, Result: tool.Unattended, Repeatable: true,
		Description: "Lists the files below a directory of the workspace, one path a line, sorted, relative to the workspace. " +
			"Directories end in / and are listed only where the listing does not go into them. Symbolic links are shown as name -> target and not followed. " +
			"What .gitignore leaves out and .git itself are not listed, unless include_ignored is true. At most 1,000 paths are returned.",
		Parameters: json.RawMessage(`{"type":"object","properties":{` +
			`"path":{"type":"string","description":"Directory to list, relative to the workspace. Default: the whole workspace.","default":"."},` +
			`"pattern":{"type":"string","description":"Only files that match: *.go matches names, cmd/**/*.go whole paths."},` +
			`"depth":{"type":"integer","minimum":0,"description":"How many levels to go down; 1 is the directory alone. Default 0: all.","default":0},` +
			`"include_ignored":{"type":"boolean","description":"Also list .git and what .gitignore leaves out.","default":false}},` +
			`"additionalProperties":false}`),
	}
}

func grepSpec() tool.Spec {
	return tool.Spec{
		Name: "fs_grep_files", Run: tool.Unattended, Result: tool.Unattended, Repeatable: true,
		Description: "Searches text files of the workspace line by line for a regular expression (RE2 syntax). Each matching line is returned as path:line: text, " +
			"lines of context as path-line- text. Binary files, files larger than 8 MiB, symbolic links, .git and what .gitignore leaves out are not searched; " +
			"a file that paths names is searched even if it is ignored. At most 200 matching lines are shown; the rest is counted.",
		Parameters: json.RawMessage(`{"type":"object","properties":{` +
			`"pattern":{"type":"string","description":"Regular expression, matched against one line at a time. Escape ( [ { . * + ? with a backslash to find them."},` +
			`"paths":{"type":"array","items":{"type":"string"},"description":"Files and directories to search, relative to the workspace. Default: the whole workspace."},` +
			`"include":{"type":"string","description":"Only files that match: *.go matches names, cmd/**/*.go whole paths."},` +
			`"context":{"type":"integer","minimum":0,"maximum":10,"description":"Lines to show before and after each match.","default":0},` +
			`"ignore_case":{"type":"boolean","description":"Take capital and small letters as equal.","default":false},` +
			`"include_ignored":{"type":"boolean","description":"Also search .git and what .gitignore leaves out.","default":false}},` +
			`"required":["pattern"],"additionalProperties":false}`),
	}
}

func createSpec() tool.Spec {
	return tool.Spec{
		Name: "fs_create_file", Run: tool.Ask, Result: tool.Unattended,
		Description: "Creates a text file in the workspace, and the directories above it that are missing. " +
			"Replacing a file that exists needs an approval of its own; to change a part of a file, use fs_modify_file. " +
			"A replaced file keeps its permissions, its CR LF line ends and its byte order mark.",
		Parameters: json.RawMessage(`{"type":"object","properties":{` +
			`"path":{"type":"string","description":"Path of the new file, relative to the workspace."},` +
			`"content":{"type":"string","description":"The whole content. End the last line with a newline."}},` +
			`"required":["path","content"],"additionalProperties":false}`),
	}
}

func modifySpec() tool.Spec {
	return tool.Spec{
		Name: "fs_modify_file", Run: tool.Unattended, Result: tool.Unattended,
		Description: "Changes a text file of the workspace by replacing exact texts. Patterns are applied in order, each to the outcome of those before it, and all or none take effect. " +
			"The change is shown as a patch and must be approved before it is written; if it is rejected, nothing is written. " +
			"Keep patterns small: a change of most of a file needs an approval of its own. Line ends, permissions and every byte outside the patterns stay as they are.",
		Parameters: json.RawMessage(`{"type":"object","properties":{` +
			`"path":{"type":"string","description":"Path of the file, relative to the workspace."},` +
			`"patterns":{"type":"array","minItems":1,"description":"The replacements.","items":{"type":"object","properties":{` +
			`"old":{"type":"string","description":"Text that stands in the file, copied exactly, white space included. It must stand there exactly once: add lines around it until it does. Empty only for an empty file."},` +
			`"new":{"type":"string","description":"Text to put in its place; empty to delete it."},` +
			`"all":{"type":"boolean","description":"Replace every place where old stands instead of asking for a unique one.","default":false}},` +
			`"required":["old","new"],"additionalProperties":false}}},` +
			`"required":["path","patterns"],"additionalProperties":false}`),
	}
}

func deleteSpec() tool.Spec {
	return tool.Spec{
		Name: "fs_delete_file", Run: tool.Ask, Result: tool.Unattended,
		Description: "Deletes one file of the workspace, or a symbolic link itself. Directories are not deleted. " +
			"A file with changes that are not committed to git needs an approval of its own.",
		Parameters: json.RawMessage(`{"type":"object","properties":{` +
			`"path":{"type":"string","description":"Path of the file, relative to the workspace."}},` +
			`"required":["path"],"additionalProperties":false}`),
	}
}

func moveSpec() tool.Spec {
	return tool.Spec{
		Name: "fs_move_file", Run: tool.Ask, Result: tool.Unattended,
		Description: "Moves or renames one file inside the workspace and makes the directories above its new path that are missing. " +
			"Replacing a file that exists needs an approval of its own. Directories and symbolic links are not moved.",
		Parameters: json.RawMessage(`{"type":"object","properties":{` +
			`"path":{"type":"string","description":"Path of the file, relative to the workspace."},` +
			`"to":{"type":"string","description":"Its new path, with the file name, relative to the workspace."}},` +
			`"required":["path","to"],"additionalProperties":false}`),
	}
}
