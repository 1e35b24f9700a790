package firstrun

import (
	"testing"

	"parley/model/kit"
	"parley/teatest/desk"
	"parley/teatest/goldens"
)

// TestTheKeysOfAFirstRunAreDocumented compares docs/keys.md with the key tables of its
// pages.
func TestTheKeysOfAFirstRunAreDocumented(t *testing.T) {
	d := firstRun(t, &fakeBeginning{found: []Server{anthropic()}, local: []Server{ollama()}, keyless: []Server{openAI()}})
	d.Start()
	f, ok := d.Top.(*FirstRun)
	if !ok {
		t.Fatalf("the screen is a %T", d.Top)
	}
	table := func(title string) {
		t.Helper()
		goldens.Section(t, desk.KeysDocument, title, desk.KeyTable(append(f.bindings(), everywhere()...)))
	}
	table("The first run")
	f.to(choosingModel)
	f.models = kit.Listing{Here: true, Choices: kit.FileChoices([]string{"a", "b"})}
	table("The first run, choosing a model")
	f.to(writingAddress)
	table("The first run, the address of a server")
	f.server = Server{BaseURL: "http://gpu:8000/v1"}
	f.to(writingKey)
	table("The first run, the key of a server at an address")
	f.to(writingVariable)
	table("The first run, the variable of its key")
	f.busy = textAskingServer
	table("The first run, a server is asked")
	f.busy = ""
	f.askKey(openAI())
	table("The first run, a key")
}
