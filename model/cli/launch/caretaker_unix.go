//go:build unix

package launch

import (
	"syscall"
	"unsafe"
)

// A caretaker is a process of this program that looks after the terminal for another
// process of it, which cannot restore the terminal itself if it is killed by SIGKILL
// or ended by the runtime. It reads a pipe that closes when the other process ends,
// for whatever reason. If the terminal then belonged to the other process, the
// caretaker restores it. It is not in the terminal's session, so that nothing typed,
// and no signal to the other's group, reaches it.
//
// It runs when this package is initialised, before anything that takes time or
// memory, and never gets to main.

// Caretaker is the whole environment of a caretaker. Standard input is its pipe; the
// terminal is its standard output, and standard error is the terminal's input.
const Caretaker = "PARLEY_CARETAKER=terminal"

func init() {
	if env := syscall.Environ(); len(env) == 1 && env[0] == Caretaker {
		syscall.Exit(caretake())
	}
}

// The messages of the pipe: one of these, the length of the rest in two bytes, the
// rest. Anything else is the text that the runtime writes when it ends the program.
const (
	ordered = iota + 1
	entered
	left
)

// Order is the message that gives the caretaker its orders.
func (o Orders) Order() []byte {
	var rest []byte
	for _, s := range o.texts() {
		rest = append(rest, byte(len(*s)), byte(len(*s)>>8))
		rest = append(rest, *s...)
	}
	return message(ordered, rest)
}

func (o *Orders) texts() []*string {
	return []*string{&o.Undo, &o.Ended, &o.Failed, &o.Unkept, &o.File, &o.Head}
}

// Entered is the message that the program has taken the terminal: the settings it had
// before, and the program's settings.
func Entered(before, ours Settings) []byte {
	return message(entered, append(before.bytes()[:], ours.bytes()[:]...))
}

// Left is the message that the terminal was released.
func Left() []byte { return message(left, nil) }

func message(kind byte, rest []byte) []byte {
	return append([]byte{kind, byte(len(rest)), byte(len(rest) >> 8)}, rest...)
}

// Settings are the settings of a terminal.
type Settings syscall.Termios

const size = int(unsafe.Sizeof(Settings{}))

func (s *Settings) bytes() *[size]byte { return (*[size]byte)(unsafe.Pointer(s)) }

// SettingsOf asks a terminal for its settings.
func SettingsOf(fd uintptr) (s Settings, err error) {
	return s, control(fd, getSettings, &s)
}

// Set gives a terminal the settings.
func (s Settings) Set(fd uintptr) error { return control(fd, setSettings, &s) }

// Unwaiting are the settings with which a read never waits.
func (s Settings) Unwaiting() Settings {
	s.Cc[syscall.VMIN], s.Cc[syscall.VTIME] = 0, 0
	return s
}

func control(fd, what uintptr, s *Settings) error {
	if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, fd, what, uintptr(unsafe.Pointer(s))); errno != 0 {
		return errno
	}
	return nil
}

// told is what a caretaker was told.
type told struct {
	orders       Orders
	ours         bool // the program has the terminal
	before, mine Settings
	last         []byte // what the runtime wrote
}

// most is how much of the runtime's output is saved.
const most = 1 << 20

// take handles the complete messages and returns the rest.
func (t *told) take(came []byte) []byte {
	for len(came) > 0 {
		if len(t.last) > 0 || came[0] < ordered || came[0] > left {
			t.last = append(t.last, came[:min(len(came), most-len(t.last))]...)
			return nil
		}
		if len(came) < 3 {
			return came
		}
		n := 3 + int(came[1]) + int(came[2])<<8
		if len(came) < n {
			return came
		}
		t.hear(came[0], came[3:n])
		came = came[n:]
	}
	return nil
}

func (t *told) hear(kind byte, rest []byte) {
	switch kind {
	case ordered:
		for _, s := range t.orders.texts() {
			if len(rest) < 2 {
				return
			}
			n := min(2+int(rest[0])+int(rest[1])<<8, len(rest))
			*s, rest = string(rest[2:n]), rest[n:]
		}
	case entered:
		if len(rest) == 2*size {
			t.ours = true
			copy(t.before.bytes()[:], rest)
			copy(t.mine.bytes()[:], rest[size:])
		}
	case left:
		t.ours = false
	}
}

// caretake waits for the end and does what remains to be done.
func caretake() int {
	var t told
	var rest []byte
	buf := make([]byte, 4096)
	for {
		n, err := syscall.Read(0, buf)
		if err == syscall.EINTR {
			continue
		}
		if n <= 0 || err != nil {
			break
		}
		rest = t.take(append(rest, buf[:n]...))
	}
	if t.ours && t.orders.Undo != "" {
		t.restore()
	}
	return 0
}

// restore restores the terminal. If its settings are no longer the program's, whoever
// waited for the program's end has taken it.
func (t *told) restore() {
	if now, err := SettingsOf(2); err == nil && now.Unwaiting() == t.mine.Unwaiting() {
		_ = t.before.Set(2) // nobody is left to be told
	}
	_ = write(1, t.orders.Undo+t.words()) // as here
}

// words are what the user reads.
func (t *told) words() string {
	switch {
	case len(t.last) == 0:
		return t.orders.Ended
	case t.keep() != nil:
		return t.orders.Unkept
	}
	return t.orders.Failed
}

// keep saves the runtime's output.
func (t *told) keep() error {
	for i := 1; i < len(t.orders.File); i++ {
		if t.orders.File[i] == '/' {
			_ = syscall.Mkdir(t.orders.File[:i], 0o700) // it may exist already, and any other error shows below
		}
	}
	fd, err := syscall.Open(t.orders.File, syscall.O_WRONLY|syscall.O_CREAT|syscall.O_EXCL|syscall.O_CLOEXEC, 0o600)
	if err != nil {
		return err
	}
	err = write(fd, t.orders.Head+string(t.last))
	if closeErr := syscall.Close(fd); err == nil {
		err = closeErr
	}
	return err
}

func write(fd int, text string) error {
	for len(text) > 0 {
		n, err := syscall.Write(fd, []byte(text))
		if err == syscall.EINTR {
			continue
		}
		if err != nil {
			return err
		}
		text = text[n:]
	}
	return nil
}
