package fs

import (
	"encoding/json"

	"parley/coordinator/tool"
)

// What the tools tell a model about themselves.

func readSpec() tool.Spec {
	return tool.Spec{
		Name: "fs_read_file", Run: tool.Unattended, Result: tool.Unattended, Repeatable: true,
		Description: "Reads a text file. The first line of the result says which lines follow and what cannot be seen in them " +
			"(CR LF line ends, a missing last newline); after a blank line the text stands as it is. " +
			"At most 2,000 lines or 64 KiB at once; read on with start_line.",
		Parameters: json.RawMessage(`{"type":"object","properties":{` +
			`"path":{"type":"string","description":"Relative to the workspace, such as cmd/report.go."},` +
			`"start_line":{"type":"integer","minimum":1,"description":"First line, from 1."},` +
			`"end_line":{"type":"integer","minimum":1,"description":"Last line."}},` +
			`"required":["path"],"additionalProperties":false}`),
	}
}

func listSpec() tool.Spec {
	return tool.Spec{
		Name: "fs_list_files", Run: tool.Unattended, Result: tool.Unattended, Repeatable: true,
		Description: "Lists the files below a directory, one path a line, relative to the workspace. " +
			"Directories end in / and are listed only where the listing does not go into them. Symbolic links are shown as name -> target, not followed. " +
			"What .gitignore leaves out and .git are not listed, unless include_ignored is true. At most 1,000 paths.",
		Parameters: json.RawMessage(`{"type":"object","properties":{` +
			`"path":{"type":"string","description":"Directory, relative to the workspace.","default":"."},` +
			`"pattern":{"type":"string","description":"Only files such as *.go or cmd/**/*.go."},` +
			`"depth":{"type":"integer","minimum":0,"description":"Levels to go down; 0 is all.","default":0},` +
			`"include_ignored":{"type":"boolean","description":"Also what is left out.","default":false}},` +
			`"additionalProperties":false}`),
	}
}

func grepSpec() tool.Spec {
	return tool.Spec{
		Name: "fs_grep_files", Run: tool.Unattended, Result: tool.Unattended, Repeatable: true,
		Description: "Searches text files line by line for a regular expression (RE2 syntax). A match is returned as path:line: text, " +
			"context as path-line- text. Binary files, files beyond 8 MiB, symbolic links, .git and what .gitignore leaves out are not searched. " +
			"At most 200 matches are shown; the rest is counted.",
		Parameters: json.RawMessage(`{"type":"object","properties":{` +
			`"pattern":{"type":"string","description":"Regular expression for one line."},` +
			`"paths":{"type":"array","items":{"type":"string"},"description":"Files and directories to search; by default all."},` +
			`"include":{"type":"string","description":"Only files such as *.go or cmd/**/*.go."},` +
			`"context":{"type":"integer","minimum":0,"maximum":10,"description":"Lines around each match.","default":0},` +
			`"ignore_case":{"type":"boolean","description":"Ignore case.","default":false},` +
			`"include_ignored":{"type":"boolean","description":"Also what is left out.","default":false}},` +
			`"required":["pattern"],"additionalProperties":false}`),
	}
}

func createSpec() tool.Spec {
	return tool.Spec{
		Name: "fs_create_file", Run: tool.Ask, Result: tool.Unattended,
		Description: "Creates a text file, and the directories above it that are missing. " +
			"Replacing a file that exists needs an approval of its own; to change a part of a file, use fs_modify_file.",
		Parameters: json.RawMessage(`{"type":"object","properties":{` +
			`"path":{"type":"string","description":"Relative to the workspace."},` +
			`"content":{"type":"string","description":"End the last line with a newline."}},` +
			`"required":["path","content"],"additionalProperties":false}`),
	}
}

func modifySpec() tool.Spec {
	return tool.Spec{
		Name: "fs_modify_file", Run: tool.Unattended, Result: tool.Unattended,
		Description: "Changes a text file by replacing exact texts. Patterns are applied in order, each to the outcome of those before it, and all or none take effect. " +
			"The change is shown as a patch and must be approved before it is written. " +
			"Keep patterns small: a change of most of a file needs an approval of its own. Line ends and permissions stay as they are.",
		Parameters: json.RawMessage(`{"type":"object","properties":{` +
			`"path":{"type":"string","description":"Relative to the workspace."},` +
			`"patterns":{"type":"array","minItems":1,"description":"Replacements.","items":{"type":"object","properties":{` +
			`"old":{"type":"string","description":"Text of the file, copied exactly, white space included. It must stand there exactly once: add lines around it until it does. Empty only for an empty file."},` +
			`"new":{"type":"string","description":"What takes its place; empty deletes it."},` +
			`"all":{"type":"boolean","description":"Replace every old instead of a unique one.","default":false}},` +
			`"required":["old","new"],"additionalProperties":false}}},` +
			`"required":["path","patterns"],"additionalProperties":false}`),
	}
}

func deleteSpec() tool.Spec {
	return tool.Spec{
		Name: "fs_delete_file", Run: tool.Ask, Result: tool.Unattended,
		Description: "Deletes one file, or a symbolic link itself; no directories. " +
			"A file with changes that are not committed to git needs an approval of its own.",
		Parameters: json.RawMessage(`{"type":"object","properties":{` +
			`"path":{"type":"string","description":"Relative to the workspace."}},` +
			`"required":["path"],"additionalProperties":false}`),
	}
}

func moveSpec() tool.Spec {
	return tool.Spec{
		Name: "fs_move_file", Run: tool.Ask, Result: tool.Unattended,
		Description: "Moves or renames one file and makes the directories above its new path that are missing. " +
			"Replacing a file that exists needs an approval of its own. Directories and symbolic links are not moved.",
		Parameters: json.RawMessage(`{"type":"object","properties":{` +
			`"path":{"type":"string","description":"Relative to the workspace."},` +
			`"to":{"type":"string","description":"Its new path, with the file name."}},` +
			`"required":["path","to"],"additionalProperties":false}`),
	}
}
