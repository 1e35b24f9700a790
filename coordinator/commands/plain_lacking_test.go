package commands

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"parley/coordinator"
	"parley/forms"
	"parley/store"
)

// TestPlainTakesNoYesWithoutTheTool: no key of it means yes.
func TestPlainTakesNoYesWithoutTheTool(t *testing.T) {
	key := coordinator.AskUser{ID: "x"}.Key()
	const says = "\nRun this command?\n  make\n  run_command is not offered here, so a yes is not taken: without an answer it waits until it is.\n" +
		"1  no, go on without it\n2  end the turn\nNumber: "
	for typed, want := range map[string]coordinator.Input{
		"1\n": coordinator.Permitted{Key: key, Scope: store.ScopeOnce, Outcome: store.PermitDenied},
		"2\n": coordinator.EndedTurn{Key: key},
		"":    nil,
	} {
		p := coordinator.Prompt{Key: key, Label: "run_command", Tool: "run_command", Of: 1, Lacks: true,
			Permission: &store.PermissionRequest{ID: "c.run", Call: "c", Kind: store.PermitRun, Tool: "run_command", Text: "make", Covers: "make", Arguments: json.RawMessage(`{}`)}}
		tty := &conversation{Reader: strings.NewReader(typed)}
		if got := NewPlain(tty).Ask(context.Background(), p); !reflect.DeepEqual(got, want) || strings.TrimSuffix(tty.String(), "\n") != says {
			t.Errorf("%q: got %#v after\n%s", typed, got, tty.String())
		}
	}
	p := askForm(forms.Question{ID: "q", Text: "Where?", AnswerType: forms.AnswerType{Kind: forms.Text}})
	p.Tool, p.Lacks = "deploy", true
	tty := &conversation{Reader: strings.NewReader("here\n")}
	got := NewPlain(tty).Ask(context.Background(), p)
	if want := (coordinator.Answered{Key: p.Key, Value: json.RawMessage(`"here"`)}); !reflect.DeepEqual(got, want) || !strings.Contains(tty.String(), "\n  deploy is not offered here: your answer is kept, and waits until it is.\nWhere?\n") {
		t.Errorf("got %#v after\n%s", got, tty.String())
	}
}
