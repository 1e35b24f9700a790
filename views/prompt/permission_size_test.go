package prompt

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"parley/teatest/goldens"
	"parley/views/text"
)

// TestALongCommandIsDrawnOnce: a key costs no more where the command has ten thousand lines, and
// another width or look shows it anew.
func TestALongCommandIsDrawnOnce(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode()))
	command := strings.Repeat("make all\n", 10_000) + "true"
	arguments, err := json.Marshal(map[string]string{"command": command})
	if err != nil {
		t.Fatal(err)
	}
	fresh := func(th text.Theme) Permission {
		return NewPermission(th, Permission{Tool: "run_command", Text: "make all …", Arguments: arguments})
	}
	p := fresh(th)
	first := p.Draw(80, 24).Lines
	again := testing.AllocsPerRun(3, func() { p.Draw(80, 24) })
	if again > 2000 {
		t.Errorf("%.0f pieces of memory to draw it again", again)
	}
	plain := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	for _, want := range []struct {
		got, fresh []string
	}{
		{p.Draw(80, 24).Lines, first},
		{p.Draw(60, 24).Lines, fresh(th).Draw(60, 24).Lines},
		{p.WithTheme(plain).Draw(60, 24).Lines, fresh(plain).Draw(60, 24).Lines},
	} {
		if !slices.Equal(want.got, want.fresh) {
			t.Errorf("%q", want.got)
		}
	}
}
