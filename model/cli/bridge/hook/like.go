package hook

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// What is shown in a program's own words is still a command or a change of files, as far as it says so.
// More than we know may come of it, so this tells what a rule refuses and never what one allows.

// likeTools are the tools of ours that do at a path what those of the programs do.
var likeTools = map[string][]string{
	"Read": {"fs_read_file"}, "Glob": {"fs_list_files"}, "Grep": {"fs_grep_files"},
	claudeWrite: {"fs_create_file", "fs_modify_file"}, claudeEdit: {"fs_modify_file", "fs_create_file"},
	"MultiEdit": {"fs_modify_file", "fs_create_file"}, "NotebookEdit": {"fs_modify_file"},
}

// Like are the calls of ours that a call amounts to at least, where it is shown in the program's own
// words: each with the arguments of ours. The arguments are those of the request, or what somebody made
// of them.
func (m Message) Like(r Request, arguments json.RawMessage) []Call {
	var in map[string]json.RawMessage
	if json.Unmarshal(arguments, &in) != nil || r.Kind != Other && r.Kind != Patch {
		return nil
	}
	var all []Call
	for _, key := range slices.Sorted(maps.Keys(in)) {
		words := text(in[key])
		switch {
		case words == "":
		case r.Kind == Patch && key == "patch", m.Tool == codexPatch && m.Program == Codex:
			all = append(all, m.patched(words)...)
		case strings.EqualFold(key, "command"):
			all = append(all, Call{"run_command", json.RawMessage(m.command(r.root, words, "", nil, false).Arguments)})
		case strings.EqualFold(key, "file_path"), strings.EqualFold(key, "notebook_path"), strings.EqualFold(key, "path"):
			for _, tool := range likeTools[m.Tool] {
				all = append(all, m.at(tool, words))
			}
		}
	}
	return all
}

// text is a value that is a text, or a command as a list of words, quoted for a shell; "" for none.
func text(value json.RawMessage) string {
	var one string
	var many []string
	switch {
	case json.Unmarshal(value, &one) == nil:
		return one
	case json.Unmarshal(value, &many) == nil:
		for i, word := range many {
			many[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(many, " ")
}

// at is a call of a tool of ours at paths, from the folder that the program works in.
func (m Message) at(tool, path string, to ...string) Call {
	arguments := map[string]string{"path": m.from(path)}
	if len(to) > 0 {
		arguments["to"] = m.from(to[0])
	}
	return Call{tool, json.RawMessage(encoded(arguments))}
}

func (m Message) from(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(m.Dir, path)
}

// patched are the calls that a patch amounts to.
func (m Message) patched(patch string) []Call {
	var all []Call
	var last string
	for _, f := range headings(patch) {
		switch f.does {
		case patchMoves:
			all = append(all, m.at("fs_move_file", last, f.name))
			continue
		case patchAdds:
			all = append(all, m.at("fs_create_file", f.name))
		case patchDeletes:
			all = append(all, m.at("fs_delete_file", f.name))
		}
		if f.does != patchDeletes {
			all = append(all, m.at("fs_modify_file", f.name))
		}
		last = f.name
	}
	return all
}
