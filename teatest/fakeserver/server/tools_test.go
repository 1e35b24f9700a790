package server_test

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"parley/coordinator/tool"
	"parley/coordinator/tools/askuser"
	"parley/coordinator/tools/command"
	"parley/coordinator/tools/fs"
	"parley/forms"
	"parley/providers"
	"parley/providers/script"
)

// TestScenariosFitTheTools plays scenarios with the real tools in their own
// workspace. Every question is answered with the given answer, or its default.
func TestScenariosFitTheTools(t *testing.T) {
	tour, found := script.Embedded("tour")
	if !found {
		t.Fatal("no tour")
	}
	work := scenario(t, "read-ask-modify-run")
	for _, c := range []struct {
		name     string
		scenario script.Scenario
		answers  map[string]string
		calls    []string
		files    map[string]string
	}{
		{"tour", tour, map[string]string{"when": `"morning"`, "morning": `"Rise and shine"`, "evening": `"Good evening"`},
			[]string{"fs_read_file", "ask_user", "fs_modify_file", "fs_modify_file", "run_command", "run_command", "run_command"},
			map[string]string{"greet.sh": "#!/bin/sh\necho \"Rise and shine\"\n"}},
		{"tour refused", tour, map[string]string{"when": `"evening"`, "morning": `"Good morning"`, "evening": `"Time for tea"`, "apply_changes": "false"},
			[]string{"fs_read_file", "ask_user", "fs_modify_file", "fs_modify_file", "run_command", "run_command", "run_command"},
			map[string]string{"greet.sh": "#!/bin/sh\n# Greets whoever calls it.\necho \"Hi\"\n"}},
		{"work", work, nil,
			[]string{"fs_read_file", "ask_user", "fs_modify_file", "run_command"},
			map[string]string{"greet.sh": "#!/bin/sh\necho \"Good morning\"\n"}},
		{"work refused", work, map[string]string{"apply_changes": "false"},
			[]string{"fs_read_file", "ask_user", "fs_modify_file"},
			map[string]string{"greet.sh": "#!/bin/sh\necho \"Hi\"\n"}},
		{"parallel", scenario(t, "parallel-calls"), map[string]string{"answer": "true", "broad_replacement": "true"},
			[]string{"fs_read_file", "fs_read_file", "ask_user", "fs_modify_file", "fs_modify_file"},
			map[string]string{"a.txt": "ALPHA\n", "b.txt": "BETA\n"}},
		{"review", scenario(t, "review"), nil,
			[]string{"fs_modify_file", "fs_modify_file", "fs_modify_file"},
			map[string]string{"a.txt": "ALPHA\nomega\n", "b.txt": "more\n", "c.txt": "gamma\n"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorkshop(t, c.scenario.Files, c.answers)
			w.play(c.scenario)
			if !reflect.DeepEqual(w.called, c.calls) {
				t.Errorf("called %q, want %q", w.called, c.calls)
			}
			for _, path := range slices.Sorted(maps.Keys(c.files)) {
				got, err := os.ReadFile(filepath.Join(w.dir, path))
				if err != nil || string(got) != c.files[path] {
					t.Errorf("%s is %q (%v), want %q", path, got, err, c.files[path])
				}
			}
		})
	}
}

// workshop runs tools for a scenario, as the program does but without asking anybody.
type workshop struct {
	t       *testing.T
	dir     string
	root    *os.Root
	tools   map[string]tool.Tool
	answers map[string]string
	called  []string
}

func newWorkshop(t *testing.T, files, answers map[string]string) *workshop {
	t.Helper()
	w := &workshop{t: t, dir: t.TempDir(), tools: map[string]tool.Tool{}, answers: answers}
	for path, text := range files {
		if err := os.WriteFile(filepath.Join(w.dir, path), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(w.dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := root.Close(); err != nil {
			t.Error(err)
		}
	})
	w.root = root
	for _, one := range append(fs.Tools(fs.Options{}), askuser.New(), command.New(command.Config{})) {
		w.tools[one.Spec().Name] = one
	}
	return w
}

// play talks until the scenario calls no more tools.
func (w *workshop) play(s script.Scenario) {
	w.t.Helper()
	p := script.New(s, script.Options{})
	history := []providers.Message{{Role: providers.User, Text: "start"}}
	for range 10 {
		a, err := last(p.Stream(context.Background(), providers.Request{Messages: history}))
		if err != nil {
			w.t.Fatal(err)
		}
		if len(a.Calls) == 0 {
			return
		}
		history = append(history, providers.Message{Role: providers.Assistant, Text: a.Text, Calls: a.Calls})
		for _, call := range a.Calls {
			w.called = append(w.called, call.Name)
			history = append(history, providers.Message{Role: providers.Tool, CallID: call.ID, Text: w.run(call)})
		}
	}
	w.t.Fatal("it does not end")
}

// run runs a tool until it ends.
func (w *workshop) run(call providers.Call) string {
	w.t.Helper()
	one, known := w.tools[call.Name]
	if !known {
		w.t.Fatalf("no tool %s", call.Name)
	}
	arguments, err := one.Spec().Check(json.RawMessage(call.Arguments))
	if err != nil {
		w.t.Fatalf("%s: %v", call.Name, err)
	}
	given := map[string]tool.Answer{}
	for attempt := 1; attempt < 5; attempt++ {
		ended := one.Run(context.Background(), tool.Call{
			ID: call.ID, Name: call.Name, Arguments: arguments, Answers: given, Root: w.root, Dir: w.dir, Attempt: attempt, Live: io.Discard,
		})
		if writes, ok := ended.(tool.Writes); ok {
			ended = writes.Write(context.Background())
		}
		switch out := ended.(type) {
		case tool.Success:
			return out.Content
		case tool.Failure:
			return out.Message
		case tool.NeedsInput:
			for _, q := range out.Form.Questions() {
				given[q.ID] = w.answer(q)
			}
		}
	}
	w.t.Fatalf("%s asks for ever", call.Name)
	return ""
}

func (w *workshop) answer(q forms.Question) tool.Answer {
	w.t.Helper()
	if text, known := w.answers[q.ID]; known {
		return tool.Answer{Value: json.RawMessage(text), Asked: q}
	}
	if q.Default == nil {
		w.t.Fatalf("nobody answers %q", q.Text)
	}
	return tool.Answer{Value: q.Default, Asked: q}
}
