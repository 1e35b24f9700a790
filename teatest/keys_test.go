package teatest

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"

	tea "charm.land/bubbletea/v2"
)

func everyKey() []string {
	names := []string{
		"a", "Y", "ü", "/", "?", "1", "ctrl+c", "ctrl+s", "ctrl+j", "alt+x", "alt+enter", "shift+enter", "ctrl+enter",
		"shift+tab", "ctrl+up", "alt+down", "shift+home", "ctrl+delete", "alt+pgup",
	}
	for _, s := range specials() {
		names = append(names, s.name)
	}
	return names
}

// listener is a program that keeps the names of the keys it gets.
type listener struct {
	mu   *sync.Mutex
	keys *[]string
}

func (l listener) Init() tea.Cmd { return nil }
func (l listener) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	key, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return l, nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	*l.keys = append(*l.keys, key.String())
	if key.String() == "ctrl+d" {
		return l, tea.Quit
	}
	return l, nil
}
func (l listener) View() tea.View { return tea.NewView("listening") }

// TestKeysAreWhatTheirNamesSay sends every key through a real terminal to a real program,
// and makes its message for a Driver: both must be the named key.
func TestKeysAreWhatTheirNamesSay(t *testing.T) {
	names := everyKey()
	x, tty := Open(t, 80, 24)
	l := listener{&sync.Mutex{}, &[]string{}}
	done := make(chan error, 1)
	go func() {
		_, err := tea.NewProgram(l, tea.WithInput(tty), tea.WithOutput(tty), tea.WithoutSignalHandler()).Run()
		done <- err
	}()
	x.WaitFor("listening")
	x.Press(names...)
	x.Press("ctrl+d")
	if err := <-done; err != nil {
		t.Error(err)
	}
	if err := tty.Close(); err != nil {
		t.Error(err)
	}
	want := strings.Join(append(names, "ctrl+d"), "|")
	check(t, "the keys that arrived", strings.Join(*l.keys, "|"), want)
	var made []string
	for _, name := range append(names, "ctrl+d") {
		made = append(made, Key(t, name).String())
	}
	check(t, "the keys that were made", strings.Join(made, "|"), want)
}

func TestNoSuchKey(t *testing.T) {
	for _, name := range []string{"", "entr", "ctrl+", "hyper+a", "ab"} {
		got := failure(t, func(f T) { Key(f, name) })
		check(t, "a key that is none", got, fmt.Sprintf("there is no key %q", name))
		got = failure(t, func(f T) { keyBytes(f, "a", name) })
		check(t, "the bytes of a key that is none", got, fmt.Sprintf("there is no key %q", name))
	}
}

func TestQueueKeepsOrderAndEnds(t *testing.T) {
	q := newQueue()
	part := []byte("one")
	q.put(part)
	part[0] = 'X' // the queue has its own copy
	q.put([]byte("two"))
	var got bytes.Buffer
	for range 2 {
		p, ok := q.take()
		if !ok {
			t.Fatal("the queue is closed")
		}
		got.Write(p)
	}
	check(t, "what was taken", got.String(), "onetwo")
	q.close()
	if _, ok := q.take(); ok {
		t.Error("a closed queue gave something")
	}
}
