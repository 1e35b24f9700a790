package tool_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"parley/coordinator/tool"
)

// fake is a tool that only has a spec; a run is not expected.
type fake struct{ spec tool.Spec }

func (f fake) Spec() tool.Spec { return f.spec }
func (f fake) Run(context.Context, tool.Call) tool.Outcome {
	panic("the fake tool was run")
}

// talker says what a call does and covers.
type talker struct{ fake }

func (talker) Describe(arguments json.RawMessage) string { return "does " + string(arguments) }
func (talker) Covers(arguments json.RawMessage) tool.Cover {
	return tool.Cover{Key: "k" + string(arguments), Text: "all of it"}
}

func named(name string) tool.Entry {
	s := tool.Spec{Name: name}
	return tool.Entry{Tool: fake{s}, Spec: s}
}

func TestRegistry(t *testing.T) {
	off := named("b")
	off.Off = true
	r, err := tool.NewRegistry(named("c"), off, named("a"))
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(r.Names()); got != "[a b c]" {
		t.Errorf("names %s", got)
	}
	var on []string
	for _, s := range r.Specs() {
		on = append(on, s.Name)
	}
	if got := fmt.Sprint(on); got != "[a c]" {
		t.Errorf("specs of %s", got)
	}
	if got := string(r.Specs()[0].Parameters); got != `{"type":"object","properties":{},"additionalProperties":false}` {
		t.Errorf("a tool without arguments has the parameters %s", got)
	}
	if e, ok := r.Get("b"); !ok || !e.Off {
		t.Errorf("got %+v, %v", e, ok)
	}
	if _, ok := r.Get("d"); ok {
		t.Error("d exists")
	}
	r.Names()[0] = "changed"
	if got := fmt.Sprint(r.Names()); got != "[a b c]" {
		t.Errorf("the registry was changed from outside: %s", got)
	}
	if _, err := r.Check("zzzzzz", nil); err == nil || err.Error() != `There is no tool named "zzzzzz". Use one of the tools you have been given.` {
		t.Errorf("got %v", err)
	}
	near, err := tool.NewRegistry(named("report"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := near.Check("raport", nil); err == nil || err.Error() != `There is no tool named "raport". Did you mean "report"?` {
		t.Errorf("got %v", err)
	}
	if got, err := r.Check("a", nil); err != nil || string(got) != "{}" {
		t.Errorf("got %s, %v", got, err)
	}
}

func TestTheZeroRegistryIsEmpty(t *testing.T) {
	var r tool.Registry
	if _, ok := r.Get("a"); ok || len(r.Names()) > 0 || len(r.Specs()) > 0 {
		t.Error("it is not empty")
	}
}

func TestRegistryTellsEveryFault(t *testing.T) {
	with := func(parameters string) tool.Entry {
		s := tool.Spec{Name: "p", Parameters: json.RawMessage(parameters)}
		return tool.Entry{Tool: fake{s}, Spec: s}
	}
	_, err := tool.NewRegistry(
		named("a"), named("a"), named(""), named("a b"), tool.Entry{Spec: tool.Spec{Name: "n"}},
		with(`{`), with(`[]`), with(`{"type":"string"}`), named("A"), named("pay_l"), named("pay_1"),
	)
	if _, err := tool.NewRegistry(with(`{"type":"object","properties":{"a":{"type":"strng"}}}`)); err == nil ||
		!strings.HasPrefix(err.Error(), `tool "p": its parameters are not a JSON Schema that can be used: `) {
		t.Errorf("got %v", err)
	}
	want := `tool "a": another tool has this name
tool "": a tool's name has 1 to 64 letters, digits, _ or -
tool "a b": a tool's name has 1 to 64 letters, digits, _ or -
tool "n": it has no implementation
tool "p": its parameters are not a JSON Schema: write an object with type, properties and required
tool "p": its parameters are not a JSON Schema: write an object with type, properties and required
tool "p": its parameters must describe an object, not a string
tool "A": its name looks like that of the tool "a"; give it another name
tool "pay_1": its name looks like that of the tool "pay_l"; give it another name`
	if err == nil || err.Error() != want {
		t.Errorf("got:\n%v\nwant:\n%s", err, want)
	}
}

// What only the code of a tool can promise, the configuration cannot say.
func TestRegistryTakesPromisesFromTheTool(t *testing.T) {
	own := tool.Spec{Name: "a", Repeatable: true}
	r, err := tool.NewRegistry(tool.Entry{Tool: fake{own}, Spec: tool.Spec{Name: "a", Assistant: true, Lenient: true, Run: tool.Skip}})
	if err != nil {
		t.Fatal(err)
	}
	e, _ := r.Get("a")
	if e.Spec.Assistant || e.Spec.Lenient || !e.Spec.Repeatable || e.Spec.Run != tool.Skip {
		t.Errorf("got %+v", e.Spec)
	}
}

func TestDescribeAndCoversSeeWhatARunGets(t *testing.T) {
	s := tool.Spec{Name: "a", Parameters: json.RawMessage(`{"type":"object","properties":{"n":{"type":"integer","default":1}}}`)}
	cases := []struct {
		name, arguments, describe, key, text string
		tool                                 tool.Tool
	}{
		{"its own words", `{}`, `does {"n":1}`, `k{"n":1}`, "all of it", talker{fake{s}}},
		{"its own words, decoded", `{"n":"2"}`, `does {"n":2}`, `k{"n":2}`, "all of it", talker{fake{s}}},
		{"none", `{ }`, `{"n":1}`, `{"n":1}`, "exactly this call of a", fake{s}},
		{"what does not fit", `{"n":"x"}`, `{"n":"x"}`, `{"n":"x"}`, "exactly this call of a", fake{s}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			e := tool.Entry{Tool: c.tool, Spec: s}
			if got := e.Describe(json.RawMessage(c.arguments)); got != c.describe {
				t.Errorf("described as %q", got)
			}
			if got := e.Covers(json.RawMessage(c.arguments)); got != (tool.Cover{Key: c.key, Text: c.text}) {
				t.Errorf("covers %+v", got)
			}
		})
	}
}

// TestWhatIsVettedIsParsedLater: not when it is registered, unless the configuration says
// otherwise what it takes.
func TestWhatIsVettedIsParsedLater(t *testing.T) {
	const broken, sound = `{"type":"object","properties":{"a":{"pattern":"("}}}`, `{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]}`
	own := tool.Spec{Name: "kept", Parameters: json.RawMessage(broken), Vetted: true}
	r, err := tool.NewRegistry(tool.Entry{Tool: fake{own}, Spec: own})
	if err != nil {
		t.Fatal(err)
	}
	e, _ := r.Get("kept")
	want := "the tool kept cannot be called: its parameters are not a JSON Schema that can be used: "
	if _, err := e.Spec.Check(json.RawMessage(`{}`)); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
	changed := own
	changed.Parameters = json.RawMessage(`{"type":"string"}`)
	if _, err := tool.NewRegistry(tool.Entry{Tool: fake{own}, Spec: changed}); err == nil {
		t.Error("what the configuration says was not looked at")
	}
	own.Parameters = json.RawMessage(sound)
	if r, err = tool.NewRegistry(tool.Entry{Tool: fake{own}, Spec: own}); err != nil {
		t.Fatal(err)
	}
	e, _ = r.Get("kept")
	for range 2 {
		if _, err := e.Spec.Check(json.RawMessage(`{"a":"x"}`)); err == nil {
			t.Error("the arguments were not checked")
		}
		if got, err := e.Spec.Check(json.RawMessage(`{"a":1}`)); err != nil || string(got) != `{"a":1}` {
			t.Errorf("%s, %v", got, err)
		}
	}
}
