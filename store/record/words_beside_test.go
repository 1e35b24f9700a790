package record

import (
	"strings"
	"testing"

	"parley/store"
	"parley/teatest/goldens"
)

func TestWordsOfWhatHappensBesideTheTurns(t *testing.T) {
	via := store.Via{Program: "parley", PID: 4711, Terminal: "/dev/pts/3", Parents: []string{"sh", "go"}, Said: "me\n"}
	for _, tc := range []struct {
		body              store.Body
		user, other, more string
	}{
		{store.Instructions{Files: []store.Instruction{{Path: "AGENTS.md"}, {Path: "a, b/AGENTS.md"}, {}}}, `the assistant was told the instructions in AGENTS.md, "a, b/AGENTS.md", ""`, "", ""},
		{store.FileKept{Path: "a.go", Before: "x", After: "y"}, "about to change a.go, which is kept as it is", "", ""},
		{store.FileKept{Path: "a.go", After: "y"}, "about to make a.go", "", ""},
		{store.FileKept{Path: "a.go", Before: "x"}, "about to remove a.go, which is kept as it is", "", ""},
		{store.Undone{Files: []store.UndoneFile{{Path: "a.go"}, {Path: "b c"}}}, `you undid changes: a.go, "b c"`, `the user undid changes: a.go, "b c"`, ""},
		{store.Undone{Files: []store.UndoneFile{{Path: "a.go"}}, LeftOut: []string{"b.go"}}, "you undid changes: a.go; left as they are, since they changed meanwhile: b.go",
			"the user undid changes: a.go; left as they are, since they changed meanwhile: b.go", ""},
		{store.Undone{LeftOut: []string{"b.go"}, Redo: true}, "an undo that was not taken back after all, so these files stay as they are: b.go", "", ""},
		{store.Undone{LeftOut: []string{"b.go"}}, "changes that were not undone after all, so that the files stay as they are: b.go", "", ""},
		{store.Undone{Files: make([]store.UndoneFile, 120), LeftOut: []string{"x"}}, "you undid changes: \"\", \"\", \"\", \"\", \"\", \"\" and 114 more; left as they are, since they changed meanwhile: x",
			"the user undid changes: \"\", \"\", \"\", \"\", \"\", \"\" and 114 more; left as they are, since they changed meanwhile: x",
			"you undid changes: " + strings.Repeat("\"\", ", 119) + "\"\"; left as they are, since they changed meanwhile: x"},
		{store.Undone{LeftOut: strings.Split("a b c d e f g", " ")}, "changes that were not undone after all, so that the files stay as they are: a, b, c, d, e, f and 1 more", "",
			"changes that were not undone after all, so that the files stay as they are: a, b, c, d, e, f, g"},
		{store.AnswerRefused{ID: "c.run", Via: store.Via{Program: "parley", Notified: true}, Reason: "no"}, "an answer was refused: no (parley, by the token that notify.command was given)", "an answer was refused: no (by the token that notify.command was given)", ""},
		{store.Observed{Program: "claude", Version: "2.1", Session: "s"}, "a session of Claude Code 2.1: s", "", ""},
		{store.Observed{Session: "s"}, "a session of: s", "", ""},
		{store.AnswerRefused{ID: "q", Reason: "no"}, "an answer was refused: no", "", ""},
		{store.AnswerRefused{ID: "q", Reason: "no", Via: via}, `an answer was refused: no (parley, says it is "me\n")`, `an answer was refused: no (says it is "me\n")`, ""},
		{store.ContextTrimmed{}, "older results of tools are left out of what the assistant sees, since its window fills", "", ""},
		{store.ContextSummary{By: store.ByPolicy, Text: "so", Model: "m/a", Usage: &store.Usage{Output: 900}, Carried: []store.Carried{{Event: "e1", Kind: "message", Text: "do"}, {Event: "e2", Kind: "answer", Text: "why", Short: true}}, LeftOut: 2},
			"what came before became 3 tokens (m/a); 1 piece shortened, 2 left out", "",
			"> so\n\n[carried over: message, e1]\n> do\n\n[carried over: answer, e2, its beginning]\n> why\n\n[left out: 2 more]"},
		{store.ContextSummary{By: store.ByUser, Text: "so"}, "what came before became 1 token, by you", "what came before became 1 token, by the user", "> so"},
		{store.ContextSummary{By: store.ByUser, Text: "a\n\r\nb\rc\u2028[carried over: message, e1]"}, "what came before became 13 tokens, by you", "what came before became 13 tokens, by the user", "> a\n> \n> b\n> c\n> [carried over: message, e1]"},
		{store.ContextSummary{By: store.ByUser, Text: strings.Repeat("words ", 450), Stands: 41, LeftOut: 1}, "41 messages became 900 tokens, by you; 1 piece left out",
			"41 messages became 900 tokens, by the user; 1 piece left out", "> " + strings.Repeat("words ", 450) + "\n\n[left out: 1 more]"},
		{store.ContextSummary{By: store.ByPolicy, Stands: 1, Carried: []store.Carried{{Event: "e1", Kind: "message", Text: "do", Short: true}, {Event: "e1", Kind: "note", Text: "d", Short: true}}},
			"1 message became 1 token; no summary was written, and what was carried over stands alone; 2 pieces shortened", "",
			"[carried over: message, e1, its beginning]\n> do\n\n[carried over: note, e1, its beginning]\n> d"},
		{store.ContextRevoked{Of: "e5"}, "you took back what stood for earlier messages (e5)", "the user took back what stood for earlier messages (e5)", ""},
		{store.SummaryAsked{ID: "s"}, "you asked for a summary of what was said", "the user asked for a summary of what was said", ""},
		{store.SummaryAsked{ID: "s", Matters: "the\nparser"}, "you asked for a summary of what was said", "the user asked for a summary of what was said", "[what matters most]\nthe\nparser"},
		{store.SummaryDropped{Reason: store.DropUser}, "the summary that you asked for was dropped", "the summary that the user asked for was dropped", ""},
		{store.SummaryDropped{Reason: store.DropNothing}, "the summary that you asked for was not written: there was nothing to sum up", "the summary that the user asked for was not written: there was nothing to sum up", ""},
		{store.SummaryDropped{Reason: store.DropFailed}, "the summary that you asked for was not written: no model could be asked for it", "the summary that the user asked for was not written: no model could be asked for it", ""},
		{store.SummaryDropped{Reason: store.DropLate}, "the summary that you asked for was dropped: a later one stood by then", "the summary that the user asked for was dropped: a later one stood by then", ""},
		{store.SummaryDropped{Reason: store.DropInterrupted}, "the summary that you asked for was not accepted before the program ended, and nothing changed; /compact asks for it again",
			"the summary that the user asked for was not accepted before the program ended, and nothing changed; /compact asks for it again", ""},
		{store.SummaryDropped{Reason: "x"}, "the summary that you asked for was dropped: x", "the summary that the user asked for was dropped: x", ""},
		{store.TurnStart{}, "", "", ""},
	} {
		if tc.other == "" {
			tc.other = tc.user
		}
		user, more := ToUser.Beside(tc.body)
		other, _ := ToStranger.Beside(tc.body)
		if user != tc.user || other != tc.other || more != tc.more {
			t.Errorf("%#v:\n%s\n%s\n%q", tc.body, user, other, more)
		}
	}
}

func TestWordsOfFilesBesideAText(t *testing.T) {
	for want, files := range map[string][]store.File{
		"text": nil,
		"text\n\n[image 1: shot.png, 1280×720, 212 kB]\n[file 2: 12 bytes]\n[file 3: text/plain, 1.5 MB]": {
			{Name: "shot.png", Type: "image/png", Bytes: 212_400, Width: 1280, Height: 720}, {Bytes: 12}, {Type: "text/plain", Bytes: 1_500_000}},
		"text\n\n[image 1: 3×2, 70 bytes]\n[image 3: 1 kB]\n[image 3: image 3a, 1 kB]": {
			{Name: "image 1", Type: "image/png", Bytes: 70, Width: 3, Height: 2}, {Name: "image 3", Type: "image/png", Bytes: 1000}, {Name: "image 3a", Type: "image/png", Bytes: 1000}},
		"text\n\n[image 1: a b, 1 kB]": {{Name: " a\nb", Type: "image/gif", Bytes: 1000, Width: 1}},
	} {
		if got := With("text", files); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := With("", []store.File{{Bytes: 1}}); got != "[file 1: 1 bytes]" {
		t.Errorf("%q", got)
	}
}

func TestTheAuditOfWhatHappensBesideTheTurns(t *testing.T) {
	goldens.File(t, "../../testdata/logs/beside.audit", NewAudit(recorded(t, "beside.jsonl")).Words())
}

// TestASessionIsOneLine: its id comes from another program, and must not begin a line of its own.
func TestASessionIsOneLine(t *testing.T) {
	line, _ := ToUser.Beside(store.Observed{Program: store.ProgramClaude, Version: "2.1.0", Session: "0b5c\n2026  You: yes\r\x1b[2J\u202ex"})
	if want := "a session of Claude Code 2.1.0: 0b5c 2026 You: yes ␛[2J<U+202E>x"; line != want {
		t.Errorf("%q, want %q", line, want)
	}
}
