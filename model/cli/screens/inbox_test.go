package screens

import (
	"bytes"
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/model/cli/headless"
	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/store/inbox"
)

// TestNothingIsPrintedOverAForm: a faulty file of the workspace of an entry is told in its
// form, and its words never go to the terminal that shows it.
func TestNothingIsPrintedOverAForm(t *testing.T) {
	b, _ := newBeginning(t, "")
	there := filepath.Join(filepath.Dir(b.prog.Dir), "there")
	write := func(name, text string) {
		at := filepath.Join(there, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o700), os.WriteFile(at, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	write(".parley/scenarios/s.toml", "[[answer]]\n[[answer.call]]\nname = \"run_command\"\narguments = { command = \"true\" }\n")
	p := *b.prog
	var out, printed bytes.Buffer
	p.Dir, p.Out, p.Err, p.Now, p.Random = there, &out, &printed, time.Now, rand.Reader
	err := headless.Run(t.Context(), &p, session.Options{Park: true, NonInteractive: true, Model: "script/s"}, "", "hi", "text")
	var status process.StatusError
	if !errors.As(err, &status) || status.Status != process.ExitParked {
		t.Fatalf("it is not parked: %v", err)
	}
	printed.Reset()
	write(".parley/config.toml", "[ui]\ntheme = \"pink\"\n")
	b.prog.Err = &printed
	m, err := b.Conversation("")
	screenOf(t, m, err)
	d := desk{host{b.session}, &inbox.Watch{}}
	all, err := d.Waiting()
	if err != nil || len(all) != 1 {
		t.Fatalf("%d wait: %v", len(all), err)
	}
	form, err := d.Paper(all[0])
	form = screenOf(t, form, err)
	form, _ = form.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	if shown := form.View().Content; !strings.Contains(shown, "ui.theme") || !strings.Contains(shown, "is not trusted and is left out here") {
		t.Errorf("the form does not say what is left out:\n%s", shown)
	}
	if printed.Len() > 0 {
		t.Errorf("printed over the screen: %s", printed.String())
	}
}
