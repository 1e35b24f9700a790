package model

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parley/teatest/desk"
	"parley/views/text"
)

// kept says which pictures show which screen. Each is kept at 40, 80 and 120 columns, as
// testdata/screens/<name>-<width>.txt.
func kept() map[string][]string {
	return map[string][]string{
		"Conversation": {
			"model/screen-empty", "model/screen-conversation", "model/screen-conversation-above", "model/screen-conversation-block", "model/screen-conversation-work",
			"model/screen-conversation-work-open", "model/screen-conversation-search", "model/screen-conversation-found", "model/screen-answering", "model/screen-queue",
			"model/screen-retry", "model/screen-broken", "model/screen-refused", "model/screen-cut", "model/screen-held-turn", "model/screen-written", "model/screen-palette", "model/screen-palette-narrowed",
			"model/screen-files", "model/screen-models", "model/screen-chip", "model/screen-help", "model/screen-unknown-command", "model/screen-command", "model/screen-command-runs", "model/screen-command-ran", "model/screen-command-refused",
			"model/screen-tools", "model/screen-remembered", "model/screen-limits", "model/screen-scratchpad",
			"views/conversation", "views/conversation-open", "views/transcript", "views/markdown", "views/diff", "views/status", "views/composer",
		},
		"The start":    {"model/screen-start", "model/screen-start-told", "model/screen-start-written", "model/screen-start-list", "model/screen-start-list-told", "model/screen-start-trust"},
		"A permission": {"model/screen-permission", "model/screen-permission-menu", "model/screen-permission-raw", "model/screen-permission-edited", "model/screen-permission-skipped", "model/screen-permission-rules", "model/screen-permission-rule-words", "model/screen-patch-rules", "views/prompt-permission", "views/prompt-delivery"},
		"A form": {
			"model/form-boolean", "model/form-select", "model/form-other", "model/form-multi", "model/form-multi-menu", "model/form-text", "model/form-text-menu", "model/form-reply",
			"model/form-json", "model/form-json-broken", "model/form-json-faults", "model/form-json-schema", "model/form-secret", "model/form-secret-typed",
			"model/screen-text-question", "model/screen-question-and-conversation", "model/help-question", "views/prompt-many", "views/prompt-filter", "views/prompt-other-draft",
		},
		"An escalated patch":     {"views/patch", "views/patch-escalated", "views/patch-search", "views/patch-why", "views/patch-left-out", "views/patch-long-reason", "model/form-escalated", "model/form-review-failed"},
		"A guard":                {"model/guard", "model/guard-review", "model/guard-review-end", "model/guard-decided", "model/guard-debugging", "model/guard-debugged", "views/guards"},
		"The inbox":              {"model/inbox", "model/inbox-none", "model/inbox-note"},
		"The undo":               {"model/undo-turns", "model/undo", "model/undo-grants", "model/undo-none"},
		"The audit":              {"model/audit", "model/audit-whole", "model/audit-who", "model/audit-none"},
		"The rules":              {"model/rules", "model/rules-none", "model/rules-faults"},
		"Replay":                 {"replay/story", "views/replay-bar", "views/replay-answered", "views/replay-escalated", "views/replay-patch", "views/replay-guard", "views/replay-raw"},
		"Finding a conversation": {"model/picker", "model/picker-all", "model/picker-found", "model/picker-rename", "model/picker-trash", "model/held", "model/held-waits", "model/reader"},
		"First run":              {"model/screen-first-run", "model/screen-first-run-tour", "model/screen-first-run-nothing", "model/screen-first-run-models", "model/screen-first-run-address", "model/screen-first-run-address-key", "model/screen-first-run-variable", "model/screen-first-run-refused"},
	}
}

// TestEveryScreenIsKept: no screen is without its pictures, no picture is without a
// screen, and each fits the width it is kept for.
func TestEveryScreenIsKept(t *testing.T) {
	root := filepath.Join("..", "testdata", "screens")
	var listed []string
	for screen, names := range kept() {
		for _, name := range names {
			listed = append(listed, name)
			for _, size := range desk.Sizes() {
				file := fmt.Sprintf("%s-%d.txt", name, size.Width)
				if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(file))); err != nil {
					t.Errorf("%s: %v", screen, err)
				}
			}
		}
	}
	states, err := filepath.Glob(filepath.Join(root, "model", "screen-*-80.txt"))
	if err != nil || len(states) == 0 {
		t.Fatalf("%d states, %v", len(states), err)
	}
	for _, file := range states {
		if name := "model/" + strings.TrimSuffix(filepath.Base(file), "-80.txt"); !slices.Contains(listed, name) {
			t.Errorf("%s is kept, but kept does not say what it is of", name)
		}
	}
	files, err := filepath.Glob(filepath.Join(root, "*", "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d pictures, %v", len(files), err)
	}
	sized := regexp.MustCompile(`-(\d+)(x\d+)?\.txt$`)
	for _, file := range files {
		size := sized.FindStringSubmatch(file)
		if size == nil {
			t.Errorf("%s: its name does not end in the width", file)
			continue
		}
		width, err := strconv.Atoi(size[1])
		if err != nil {
			t.Fatal(err)
		}
		body, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(body), "\n") {
			if n := text.Width(line); n > width {
				t.Errorf("%s: line %d is %d wide", file, i+1, n)
			}
		}
	}
}
