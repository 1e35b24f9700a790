package socket

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"parley/coordinator"
	"parley/model/cli/process"
	"parley/store"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func folder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "s") // short enough for a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// person is somebody at a terminal.
func person(pid int) process.Kin {
	return process.Kin{PID: pid, Program: "parley", Terminal: "/dev/pts/3", Parents: []string{"sh"}, Known: true}
}

// serving listens for a conversation, with what the system is said to know of whoever comes,
// and what else is different: nobody may change it once somebody can come.
func serving(t *testing.T, dir string, kin func(int) process.Kin, also ...func(*Server)) *Server {
	t.Helper()
	s, err := listen(dir, "abc", "MARK=1", process.Seat{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.kin = kin
	for _, change := range also {
		change(s)
	}
	s.clients.Go(s.accept)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// holder takes what comes and tells what it is told to.
func holder(s *Server, t coordinator.Taken) <-chan coordinator.Sent {
	got := make(chan coordinator.Sent, 1)
	go func() {
		select {
		case in := <-s.Inputs():
			sent := in.(coordinator.Sent)
			got <- sent
			sent.Told(t)
		case <-s.done:
		}
	}()
	return got
}

func TestAnAnswerAndWhatBecameOfIt(t *testing.T) {
	act := coordinator.Act{Do: coordinator.ActAnswer, Value: json.RawMessage(`"x"`)}
	for name, c := range map[string]struct{ told, want coordinator.Taken }{
		"taken":     {coordinator.Taken{Done: true}, coordinator.Taken{Done: true, Held: true}},
		"second":    {coordinator.Taken{First: store.InquiryResponse{ID: "q"}}, coordinator.Taken{First: store.Unknown{}}},
		"refused":   {coordinator.Taken{Refused: "no"}, coordinator.Taken{Refused: "no"}},
		"not fit":   {coordinator.Taken{Fault: errors.New("a number is wanted")}, coordinator.Taken{Fault: errors.New("a number is wanted")}},
		"not asked": {coordinator.Taken{Fault: coordinator.ErrNotAsked}, coordinator.Taken{Fault: coordinator.ErrNotAsked}},
	} {
		dir := folder(t)
		s := serving(t, dir, person)
		got := holder(s, c.told)
		taken, err := Send(context.Background(), dir, "abc", "d1", act, "me", "")
		if err != nil || taken.Done != c.want.Done || taken.Refused != c.want.Refused || (taken.First == nil) != (c.want.First == nil) || (taken.Fault == nil) != (c.want.Fault == nil) || taken.Fault != nil && taken.Fault.Error() != c.want.Fault.Error() {
			t.Errorf("%s: %+v, %v", name, taken, err)
		}
		sent := <-got
		if sent.Digest != "d1" || string(sent.Act.Value) != `"x"` || sent.Barred != "" || sent.Via.PID != os.Getpid() || sent.Via.Said != "me" || sent.Via.Terminal != "/dev/pts/3" {
			t.Errorf("%s: the holder got %+v", name, sent)
		}
	}
}

// TestWhatFitsNoRequest is told as a fault and never reaches the holder; the refusal of somebody
// who may not answer goes before it, with the beginning of what they say of themselves.
func TestWhatFitsNoRequest(t *testing.T) {
	content, long := "x", strings.Repeat("é", mostSaid)
	for want, r := range map[string]request{
		`"maybe" is no outcome of a permission`:                                               {Act: coordinator.Act{Do: coordinator.ActPermit, Outcome: "maybe"}},
		`"cancelled" is no outcome of a permission`:                                           {Act: coordinator.Act{Do: coordinator.ActPermit, Outcome: store.PermitCancelled, Reason: store.CancelElsewhere}},
		`"" is no outcome of a permission`:                                                    {Act: coordinator.Act{Do: coordinator.ActPermit}},
		`"forever" is no scope of a permission`:                                               {Act: coordinator.Act{Do: coordinator.ActPermit, Outcome: store.PermitAllowed, Scope: "forever"}},
		"arguments and content go only with the outcome edited":                               {Act: coordinator.Act{Do: coordinator.ActPermit, Outcome: store.PermitAllowed, Arguments: json.RawMessage(`{}`)}},
		"the outcome edited takes either the arguments of a call or the content of a result":  {Act: coordinator.Act{Do: coordinator.ActPermit, Outcome: store.PermitEdited}},
		"the outcome edited takes either the arguments of a call or the content of a result ": {Act: coordinator.Act{Do: coordinator.ActPermit, Outcome: store.PermitEdited, Arguments: json.RawMessage(`{}`), Content: &content}},
		"the arguments of a call are an object":                                               {Act: coordinator.Act{Do: coordinator.ActPermit, Outcome: store.PermitEdited, Arguments: json.RawMessage(`"x"`)}},
		"what is said of who answers (--via) is at most 500 bytes long":                       {Act: coordinator.Act{Do: coordinator.ActEnd}, Said: long},
	} {
		dir := folder(t)
		serving(t, dir, person) // nobody reads what it is given
		taken, err := Send(context.Background(), dir, "abc", "d1", r.Act, r.Said, "")
		if err != nil || taken.Fault == nil || taken.Fault.Error() != strings.TrimSpace(want) {
			t.Errorf("%s: %+v, %v", want, taken, err)
		}
	}
	dir := folder(t)
	s := serving(t, dir, func(pid int) process.Kin { k := person(pid); k.Below = true; return k })
	got := holder(s, coordinator.Taken{Refused: BelowText})
	taken, err := Send(context.Background(), dir, "abc", "d1", coordinator.Act{Do: coordinator.ActPermit, Outcome: "maybe"}, "x"+long, "")
	if sent := <-got; err != nil || taken.Refused != BelowText || sent.Barred != BelowText || sent.Via.Said != "x"+strings.Repeat("é", mostSaid/2-1) {
		t.Errorf("%+v, %v; handed on as %+v", taken, err, sent)
	}
}

// TestWhoIsRefused: what the kernel says decides, and what is refused is handed on to be put
// on record, twenty times at most.
func TestWhoIsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*process.Kin)
		why    string
	}{
		"a command of a Parley": {func(k *process.Kin) { k.Below = true }, BelowText},
		"hidden ancestors":      {func(k *process.Kin) { *k = process.Kin{PID: k.PID} }, unknownText},
		"another by its number": {func(k *process.Kin) { k.Began = 1 << 62 }, goneText},
	} {
		dir := folder(t)
		s := serving(t, dir, func(pid int) process.Kin { k := person(pid); c.change(&k); return k })
		got := holder(s, coordinator.Taken{Refused: c.why})
		taken, err := Send(context.Background(), dir, "abc", "d1", coordinator.Act{Do: coordinator.ActEnd}, "", "")
		if err != nil || taken.Refused != c.why {
			t.Errorf("%s: %+v, %v", name, taken, err)
		}
		if sent := <-got; sent.Barred != c.why {
			t.Errorf("%s: handed on as %+v", name, sent)
		}
		s.refused = mostRefused
		if taken, err = Send(context.Background(), dir, "abc", "d1", coordinator.Act{}, "", ""); err != nil || taken.Refused != c.why {
			t.Errorf("%s, once more: %+v, %v", name, taken, err)
		}
	}
}

// TestWhoAnswersByAToken: only a program that notify.command started, with the token of that
// very question. Another token, or a command of an assistant, is refused.
func TestWhoAnswersByAToken(t *testing.T) {
	told := func(k *process.Kin) { k.Below, k.Terminal = true, "" }
	for name, c := range map[string]struct {
		change func(*process.Kin)
		token  string
		deaf   bool // no token holds there
		why    string
	}{
		"what was told":            {change: told, token: "right"},
		"a person with it":         {change: func(*process.Kin) {}, token: "right"},
		"another token":            {change: told, token: "wrong", why: TokenText},
		"a person with another":    {change: func(*process.Kin) {}, token: "wrong", why: TokenText},
		"where there are none":     {change: told, token: "right", deaf: true, why: TokenText},
		"no token":                 {change: told, why: BelowText},
		"a command of a Parley":    {change: func(k *process.Kin) { k.Below, k.Command = true, true }, token: "right", why: BelowText},
		"hidden ancestors":         {change: func(k *process.Kin) { *k = process.Kin{PID: k.PID} }, token: "right", why: unknownText},
		"another by its number":    {change: func(k *process.Kin) { k.Below, k.Began = true, 1<<62 }, token: "right", why: goneText},
		"a command, wrong as well": {change: func(k *process.Kin) { k.Below, k.Command = true, true }, token: "wrong", why: BelowText},
	} {
		dir := folder(t)
		s := serving(t, dir, func(pid int) process.Kin { k := person(pid); c.change(&k); return k }, func(s *Server) {
			if !c.deaf {
				s.holds = func(digest, token string) bool { return digest == "d1" && token == "right" }
			}
		})
		got := holder(s, coordinator.Taken{Done: c.why == "", Refused: c.why})
		taken, err := Send(context.Background(), dir, "abc", "d1", coordinator.Act{Do: coordinator.ActEnd}, "", c.token)
		if err != nil || taken.Refused != c.why || taken.Done != (c.why == "") {
			t.Errorf("%s: %+v, %v", name, taken, err)
		}
		if sent := <-got; sent.Barred != c.why || sent.Via.Notified != (c.why == "") {
			t.Errorf("%s: handed on as %+v", name, sent)
		}
	}
}

func TestAnotherUserGetsNothing(t *testing.T) {
	dir := folder(t)
	serving(t, dir, person, func(s *Server) { s.uid++ })
	if taken, err := Send(context.Background(), dir, "abc", "d1", coordinator.Act{Do: coordinator.ActEnd}, "", ""); !errors.Is(err, ErrNobody) {
		t.Errorf("%+v, %v", taken, err)
	}
}

// say writes raw bytes to a holder and returns what it answers.
func say(t *testing.T, dir, text string) string {
	t.Helper()
	c, err := net.Dial("unix", filepath.Join(dir, "abc.sock"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}()
	if _, err := c.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := c.(*net.UnixConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	var r reply
	if err := read(c, &r); err != nil {
		return err.Error()
	}
	return r.Result + ": " + r.Text
}

func TestBadMessages(t *testing.T) {
	dir := folder(t)
	serving(t, dir, person)
	for text, want := range map[string]string{
		`{"v":2,"digest":"d"}` + "\n": "fault: this Parley speaks version 1 of the protocol, not 2; use the same version of the program",
		`{"v":1`:                      "fault: unexpected EOF",
		"nonsense\n":                  "fault: invalid character 'o' in literal null (expecting 'u')",
		"":                            "fault: EOF",
	} {
		if got := say(t, dir, text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := say(t, dir, `{"v":1,"said":"`+strings.Repeat("x", mostMessage-14)); got != "fault: a message is at most 1048576 bytes long" {
		t.Error(got)
	}
	_, err := Send(context.Background(), dir, "abc", "d", coordinator.Act{Text: strings.Repeat("x", mostMessage)}, "", "")
	if !errors.Is(err, errTooLong) {
		t.Error(err)
	}
}

func TestAHolderThatIsGone(t *testing.T) {
	dir := folder(t)
	if _, err := Send(context.Background(), dir, "abc", "d", coordinator.Act{}, "", ""); !errors.Is(err, ErrNobody) {
		t.Errorf("nobody ever: %v", err)
	}
	stale, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(dir, "abc.sock"), Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	stale.SetUnlinkOnClose(false)
	if err := stale.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Send(context.Background(), dir, "abc", "d", coordinator.Act{}, "", ""); !errors.Is(err, ErrNobody) {
		t.Errorf("killed: %v", err)
	}
	s := serving(t, dir, person) // takes the place of the stale one
	go func() { <-s.Inputs(); _ = s.Close() }()
	if _, err := Send(context.Background(), dir, "abc", "d", coordinator.Act{}, "", ""); !errors.Is(err, ErrNobody) {
		t.Errorf("ended with the answer: %v", err)
	}
	if in, rest := s.Performer()(context.Background()); in != nil || rest != nil {
		t.Errorf("after the end %v comes", in)
	}
}

func TestTheFolder(t *testing.T) {
	base := folder(t)
	env := func(m map[string]string) func(string) string { return func(k string) string { return m[k] } }
	run := filepath.Join(base, "run")
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.Mkdir(run, 0o700))
	dir, err := Folder(env(map[string]string{"XDG_RUNTIME_DIR": run}), "/")
	if err != nil || dir != filepath.Join(run, "parley") {
		t.Errorf("%s, %v", dir, err)
	}
	for name, spoil := range map[string]func() error{
		"open to others": func() error { return os.Chmod(dir, 0o755) },
		"a file":         func() error { return errors.Join(os.RemoveAll(dir), os.WriteFile(dir, nil, 0o600)) },
		"a link":         func() error { return errors.Join(os.Remove(dir), os.Symlink(base, dir)) },
	} {
		must(spoil())
		if _, err := Folder(env(map[string]string{"XDG_RUNTIME_DIR": run}), "/"); err == nil {
			t.Errorf("%s: it is used", name)
		}
		if _, err := Serve(dir, "abc", "M=1", nil); err == nil {
			t.Errorf("%s: a socket is made there", name)
		}
		must(errors.Join(os.RemoveAll(dir), os.Mkdir(dir, 0o700)))
	}
	project := filepath.Join(base, "project")
	inside, open, link := filepath.Join(project, ".run"), filepath.Join(base, "open"), filepath.Join(base, "link")
	must(errors.Join(os.MkdirAll(inside, 0o700), os.Mkdir(open, 0o700), os.Chmod(open, 0o707), os.Symlink(run, link), os.Mkdir(filepath.Join(project, ".git"), 0o700)))
	for want, c := range map[string]struct{ run, tmp string }{
		"no folder for sockets: lstat BASE/none: no such file or directory":                                                                               {filepath.Join(base, "none"), ""},
		"XDG_RUNTIME_DIR is \".run\", which is relative, so no socket is made there; set it to an absolute path, or unset it":                             {".run", ""},
		"TMPDIR is \"tmp\", which is relative, so no socket is made there; set it to an absolute path, or unset it":                                       {"", "tmp"},
		"BASE/project/.run lies in the workspace, where others may have put files, so no socket is made there; set XDG_RUNTIME_DIR to a folder elsewhere": {inside, ""},
		"BASE/project lies in the workspace, where others may have put files, so no socket is made there; set XDG_RUNTIME_DIR to a folder elsewhere":      {"", project},
		"others can write to BASE/open, so no socket is made there; `chmod 700 BASE/open` mends that":                                                     {open, ""},
		"BASE/link is no folder, so no socket is made there; set XDG_RUNTIME_DIR to one, or unset it":                                                     {link, ""},
	} {
		_, err := Folder(env(map[string]string{"XDG_RUNTIME_DIR": c.run, "TMPDIR": c.tmp}), filepath.Join(project, "sub"))
		if err == nil || strings.ReplaceAll(err.Error(), base, "BASE") != want {
			t.Errorf("%v\nwant %s", err, want)
		}
	}
	dir, err = Folder(env(map[string]string{"TMPDIR": base}), project)
	if err != nil || !strings.HasPrefix(dir, filepath.Join(base, "parley-")) {
		t.Errorf("%s, %v", dir, err)
	}
	if at, err := path("/run/user/1000/parley", strings.Repeat("a", 100)); err != nil || len(at) > mostPath {
		t.Errorf("%s, %v", at, err)
	}
	if _, err := path("/"+strings.Repeat("b", 100), "abc"); err == nil {
		t.Error("a folder with a name that is too long is used")
	}
	must(os.WriteFile(filepath.Join(dir, "abc.sock"), nil, 0o600))
	if _, err := Serve(dir, "abc", "M=1", nil); err == nil || !strings.Contains(err.Error(), "is no socket") {
		t.Errorf("a file in the socket's place: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"{}\n", `{"v":1,"act":{"do":"answer","value":[1]}}` + "\n", "\x00", "{"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var r request
		if err := read(strings.NewReader(string(data)), &r); err == nil {
			if in := r.Act.Input(coordinator.Key{}); in != nil {
				if act, ok := coordinator.ActOf(in); !ok || act.Do != r.Act.Do {
					t.Errorf("%+v becomes %+v", r.Act, act)
				}
			}
		}
	})
}

// TestWhoAnswersAnotherProgram: not that program, nor what it started, nor what could be; and
// only it says that it has decided.
func TestWhoAnswersAnotherProgram(t *testing.T) {
	asker := process.Seat{PID: 7, Began: 70}
	for name, c := range map[string]struct {
		asker        process.Seat
		do, before   string
		under, known bool
		left         bool
		terminal     string
		want         string
	}{
		"a person":                     {asker, coordinator.ActPermit, "", false, true, false, "/dev/pts/1", ""},
		"the program":                  {asker, coordinator.ActPermit, "", true, true, false, "/dev/pts/1", askerText},
		"without a terminal":           {asker, coordinator.ActPermit, "", false, true, false, "", unseatedText},
		"what it may have left":        {asker, coordinator.ActPermit, "", false, true, true, "/dev/pts/1", leftText},
		"who cannot be looked at":      {asker, coordinator.ActPermit, "", false, false, false, "/dev/pts/1", unknownText},
		"a command of a Parley":        {asker, coordinator.ActPermit, BelowText, false, true, false, "/dev/pts/1", BelowText},
		"it closes":                    {asker, coordinator.ActClose, "", true, true, false, "", ""},
		"it closes, below a Parley":    {asker, coordinator.ActClose, BelowText, true, true, false, "", ""},
		"it closes, and has ended":     {asker, coordinator.ActClose, goneText, true, true, false, "", strangerText},
		"another closes":               {asker, coordinator.ActClose, "", false, true, false, "/dev/pts/1", strangerText},
		"one closes what Parley asked": {process.Seat{}, coordinator.ActClose, "", true, true, false, "/dev/pts/1", strangerText},
	} {
		s := &Server{asker: c.asker, under: func(int, process.Seat) (bool, bool) { return c.under, c.known }, apart: func(int, process.Seat) bool { return !c.left }}
		if got := s.foreign(process.Kin{PID: 9, Terminal: c.terminal, Known: true}, c.do, c.before); got != c.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}
