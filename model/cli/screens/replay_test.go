package screens

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"parley/config"
	"parley/model/cli/process"
	"parley/model/replay"
	"parley/store"
	"parley/views/text"
)

func TestSpeedOf(t *testing.T) {
	for text, want := range map[string]float64{"1": 1, "2x": 2, "0.25": 0.25, "16×": 16, "0.5": 0.5, "1e1": 10} {
		if got, err := speedOf(text); err != nil || got != want {
			t.Errorf("%q: %g, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "x", "0", "-1", "17", "NaN", "Inf", "fast", "0.2"} {
		want := fmt.Sprintf("--speed takes a number from 0.25 to 16, such as 2, not %q", text)
		var s process.StatusError
		if _, err := speedOf(text); err == nil || err.Error() != want || !errors.As(err, &s) || s.Status != process.ExitUsage {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// folder is every file below a folder: its name, size, time and content.
func folder(t *testing.T, root string) string {
	t.Helper()
	var b bytes.Buffer
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		var sum [32]byte
		if info.Mode().IsRegular() {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			sum = sha256.Sum256(data)
		}
		fmt.Fprintf(&b, "%s %v %d %v %x\n", path, info.Mode(), info.Size(), info.ModTime(), sum)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestReplayOfALockedConversationTouchesNothing: a writer has it open and goes on writing;
// its replay reads, plays, steps and searches, and no file changes and none is new.
func TestReplayOfALockedConversationTouchesNothing(t *testing.T) {
	now := func() time.Time { return time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC) }
	root := t.TempDir()
	kept := store.Open(root, now)
	writer, err := kept.Create("1h3p0c2ka7qd")
	if err != nil {
		t.Fatal(err)
	}
	story, err := os.ReadFile("../../../testdata/logs/story.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSpace(story), []byte("\n"))
	if err := writer.Append(lines[:30]...); err != nil {
		t.Fatal(err)
	}
	if _, _, err := kept.OpenWrite("1h3p0c2ka7qd"); !errors.As(err, new(*store.LockedError)) {
		t.Fatalf("the conversation is not locked: %v", err)
	}
	p := &beginning{prog: &process.Program{Now: now}}
	o, err := p.playerOptions(config.Config{UI: config.UI{Theme: "plain"}, Store: config.Store{Dir: root}}, "1h3p0c2ka7qd")
	if err != nil {
		t.Fatal(err)
	}
	o.Tick = func(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil }
	before := folder(t, root)
	var m tea.Model = replay.NewPlayer(o)
	m = settle(m, m.Init())
	for _, key := range []tea.KeyPressMsg{{Code: tea.KeyRight}, {Code: 'G', Text: "G"}, {Code: 'i', Text: "i"}, {Code: tea.KeyLeft}, {Code: 'f', Text: "f"}, {Code: 'q', Text: "q"}} {
		var cmd tea.Cmd
		m, cmd = m.Update(key)
		m = settle(m, cmd)
	}
	rows := strings.Split(ansi.Strip(m.View().Content), "\n")
	const want = " ‖ 1×  event 29 of 30   turn 1 of 1   00:31 / 00:32   ◆ 6 decisions   ┼ 1 other"
	if got := strings.TrimRight(rows[len(rows)-3], " "); got != want {
		t.Errorf("the bar says\n%s\nwant\n%s", got, want)
	}
	if after := folder(t, root); after != before {
		t.Errorf("the folder is now\n%s--- before\n%s", after, before)
	}
	if err := errors.Join(writer.Append(lines[30:]...), writer.Close()); err != nil {
		t.Errorf("the writer cannot go on: %v", err)
	}
}

// settle runs commands until there is none.
func settle(m tea.Model, cmd tea.Cmd) tea.Model {
	for pending := []tea.Cmd{cmd}; len(pending) > 0; {
		next := pending[0]
		pending = pending[1:]
		if next == nil {
			continue
		}
		switch msg := next().(type) {
		case tea.BatchMsg:
			pending = append(pending, msg...)
		case tea.QuitMsg, nil:
		default:
			var more tea.Cmd
			m, more = m.Update(msg)
			pending = append(pending, more)
		}
	}
	return m
}

// TestReplayOfADamagedFile: whatever was done to the file, the replay goes from end to
// end, every picture fits the screen, and what is wrong is reported first.
func TestReplayOfADamagedFile(t *testing.T) {
	now := func() time.Time { return time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC) }
	story, err := os.ReadFile("../../../testdata/logs/story.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	kept := store.Open(root, now)
	if err := os.MkdirAll(filepath.Dir(kept.Path("1h3p0c2ka7qd")), 0o700); err != nil {
		t.Fatal(err)
	}
	p := &beginning{prog: &process.Program{Now: now}}
	rapid.Check(t, func(rt *rapid.T) {
		if err := os.WriteFile(kept.Path("1h3p0c2ka7qd"), damage(rt, story), 0o600); err != nil {
			rt.Fatal(err)
		}
		o, err := p.playerOptions(config.Config{UI: config.UI{Theme: "plain"}, Store: config.Store{Dir: root}}, "1h3p0c2ka7qd")
		if err != nil {
			rt.Fatal(err)
		}
		o.Paused, o.Tick = true, func(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil }
		var m tea.Model = replay.NewPlayer(o)
		m = settle(m, m.Init())
		m, _ = m.Update(tea.WindowSizeMsg{Width: 60, Height: 20})
		for range 60 {
			key := rapid.SampledFrom([]tea.KeyPressMsg{{Code: tea.KeyRight}, {Code: tea.KeyLeft}, {Code: '}', Text: "}"}, {Code: ']', Text: "]"}, {Code: 'G', Text: "G"}, {Code: 'i', Text: "i"}}).Draw(rt, "key")
			m, _ = m.Update(key)
			lines := strings.Split(m.View().Content, "\n")
			if len(lines) != 20 {
				rt.Fatalf("the picture has %d lines", len(lines))
			}
			for _, line := range lines {
				if text.Width(line) > 60 {
					rt.Fatalf("a line is too wide: %q", line)
				}
			}
		}
	})
}

// damage cuts, swaps, duplicates, drops and flips.
func damage(t *rapid.T, story []byte) []byte {
	lines := bytes.SplitAfter(bytes.Clone(story), []byte("\n"))
	for range rapid.IntRange(0, 12).Draw(t, "damages") {
		a, b := rapid.IntRange(0, len(lines)-1).Draw(t, "line"), rapid.IntRange(0, len(lines)-1).Draw(t, "other")
		switch rapid.SampledFrom([]string{"swap", "drop", "double", "flip", "newer", "clock"}).Draw(t, "damage") {
		case "swap":
			lines[a], lines[b] = lines[b], lines[a]
		case "drop":
			lines[a] = nil
		case "double":
			lines[a] = append(bytes.Clone(lines[a]), lines[a]...)
		case "flip":
			if n := len(lines[a]); n > 0 {
				lines[a] = bytes.Clone(lines[a])
				lines[a][b%n] ^= 0x15
			}
		case "newer":
			lines[a] = bytes.Replace(lines[a], []byte(`"v":1`), []byte(`"v":9`), 1)
		case "clock":
			lines[a] = bytes.Replace(lines[a], []byte("2026-01-02T15"), []byte("1999-01-02T15"), 1)
		}
	}
	all := bytes.Join(lines, nil)
	return all[:rapid.IntRange(0, len(all)).Draw(t, "length")]
}

// TestReplayTellsOfALineThatCannotBeRead before the conversation.
func TestReplayTellsOfALineThatCannotBeRead(t *testing.T) {
	now := func() time.Time { return time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC) }
	kept := store.Open(t.TempDir(), now)
	if err := os.MkdirAll(filepath.Dir(kept.Path("c1")), 0o700); err != nil {
		t.Fatal(err)
	}
	data := []byte(`{"v":1,"seq":1,"event":"c1-e1","time":"2026-01-02T15:04:06Z","conversation":"c1","turn":1,"type":"chat_request","text":"Hello"}` + "\nnonsense\n")
	if err := os.WriteFile(kept.Path("c1"), data, 0o600); err != nil {
		t.Fatal(err)
	}
	tape, err := readFor(kept, "c1")
	notes := tape.Notes
	if err != nil || tape.Log.Len() != 1 || tape.Altered || len(notes) != 1 || !strings.HasPrefix(notes[0], "line 2: ") || !strings.HasSuffix(notes[0], "; the line is set aside") {
		t.Errorf("%d events, notes %q, altered %v, %v", tape.Log.Len(), notes, tape.Altered, err)
	}
}
