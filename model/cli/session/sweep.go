package session

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"parley/coordinator"
	"parley/coordinator/git"
	"parley/coordinator/tools/fs"
	"parley/coordinator/undo"
	"parley/store"
)

// sweep removes what killed writes of this conversation left, and reports what it
// could not remove. A stranger's record names nothing to remove.
func (x *Session) sweep(log store.Log) {
	files := interrupted(log, x.since)
	if len(files) == 0 || x.Unknown {
		return
	}
	if _, err := fs.Sweep(x.root, x.Dir, files); err != nil {
		x.Notes = append(x.Notes, fmt.Sprintf("a file that an interrupted write left could not be removed: %v", err))
	}
}

// interrupted are the files that may have been being written when the conversation was
// last held: those of calls that were started and never ended, and of undos since the last
// turn, of which the record does not say that they ended. The first lines are another hand's.
func interrupted(log store.Log, theirs int) []string {
	running := map[string]bool{}
	var calls store.Calls
	var files []string
	for i, e := range log.All() {
		calls.Add(e.Body)
		if i < theirs {
			continue
		}
		switch b := e.Body.(type) {
		case store.ToolStarted:
			running[b.ID] = true
		case store.ToolAsked:
			delete(running, b.ID)
		case store.ToolCallResponse:
			delete(running, b.ID)
		case store.TurnStart:
			files = nil
		case store.Undone:
			for _, f := range b.Files {
				files = append(files, f.Path)
			}
		}
	}
	for id := range running {
		var at struct {
			Path string `json:"path"`
		}
		call, _ := calls.Get(id)
		if (call.Name == "fs_create_file" || call.Name == "fs_modify_file") && json.Unmarshal(call.Arguments, &at) == nil {
			files = append(files, at.Path)
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// unput returns the files that killed undos did not reach: they are on record, no turn has
// begun since, and the files are as they were when the undo was decided.
func (x *Session) unput(log store.Log) []coordinator.Unput {
	if !x.Saved.Unclosed() {
		return nil
	}
	desk := x.Undo()
	undo, redo := coordinator.Unput{}, coordinator.Unput{Redo: true}
	for path, was := range undecided(log, x.since, x.Here()) {
		there, err := desk.Site.Now(path)
		switch {
		case err != nil || there.Digest != was.before:
		case was.redo:
			redo.Paths = append(redo.Paths, path)
		default:
			undo.Paths = append(undo.Paths, path)
		}
	}
	slices.Sort(undo.Paths)
	slices.Sort(redo.Paths)
	return []coordinator.Unput{undo, redo}
}

// wanted is the digest of a file before it was to be put back, and whether that would have
// taken back an undo.
type wanted struct {
	before string
	redo   bool
}

// undecided are the files of undos in a workspace of which the record does not tell whether
// they were put back. The first lines are another hand's.
func undecided(log store.Log, theirs int, workspace store.Workspace) map[string]wanted {
	files, here := map[string]wanted{}, false
	for i, e := range log.All() {
		switch b := e.Body.(type) {
		case store.Workspace:
			here = b.Same(workspace)
		case store.TurnStart:
			clear(files)
		case store.Undone:
			for _, path := range b.LeftOut {
				delete(files, path)
			}
			for _, f := range b.Files {
				delete(files, f.Path)
				if i >= theirs && here && f.Before != f.After {
					files[f.Path] = wanted{f.Before, b.Redo}
				}
			}
		}
	}
	return files
}

// Here is the workspace of the conversation as it is now.
func (x *Session) Here() store.Workspace {
	return store.Workspace{Root: x.Dir, Folder: x.Setup.Sources.Folder}
}

// Undo is what puts files of the conversation back.
func (x *Session) Undo() undo.Desk {
	return undo.Desk{
		Site: fs.Site{Root: x.root, Dir: x.Dir, Closed: x.Closed(), User: git.UserOf(x.Prog.Variable)},
		Kept: x.Saved.Kept, Keep: x.Saved.KeepFile,
	}
}

// putBack puts a file back.
func (x *Session) putBack(ctx context.Context, f coordinator.PutBack) error {
	return x.Undo().Put(ctx, f.UndoneFile, f.Mode, f.Grants)
}
