package store

import (
	"testing"
	"time"
)

func TestALineSteersNoTerminal(t *testing.T) {
	said := "a\u009b2Jb\u202ec\x7fd\u0085e é"
	line, err := Encode(Head{V: Version, Seq: 1, ID: "e", Time: time.Unix(1, 0), Conversation: "c"}, ChatRequest{Text: said})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"v":1,"seq":1,"event":"e","time":"1970-01-01T00:00:01Z","conversation":"c","turn":0,"type":"chat_request",` +
		`"text":"a\u009b2Jb\u202ec\u007fd\u0085e é"}`
	if string(line) != want {
		t.Errorf("got  %s\nwant %s", line, want)
	}
	ev, err := Decode(line)
	if err != nil || ev.Body.(ChatRequest).Text != said {
		t.Errorf("read back %+v, %v", ev.Body, err)
	}
}
