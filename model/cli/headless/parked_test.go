package headless

import (
	"testing"

	"parley/store/inbox"
)

// TestWhatIsParkedSaysWhoAsks: who asks a question words it, and may give it the words of a permission.
func TestWhatIsParkedSaysWhoAsks(t *testing.T) {
	for want, e := range map[string]inbox.Entry{
		"parked, since nobody is there to allow run_command: Run go test ./...":                     {Kind: inbox.Permission, Who: "run_command"},
		"parked, since nobody is there to answer h__go, which asks: Run go test ./...":              {Kind: inbox.Question, Who: "h__go"},
		"parked, since nobody is there to answer the assistant, which asks: Run go test ./...":      {Kind: inbox.Question, Who: "Assistant"},
		"parked, since nobody is there to answer the guard max_cost, which asks: Run go test ./...": {Kind: inbox.Guard, Who: "max_cost"},
	} {
		e.Subject = "Run go test ./..."
		if got, _ := parkedText(e); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// TestWhatIsSetForARunAlone is the command or the server of a tool, and none of its other settings.
func TestWhatIsSetForARunAlone(t *testing.T) {
	for set, want := range map[string]bool{
		"mcp.t.command=x": true, "mcp.t.url=https://x": true, "mcp.tt.command=x": false, "conversation.tools.t__echo.run=ask": false,
		"conversation.tools.t__echo.command=x": true, "forms.text_prompt=menu": false,
	} {
		if got := madeBy([]string{"assistant.model.id=x", set}, "t__echo"); got != want {
			t.Errorf("%s: %v", set, got)
		}
	}
	if madeBy([]string{"conversation.tools.run_command.run=ask", "mcp.run_command.url=x"}, "run_command") || madeBy(nil, "") {
		t.Error("a tool of ours is set for a run alone")
	}
}
