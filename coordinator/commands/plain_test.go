package commands

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"parley/coordinator"
	verdicts "parley/coordinator/rules"
	"parley/forms"
	"parley/store"
)

func TestPlainSaysWhatEnterTakes(t *testing.T) {
	options := []forms.Option{{Value: json.RawMessage(`"eu"`), Label: "Europe"}, {Value: json.RawMessage(`2.0`)}}
	for _, c := range []struct{ name, fallback, kind, want string }{
		{"yes or no", `false`, "boolean", "Answer (yes or no; Enter takes no): "},
		{"a label", `"eu"`, "select", "Answer (number; Enter takes Europe (eu)): "},
		{"a number", `2`, "select", "Answer (number; Enter takes 2.0): "},
		{"several", `["eu",2]`, "multi_select", "Answer (numbers, with commas between; Enter takes Europe (eu), 2.0, a comma alone none of them): "},
		{"none of several", `[]`, "multi_select", "Answer (numbers, with commas between; Enter takes none of them): "},
	} {
		q := forms.Question{ID: "q", Text: "Go?", Default: json.RawMessage(c.fallback), AnswerType: forms.AnswerType{Kind: forms.Kind(c.kind)}}
		if q.AnswerType.Kind != forms.Boolean {
			q.AnswerType.Options = options
		}
		tty := &conversation{Reader: strings.NewReader("\n")}
		got := NewPlain(tty).Ask(context.Background(), askForm(q))
		if want := (coordinator.Answered{Key: coordinator.AskUser{ID: "x"}.Key(), Value: json.RawMessage(c.fallback)}); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %#v", c.name, got)
		}
		lines := strings.Split(tty.String(), "\n")
		if last := lines[len(lines)-1]; last != c.want {
			t.Errorf("%s: got %q, want %q", c.name, last, c.want)
		}
	}
}

// TestPlainOffersNoneOnlyWhereItIsAnAnswer tells no way to choose nothing where something must be chosen.
func TestPlainOffersNoneOnlyWhereItIsAnAnswer(t *testing.T) {
	for _, c := range []struct{ min, fallback, typed, want string }{
		{"1", "", "\n,\nx\n1\n", "Answer (numbers, with commas between, at least 1): choose at least 1, not 0\n" +
			"Answer (numbers, with commas between, at least 1): choose at least 1, not 0\n" +
			"Answer (numbers, with commas between, at least 1): type numbers from 1 to 1 with commas between\n" +
			"Answer (numbers, with commas between, at least 1): "},
		{"1", `["eu"]`, "\n", "Answer (numbers, with commas between, at least 1; Enter takes eu): "},
		{"0", "", "x\n1\n", "Answer (numbers, with commas between; Enter takes none of them): type numbers from 1 to 1 with commas between, or a comma alone for none\n" +
			"Answer (numbers, with commas between; Enter takes none of them): "},
	} {
		q := forms.Question{ID: "q", Text: "Which?", AnswerType: forms.AnswerType{
			Kind: forms.MultiSelect, Options: []forms.Option{{Value: json.RawMessage(`"eu"`)}},
			Limits: map[string]json.RawMessage{"min": json.RawMessage(c.min)},
		}}
		if c.fallback != "" {
			q.Default = json.RawMessage(c.fallback)
		}
		tty := &conversation{Reader: strings.NewReader(c.typed)}
		got := NewPlain(tty).Ask(context.Background(), askForm(q))
		if want := (coordinator.Answered{Key: coordinator.AskUser{ID: "x"}.Key(), Value: json.RawMessage(`["eu"]`)}); !reflect.DeepEqual(got, want) {
			t.Errorf("%s %q: got %#v", c.min, c.typed, got)
		}
		if !strings.HasSuffix(tty.String(), "\n"+c.want) {
			t.Errorf("%s %q: got\n%s\nwant it to end\n%s", c.min, c.typed, tty.String(), c.want)
		}
	}
}

// TestPlainTakesNoneOfSeveral by an empty line, or by a comma where an empty line would
// take the default, and says so.
func TestPlainTakesNoneOfSeveral(t *testing.T) {
	for _, c := range []struct{ fallback, typed, want string }{
		{"", "\n", "Answer (numbers, with commas between; Enter takes none of them): "},
		{"", ",\n", "Answer (numbers, with commas between; Enter takes none of them): "},
		{`["eu"]`, ",\n", "Answer (numbers, with commas between; Enter takes eu, a comma alone none of them): "},
		{`["eu"]`, "2\n,\n", "Answer (numbers, with commas between; Enter takes eu, a comma alone none of them): " +
			"type numbers from 1 to 1 with commas between, or a comma alone for none\n" +
			"Answer (numbers, with commas between; Enter takes eu, a comma alone none of them): "},
	} {
		q := forms.Question{ID: "q", Text: "Which?", AnswerType: forms.AnswerType{
			Kind: forms.MultiSelect, Options: []forms.Option{{Value: json.RawMessage(`"eu"`)}},
		}}
		if c.fallback != "" {
			q.Default = json.RawMessage(c.fallback)
		}
		tty := &conversation{Reader: strings.NewReader(c.typed)}
		got := NewPlain(tty).Ask(context.Background(), askForm(q))
		if want := (coordinator.Answered{Key: coordinator.AskUser{ID: "x"}.Key(), Value: json.RawMessage(`[]`)}); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %#v", c.typed, got)
		}
		if _, said, _ := strings.Cut(tty.String(), ":end ends the turn\n"); said != c.want {
			t.Errorf("%q: got %q, want %q", c.typed, said, c.want)
		}
	}
}

// TestPlainEnterNeverApproves a change, nor a question that a reviewer said no to, or gave no
// answer to: the default is not taken.
func TestPlainEnterNeverApproves(t *testing.T) {
	for _, c := range []struct {
		digest string
		linked *coordinator.Linked
	}{
		{"", &coordinator.Linked{Model: "judge", Reason: "tangential"}},
		{"", &coordinator.Linked{Model: "judge", Reason: "tangential", Failed: true}},
		{"sha256:00", nil},
	} {
		x := askForm(forms.Question{ID: "q", Text: "Apply?", Digest: c.digest, Default: json.RawMessage(`true`), AnswerType: forms.AnswerType{Kind: forms.Boolean}})
		if x.Linked = c.linked; c.linked != nil {
			x.Inquiry.EscalatedFrom = "c1.q.1"
		}
		tty := &conversation{Reader: strings.NewReader("\n\nn\n")}
		got := NewPlain(tty).Ask(context.Background(), x)
		if want := (coordinator.Answered{Key: coordinator.AskUser{ID: "x"}.Key(), Value: json.RawMessage(`false`)}); !reflect.DeepEqual(got, want) {
			t.Errorf("%+v: got %#v\n%s", c, got, tty.String())
		}
		if n := strings.Count(tty.String(), "Answer (yes or no): "); n != 3 {
			t.Errorf("%+v: asked %d times, want 3\n%s", c, n, tty.String())
		}
	}
}

// TestPlainSaysWhyACountJumps names how many questions of the form were skipped.
func TestPlainSaysWhyACountJumps(t *testing.T) {
	yes := forms.AnswerType{Kind: forms.Boolean}
	form, err := forms.New([]forms.Question{
		{ID: "go", Text: "Shall we?", AnswerType: yes}, {ID: "why", Text: "Why not?", AnswerType: yes, When: &forms.When{QuestionID: "go", Equals: json.RawMessage("false")}},
		{ID: "when", Text: "Today?", AnswerType: yes},
	})
	if err != nil {
		t.Fatal(err)
	}
	w, err := forms.Start(form).Apply(forms.Answer{Value: json.RawMessage("true"), ByUser: true})
	if err != nil {
		t.Fatal(err)
	}
	q, _ := w.Open()
	x := askForm(q)
	x.Walk = w
	tty := &conversation{Reader: strings.NewReader("y\n")}
	NewPlain(tty).Ask(context.Background(), x)
	if got, want := strings.SplitN(strings.TrimLeft(tty.String(), "\n"), "\n", 2)[0], "Assistant asks [3/3] (1 skipped)"; got != want {
		t.Errorf("the heading is %q, want %q", got, want)
	}
}

// TestPlainAsksInWordsForPeople: a command stands in the question if all of it does, and then
// not below again; a name is shortened, and what hides is spelled out.
func TestPlainAsksInWordsForPeople(t *testing.T) {
	long := strings.Repeat("a", 70)
	for _, c := range []struct{ tool, told, args, want string }{
		{"run_command", "make", `{"command":"make"}`, "Run `make`?\n1  run it, once\n"},
		{"run_command", "make in docs", `{"command":"make","dir":"docs"}`, "Run this command?\n  make in docs\n  dir: docs\n1  run it, once\n"},
		{"run_command", "rm a … (2 lines) (in docs)", `{"command":"rm a\nls","directory":"docs"}`,
			"Run this command?\n  In full, 2 lines:\n    rm a\n    ls\n  directory: docs\n1  run it, once\n"},
		{"run_command", "rm a … (3 lines)", `{"command":"rm a\nls\ndirectory: docs"}`,
			"Run this command?\n  In full, 3 lines:\n    rm a\n    ls\n    directory: docs\n1  run it, once\n"},
		{"run_command", long, `{"command":"` + long + `"}`, "Run this command?\n  " + long + "\n1  run it, once\n"},
		{"run_command", "echo `id`", "{\"command\":\"echo `id`\"}", "Run this command?\n  echo `id`\n1  run it, once\n"},
		{"run_command", "a\u202eb", `{"command":"a\u202eb"}`, "Run this command?\n  a<U+202E>b\n1  run it, once\n"},
		{"fs_delete_file", "a.md", `{"path":"a.md"}`, "Delete a.md?\n  a.md\n1  run it, once\n"},
		{"table__book", "for two", `{}`, "Run table__book?\n  for two\n1  run it, once\n"},
	} {
		tty := &conversation{Reader: strings.NewReader("")}
		NewPlain(tty).Ask(context.Background(), coordinator.Prompt{Key: coordinator.AskUser{ID: "x"}.Key(), Label: c.tool, Of: 1,
			Permission: &store.PermissionRequest{ID: "c.run", Call: "c", Kind: store.PermitRun, Tool: c.tool, Text: c.told, Arguments: json.RawMessage(c.args)}})
		if got := tty.String(); !strings.HasPrefix(got, "\n"+c.want) {
			t.Errorf("%s is asked as %q, want %q", c.told, got, c.want)
		}
	}
}

// TestPlainSaysWhatWasTakenBefore: a yes to what is asked again takes all of it.
func TestPlainSaysWhatWasTakenBefore(t *testing.T) {
	for want, edited := range map[string]store.Edited{
		"Before this was asked again you took 1 of 2 hunks of the change. A yes takes all of it now; where the conversation is on a screen, a part can be taken.": {Part: store.Part{Taken: 1, Hunks: 2}},
		"Before this was asked again you took a text of your own. A yes takes the one above, and not yours.":                                                      {Content: "mine"},
	} {
		p := askForm(forms.Question{ID: "q", Text: "Apply it?", AnswerType: forms.AnswerType{Kind: forms.Boolean}})
		p.Edited = &edited
		tty := &conversation{Reader: strings.NewReader("yes\n")}
		if got := NewPlain(tty).Ask(context.Background(), p); got == nil || !strings.Contains(tty.String(), "\n  "+want+"\nApply it?\n") {
			t.Errorf("got %#v after\n%s", got, tty.String())
		}
	}
}

// TestPlainSaysWhyAPermissionIsAsked names what the rules say, as the screen does, once and without marks of its own.
func TestPlainSaysWhyAPermissionIsAsked(t *testing.T) {
	for _, c := range []struct {
		name   string
		ruling coordinator.Ruling
		want   string
	}{
		{"a rule", coordinator.Ruling{Verdict: verdicts.Asked, Ground: verdicts.Uncovered, Rules: []store.RuleAt{{}}, Why: "it uses\x1b[2J a variable"}, "  Asked because it uses␛[2J a variable.\n"},
		{"no rule", coordinator.Ruling{Verdict: verdicts.Asked, Ground: verdicts.Uncovered, Why: "none covers it"}, ""},
		{"the permission says so itself", coordinator.Ruling{Verdict: verdicts.Asked, Ground: verdicts.Uncovered, Rules: []store.RuleAt{{}}, Why: "it changed", Changed: "it changed since"}, ""},
	} {
		tty := &conversation{Reader: strings.NewReader("2\n")}
		NewPlain(tty).Ask(context.Background(), coordinator.Prompt{Key: coordinator.AskUser{ID: "c"}.Key(), Ruling: c.ruling,
			Permission: &store.PermissionRequest{ID: "c.run", Call: "c", Kind: store.PermitRun, Tool: "run_command", Text: "make", Arguments: json.RawMessage(`{"command":"make"}`)}})
		before, _, _ := strings.Cut(tty.String(), "1  run it, once")
		if !strings.HasSuffix(before, "\n"+c.want) || c.want == "" && strings.Contains(before, "Asked because") {
			t.Errorf("%s: got %q, want it to end in %q", c.name, before, c.want)
		}
	}
}

// TestPlainNamesWhatGoesWithAResult: an image is given beside the text that is read.
func TestPlainNamesWhatGoesWithAResult(t *testing.T) {
	tty := &conversation{Reader: strings.NewReader("2\n")}
	files := []store.File{{Name: "plan\u200b.png", Type: "image/png", Bytes: 1200, Width: 3, Height: 2}}
	NewPlain(tty).Ask(context.Background(), coordinator.Prompt{Key: coordinator.AskUser{ID: "c"}.Key(), Result: &store.ToolFinished{ID: "c", Outcome: store.Outcome{Content: "here", Files: files}},
		Permission: &store.PermissionRequest{ID: "c.deliver", Call: "c", Kind: store.PermitDeliver, Tool: "x", Text: "Give it?"}})
	if want := "  here\n  With it goes, also where its text is edited:\n  [image 1: plan<U+200B>.png, 3×2, 1 kB]\n1  give it, once\n"; !strings.Contains(tty.String(), want) {
		t.Errorf("got %q, want it to contain %q", tty.String(), want)
	}
}

// TestPlainMarksSignsInAPath, and in what a yes for the turn covers, as the screen does: those that
// only look like ASCII's. In prose they stay.
func TestPlainMarksSignsInAPath(t *testing.T) {
	const name = "a\u2215b.md" // a division slash
	q := forms.Question{ID: "q", Text: "Apply it to " + name + "?", AnswerType: forms.AnswerType{Kind: forms.Boolean}}
	for tool, want := range map[string]string{"fs_modify_file": "Apply it to a<U+2215>b.md?\n", "ask_user": "Apply it to " + name + "?\n"} {
		tty := &conversation{Reader: strings.NewReader("")}
		x := askForm(q)
		x.Tool = tool
		NewPlain(tty).Ask(t.Context(), x)
		if got := tty.String(); !strings.Contains(got, "\n"+want) {
			t.Errorf("%s: %q, want %q", tool, got, want)
		}
	}
	tty := &conversation{Reader: strings.NewReader("")}
	NewPlain(tty).Ask(t.Context(), coordinator.Prompt{Key: coordinator.AskUser{ID: "x"}.Key(), Label: "x", Of: 1,
		Permission: &store.PermissionRequest{ID: "c.run", Call: "c", Kind: store.PermitRun, Tool: "fs_delete_file", Text: name, Covers: "deleting " + name, Arguments: json.RawMessage(`{"path":"` + name + `"}`)}})
	const want = "\nDelete a<U+2215>b.md?\n  a<U+2215>b.md\n1  run it, once\n2  no\n3  run it, and for this turn: deleting a<U+2215>b.md\n4  no, and for this turn: deleting a<U+2215>b.md\n"
	if got := tty.String(); !strings.HasPrefix(got, want) {
		t.Errorf("a permission: %q, want %q", got, want)
	}
}

// TestWhichCallAsksIsNotKnown of one of several calls of a server, and is said.
func TestWhichCallAsksIsNotKnown(t *testing.T) {
	tty := &keyed{Reader: strings.NewReader("y\n")}
	x := deletion()
	x.Among, x.Which = 2, "one of its 2 calls"
	if got := NewPlain(tty).Ask(t.Context(), x); got == nil || !strings.HasPrefix(tty.text(), "\nAssistant, one of its 2 calls, asks\n  It is not known which of its 2 calls asks.\n") {
		t.Errorf("%#v after\n%s", got, tty.text())
	}
}

// TestWhatWasChosenOnAScreen of a change and not sent is no part of an answer in lines, and that is said.
func TestWhatWasChosenOnAScreen(t *testing.T) {
	for value, told := range map[string]bool{`{"hunks":3,"left":[1]}`: true, `{"edited":true}`: true, `{"why":"no"}`: false, `{`: false, "": false} {
		tty := &keyed{Reader: strings.NewReader("y\n")}
		x := deletion()
		x.Call = "k"
		drafts := store.Drafts{store.PatchDraft("k." + x.Inquiry.Question.ID): {Value: json.RawMessage(value)}}
		if got := NewPlain(tty).Drafted(func() store.Drafts { return drafts }).Ask(t.Context(), x); got == nil || strings.Contains(tty.text(), "  On a screen you had left out a part of this change, or written a text of your own in its place. A yes takes all of it") != told {
			t.Errorf("%s: %#v after\n%s", value, got, tty.text())
		}
	}
}
