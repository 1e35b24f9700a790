package process

import (
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

const (
	handedWhat  = "do this"
	handedEntry = "HANDED_BELOW=1"
	handedPlay  = "HANDED_PLAY"
)

// TestMain plays the process that something is handed to, or that hands it on.
func TestMain(m *testing.M) {
	switch os.Getenv(handedPlay) {
	case "taker":
		first := Handed(handedWhat, handedEntry)
		if first && Handed(handedWhat, handedEntry) {
			os.Exit(9)
		}
		if !first {
			os.Exit(7)
		}
		os.Exit(0)
	case "giver":
		c, err := taker(handedWhat)
		if err == nil {
			err = c.Run()
		}
		if err != nil {
			os.Exit(7)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// taker is such a process, which is given something.
func taker(what string, words ...string) (*exec.Cmd, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	c := exec.Command(self)
	if len(words) > 0 {
		c = exec.Command(words[0], append(words[1:], self)...)
	}
	c.Env = append(os.Environ(), handedPlay+"=taker")
	if what != "" {
		given, err := HandOver(what)
		if err != nil {
			return nil, err
		}
		c.ExtraFiles = []*os.File{given}
	}
	return c, nil
}

// TestHanded: only what the parent itself made and gave is taken, once, and not from a parent
// that a model started.
func TestHanded(t *testing.T) {
	for name, c := range map[string]struct {
		what, play, mark string
		words            []string
		taken            bool
	}{
		"given":                {what: handedWhat, taken: true},
		"nothing":              {},
		"something else":       {what: "do that"},
		"more":                 {what: handedWhat + "!"},
		"passed on":            {what: handedWhat, words: []string{"sh", "-c", `"$0"; exit $?`}},
		"by a giver":           {play: "giver", taken: true},
		"by a command's child": {play: "giver", mark: handedEntry},
	} {
		cmd, err := taker(c.what, c.words...)
		if err != nil {
			t.Fatal(err)
		}
		if c.play != "" {
			cmd.Env = append(cmd.Env, handedPlay+"="+c.play)
		}
		if c.mark != "" {
			cmd.Env = append(cmd.Env, c.mark)
		}
		words, err := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != 0 && code != 7 || (code == 0) != c.taken {
			t.Errorf("%s: %v, %d\n%s", name, err, code, words)
		}
	}
}

// TestNothingIsHandedIntoAnotherNamespace: there the maker of a socket and the parent both have no
// number, whoever they are.
func TestNothingIsHandedIntoAnotherNamespace(t *testing.T) {
	c, err := taker(handedWhat)
	if err != nil {
		t.Fatal(err)
	}
	ids := func(id int) []syscall.SysProcIDMap { return []syscall.SysProcIDMap{{HostID: id, Size: 1}} }
	c.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: syscall.CLONE_NEWUSER | syscall.CLONE_NEWPID, UidMappings: ids(os.Getuid()), GidMappings: ids(os.Getgid()),
	}
	words, err := c.CombinedOutput()
	if c.ProcessState == nil {
		t.Skipf("no namespaces may be made here: %v", err)
	}
	if code := c.ProcessState.ExitCode(); code != 7 {
		t.Errorf("it was taken: %d\n%s", code, words)
	}
}

// TestOnlyWhatIsHandedOverIsTaken: another pair of sockets of the parent's is not what it gives.
func TestOnlyWhatIsHandedOverIsTaken(t *testing.T) {
	for kind, taken := range map[int]bool{syscall.SOCK_SEQPACKET: true, syscall.SOCK_STREAM: false, syscall.SOCK_DGRAM: false} {
		ends, err := syscall.Socketpair(syscall.AF_UNIX, kind|syscall.SOCK_CLOEXEC, 0)
		if err != nil {
			t.Fatal(err)
		}
		c, err := taker("")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := syscall.Write(ends[0], []byte(handedWhat)); err != nil {
			t.Fatal(err)
		}
		given := os.NewFile(uintptr(ends[1]), "given")
		c.ExtraFiles = []*os.File{given}
		words, err := c.CombinedOutput()
		if (err == nil) != taken {
			t.Errorf("kind %d: %v\n%s", kind, err, words)
		}
		if err := errors.Join(given.Close(), syscall.Close(ends[0])); err != nil {
			t.Error(err)
		}
	}
}

// TestAConnectionIsNotHanded: whoever reaches a socket of the parent got nothing from it.
func TestAConnectionIsNotHanded(t *testing.T) {
	at := filepath.Join(t.TempDir(), "s")
	l, err := net.ListenUnix("unixpacket", &net.UnixAddr{Name: at, Net: "unixpacket"})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	to, err := net.DialUnix("unixpacket", nil, &net.UnixAddr{Name: at, Net: "unixpacket"})
	if err != nil {
		t.Fatal(err)
	}
	defer to.Close()
	from, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	if _, err := from.Write([]byte(handedWhat)); err != nil {
		t.Fatal(err)
	}
	end, err := to.File()
	if err != nil {
		t.Fatal(err)
	}
	defer end.Close()
	c, err := taker("")
	if err != nil {
		t.Fatal(err)
	}
	c.ExtraFiles = []*os.File{end}
	if words, _ := c.CombinedOutput(); c.ProcessState.ExitCode() != 7 {
		t.Errorf("it was taken: %d\n%s", c.ProcessState.ExitCode(), strings.TrimSpace(string(words)))
	}
}
