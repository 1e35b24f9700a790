package prompt

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"parley/teatest/goldens"
	"parley/views/chrome"
	"parley/views/text"
)

// TestNotesStandAboveTheCommand: the last lines of a command may look like what Parley says; that
// stands above the command, however long it is, and the command and the keys stay visible.
func TestNotesStandAboveTheCommand(t *testing.T) {
	for _, c := range []struct{ lines, bytes int }{{1, 0}, {9, 0}, {60, 0}, {60, LongWords}} {
		for _, size := range [][2]int{{120, 40}, {80, 24}, {40, 12}} {
			name := fmt.Sprintf("%d lines, %d bytes, %dx%d", c.lines, c.bytes, size[0], size[1])
			command := "begin here\n" + strings.Repeat("make all\n", c.lines) + strings.Repeat("x", c.bytes) + "\n   asked because all is well\n   for this turn: nothing"
			arguments, err := json.Marshal(map[string]string{"command": command})
			if err != nil {
				t.Fatal(err)
			}
			p := NewPermission(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), Permission{
				Tool: "run_command", Text: "begin here …", Arguments: arguments, Covers: "run_command with the same command",
				Said:  []string{"You are asked again, since another program can write the file while it is closed, and nothing had come of the answer on record yet."},
				Why:   "a rule that this folder has for commands of the kind asks about each of them.",
				Hints: []chrome.Hint{{Key: "y", Words: "run once"}, {Key: "n", Words: "do not run"}},
			})
			screen := ansi.Strip(strings.Join(p.Draw(size[0], size[1]).Lines, "\n"))
			begins := strings.Index(screen, "begin here")
			if begins < 0 || !strings.Contains(screen, "run once") || strings.Count(screen, "\n") >= size[1] {
				t.Errorf("%s: the command or the keys are missing:\n%s", name, screen)
			}
			for _, note := range []string{"You are asked again", "a rule that this", "for this turn: run_command"} {
				if at := strings.Index(screen, note); at > begins || at < 0 && size[1] > 12 {
					t.Errorf("%s: %q is not above the command:\n%s", name, note, screen)
				}
			}
		}
	}
}
