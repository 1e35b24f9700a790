package headless

import "testing"

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
