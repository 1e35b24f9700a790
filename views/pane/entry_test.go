package pane

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"parley/store"
	"parley/store/text/clean"
	"parley/teatest/goldens"
	"parley/views/markdown"
	"parley/views/text"

	"pgregory.net/rapid"
)

func anyEntry(t *rapid.T, key string) Entry {
	text := goldens.Nasty().Draw(t, "text")
	rev := rapid.IntRange(0, 1000).Draw(t, "rev")
	switch rapid.IntRange(0, 6).Draw(t, "kind") {
	case 0:
		return Message{Key: key, Rev: rev, Text: text, Queued: rapid.Bool().Draw(t, "queued")}
	case 1:
		return Response{Key: key, Rev: rev, Text: text, Partial: rapid.Bool().Draw(t, "partial")}
	case 2:
		l := NewLive(key)
		l.rev = rev
		l.Append(text)
		return l
	case 3:
		return Reasoning{Key: key, Rev: rev, Text: text, Live: rapid.Bool().Draw(t, "live")}
	case 4:
		return Note{Key: key, Rev: rev, Text: text, Detail: text, Kind: NoteKind(rapid.IntRange(0, 3).Draw(t, "note"))}
	case 5:
		return anyDecision(t, key, rev, text)
	}
	return Call{Key: key, Rev: rev, Tool: text, Summary: text, Right: text, State: CallState(rapid.IntRange(0, 4).Draw(t, "state")),
		Arguments: json.RawMessage(text), Output: text, Result: text, Decisions: []Decision{anyDecision(t, "", 0, text)}}
}

func anyDecision(t *rapid.T, key string, rev int, text string) Decision {
	return Decision{Key: key, Rev: rev, Question: text, Context: "```diff\n" + text + "\n```\n" + text, Answer: text, Who: text, Took: "2 s", Reason: text}
}

func TestEntriesNeverExceed(t *testing.T) {
	for _, name := range []string{text.ThemeDark, text.ThemePlain} {
		th := goldens.Must(text.NewTheme(name, text.Unicode()))
		rapid.Check(t, func(t *rapid.T) {
			width := rapid.IntRange(1, 130).Draw(t, "width")
			e := anyEntry(t, "k")
			look := Look{Theme: th, Width: width, Open: rapid.Bool().Draw(t, "open"), Markdown: markdown.New(th, text.TextWidth(width))}
			goldens.Fits(t, e.Draw(look), width, 0)
		})
	}
}

const reportDiff = "--- a/cmd/report.go\n+++ b/cmd/report.go\n@@ -10,7 +10,9 @@\n import \"flag\"\n \n func main() {\n-    limit := flag.Int(\"limit\", 20, \"how many lines\")\n+    limit := flag.Int(\"limit\", 20, \"how many rows\")\n" +
	"+    asJSON := flag.Bool(\"json\", false, \"one object a line\")\n+    flag.Parse()\n     one()\n     two()\n     three()\n"

func conversation() []Entry {
	return []Entry{
		Message{Key: "1", Text: "Add a --json flag to `report`, keep the text output as it is."},
		Response{Key: "2", Text: "I'll look at how the command builds its output first."},
		Call{Key: "3", Tool: "fs_read_file", Verb: "Read", Summary: "cmd/report.go", State: CallDone, Right: "142 lines", Took: "0.1 s", Result: "x"},
		Call{Key: "4", Tool: "fs_grep_files", Verb: "Search", Summary: "printReport(", State: CallDone, Right: "3 in 2 files", Took: "0.2 s", Result: "x"},
		Call{Key: "4b", Tool: "fs_read_file", Verb: "Read", Summary: "internal/report/missing.go", State: CallFailed, Came: "error", Right: "does not exist", Result: "internal/report/missing.go does not exist. List the directory."},
		Call{Key: "4c", Tool: "fs_modify_file", Verb: "Edit", Summary: "cmd/report.go", State: CallDone, Changed: true, Added: "3", Removed: "1", Result: "Modified", Diff: reportDiff,
			Allowed: &Decision{Question: "Apply this change?", Answer: "yes", Yes: true, Who: "claude-haiku-4-5", Took: "2 s", Reason: "Adds the flag and a branch; text path untouched, matches the request."}},
		Call{Key: "4d", Tool: "run_command", Verb: "Run", Summary: "go vet ./...", State: CallFailed, Command: true, Came: "exit 2", Took: "3.1 s",
			Result: "Exit status: 2\n# orders\nmain.go:41:9: undefined: json\nmain.go:44:2: missing return\nmain.go:50:1: a\nmain.go:51:1: b\n", Allowed: &Decision{Question: "go vet ./...", Answer: "allowed", Who: "you", Turn: true}},
		Call{Key: "4e", Tool: "run_command", Verb: "Run", Summary: "rm -rf build", State: CallRefused, Came: "you said no", Why: "I need the logs there", Result: "Refused."},
		Call{Key: "4f", Tool: "run_command", Verb: "Run", Summary: "git push --force origin main", State: CallRefused, Came: "you said no",
			Why: "nobody pushes to main without a review, and the branch is protected anyway; open a request for it instead, and name the issue in its title so that it is found", Result: "Refused."},
		Call{Key: "4g", Tool: "setup_db", Summary: "orders", State: CallDone, Right: "3 lines", Decisions: []Decision{{Question: "Which environment?", Answer: "staging", Who: "you", Took: "4 s", Gone: "taken back"},
			{Question: "Which environment?", Answer: "production", Who: "you", Took: "2 s"}}},
		Call{Key: "5", Hidden: true, State: CallDone, Decisions: []Decision{{Question: "Apply this change to cmd/report.go?", Answer: "yes", Who: "claude-haiku-4-5", Took: "2 s",
			Reason: "Adds the flag and a branch; text path untouched, matches the request."}}},
		Response{Key: "6", Text: "The flag is in. `report --json` prints one object per line and leaves the text output alone. Next I would add a test:\n\n```go\nfunc TestReportJSON(t *testing.T) {\n\t…\n}\n```\n"},
		Reasoning{Key: "7", Text: "The user wants a flag.\nSo be it."},
		Call{Key: "8", Tool: "run_command", Verb: "Run", Summary: "go test ./...", State: CallRunning, Right: "12 s", Output: "a\nb\nok  parley/forms\nok  parley/store\nFAIL parley/\x1b[31mviews\x1b[m\n"},
		Call{Key: "9", Tool: "fs_delete_file", Verb: "Delete", Summary: "old.go", State: CallFailed, Came: "error", Right: "no such file"},
		Call{Key: "10", Tool: "fs_create_file", Verb: "Create", Summary: "new.go", State: CallWaiting},
		Response{Key: "11", Text: "half an ans", Partial: true},
		Response{Key: "11a", Text: "half of it", Partial: true, Broken: true},
		Response{Key: "11b", Text: "half an answer", Stopped: store.StoppedByUser},
		Note{Key: "12", Kind: Warning, Text: "The server is busy (429). Try 2 of 5 in 8 s."},
		Note{Key: "13", Kind: Failure, Text: "The model could not be reached: connection refused. Is the server running? Enter tries again.", Detail: "dial tcp 127.0.0.1:11434"},
		Message{Key: "14", Author: "guard.max_iterations", Text: "Try a different approach than previous iterations."},
		Message{Key: "15", Text: "and then\ncommit it", Queued: true},
	}
}

func TestConversationScreens(t *testing.T) {
	for _, open := range []bool{false, true} {
		name := "conversation"
		if open {
			name = "conversation-open"
		}
		goldens.Screens(t, name, func(width int) []string {
			p := New(goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode())), width, 120)
			for _, e := range conversation() {
				p.Set(e)
				p.Fold(e.ID(), open)
			}
			return markdown.TrimBlank(p.Lines())
		})
	}
}

func TestConversationInASCII(t *testing.T) {
	th, err := text.NewTheme(text.ThemePlain, text.ASCII())
	if err != nil {
		t.Fatal(err)
	}
	p := New(th, 80, 100)
	for _, e := range conversation() {
		p.Set(e)
	}
	goldens.Screen(t, "conversation-ascii-80", markdown.TrimBlank(p.Lines()))
}

func TestDiffScreens(t *testing.T) {
	goldens.Screens(t, "diff", func(width int) []string {
		return markdown.Diff(goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode())), goldens.Patch, width)
	})
}

// Every character of a diff can be read in its drawing.
func TestDiffHidesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := strings.ReplaceAll(goldens.Nasty().Draw(t, "text"), "\n", "")
		width := rapid.IntRange(20, 130).Draw(t, "width")
		lines := markdown.Diff(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), "@@ -1,0 +1,1 @@\n+"+words, width)
		got := ""
		for _, line := range lines[1:] {
			got += strings.TrimPrefix(strings.TrimPrefix(text.Stripped(line), "      1 + "), "          ")
		}
		want := strings.Join(markdown.Break(text.ExpandTabs(text.Reveal(clean.Marked(words))), width-10), "")
		if got != want {
			t.Fatalf("drawn %q, want %q", got, want)
		}
	})
}

func TestContextShowsWhatHides(t *testing.T) {
	md := markdown.New(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), 80)
	got := text.Stripped(strings.Join(markdown.Context(md, "Change\u202e this:\r\n\r\n````diff\n@@ -1,1 +1,1 @@\n-a\n+b \n````\n\ndigest sha256:00\n"), "\n"))
	want := "Change<U+202E> this:\n\n@@ -1,1 +1,1 @@\n  1     - a\n      1 + b␠\n\ndigest sha256:00"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestALongMessageIsFolded: of a paste that was sent its beginning is shown, and how
// much there is; what the program says by itself is always whole.
func TestALongMessageIsFolded(t *testing.T) {
	numbered := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "line %d\n", i+1)
		}
		return b.String()
	}
	for _, c := range []struct {
		name    string
		message Message
		open    bool
		lines   int
		last    string
	}{
		{"20 lines", Message{Text: numbered(20)}, false, 20, " ▌ line 20"},
		{"60 lines", Message{Text: numbered(60)}, false, 7, " ▌ ▸ 54 more lines (471 bytes)"},
		{"60 lines, open", Message{Text: numbered(60)}, true, 60, " ▌ line 60"},
		{"60 lines, queued", Message{Text: numbered(60), Queued: true}, false, 8, "   queued: sent when the turn ends"},
		{"one long line", Message{Text: strings.Repeat("word ", 2000)}, false, 7, " ▌ ▸ 128 more lines (10.0 kB)"},
		{"of the program", Message{Text: numbered(60), Author: "guard.max_iterations"}, false, 60, "   line 60"},
	} {
		c.message.Key = "m"
		p := New(goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode())), 80, 200)
		p.Set(c.message)
		p.Fold("m", c.open)
		lines := markdown.TrimBlank(p.Lines())
		if got := strings.TrimRight(text.Stripped(lines[len(lines)-1]), " "); len(lines) != c.lines || got != c.last {
			t.Errorf("%s: %d lines, the last %q, want %d, %q", c.name, len(lines), got, c.lines, c.last)
		}
	}
}

// TestAMessageIsBoldAndWhatGoesWithItQuiet: the user's words, not those of the program.
func TestAMessageIsBoldAndWhatGoesWithItQuiet(t *testing.T) {
	th := goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode()))
	mark := " " + th.User.Render(th.Glyphs.User) + " "
	got := Message{Text: "look at [this]\n\n[image 1: shot.png, 64×48, 162 bytes]"}.Draw(Look{Theme: th, Width: 60})
	want := []string{mark + th.Strong.Render("look at [this]"), mark, mark + th.Dim.Render("[image 1: shot.png, 64×48, 162 bytes]")}
	if !slices.Equal(got, want) {
		t.Errorf("drawn\n%q\nwant\n%q", got, want)
	}
}

// BenchmarkLongMessage draws a folded message of 1 MB.
func BenchmarkLongMessage(b *testing.B) {
	th := goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode()))
	m := Message{Key: "e1", Text: strings.Repeat("a line of a log that somebody pasted, with a number in it: 17\n", 16_000)}
	for b.Loop() {
		m.Draw(Look{Theme: th, Width: 120})
	}
}
