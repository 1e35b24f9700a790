package launch

import (
	"syscall"
	"unsafe"
)

// A caretaker is a process of this program that looks after the terminal for
// another one of it: what is killed by SIGKILL, or ended by the runtime, cannot
// give the terminal back itself. It reads a pipe that ends with the other
// process, however that ends; if the terminal was the other's by then, it makes
// it what it was. It is not in the terminal's session, so that nothing typed or
// told to the other's group reaches it.
//
// It runs where this package is initialised, before anything that takes time or
// memory, and never gets to main.

// Caretaker is all of the environment of a caretaker. What it reads is its
// standard input; the terminal is its standard output, and what its standard error
// reads from.
const Caretaker = "PARLEY_CARETAKER=terminal"

func init() {
	if env := syscall.Environ(); len(env) == 1 && env[0] == Caretaker {
		syscall.Exit(caretake())
	}
}

// Orders are what to do when the other has ended without having left the terminal.
type Orders struct {
	Undo   string // what has the terminal turn off what the program turned on
	Ended  string // what the user is told
	Failed string // … if the runtime said why it ended, and that is kept
	Unkept string // … and it could not be kept
	File   string // where what the runtime said is kept
	Head   string // before it
}

// The messages of the pipe: one of these, the length of the rest in two bytes, the
// rest. Anything else is what the runtime says when it ends, as text.
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

// Entered is the message that the terminal is the program's: how it was set, and how
// the program set it.
func Entered(before, ours Settings) []byte {
	return message(entered, append(before.bytes()[:], ours.bytes()[:]...))
}

// Left is the message that the terminal was given back.
func Left() []byte { return message(left, nil) }

func message(kind byte, rest []byte) []byte {
	return append([]byte{kind, byte(len(rest)), byte(len(rest) >> 8)}, rest...)
}

// Settings are those of a terminal.
type Settings syscall.Termios

const size = int(unsafe.Sizeof(Settings{}))

func (s *Settings) bytes() *[size]byte { return (*[size]byte)(unsafe.Pointer(s)) }

// SettingsOf asks a terminal for its settings.
func SettingsOf(fd uintptr) (s Settings, err error) {
	return s, control(fd, getSettings, &s)
}

// Set gives a terminal the settings.
func (s Settings) Set(fd uintptr) error { return control(fd, setSettings, &s) }

// Unwaiting are the settings with which reading waits for nothing.
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
	ours         bool // the terminal is the program's
	before, mine Settings
	last         []byte // what the runtime said
}

// most is how much of what the runtime says is kept.
const most = 1 << 20

// take takes what has come and returns what of it is not whole.
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

// caretake waits for the end and does what is left to be done.
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

// restore makes the terminal what it was. One that is not set any more as the
// program set it has been taken by who waited for the program's end.
func (t *told) restore() {
	if now, err := SettingsOf(2); err == nil && now.Unwaiting() == t.mine.Unwaiting() {
		_ = t.before.Set(2) // nobody is left who could be told
	}
	_ = write(1, t.orders.Undo+t.words()) // as here
}

// words are what the user is told.
func (t *told) words() string {
	switch {
	case len(t.last) == 0:
		return t.orders.Ended
	case t.keep() != nil:
		return t.orders.Unkept
	}
	return t.orders.Failed
}

// keep keeps what the runtime said.
func (t *told) keep() error {
	for i := 1; i < len(t.orders.File); i++ {
		if t.orders.File[i] == '/' {
			_ = syscall.Mkdir(t.orders.File[:i], 0o700) // that it is there is no fault, and any other shows below
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
