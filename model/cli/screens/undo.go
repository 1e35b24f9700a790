package screens

import (
	"fmt"

	"parley/coordinator"
	"parley/coordinator/undo"
	"parley/model/kit"
	"parley/store"
)

// Undos are the changes on a record that can be undone.
func (h host) Undos(log store.Log) kit.Undos {
	if err := h.x.Begun.Ours(h.x.Setup.Places.Made); err != nil {
		return undos{why: err.Error()}
	}
	return undos{h.x.Undo(), undo.Sets(log, h.x.Here()), ""}
}

// Why says why nothing can be put back.
func (u undos) Why() string { return u.why }

type undos struct {
	desk undo.Desk
	sets []undo.Set
	why  string
}

// Sets are the changes on record, in words.
func (u undos) Sets() []kit.UndoSet {
	out := make([]kit.UndoSet, 0, len(u.sets))
	for _, s := range u.sets {
		title := fmt.Sprintf("Turn %d: %s", s.Turn, s.Text)
		if s.Undo {
			title = "An undo, " + s.At.Local().Format("2 January 15:04")
		}
		if s.Redo {
			title = "An undo taken back, " + s.At.Local().Format("2 January 15:04")
		}
		out = append(out, kit.UndoSet{Title: title, Files: len(s.Paths), Redo: s.Undo && !s.Redo})
	}
	return out
}

// Look says how things stand with some files of a set.
func (u undos) Look(set, from, most int) []kit.UndoFile {
	s := u.sets[set]
	paths := s.Paths[min(from, len(s.Paths)):min(from+most, len(s.Paths))]
	out := make([]kit.UndoFile, 0, len(paths))
	for _, path := range paths {
		f := u.desk.Look(s, path)
		now, then := f.Texts()
		hidden := ""
		if f.State == undo.Ready && f.Binary() {
			hidden = f.Change()
		}
		out = append(out, kit.UndoFile{
			Hidden: hidden, Permissions: f.Permissions(),
			Path: path, Ready: f.State == undo.Ready, Changed: f.State == undo.Changed, Why: f.Why, Grants: f.Grants,
			Now: string(now), Then: string(then),
			Put: coordinator.PutBack{UndoneFile: f.Undone(), Mode: f.Mode, Grants: f.Grants, From: f.From},
		})
	}
	return out
}
