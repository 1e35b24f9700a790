package conversation

import (
	"regexp"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"parley/providers"
	"parley/teatest/desk"
	"parley/views/text"
)

// hostile are texts that a model, a tool or a user may bring.
func hostile() []string {
	return []string{
		"\x1b]0;owned\a\x1b[2J\x9b31m plain", "&#27;]52;c;aGk=&#7; and `&#x1b;[2J`", "नमस्ते 👨‍👩‍👧‍👦 ❤️ 🇩🇪 日本語の長い文章がここにあります", "\xff\xfe\x80 broken \xc3",
		strings.Repeat("wide日本", 3000), strings.Repeat("> ", 300) + "deep", strings.Repeat("[", 5000), strings.Repeat("- x\n  ", 200),
		"| a | b |\n|---|---|\n" + strings.Repeat("| 日本 | "+strings.Repeat("y", 200)+" |\n", 20), "```\n" + strings.Repeat("z", 10_000),
		"a\u202egnp.exe \u200b\u2066x\u2069 \U000e0041", "\r\rover\bwritten\v\f\x00", "[click](javascript:alert(1)) <b>x</b>", strings.Repeat("\n", 500),
	}
}

// TestHostileTextKeepsToTheScreen: whatever is said, at whatever sizes, every
// picture has the screen's size, and nothing in it is obeyed but colours and
// links.
func TestHostileTextKeepsToTheScreen(t *testing.T) {
	d := newDesk(t)
	for _, s := range hostile() {
		d.Send(tea.PasteMsg{Content: "x" + s})
		d.Press("enter")
		d.Say(providers.ReasoningDelta{Text: s}, desk.Spoken(s[:len(s)/2]))
		look(t, d, 80, 24)
		d.Say(desk.Spoken(s[len(s)/2:]), desk.Finished(s))
		look(t, d, 80, 24)
	}
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 130).Draw(t, "w"), rapid.IntRange(1, 45).Draw(t, "h")
		d.Send(tea.WindowSizeMsg{Width: w, Height: h})
		d.Press(rapid.SliceOfN(rapid.SampledFrom([]string{"pgup", "pgdown", "tab", "enter", "esc", "up", "g", "G"}), 0, 4).Draw(t, "keys")...)
		look(t, d, w, h)
	})
}

// look fails if the picture is larger than the screen, or holds anything that a
// terminal would obey.
func look(t interface {
	Helper()
	Fatalf(string, ...any)
}, d *desk.Desk, w, h int) {
	t.Helper()
	v := d.Top.View()
	lines := strings.Split(v.Content, "\n")
	if len(lines) > h {
		t.Fatalf("%d lines on a screen of %d×%d", len(lines), w, h)
	}
	obeyed := regexp.MustCompile(`\x1b\[[0-9;:]*m|\x1b\]8;[^\x1b\a]*(\x1b\\|\a)`)
	for _, line := range lines {
		if text.Width(line) > w {
			t.Fatalf("a line of %d cells on a screen of %d×%d: %q", text.Width(line), w, h, line)
		}
		for _, r := range obeyed.ReplaceAllString(line, "") {
			if r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0xfffe {
				t.Fatalf("%U reaches the terminal: %q", r, line)
			}
		}
	}
	if strings.ContainsAny(v.WindowTitle, "\x1b\a\n\u009b") {
		t.Fatalf("title %q", v.WindowTitle)
	}
}
