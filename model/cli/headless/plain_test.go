package headless

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"parley/coordinator"
	"parley/coordinator/commands"
	"parley/store"
)

// typist is a terminal on which lines are typed.
type typist struct {
	*strings.Reader
	strings.Builder
}

func (y *typist) Read(p []byte) (int, error)  { return y.Reader.Read(p) }
func (y *typist) Write(p []byte) (int, error) { return y.Builder.Write(p) }

// TestALineNamesImages: what was taken is reported; if one cannot be taken, nothing is
// sent and another line is asked for.
func TestALineNamesImages(t *testing.T) {
	shot := store.File{Name: "shot.png", Type: "image/png", Bytes: 212_400, Width: 1280, Height: 720}
	attach := func(names []string) ([]store.File, error) {
		if !reflect.DeepEqual(names, []string{"shot.png"}) {
			return nil, errors.New(strings.Join(names, " ") + ": no such file or directory")
		}
		return []store.File{shot}, nil
	}
	tty := &typist{Reader: strings.NewReader("\n /undo now\n/help\nsee @no\x1b[2J.png\nsee @shot.png\nno image\n/undone is no command, nor /undo\n/quit\nmore\n")}
	asker := commands.NewPlain(tty)
	var got []coordinator.Submitted
	for {
		m, more := readMessage(t.Context(), asker, tty, attach, false, func(text string) string { return screenOnly(text, []string{"/help", "/undo"}, "c1") })
		if !more {
			break
		}
		got = append(got, m)
	}
	want := []coordinator.Submitted{{Text: "see @shot.png", Files: []store.File{shot}}, {Text: "no image"}, {Text: "/undone is no command, nor /undo"}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("said %+v", got)
	}
	const ask = "\nMessage (/quit leaves): "
	wantText := ask + ask + "/undo is a command of the screen, and was not sent. Leave with /quit; `parley undo c1` puts files back.\n" +
		ask + "/help is a command of the screen, and was not sent. Leave with /quit; `parley resume c1` without --accessible opens this conversation there.\n" +
		ask + "The message was not sent. no␛[2J.png: no such file or directory.\n" + ask + "[image 1: shot.png, 1280×720, 212 kB]\n" + ask + ask + ask
	if tty.String() != wantText {
		t.Errorf("written %q, want %q", tty.String(), wantText)
	}
}
