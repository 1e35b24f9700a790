package replay

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/store"
	"parley/teatest"
	"parley/teatest/desk"
	"parley/teatest/goldens"
	"parley/teatest/logs"
	"parley/views/pane"
	"parley/views/text"
)

// stage is a small terminal of known colours.
func stage() Stage { return Stage{W: 60, H: 16, Ink: "#dddddd", Back: "#111111"} }

func filming(l store.Log) PlayerOptions {
	return PlayerOptions{Log: l, Title: "A story", Theme: goldens.Must(text.NewTheme(text.ThemeDark, text.Unicode())), Teller: pane.Teller{Took: true}}
}

// sent are the frames of a recording, as a player reads them.
type sent struct {
	at   float64
	data string
}

func filmOf(o PlayerOptions, w, h int, take func(Frame) error) error {
	return film(o, newReel(o.Log), w, h, take)
}

func read(t require, recording string) (head map[string]any, frames []sent) {
	lines := strings.Split(strings.TrimSuffix(recording, "\n"), "\n")
	if err := json.Unmarshal([]byte(lines[0]), &head); err != nil {
		t.Fatalf("the head is no JSON: %v", err)
	}
	for _, line := range lines[1:] {
		var kind string
		var s sent
		if err := json.Unmarshal([]byte(line), &[]any{&s.at, &kind, &s.data}); err != nil || kind != "o" {
			t.Fatalf("%q: %v", line, err)
		}
		frames = append(frames, s)
	}
	return head, frames
}

type require interface{ Fatalf(string, ...any) }

// obeyed is everything that a recording may send beside text: colours and positions.
var obeyed = regexp.MustCompile(`\x1b\[[0-9;:]*m|\x1b\[[0-9]+;[0-9]+H`)

// TestACastIsTheReplay: a terminal that is sent the recording shows each frame of the film
// in turn, at its time, and is sent nothing that it would act on.
func TestACastIsTheReplay(t *testing.T) {
	log := desk.StoryLog(t)
	var film []Frame
	if err := filmOf(filming(log), 60, 16, func(f Frame) error { film = append(film, f); return nil }); err != nil {
		t.Fatal(err)
	}
	if len(film) != log.Len() {
		t.Errorf("%d frames for %d events", len(film), log.Len())
	}
	var b strings.Builder
	if err := Cast(&b, filming(log), stage()); err != nil {
		t.Fatal(err)
	}
	head, frames := read(t, b.String())
	want := fmt.Sprintf("map[height:16 theme:map[bg:#111111 fg:#dddddd palette:%s] timestamp:%d title:A story version:2 width:60]", strings.Repeat(":", 15), log.At(0).Time.Unix())
	if got := fmt.Sprint(head); !equalHead(got, want) {
		t.Errorf("the head is\n%s\nwant\n%s", got, want)
	}
	at, all := 0.0, ""
	for i, f := range frames {
		if f.at < at {
			t.Errorf("frame %d is at %v, before %v", i, f.at, at)
		}
		at, all = f.at, all+f.data
		if rest := obeyed.ReplaceAllString(f.data, ""); strings.ContainsFunc(rest, func(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }) {
			t.Errorf("frame %d sends %q", i, rest)
		}
		if i == len(frames)-1 {
			break
		}
		shown, err := teatest.Sent(all, 60, 16)
		if err != nil {
			t.Fatal(err)
		}
		for len(film) > 1 && film[1].At.Seconds() <= f.at+1e-9 && shown.String() != plain(t, film[0]) {
			film = film[1:]
		}
		if shown.String() != plain(t, film[0]) {
			t.Fatalf("at %v it shows\n%s\nand the film\n%s", f.at, shown, plain(t, film[0]))
		}
	}
}

// equalHead compares heads, ignoring how numbers are written.
func equalHead(got, want string) bool {
	number := regexp.MustCompile(`timestamp:[0-9.e+]+`)
	return number.ReplaceAllString(got, "") == number.ReplaceAllString(want, "")
}

// plain is a frame as a terminal shows it.
func plain(t *testing.T, f Frame) string {
	t.Helper()
	s, err := teatest.Picture(strings.Join(f.Lines, "\n"), 60, 16)
	if err != nil {
		t.Fatal(err)
	}
	return s.String()
}

// TestACastIsTheSameAgain: it contains nothing of the moment or the place.
func TestACastIsTheSameAgain(t *testing.T) {
	var a, b strings.Builder
	if err := errors.Join(Cast(&a, filming(desk.StoryLog(t)), stage()), Cast(&b, filming(desk.StoryLog(t)), stage())); err != nil {
		t.Fatal(err)
	}
	if a.String() != b.String() {
		t.Error("two recordings of one record differ")
	}
}

// TestAFilmCanBeFollowed: what appeared stays long enough to be seen, no wait is longer
// than a replay's, and from an event on the time begins anew.
func TestAFilmCanBeFollowed(t *testing.T) {
	log := desk.StoryLog(t)
	var before Frame
	whole := 0
	err := filmOf(filming(log), 60, 16, func(f Frame) error {
		if whole++; whole > 1 {
			if wait := f.At - before.At; wait < 0 || wait > longWait {
				t.Errorf("frame %d comes after %v", whole, wait)
			}
		}
		before = f
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	o := filming(log)
	o.At = log.At(20).Seq
	var part []Frame
	if err := filmOf(o, 60, 16, func(f Frame) error { part = append(part, f); return nil }); err != nil {
		t.Fatal(err)
	}
	if len(part) != whole-20 || part[0].At != 0 {
		t.Errorf("%d frames from the 21st event on, the first at %v", len(part), part[0].At)
	}
}

// TestACastOfNothing is one frame that says so.
func TestACastOfNothing(t *testing.T) {
	var b strings.Builder
	if err := Cast(&b, filming(store.Log{}), stage()); err != nil {
		t.Fatal(err)
	}
	_, frames := read(t, b.String())
	if len(frames) != 2 || !strings.Contains(frames[0].data, textReplayEmpty) {
		t.Errorf("%+v", frames)
	}
}

// TestACastThatCannotBeWritten says so.
func TestACastThatCannotBeWritten(t *testing.T) {
	r, w := io.Pipe()
	full := errors.New("no room")
	_ = r.CloseWithError(full)
	if err := Cast(w, filming(desk.StoryLog(t)), stage()); !errors.Is(err, full) {
		t.Errorf("%v", err)
	}
}

// TestARecordingNamesImages, and holds none.
func TestARecordingNamesImages(t *testing.T) {
	var log store.Log
	for i, body := range []store.Body{store.TurnStart{}, store.ChatRequest{Text: "look", Files: []store.File{{Name: "shot.png", Type: "image/png", Bytes: 212_400, Width: 1280, Height: 720}}}} {
		e, err := store.New(store.Head{V: store.Version, Seq: int64(i + 1), ID: fmt.Sprint("e", i), Conversation: "1h3p0c2ka7qd", Turn: 1, Time: time.Unix(int64(i), 0)}, body)
		if err != nil {
			t.Fatal(err)
		}
		log = log.Append(e)
	}
	var b strings.Builder
	if err := Cast(&b, filming(log), stage()); err != nil {
		t.Fatal(err)
	}
	_, frames := read(t, b.String())
	all := ""
	for _, f := range frames {
		all += f.data
	}
	shown, err := teatest.Sent(all, 60, 16)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(shown.String(), "[image 1: shot.png, 1280×720, 212 kB]") {
		t.Errorf("it shows\n%s", shown)
	}
	if found := pointsOf(newReel(log).past, "shot.png"); len(found) != 1 {
		t.Errorf("a search for its name finds %v", found)
	}
}

// FuzzCast: whatever is in a record, a recording of it can be read, and sends nothing but
// text, colours and positions.
func FuzzCast(f *testing.F) {
	for _, s := range []string{"a", "\x1b]0;t\x07", "\x1b]8;;https://e.example\x1b\\x", "[x](https://e.example)", "\u009b2J", "\u202e", "\r\n", "\xff", "日本👩\u200d👩", "<b>", "\\u001b[2J", "```\n\x1b[5n",
		"\x1b]1337;File=inline=1:AAAA\x07", "\x1b_Gf=100;AAAA\x1b\\", "\x1bPq#0\x1b\\", "\x1b]52;c;AAAA\x07", "![x](https://e.example/x.png)"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var log store.Log
		files := []store.File{{Digest: s, Name: s, Type: "image/png", Bytes: 212_400, Width: 1280, Height: 720}, {Name: s, Type: s}}
		for i, body := range []store.Body{
			store.Title{Title: s}, store.TurnStart{}, store.ChatRequest{Text: s, Files: files}, store.ChatResponse{Response: "r", Text: s},
			store.ToolCallRequest{Response: "r", ID: "c", Name: "t", Arguments: json.RawMessage(`{}`)}, store.ToolCallResponse{ID: "c", Content: s, Files: files}, store.TurnEnd{Reason: store.ReasonUser},
		} {
			e, err := store.New(store.Head{V: store.Version, Seq: int64(i + 1), ID: fmt.Sprint("e", i), Conversation: "1h3p0c2ka7qd", Turn: min(i, 1), Time: time.Unix(int64(i), 0)}, body)
			if err != nil {
				return // no event can hold it
			}
			log = log.Append(e)
		}
		o := filming(log)
		o.Title = s
		var b strings.Builder
		if err := Cast(&b, o, stage()); err != nil {
			t.Fatal(err)
		}
		_, frames := read(t, b.String())
		for _, f := range frames {
			if rest := obeyed.ReplaceAllString(f.data, ""); strings.ContainsFunc(rest, func(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }) {
				t.Fatalf("%q sends %q", s, rest)
			}
		}
	})
}

// TestAFilmHasNoResultThatWasNotGiven: what a person edited away before the assistant got it, or kept back,
// nobody else gets either. The person's own replay shows what they were asked about.
func TestAFilmHasNoResultThatWasNotGiven(t *testing.T) {
	given := "token: none"
	for name, c := range map[string]struct {
		answer []store.Body
		want   string
	}{
		"edited":    {[]store.Body{store.PermissionResponse{ID: "c.deliver", Outcome: store.PermitEdited, Content: &given, By: store.ByUser}}, given},
		"kept back": {[]store.Body{store.PermissionResponse{ID: "c.deliver", Outcome: store.PermitDenied, By: store.ByUser}}, textKeptBack},
		"open":      {nil, textKeptBack},
		"as it was": {[]store.Body{store.PermissionResponse{ID: "c.deliver", Outcome: store.PermitAllowed, By: store.ByUser}}, "token: hunter2"},
	} {
		log := logs.Turns(t, append([]store.Body{
			store.TurnStart{}, store.ChatRequest{Text: "go"}, store.ToolCallRequest{Response: "1.1", ID: "c", Name: "look", Arguments: json.RawMessage(`{}`)}, store.ResponseEnd{Response: "1.1", Calls: 1},
			store.ToolStarted{ID: "c", Run: 1}, store.ToolFinished{ID: "c", Run: 1, Outcome: store.Outcome{Type: "success", Content: "token: hunter2"}},
			store.PermissionRequest{ID: "c.deliver", Call: "c", Kind: store.PermitDeliver, Tool: "look", Text: "Give the result?"},
		}, c.answer...)...)
		film, shown := "", ""
		if err := filmOf(filming(log), 60, 30, func(f Frame) error { film += strings.Join(f.Lines, "\n"); return nil }); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(film, "hunter2") != (name == "as it was") || !strings.Contains(film, c.want) {
			t.Errorf("%s: the film shows\n%s", name, film)
		}
		o := filming(log)
		o.Paused = true
		for point := range log.Len() {
			p := NewPlayer(o)
			p.Hears(tea.WindowSizeMsg{Width: 60, Height: 30})
			p.begin(reelMsg{of: p, reel: newReel(log)})
			p.show(point + 1)
			shown += strings.Join(p.upper(), "\n")
		}
		if !strings.Contains(shown, "hunter2") {
			t.Errorf("%s: the replay shows\n%s", name, shown)
		}
	}
}
