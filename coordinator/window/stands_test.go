package window

import (
	"fmt"
	"strings"
	"testing"

	"parley/forms"
	"parley/providers"
	"parley/store"
	"parley/teatest/goldens"
	"parley/teatest/logs"
)

// shown is a request as a model gets it, for a golden file.
func shown(r providers.Request) string {
	var b strings.Builder
	fmt.Fprintf(&b, "system: %s\n", r.System)
	for _, m := range r.Messages {
		fmt.Fprintf(&b, "\n--- %s", m.Role)
		if m.CallID != "" {
			fmt.Fprintf(&b, " %s error %v", m.CallID, m.IsError)
		}
		for _, c := range m.Calls {
			fmt.Fprintf(&b, " [%s %s %s]", c.ID, c.Name, c.Arguments)
		}
		fmt.Fprintf(&b, "\n%s\n", m.Text)
	}
	return b.String()
}

func TestTheRequestAfterWhatStandsForEarlierMessages(t *testing.T) {
	files := logs.Kept("Be kind.\n", "Below.\n```\n")
	for name, more := range map[string][]store.Body{
		"whole":                 nil,
		"trimmed":               {store.ContextTrimmed{Upto: "e23", Window: 32_000}},
		"trimmed-further":       {store.ContextTrimmed{Upto: "e14"}, store.ContextTrimmed{Upto: "e32"}},
		"summed-up":             {logs.Summary("e23", logs.HostileSummary, store.ByPolicy), store.ChatRequest{Text: "third"}},
		"summed-up-in-the-turn": {store.ContextTrimmed{Upto: "e32"}, logs.Summary("e32", "So far so good.", store.ByPolicy), store.ChatRequest{Text: "third"}},
		"carried-alone":         {logs.Summary("e37", " \n", store.ByPolicy)},
		"summed-up-twice":       {logs.Summary("e14", "the first", store.ByPolicy), logs.Summary("e23", "the second", store.ByUser)},
		"edited":                {logs.Summary("e23", "of the model", store.ByPolicy), logs.Summary("e23", "of the user", store.ByUser)},
	} {
		log := logs.Turns(t, append(logs.Worked(), more...)...)
		r := Seen{Log: log, Placed: inForce(log), Files: files}.Request(Model{ID: "m/a", Name: "a", System: "You are Parley."})
		goldens.File(t, "../../testdata/window/"+name+".txt", shown(r.Request))
	}
}

// TestAReviewerIsNotShownASummary, only what was carried over, and the instructions as
// data.
func TestAReviewerIsNotShownASummary(t *testing.T) {
	log := logs.Turns(t, append(logs.Worked(), logs.Summary("e23", logs.HostileSummary, store.ByPolicy))...)
	q := yesOrNo()
	got := Seen{Log: log, Placed: inForce(log), Files: logs.Kept("Be kind.\n", "Below.\n```\n")}.paused("m/r", "c5", q)
	goldens.File(t, "../../testdata/window/reviewer.txt", shown(providers.Request{Messages: got}))
}

// TestTheLineForAResultIsShort, whatever the tool is called.
func TestTheLineForAResultIsShort(t *testing.T) {
	for _, name := range []string{"fs_read_file", strings.Repeat("x", 5000), "a\"b\n]\x1b[31m", ""} {
		line := trimmedText(name, 1<<40)
		if len([]rune(line)) > 200 || strings.ContainsAny(line, "\n\x1b") {
			t.Errorf("%q: %q", name, line)
		}
	}
}

// inForce is what stands for earlier messages in a log in which nothing was taken back.
func inForce(log store.Log) (placed []Placed) {
	for _, ev := range log.All() {
		switch b := ev.Body.(type) {
		case store.ContextTrimmed:
			placed = append(placed, Placed{Event: ev.ID, Upto: b.Upto})
		case store.ContextSummary:
			placed = append(placed, Placed{Event: ev.ID, Upto: b.Upto, Summary: true})
		}
	}
	return placed
}

// sentOf are the messages of a request in which nothing stands for others.
func sentOf(log store.Log, model string) []providers.Message {
	return Seen{Log: log}.Request(Model{ID: model}).Messages
}

// yesOrNo is a question for a yes or a no.
func yesOrNo() forms.Question {
	return forms.Question{ID: "q", Text: "Go on?", AnswerType: forms.AnswerType{Kind: forms.Boolean}}
}

// TestFewToolsAreNamed of those whose calls are done.
func TestFewToolsAreNamed(t *testing.T) {
	many := doneCallsText(12, strings.Split("a b c d e f g h i j", " "))
	if want := `The results of 12 calls are left out here too, of "a", "b", "c", "d", "e", "f", "g", "h" and others. Go on`; !strings.Contains(many, want) {
		t.Errorf("it says %s", many)
	}
}
