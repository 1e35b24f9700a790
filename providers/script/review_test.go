package script_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"parley/providers"
	"parley/providers/script"
)

func digest(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text)))[:16] }

// TestReviews: the reviewer's answers are chosen by the question and by how
// often it was answered wrongly.
func TestReviews(t *testing.T) {
	p := script.New(scenario(t, "review"), script.Options{})
	history := func(asked string, more ...providers.Message) []providers.Message {
		return append([]providers.Message{
			user("please change a.txt and b.txt"),
			said("First a.txt.", providers.Call{ID: "call_1_1", Name: "fs_modify_file", Arguments: "{}"}),
			result("call_1_1", "Tool paused: Do you want to apply it?"),
			user(asked),
		}, more...)
	}
	for _, c := range []struct {
		name     string
		messages []providers.Message
		want     string
	}{
		{"by the question", history("patch of a.txt"), `{"reason":"A change of case in one line, as was asked.","answer":true}`},
		{"another question", history("patch of b.txt"), `{"answer":false}`},
		{"told to mend it", history("patch of b.txt", said(`{"answer":false}`), user("the reason is missing")), `{"reason":"It deletes the first line of the file.","answer":false}`},
		{"and again", history("patch of b.txt", said("1"), user("no"), said("2"), user("no")), `{"reason":"It deletes the first line of the file.","answer":false}`},
	} {
		for _, req := range []providers.Request{
			{Model: "m", Messages: c.messages, Output: &providers.Output{Name: "answer", Schema: []byte(`{"type":"object"}`)}},
			{Model: "parley-review", Messages: c.messages},
		} {
			deltas, err := drain(p.Stream(context.Background(), req))
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			if got := deltas[len(deltas)-1].(providers.Finished).Response.Text; got != c.want {
				t.Errorf("%s: got %s, want %s", c.name, got, c.want)
			}
		}
	}
}

// TestReviewsOfAnything: reviews without a match answer every question that no other does,
// and may say anything.
func TestReviewsOfAnything(t *testing.T) {
	p := script.New(parse(t, answers("text='a'")+"[[review]]\nraw='{\"no'\n[[review]]\nanswer=['x', 2]\nreason='ok'\n[[review]]\nmatch='special'\nanswer='s'"), script.Options{})
	schema := &providers.Output{Name: "answer", Schema: []byte(`{}`)}
	for _, c := range []struct {
		messages []providers.Message
		want     string
	}{
		{[]providers.Message{user("q")}, `{"no`},
		{[]providers.Message{user("q"), said("x"), user("again")}, `{"reason":"ok","answer":["x",2]}`},
		{[]providers.Message{user("special"), said("x"), user("again")}, `{"answer":"s"}`},
	} {
		deltas, err := drain(p.Stream(context.Background(), providers.Request{Messages: c.messages, Output: schema}))
		if err != nil {
			t.Fatal(err)
		}
		if got := deltas[len(deltas)-1].(providers.Finished).Response.Text; got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// TestCheck: requests that some server would refuse, and why.
func TestCheck(t *testing.T) {
	call := func(ids ...string) (calls []providers.Call) {
		for _, id := range ids {
			calls = append(calls, providers.Call{ID: id, Name: "f", Arguments: "{}"})
		}
		return calls
	}
	spec := func(name, schema string) providers.ToolSpec {
		return providers.ToolSpec{Name: name, Parameters: []byte(schema)}
	}
	of := func(messages ...providers.Message) providers.Request { return providers.Request{Messages: messages} }
	tools := func(specs ...providers.ToolSpec) providers.Request {
		return providers.Request{Messages: []providers.Message{user("x")}, Tools: specs}
	}
	for _, c := range []struct {
		req  providers.Request
		want string
	}{
		{of(user("x")), ""},
		{of(user("x"), user("y")), ""},
		{of(user("x"), said("", call("a", "b")...), result("b", ""), result("a", "1"), user("y")), ""},
		{of(user("x"), said("", call("a")...), result("a", ""), said("y", call("b")...), result("b", "")), ""},
		{tools(spec("f", `{}`), spec("g", "")), ""},
		{of(), "there are no messages"},
		{of(said("x")), `messages[0] has the role "assistant"; the first message must be the user's`},
		{of(user("")), "messages[0]: the user's message is empty"},
		{of(user("x"), said("")), "messages[1]: the assistant's message is empty"},
		{of(user("x"), said("y")), "the last message is the assistant's; there is nothing to answer"},
		{of(user("x"), said("y", call("a")...)), `the tool call "a" has no tool message`},
		{of(user("x"), said("y", call("a", "b")...), result("b", "1")), `the tool call "a" has no tool message`},
		{of(user("x"), said("y", call("a")...), user("z")), `messages[2]: a message of the role "user" before the tool call "a" has its tool message`},
		{of(user("x"), said("y", call("a")...), said("z")), `messages[2]: a message of the role "assistant" before the tool call "a" has its tool message`},
		{of(user("x"), said("y", call("a")...), result("b", "1")), `messages[2]: a tool message for "b", which no call has as its id`},
		{of(user("x"), said("y", call("a")...), result("a", "1"), result("a", "1")), `messages[3]: the tool call "a" is answered a second time, or too late`},
		{of(user("x"), said("y", call("a", "a")...)), `messages[1]: the tool call id "a" is used twice`},
		{of(user("x"), said("y", call("")...)), `messages[1]: a call of "f" has no id`},
		{of(user("x"), said("y", providers.Call{ID: "a", Name: "f g"})), `messages[1]: the tool call "a" has the name "f g"; a name has 1 to 64 letters, digits, _ and -`},
		{of(user("x"), providers.Message{Role: providers.User, Text: "x", Calls: call("a")}), `messages[1]: a message of the role "user" cannot call tools`},
		{of(user("x"), providers.Message{Role: "system", Text: "x"}), `messages[1]: the role "system" is not known`},
		{tools(spec("", `{}`)), `tools[0] has the name ""; a name has 1 to 64 letters, digits, _ and -`},
		{tools(spec("f", `{}`), spec("f", `{}`)), `tools[1]: the name "f" is used twice`},
		{tools(spec("f", `[]`)), `tools[0]: the parameters of "f" are not a JSON object`},
		{providers.Request{Messages: []providers.Message{user("x")}, Output: &providers.Output{Schema: []byte("true")}}, "the schema of the output is not a JSON object"},
	} {
		got := ""
		if err := script.Check(c.req); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%+v\ngot  %s\nwant %s", c.req.Messages, got, c.want)
		}
	}
}

// TestTour plays the tour on paths that differ in what the tools say. That it ends well in
// the program, whatever is decided, is tested in model/cli.
func TestTour(t *testing.T) {
	tour, found := script.Embedded("tour")
	if !found {
		t.Fatal("no tour")
	}
	if again, found := script.Embedded(script.TourReviewer); !found || again.Name != "tour" || tour.Reviewer != script.TourReviewer {
		t.Errorf("its reviewer is %q, and plays %q", tour.Reviewer, again.Name)
	}
	if _, found := script.Embedded("other"); found {
		t.Error("there is another one")
	}
	const failed, root, other = "cat: guest.txt: No such file or directory", "Find the root cause of it", "Try a different approach than previous iterations."
	for _, c := range []struct {
		name  string
		told  []string // results of its calls, and what the guard says where it begins with !
		calls []string // the tools called, with what distinguishes the paths
	}{
		{"a root cause", []string{"Hi", `{"when":"morning","morning":"Good morning","evening":null}`, "changed", "changed", failed, failed, "!" + root, "greet.sh", "!The root cause was found", "made", "world"},
			[]string{"fs_read_file", "ask_user", "fs_modify_file Good morning", "fs_modify_file", "run_command", "run_command", "run_command", "fs_list_files", "report_findings", "fs_create_file", "run_command"}},
		{"another approach", []string{"Hi", `{"when":"evening","evening":"Time for tea"}`, "changed", "You rejected them.", failed, failed, "!" + other, "greet.sh", "made", "world"},
			[]string{"fs_read_file", "ask_user", "fs_modify_file Time for tea", "fs_modify_file", "run_command", "run_command", "run_command", "fs_list_files", "fs_create_file", "run_command"}},
		{"a reply, nothing allowed", []string{"Hi", `{"cancelled":true,"answered":{}}`, "changed", "The user ended the turn", "Tool skipped by user.", "greet.sh", "Tool skipped by user."},
			[]string{"fs_read_file", "ask_user", "fs_modify_file Hello", "fs_modify_file", "run_command", "fs_list_files", "fs_create_file"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := script.New(tour, script.Options{})
			history := []providers.Message{user("start")}
			var calls []string
			for _, told := range append(c.told, "", "") {
				a := ask(t, p, history...)
				history = append(history, said(a.Text, a.Calls...))
				if len(a.Calls) == 0 {
					history = append(history, user("and now?"))
					continue
				}
				name := a.Calls[0].Name
				for _, mark := range []string{"Good morning", "Time for tea", "Hello"} {
					if name == "fs_modify_file" && strings.Contains(a.Calls[0].Arguments, mark) {
						name += " " + mark
					}
				}
				calls = append(calls, name)
				guard, isGuard := strings.CutPrefix(told, "!")
				history = append(history, providers.Message{Role: providers.Tool, CallID: a.Calls[0].ID, Text: told})
				if isGuard {
					history[len(history)-1].Text = failed
					history = append(history, user(guard))
				}
			}
			if !reflect.DeepEqual(calls, c.calls) {
				t.Errorf("got %q, want %q", calls, c.calls)
			}
			last := history[len(history)-2].Text
			if want := "The tour is over; I have nothing more to show. `/quit` leaves, and `parley` starts with a model of your own."; last != want {
				t.Errorf("it ends with %q", last)
			}
		})
	}
	if want := "#!/bin/sh\n# Greets whoever calls it.\necho \"Hi\"\n"; tour.Files["greet.sh"] != want {
		t.Errorf("greet.sh is %q", tour.Files["greet.sh"])
	}
}

// TestLibrary: the model of a request names the scenario.
func TestLibrary(t *testing.T) {
	dir := t.TempDir()
	for name, src := range map[string]string{"mine.toml": answers(`text="mine"`), "bad.toml": "x = 1\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(src), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := script.Library(script.Find(dir), script.Options{})
	for model, want := range map[string]string{
		"mine":    "mine",
		"../mine": `There is no scenario "../mine". The embedded one is script/tour.`,
		"other":   `There is no scenario "other": neither embedded nor a file ` + filepath.Join(dir, "other.toml") + `.`,
		"bad": filepath.Join(dir, "bad.toml") + `:1: unknown key "x" in the scenario; the keys are about, model, reviewer, server, output, context_window, no_tools, tokens_per_second, loop, files, answer, review` + "\n" +
			filepath.Join(dir, "bad.toml") + ":1: a scenario needs at least one [[answer]]",
	} {
		deltas, err := drain(p.Stream(context.Background(), providers.Request{Model: model, Messages: []providers.Message{user("x")}}))
		got := ""
		var known *providers.Error
		switch {
		case errors.As(err, &known):
			got = known.Message
		case err == nil:
			got = deltas[len(deltas)-1].(providers.Finished).Response.Text
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", model, got, want)
		}
	}
	models, err := p.Models(context.Background())
	if err != nil || len(models) != 1 || models[0].ID != "tour" || models[0].Capabilities.Output != providers.OutputSchema {
		t.Errorf("models: %+v, %v", models, err)
	}
	if got := p.Capabilities("none"); got != (providers.Capabilities{}) {
		t.Errorf("capabilities of nothing: %+v", got)
	}
	if _, err := script.Find("")("mine"); err == nil || err.Error() != `There is no scenario "mine". The embedded one is script/tour.` {
		t.Errorf("without a folder: %v", err)
	}
}

func TestModels(t *testing.T) {
	s := scenario(t, "review")
	s.ContextWindow = 9
	want := providers.Capabilities{ContextWindow: 9, Output: providers.OutputSchema}
	p := script.New(s, script.Options{})
	models, err := p.Models(context.Background())
	if err != nil || !reflect.DeepEqual(models, []providers.Model{{ID: "parley", Capabilities: want}, {ID: "parley-review", Capabilities: want}}) {
		t.Errorf("models: %+v, %v", models, err)
	}
	if got := p.Capabilities("any"); got != want {
		t.Errorf("capabilities: %+v", got)
	}
}
