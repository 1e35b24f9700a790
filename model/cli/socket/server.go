package socket

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
	"time"

	"parley/coordinator"
	"parley/model/cli/process"
	"parley/store"
)

// Limits of what a holder takes.
const (
	mostRefused = 20               // refusals that go on record, of one opening
	mostAtOnce  = 16               // connections at a time
	patience    = 10 * time.Second // for a client that says nothing
)

// Server listens for the answers of other processes in one conversation.
type Server struct {
	listener *net.UnixListener
	at       string
	mark     string
	out      chan coordinator.Input
	done     chan struct{}
	close    sync.Once
	clients  sync.WaitGroup
	room     chan struct{}

	mu      sync.Mutex
	refused int
	open    map[net.Conn]bool // true while nothing of it is in the hands of the holder

	kin func(pid int) process.Kin
	uid int

	holds func(digest, token string) bool // whether a token is that of a request

	asker process.Seat // the other program that asks, zero for none
	under func(pid int, of process.Seat) (is, known bool)
	apart func(pid int, of process.Seat) bool
}

// Serve listens in a folder for a conversation that this process holds. Mark is what stands
// in the environment of what a Parley started. A socket that lies there is one of a holder
// that has ended: only one process can hold a conversation. Holds says whether a token is that
// of the request with a digest; nil says no to all.
func Serve(dir, id, mark string, holds func(digest, token string) bool) (*Server, error) {
	return serve(dir, id, mark, process.Seat{}, holds)
}

// ServeFor listens for answers to what another program asks. That program, and what it
// started, may say that it has decided, and answers nothing, whatever it was told.
func ServeFor(dir, id, mark string, asker process.Seat) (*Server, error) {
	return serve(dir, id, mark, asker, nil)
}

func serve(dir, id, mark string, asker process.Seat, holds func(digest, token string) bool) (*Server, error) {
	s, err := listen(dir, id, mark, asker, holds)
	if err != nil {
		return nil, err
	}
	s.clients.Go(s.accept)
	return s, nil
}

// listen is a server that takes nothing yet.
func listen(dir, id, mark string, asker process.Seat, holds func(digest, token string) bool) (*Server, error) {
	if err := supported(); err != nil {
		return nil, err
	}
	if err := sound(dir); err != nil {
		return nil, err
	}
	at, err := path(dir, id)
	if err != nil {
		return nil, err
	}
	if info, err := os.Lstat(at); err == nil && info.Mode().Type() != os.ModeSocket {
		return nil, fmt.Errorf("%s is no socket, so no answer is taken from another process; move it away", at)
	}
	if err := os.Remove(at); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: at, Net: "unix"})
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(at, 0o600); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	s := &Server{
		listener: l, at: at, mark: mark, out: make(chan coordinator.Input), done: make(chan struct{}), room: make(chan struct{}, mostAtOnce),
		open: map[net.Conn]bool{}, uid: os.Getuid(), holds: holds, asker: asker, under: process.Under, apart: process.Apart,
	}
	s.kin = func(pid int) process.Kin { return kinOf(pid, mark) }
	return s, nil
}

// Inputs are the answers that came. Each is told what became of it.
func (s *Server) Inputs() <-chan coordinator.Input { return s.out }

// Performer yields the answers one after the other, until the server is closed.
func (s *Server) Performer() coordinator.Performer {
	var next coordinator.Performer
	next = func(context.Context) (coordinator.Input, coordinator.Performer) {
		select {
		case in := <-s.out:
			return in, next
		case <-s.done:
			return nil, nil
		}
	}
	return next
}

// Close ends the listening and removes the socket. Who is waiting for a reply gets none, and
// looks at the record.
func (s *Server) Close() error {
	var err error
	s.close.Do(func() {
		close(s.done)
		err = s.listener.Close()
		s.mu.Lock()
		for c, reads := range s.open {
			if reads { // else it is being told what became of its answer
				err = errors.Join(err, ignoreClosed(c.Close()))
			}
		}
		s.mu.Unlock()
		s.clients.Wait()
	})
	return err
}

func ignoreClosed(err error) error {
	if errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}

func (s *Server) accept() {
	for {
		c, err := s.listener.AcceptUnix()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			select { // such as too many open files: it may pass
			case <-s.done:
				return
			case <-time.After(100 * time.Millisecond):
				continue
			}
		}
		came, timed := ticksNow()
		select {
		case s.room <- struct{}{}:
		default:
			_ = c.Close() // it tries again; who waited here could have another's number when it is looked at
			continue
		}
		if !s.keep(c) {
			return
		}
		s.clients.Go(func() {
			defer func() { <-s.room }()
			s.serve(c, came, timed)
			s.drop(c)
		})
	}
}

// keep notes an open connection; false if the server is being closed.
func (s *Server) keep(c net.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.done:
		_ = c.Close() // it gets no reply
		return false
	default:
		s.open[c] = true
		return true
	}
}

func (s *Server) drop(c net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, c)
	_ = c.Close() // it was told what there is to tell, or has gone
}

// serve takes one answer. A client that is gone is not told: it looks at the record.
func (s *Server) serve(c *net.UnixConn, came uint64, timed bool) {
	pid, uid, err := peer(c)
	if err != nil || uid != s.uid {
		return // another user's process gets nothing
	}
	stays, release := hold(c)
	defer func() { _ = release() }()            // nothing was written to it
	_ = c.SetDeadline(time.Now().Add(patience)) // without one it waits a little longer
	var r request
	if err := read(c, &r); err != nil {
		_ = write(c, reply{V: Version, Result: resultFault, Text: err.Error()})
		return
	}
	if r.V != Version {
		_ = write(c, reply{V: Version, Result: resultFault, Text: versionText(r.V)})
		return
	}
	via, why := s.looked(pid, r, came, timed)
	if !stays() { // whoever was looked at may be another
		via, why = store.Via{PID: pid, Said: via.Said}, goneText
	}
	if err := r.unfit(); err != nil && why == "" {
		_ = write(c, reply{V: Version, Result: resultFault, Text: err.Error()}) // nothing is recorded, so whoever has gone misses nothing
		return
	}
	if why != "" && !s.recordable() {
		_ = write(c, reply{V: Version, Result: resultRefused, Text: why})
		return
	}
	told := make(chan coordinator.Taken, 1)
	s.handed(c)
	select {
	case s.out <- coordinator.Sent{Digest: r.Digest, Act: r.Act, Via: via, Barred: why, Stays: stays, Told: func(t coordinator.Taken) { told <- t }}:
	case <-s.done:
		return
	case <-time.After(patience): // nothing goes on there, so nothing is asked
		_ = c.SetDeadline(time.Now().Add(patience)) // as above
		_ = write(c, reply{V: Version, Result: resultGone})
		return
	}
	select {
	case t := <-told:
		_ = c.SetDeadline(time.Now().Add(patience)) // as above
		_ = write(c, replyOf(t))
	case <-s.done:
		select {
		case t := <-told: // a holder that ends with the answer still says so
			_ = c.SetDeadline(time.Now().Add(patience)) // as above
			_ = write(c, replyOf(t))
		default:
		}
	}
}

// looked is what the system says of a process that gives an answer, and why it may not, "" if it may.
func (s *Server) looked(pid int, r request, came uint64, timed bool) (via store.Via, why string) {
	k := s.kin(pid)
	via = store.Via{Program: k.Program, PID: pid, Terminal: k.Terminal, Parents: k.Parents, Said: clipped(r.Said)}
	why = barred(k, came, timed)
	if r.Token != "" {
		via.Notified, why = s.told(k, r, why)
	}
	if s.asker != (process.Seat{}) || r.Act.Do == coordinator.ActClose {
		why = s.foreign(k, r.Act.Do, why)
	}
	return via, why
}

// handed notes that an answer is about to be in the hands of the holder.
func (s *Server) handed(c net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open[c] = false
}

// recordable reports whether one more refusal goes on record.
func (s *Server) recordable() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refused++
	return s.refused <= mostRefused
}

// barred says why a process may not answer, "" if it may.
func barred(k process.Kin, came uint64, timed bool) string {
	switch {
	case !k.Known:
		return unknownText
	case timed && k.Began > came:
		return goneText // its number is another's by now
	case k.Below:
		return BelowText
	}
	return ""
}

// told reports whether a process answers by a token that notify.command was given, and why it
// may not answer. Who shows a token answers by it or not at all.
func (s *Server) told(k process.Kin, r request, why string) (notified bool, _ string) {
	switch {
	case why != "" && why != BelowText, k.Command:
		return false, why
	case s.holds == nil || !s.holds(r.Digest, r.Token):
		return false, TokenText
	}
	return true, ""
}

// foreign says why a process may not do something with what another program asks, "" if it
// may. Why is what bars it elsewhere; that a Parley is above that program does not keep the
// program from saying what it decided.
func (s *Server) foreign(k process.Kin, do, why string) string {
	under, known := false, false
	if s.asker != (process.Seat{}) && k.Known {
		under, known = s.under(k.PID, s.asker)
	}
	switch {
	case do == coordinator.ActClose && under && why != goneText:
		return ""
	case do == coordinator.ActClose:
		return strangerText
	case why != "":
		return why
	case !known:
		return unknownText
	case under:
		return askerText
	case k.Terminal == "":
		return unseatedText
	case !s.apart(k.PID, s.asker):
		return leftText
	}
	return ""
}

func replyOf(t coordinator.Taken) reply {
	r := reply{V: Version}
	switch {
	case t.Done:
		r.Result = resultTaken
	case t.Refused != "":
		r.Result, r.Text = resultRefused, t.Refused
	case t.First != nil:
		r.Result = resultFirst
	case errors.Is(t.Fault, coordinator.ErrNotAsked):
		r.Result = resultGone
	default:
		r.Result, r.Text = resultFault, t.Fault.Error()
	}
	return r
}

// BelowText says why what a Parley started may not answer.
const BelowText = "a command of a Parley started it, and what a model started decides nothing"

// TokenText says why what shows a token may not answer.
const TokenText = "the token that it shows is none of this question, and without one what a Parley started decides nothing"

const (
	strangerText = "only the program that asked says what it decided"
	askerText    = "the program that asks started it, and what asks does not answer"
	unseatedText = "it has no terminal, so the program that asks may have started it"
	leftText     = "it was started after the program that asks, and that program may have left it behind; answer in a terminal from before, in a window beside it, or in that program"

	unknownText = "what it descends from cannot be read, so it may be what a model started"
	goneText    = "it ended before it could be looked at"
)

func versionText(v int) string {
	return fmt.Sprintf("this Parley speaks version %d of the protocol, not %d; use the same version of the program", Version, v)
}
