package store

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"time"
)

func TestNewID(t *testing.T) {
	for _, tc := range []struct {
		at     time.Time
		chance string
		want   string
	}{
		{time.Unix(0, 0), "\x00\x00\x00\x00", "000000000000"},
		{time.UnixMilli(10), "\x01\x1f\x20\xff", "000000011z0z"},
		{epoch(), "\x01\x02\x03\x04", "54k55qvm1234"},
		{time.Date(2318, 1, 1, 0, 0, 0, 0, time.UTC), "\x01\x02\x03\x04", "zyr8p0001234"},
	} {
		id, err := NewID(tc.at, strings.NewReader(tc.chance))
		if err != nil || id != tc.want || checkID(id) != nil {
			t.Errorf("%v: %q (%v), want %q", tc.at, id, err, tc.want)
		}
	}
	_, err := NewID(epoch(), iotest.ErrReader(errors.New("boom")))
	if err == nil || err.Error() != "store: no random bytes for an id: boom" {
		t.Errorf("got %v", err)
	}
}

func TestIDsSortByTime(t *testing.T) {
	prev := ""
	for at := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC); at.Year() < 2300; at = at.Add(37*24*time.Hour + 10*time.Millisecond) {
		id, err := NewID(at, bytes.NewReader([]byte{0, 0, 0, 0}))
		if err != nil || id <= prev {
			t.Fatalf("%v: %q after %q (%v)", at, id, prev, err)
		}
		prev = id
	}
}

func TestFind(t *testing.T) {
	s, _ := testStore(t)
	if _, err := s.Find("a"); !errors.Is(err, ErrNotFound) {
		t.Errorf("in a store that is not there: %v", err)
	}
	names := []string{"abc", "abd", "b1", "b12", "x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11"}
	for _, id := range names {
		mustCreate(t, s, id)
	}
	if err := os.Mkdir(s.root+"/Not.one", 0o700); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ prefix, id, err string }{
		{"abc", "abc", ""},
		{"ABC", "abc", ""},
		{"b1", "b1", ""},
		{"b12", "b12", ""},
		{"abd", "abd", ""},
		{"ab", "", `"ab" begins several conversations: abc, abd; write more of the id`},
		{"x", "", `"x" begins several conversations: x0, x1, x10, x11, x2, x3, x4, x5, x6, x7 and 2 more; write more of the id`},
		{"c", "", "\"c\": there is no such conversation; `parley ls` lists them"},
		{"", "", "\"\": there is no such conversation; `parley ls` lists them"},
		{"Not", "", "\"Not\": there is no such conversation; `parley ls` lists them"},
		{"../", "", "\"../\": there is no such conversation; `parley ls` lists them"},
	} {
		id, err := s.Find(tc.prefix)
		if id != tc.id || (err == nil) != (tc.err == "") || err != nil && err.Error() != tc.err {
			t.Errorf("%q: %q, %v; want %q, %s", tc.prefix, id, err, tc.id, tc.err)
		}
	}
}

// fill creates a conversation from events and closes it.
func fill(t testing.TB, s Store, id string, bodies ...Body) {
	t.Helper()
	c, err := s.Create(id)
	if err != nil {
		t.Fatal(err)
	}
	mustAppend(t, c, linesOf(newWriter(t, id).events(bodies...))...)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestSummaryOfTheStory(t *testing.T) {
	s, _ := testStore(t)
	c := mustCreate(t, s, convID)
	events := storyEvents(t)
	mustAppend(t, c, linesOf(events)...)
	want := Summary{
		ID: convID, Title: "A change", Created: epoch().Add(time.Second), Updated: epoch().Add(time.Duration(len(events)) * time.Second),
		Turns: 2, Events: len(events), TurnOpen: true, Open: "Which name?", Workspace: "/home/ada/engine",
	}
	if got := c.Summary(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	list, err := s.List()
	if err != nil || len(list) != 1 || list[0].State == (FileState{}) {
		t.Fatalf("got %+v (%v)", list, err)
	}
	if list[0].State = (FileState{}); !reflect.DeepEqual(list[0], want) {
		t.Errorf("got %+v, want %+v", list[0], want)
	}
}

func TestSummaryDetails(t *testing.T) {
	long := strings.Repeat("ä", 90)
	for _, tc := range []struct {
		name   string
		bodies []Body
		want   Summary
	}{
		{"nothing said", []Body{Resumed{}}, Summary{}},
		{"first line of the first message", []Body{ChatRequest{Text: "x", Author: "scratchpad"}, ChatRequest{Text: "\n  \n  hello  \nyou"}, ChatRequest{Text: "more"}}, Summary{Title: "hello"}},
		{"a long first line", []Body{ChatRequest{Text: long}}, Summary{Title: long[:2*79] + "…"}},
		{"a first line with a key", []Body{ChatRequest{Text: "try sk-proj-abcdefghijkl1234 "}}, Summary{Title: "try [hidden]"}},
		{"the latest title", []Body{Title{Title: "a"}, ChatRequest{Text: "hello"}, Title{Title: "b"}}, Summary{Title: "b"}},
		{"an ended turn", []Body{TurnStart{}, TurnEnd{Reason: ReasonDone}}, Summary{Turns: 1}},
		{"a turn within a turn", []Body{TurnStart{}, TurnStart{Parent: 1}, TurnEnd{Reason: ReasonDone}}, Summary{Turns: 1, TurnOpen: true}},
		{"the first of two questions", []Body{PermissionRequest{ID: "p", Text: "Run?"}, InquiryRequest{ID: "i"}, InquiryResponse{ID: "i", Outcome: Answered}}, Summary{Open: "Run?"}},
		{"a request of another program", []Body{Observed{Program: "claude", Session: "s"}, ChatRequest{Text: "Claude Code asks: Run make\n\nwhy", Author: "bridge.claude"}}, Summary{Title: "Claude Code asks: Run make", Program: "claude", Session: "s"}},
		{"all answered", []Body{PermissionRequest{ID: "p", Text: "Run?"}, PermissionResponse{ID: "p"}}, Summary{}},
	} {
		events := newWriter(t, "a").events(tc.bodies...)
		got := summarise("a", loaded{log: logOf(events)})
		tc.want.ID, tc.want.Events = "a", len(events)
		tc.want.Created, tc.want.Updated = events[0].Time, events[len(events)-1].Time
		if !reflect.DeepEqual(got, tc.want) {
			t.Errorf("%s: got %+v, want %+v", tc.name, got, tc.want)
		}
	}
}

// TestRequestsOfOneSession: the latest stands for all of them.
func TestRequestsOfOneSession(t *testing.T) {
	at := func(id string, minute int, program, session string) *indexed {
		return &indexed{Summary: Summary{ID: id, Updated: time.Unix(int64(minute)*60, 0), Program: program, Session: session}}
	}
	list := newestFirst([]*indexed{at("a", 1, "claude", "s"), at("b", 2, "codex", "s"), at("c", 3, "claude", "s"), at("d", 4, "", ""), at("e", 5, "claude", "t")})
	got := ""
	for _, x := range list {
		got += fmt.Sprintf("%s %d %v, ", x.ID, x.Requests, x.Follows())
	}
	if want := "e 1 false, d 0 false, c 2 false, b 1 false, a 0 true, "; got != want {
		t.Errorf("%s", got)
	}
}

func ids(list []Summary) []string {
	var out []string
	for _, s := range list {
		out = append(out, s.ID)
	}
	return out
}

func TestListOrderAndFaults(t *testing.T) {
	s, d := testStore(t)
	if list, err := s.List(); err != nil || len(list) != 0 {
		t.Errorf("a store that is not there: %v (%v)", list, err)
	}
	fill(t, s, "old", ChatRequest{Text: "a"})
	fill(t, s, "young", ChatRequest{Text: "a"}, ChatRequest{Text: "b"}, ChatRequest{Text: "c"})
	fill(t, s, "same1", ChatRequest{Text: "a"}, ChatRequest{Text: "b"})
	fill(t, s, "same2", ChatRequest{Text: "a"}, ChatRequest{Text: "b"})
	mustCreate(t, s, "empty")
	if err := os.MkdirAll(s.Path("device"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(s.root+"/nothing", 0o700); err != nil {
		t.Fatal(err)
	}
	list, err := s.List()
	if got, want := ids(list), []string{"young", "same2", "same1", "old"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	want := "conversation device cannot be opened: open " + s.Path("device") + ": it is not an ordinary file; move it away"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	fill(t, s, "last", ChatRequest{Text: "a"})
	d.rename = syscall.EROFS // the cache cannot be written
	if list, _ := s.List(); len(list) != 5 {
		t.Errorf("without the cache: %v", ids(list))
	}
}

// TestListCache: the cache is used as long as the file is as it was, and never when it is
// not.
func TestListCache(t *testing.T) {
	s, d := testStore(t)
	fill(t, s, "a", ChatRequest{Text: "first"})
	fill(t, s, "b", ChatRequest{Text: "second"})
	reads := 0
	d.open = func(path string, flag int) error {
		if strings.HasSuffix(path, eventsFile) && flag == os.O_RDONLY {
			reads++
		}
		return nil
	}
	listed := func(name string, wantReads int, want ...string) {
		t.Helper()
		reads = 0
		list, err := s.List()
		var titles []string
		for _, l := range list {
			titles = append(titles, l.Title)
		}
		if err != nil || reads != wantReads || !slices.Equal(titles, want) {
			t.Errorf("%s: %d reads, %q (%v); want %d, %q", name, reads, titles, err, wantReads, want)
		}
	}
	listed("first", 2, "second", "first")
	listed("again", 0, "second", "first")
	c, _, err := s.OpenWrite("a")
	if err != nil {
		t.Fatal(err)
	}
	w := newWriter(t, "a")
	w.seq = 1
	mustAppend(t, c, w.events(Title{Title: "changed"})[0].Line())
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	listed("one changed", 1, "changed", "second")
	index := s.root + "/" + indexFile
	data, err := os.ReadFile(index)
	if err != nil {
		t.Fatal(err)
	}
	for cut := range len(data) {
		if err := os.WriteFile(index, data[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		list, err := s.List()
		if err != nil || len(list) != 2 || list[0].Title != "changed" || list[1].Title != "second" {
			t.Fatalf("cache cut at %d: %v (%v)", cut, list, err)
		}
	}
	if err := os.RemoveAll(s.root + "/a"); err != nil {
		t.Fatal(err)
	}
	listed("one removed", 0, "second")
	if data, err := os.ReadFile(index); err != nil || bytes.Contains(data, []byte(`"id":"a"`)) {
		t.Errorf("the cache holds %q (%v)", data, err)
	}
}

// TestListCacheSeesEveryChange: the same size at another time, and another size
// at the same time.
func TestListCacheSeesEveryChange(t *testing.T) {
	s, _ := testStore(t)
	fill(t, s, "a", ChatRequest{Text: "one"})
	at := epoch()
	title := func(data string, changed time.Time) string {
		t.Helper()
		if err := os.WriteFile(s.Path("a"), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(s.Path("a"), changed, changed); err != nil {
			t.Fatal(err)
		}
		list, err := s.List()
		if err != nil || len(list) != 1 {
			t.Fatalf("%v (%v)", list, err)
		}
		return list[0].Title
	}
	one := content(t, s, "a")
	var got []string
	got = append(got, title(one, at))
	got = append(got, title(strings.Replace(one, "one", "two", 1), at.Add(time.Second)))
	got = append(got, title(strings.Replace(one, "one", "three", 1), at.Add(time.Second)))
	if want := []string{"one", "two", "three"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
