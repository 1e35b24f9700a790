package answer

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"parley/coordinator"
	"parley/model/cli/headless"
	"parley/model/cli/session"
	"parley/store"
)

// TestAStrangersTurnGoesOnWhereItsFolderIsSeen: whoever wrote the file chose the folder whose files the
// assistant reads without asking, and an answer from elsewhere says nothing of that folder.
func TestAStrangersTurnGoesOnWhereItsFolderIsSeen(t *testing.T) {
	for name, strange := range map[string]bool{"recorded here": false, "a stranger's": true} {
		t.Run(name, func(t *testing.T) {
			p, e, _ := parkedCall(t, "[conversation.rules]\nask = [\"run_command(ls)\"]\n", "name = \"run_command\"\narguments = { command = \"ls\" }\n")
			config := []string{"assistant.model.id=script/s"}
			elsewhere := session.Options{Park: true, NonInteractive: true, FromElsewhere: true, Sets: config}
			if strange {
				if err := os.RemoveAll(filepath.Join(p.Variable("XDG_STATE_HOME"), "parley", "made")); err != nil {
					t.Fatal(err)
				}
			}
			goesOn := func(o session.Options, want string) {
				t.Helper()
				err := headless.Run(t.Context(), p, o, e.Conversation, "", "text")
				if got := fmt.Sprint(errors.Join(err)); got != want {
					t.Errorf("%s, want %s", got, want)
				}
			}
			unseen := fmt.Sprintf("conversation %[1]s does not go on by itself: it was not recorded here, and the assistant would read what is in %[2]s, the folder that it names. "+
				"Look at it there first: `parley resume %[1]s`", e.Conversation, p.Dir)
			if strange {
				goesOn(elsewhere, unseen)
			}
			if taken, recorded, err := give(t, p, e.Ref, coordinator.Act{Do: coordinator.ActPermit, Outcome: store.PermitDenied}); err != nil || !taken.Done || !recorded {
				t.Fatalf("%+v, %v, %v", taken, recorded, err)
			}
			if strange {
				goesOn(elsewhere, unseen)
				goesOn(session.Options{Park: true, NonInteractive: true, Sets: config}, "<nil>")
				return
			}
			goesOn(elsewhere, "<nil>")
		})
	}
}
