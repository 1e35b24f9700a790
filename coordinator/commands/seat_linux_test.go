package commands

import (
	"context"
	"os"
	"reflect"
	"testing"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"parley/coordinator"
	"parley/forms"
)

// TestOneAsksOnATerminal: what is typed below the question of another Parley is for neither of the two to guess.
func TestOneAsksOnATerminal(t *testing.T) {
	keys, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tty.Close(); keys.Close() })
	other, err := os.OpenFile(tty.Name(), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { other.Close() })
	h, first, second := &hands{T: t, keys: keys}, make(chan coordinator.Input, 1), make(chan coordinator.Input, 1)
	go func() { first <- NewPlain(tty).Ask(context.Background(), deletion()) }()
	h.until(yesOrNo)
	go func() {
		second <- NewPlain(other).Ask(context.Background(), askForm(forms.Question{ID: "q", Text: "Another?", AnswerType: forms.AnswerType{Kind: forms.Boolean}}))
	}()
	h.until(textAnother)
	h.typeIn("n\n")
	if got := <-first; reflect.DeepEqual(got, yes) {
		t.Errorf("got %#v\n%s", got, h.had)
	}
	h.until("Another?")
	h.until(yesOrNo)
	h.typeIn("y\n")
	if got := <-second; !reflect.DeepEqual(got, yes) {
		t.Errorf("got %#v\n%s", got, h.had)
	}
}
