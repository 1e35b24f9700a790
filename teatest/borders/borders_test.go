//go:build unix

package borders_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"pgregory.net/rapid"

	"parley/coordinator"
	"parley/coordinator/commands"
	"parley/forms"
	"parley/model/cli"
	"parley/model/cli/process"
	"parley/model/replay"
	"parley/store"
	"parley/store/export"
	"parley/store/text/clean"
	"parley/views/markdown"
	"parley/views/text"
)

// styles are what the screen may send beside text: colours, and links.
var styles = regexp.MustCompile(`\x1b\[[0-9;:]*m|\x1b\]8;;[ -~]*\x1b\\`)

// smuggled is the first character of a text that no border may let through, with its
// surroundings; "" if there is none. It knows nothing of store/text/clean.
func smuggled(s string) string {
	if !utf8.ValidString(s) {
		return "a broken byte"
	}
	runes := append([]rune(s), 0)
	prev := rune(0)
	for i, r := range runes[:len(runes)-1] {
		if r != '\n' && r != '\t' && hidden(prev, r, runes[i+1]) {
			return fmt.Sprintf("%U in %q", r, string(runes[max(0, i-8):min(len(runes)-1, i+8)]))
		}
		prev = r
	}
	return ""
}

func hidden(prev, r, next rune) bool {
	switch {
	case unicode.In(r, unicode.Cc, unicode.Bidi_Control, unicode.Zl, unicode.Zp), r >= 0xe0000 && r <= 0xe00ff:
		return true
	case r == 0x200b, r == 0x2060, r == 0xfeff, r == 0xad, r == 0x180e, r >= 0x2061 && r <= 0x2064:
		return true
	case r == 0x200d && unicode.In(next, unicode.So, unicode.Sm) && (prev == 0xfe0f || unicode.In(prev, unicode.So, unicode.Sm, unicode.Sk)):
		return false // two pictures
	case r == 0x200c || r == 0x200d:
		return prev == 0xfe0f || !unicode.In(prev, unicode.Mn, unicode.Mc, unicode.Arabic)
	}
	return false
}

// TestTheCheckOfBordersFinds proves that the check can fail, and that it accepts what
// belongs to visible text.
func TestTheCheckOfBordersFinds(t *testing.T) {
	for _, s := range []string{"\x1b", "\r", "\x00", "\x7f", "\u0085", "\u009b", "\u061c", "\u200e", "\u202e", "\u2066", "\u2028", "a\u200bb", "\ufeff", "a\u200cb", "👨\u200d", "a\u200d👩", "\U000e0041", "\xff"} {
		if smuggled(s) == "" {
			t.Errorf("nothing is found in %q", s)
		}
	}
	for _, s := range []string{"a\n\tb", "👨\u200d👩\u200d👧", "❤\ufe0f\u200d🔥", "👩🏽\u200d🚀", "क्\u200dष", "می\u200cخواهم", "❤\ufe0f"} {
		if what := smuggled(s); what != "" {
			t.Errorf("%s is found in %q", what, s)
		}
	}
}

// terminal is a terminal that says nothing and takes everything.
type terminal struct{ bytes.Buffer }

func (*terminal) Read([]byte) (int, error) { return 0, io.EOF }

// cleaned is a text by each of the functions that the borders are made of, by name.
func cleaned(s string) map[string]string {
	return map[string]string{
		"screen": text.Clean(s), "approval": text.Reveal(s), "line": text.Line(s, 60), "rendered": styles.ReplaceAllString(text.Filter(s), ""),
		"prose of an approval": clean.Prose(s), "printed": clean.Tame(s), "json": string(clean.JSON(quoted(s))),
	}
}

// borders are the ways in which a text leaves the program, by name. Markup and JSON are as
// the program writes them.
func borders(t require, s string) map[string]string {
	dark, err := text.NewTheme(text.ThemeDark, text.Unicode())
	if err != nil {
		t.Fatalf("%v", err)
	}
	out := cleaned(s)
	out["markdown"] = styles.ReplaceAllString(strings.Join(markdown.New(dark, 60).Draw(s), "\n"), "")
	q := forms.Question{ID: "q", Text: s, Context: s, AnswerType: forms.AnswerType{Kind: forms.Select, Options: []forms.Option{{Value: json.RawMessage("1"), Label: s, Description: s}}}}
	var plain terminal
	commands.NewPlain(&plain).Ask(context.Background(), coordinator.Prompt{Label: s, Of: 1, Inquiry: &coordinator.Inquiry{ID: "x", Question: q},
		Linked: &coordinator.Linked{Model: s, Reason: s}, Walk: forms.Start(forms.Restore([]forms.Question{q}))})
	commands.NewPlain(&plain).Ask(context.Background(), coordinator.Prompt{Label: s, Of: 1, Permission: &store.PermissionRequest{Tool: s, Text: s, Covers: s, Arguments: quoted(s)}})
	out["plain prompt"] = plain.String()

	log := logOf(t, s)
	for name, write := range map[string]func(io.Writer, export.Source, export.Options) error{"export md": export.Markdown, "export html": export.HTML, "export json": export.JSON} {
		var b strings.Builder
		if err := write(&b, export.Source{ID: conversation, Log: log}, export.Options{}); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		out[name] = b.String()
	}
	out["recording"], out["title of a recording"] = recorded(t, log, s)
	out["page as it is read"] = html.UnescapeString(out["export html"])
	var page strings.Builder
	if err := goldmark.Convert([]byte(out["export md"]), &page); err != nil {
		t.Fatalf("%v", err)
	}
	out["export md as it is read"] = html.UnescapeString(page.String())
	for _, ev := range log.All() {
		out["stored "+ev.Body.Type()] = string(ev.Line())
	}
	return out
}

type require interface{ Fatalf(string, ...any) }

// places is what a recording may send beside styles.
var places = regexp.MustCompile(`\x1b\[[0-9]+;[0-9]+H`)

// recorded is what a recording sends beside colours and places, and its title.
func recorded(t require, log store.Log, title string) (sent, named string) {
	dark, err := text.NewTheme(text.ThemeDark, text.Unicode())
	if err != nil {
		t.Fatalf("%v", err)
	}
	var b strings.Builder
	if err := replay.Cast(&b, replay.PlayerOptions{Log: log, Theme: dark, Title: title}, replay.Stage{W: 60, H: 20}); err != nil {
		t.Fatalf("%v", err)
	}
	head, rest, _ := strings.Cut(b.String(), "\n")
	var about struct{ Title string }
	if err := json.Unmarshal([]byte(head), &about); err != nil {
		t.Fatalf("%v", err)
	}
	for line := range strings.Lines(rest) {
		var event [3]any
		if err := json.Unmarshal([]byte(line), &event); err != nil {
			t.Fatalf("%v", err)
		}
		data, ok := event[2].(string)
		if !ok {
			t.Fatalf("%s has no data", line)
		}
		sent += colours.ReplaceAllString(places.ReplaceAllString(data, ""), "")
	}
	return sent, about.Title
}

// colours are styles without links, which a recording does not have.
var colours = regexp.MustCompile(`\x1b\[[0-9;:]*m`)

// quoted is a text as JSON that hides nothing behind escapes.
func quoted(s string) json.RawMessage {
	s = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(strings.ToValidUTF8(s, "\ufffd"))
	return json.RawMessage(`{"a":"` + strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, s) + `"}`)
}

const conversation = "1h3p0c2ka7qd"

// logOf is a conversation that holds a text wherever one can stand.
func logOf(t require, s string) store.Log {
	yes := forms.Question{ID: "q", Text: s, Context: s, AnswerType: forms.AnswerType{Kind: forms.Boolean}}
	via, files := &store.Via{Program: s, Terminal: s, Parents: []string{s}, Said: s}, []store.File{{Digest: s, Name: s, Type: s}}
	var log store.Log
	prev := ""
	for i, b := range []store.Body{
		store.Title{Title: "needle " + s}, store.TurnStart{}, store.ChatRequest{Text: s}, store.Reasoning{Response: "r", Text: s}, store.ChatResponse{Response: "r", Text: "needle " + s},
		store.ToolCallRequest{Response: "r", ID: "c", Name: "tool", Arguments: quoted(s)}, store.ResponseEnd{Response: "r", Calls: 1, Model: s},
		store.PermissionRequest{ID: "c.run", Call: "c", Kind: store.PermitRun, Tool: "tool", Text: s, Covers: s}, store.PermissionResponse{ID: "c.run", Outcome: store.PermitDenied, By: store.ByUser, Reason: s},
		store.InquiryRequest{ID: "c.q.1", Call: "c", Source: store.Source{Source: "tool", Name: "tool"}, Question: yes},
		store.InquiryResponse{ID: "c.q.1", Outcome: store.Answered, Answer: json.RawMessage("true"), Reason: s, AnsweredBy: &store.AnsweredBy{By: store.ByReviewer, Model: s}},
		store.ToolCallResponse{ID: "c", Content: s}, store.ModelFailed{Response: "s", Error: s}, store.ScratchpadNote{Text: s}, store.TurnEnd{Reason: store.ReasonUser},
		store.UserCommand{ID: "u", Command: s}, store.UserCommandEnd{ID: "u", Output: s},
		store.Instructions{Files: []store.Instruction{{Path: s, Digest: s}}}, store.FileKept{ID: "c", Path: s, Before: s, After: s, Mode: s}, store.Observed{Program: s, Version: s, Session: s},
		store.AnswerRefused{ID: s, Via: *via, Reason: s}, store.Undone{Files: []store.UndoneFile{{Path: s, Before: s}}, LeftOut: []string{s}, Via: via}, store.ContextTrimmed{Upto: s},
		store.ContextSummary{Upto: s, Text: s, By: store.ByPolicy, Model: s, Carried: []store.Carried{{Event: s, Kind: s, Text: s}}}, store.ContextSummary{Upto: s, Text: s, By: store.ByUser, Via: via},
		store.ContextRevoked{Of: s, Via: via}, store.SummaryAsked{ID: s, Matters: s}, store.SummaryDropped{ID: s, Reason: s, Model: s}, store.TurnStart{}, store.ChatRequest{Text: s, Files: files}, store.ToolCallRequest{Response: "r2", ID: "c2", Name: "tool", Arguments: quoted(s)}, store.ResponseEnd{Response: "r2", Calls: 1},
		store.ToolAsked{ID: "c2", Run: 1, Live: true, State: s, Form: []forms.Question{yes}}, store.InquiryRequest{ID: "c2.q.1", Call: "c2", Source: store.Source{Source: "tool", Name: "tool"}, Question: yes},
		store.InquiryResponse{ID: "c2.q.1", Outcome: store.Answered, Answer: json.RawMessage("true"), Files: files, AnsweredBy: &store.AnsweredBy{By: store.ByUser, Via: via}},
		store.ToolCallResponse{ID: "c2", Content: s, Files: files},
	} {
		ev, err := store.New(store.Head{V: store.Version, Seq: int64(i + 1), ID: fmt.Sprintf("e%d", i+1), Conversation: conversation, Turn: min(i, 1), Time: time.Unix(int64(i), 0)}, store.Chained(b, prev))
		if err != nil {
			t.Fatalf("%v", err)
		}
		if _, ok := store.Decides(b); ok {
			prev = store.Digest(ev.Line())
		}
		log = log.Append(ev)
	}
	return log
}

// nothingPasses fails if a border of a text lets something through.
func nothingPasses(t require, s string, borders map[string]string) {
	for name, out := range borders {
		if what := smuggled(out); what != "" {
			t.Fatalf("%s lets through %s; the text is %q", name, what, s)
		}
	}
}

// pieces are what can steer, hide, turn, join and be broken, and what they may stand
// beside.
func pieces() []string {
	return []string{
		"\x1b[31m", "\x1b]0;t\x07", "\x1b]8;;https://e.example\x1b\\", "\u009b2J", "\r", "\r\n", "\n", "\t", "\x00", "\b", "\x7f", "\u0085", "\xff", "\xe2\x82",
		"\u061c", "\u200e", "\u200f", "\u202a", "\u202e", "\u2066", "\u2069", "\u2028", "\u200b", "\u2060", "\ufeff", "\u00ad", "\u180e", "\u200c", "\u200d", "\U000e0041", "\U000e007f",
		"&rlm;", "&ZeroWidthSpace;", "&shy", "&amp;zwj;", "&#x202e;", "&#8203;", "&#27;", "&#917569;", "\\", "\"", "<b>", "`", "```\n", "**", "- ", "> ", "| a |\n|---|\n",
		"👨\u200da", "a\u200d👩", "a", " ", "é", "日本", "क्", "می", "👨", "👩", "🏴", "❤\ufe0f", "👩🏽", "1\ufe0f\u20e3", "e\u0301",
	}
}

func TestNothingPassesABorder(t *testing.T) {
	for _, p := range pieces() {
		for _, s := range []string{p, "a" + p + "b"} {
			nothingPasses(t, s, borders(t, s))
		}
	}
	piece := rapid.OneOf(rapid.SampledFrom(pieces()), rapid.StringN(0, 6, 24))
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOfN(piece, 1, 16).Draw(t, "pieces"), "")
		nothingPasses(t, s, borders(t, s))
	})
}

func FuzzNothingIsLeft(f *testing.F) {
	for _, p := range pieces() {
		f.Add("x" + p + "👨")
	}
	f.Fuzz(func(t *testing.T, s string) { nothingPasses(t, s, cleaned(s)) })
}

// TestNoCommandLetsAnythingPass runs the commands that print a conversation, on a
// terminal; one line of the conversation was written by another program.
func TestNoCommandLetsAnythingPass(t *testing.T) {
	text := strings.Join(pieces(), "x") + strings.Join(pieces(), "")
	dir := t.TempDir()
	c, err := store.Open(filepath.Join(dir, "parley", "conversations"), time.Now).Create(conversation)
	if err != nil {
		t.Fatal(err)
	}
	for _, ev := range logOf(t, text).All() {
		if err := c.Append(ev.Line()); err != nil {
			t.Fatal(err)
		}
	}
	next := c.NextSeq()
	foreign := `{"v":1,"seq":` + fmt.Sprint(next) + `,"event":"of tomorrow","time":"2026-01-02T15:04:05Z","conversation":"` + conversation + `","turn":0,"type":"of_tomorrow","text":` + string(quoted(text)) + `}`
	if err := c.Append([]byte(foreign)); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{
		"show " + conversation, "show " + conversation + " --format ndjson", "ls --all", "ls --all --format json", "search needle", "search needle --format json",
		"audit " + conversation, "audit " + conversation + " --format json", "export " + conversation, "export " + conversation + " --format json",
	} {
		var out, told bytes.Buffer
		status := cli.Main(process.Program{
			Args: strings.Fields(args), Env: []string{"HOME=" + dir, "XDG_CONFIG_HOME=" + dir, "XDG_STATE_HOME=" + dir, "XDG_DATA_HOME=" + dir}, Dir: t.TempDir(),
			In: strings.NewReader(""), Out: &out, Err: &told, OutTTY: true, Now: time.Now,
		})
		if status != 0 || out.Len() == 0 {
			t.Errorf("%s: status %d, %d bytes, %s", args, status, out.Len(), told.String())
		}
		if what := smuggled(out.String() + told.String()); what != "" {
			t.Errorf("%s lets through %s", args, what)
		}
	}
}
