package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"parley/store"
	"parley/teatest"
)

// Beside its pictures an album has recordings: a file NAME.jsonl is the record of a
// conversation, and NAME.cast its replay, as the program exports it.

// recording is one of them.
type recording struct{ name, from, cast string }

// recordings lists those of a folder, or those that are named, and the names that match
// none.
func recordings(dir string, names ...string) (all []recording, rest []string, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		return nil, nil, err
	}
	var known []string
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".jsonl")
		known = append(known, name)
		if len(names) == 0 || slices.Contains(names, name) {
			all = append(all, recording{name, file, strings.TrimSuffix(file, ".jsonl") + ".cast"})
		}
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			rest = append(rest, name)
		}
	}
	return all, rest, nil
}

// play exports the record by the program.
func (r recording) play(t teatest.T) string {
	source, err := os.ReadFile(r.from)
	if err != nil {
		t.Fatalf("%w", err)
	}
	first, _, _ := strings.Cut(string(source), "\n")
	event, err := store.Decode([]byte(first))
	if err != nil {
		t.Fatalf("%s: %w", r.from, err)
	}
	p := teatest.NewPlace(t)
	dir := filepath.Join(p.Store(), event.Conversation)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatalf("%w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "events.jsonl"), source, 0o600); err != nil {
		t.Fatalf("%w", err)
	}
	res := p.Run("export", event.Conversation, "--format", "cast") // it says that the record was made elsewhere
	if res.Status != 0 {
		t.Fatalf("%s: the export ends with %d: %s", r.name, res.Status, res.Err)
	}
	return res.Out
}
