package socket

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"time"

	"parley/coordinator"
	"parley/store"
)

// ErrNobody says that nobody listens for a conversation, or that whoever did ended without a
// word: what became of an answer stands in the record.
var ErrNobody = errors.New("nobody listens there")

// ErrUnsupported says that there is no socket on this system.
var ErrUnsupported = errors.New("on this system the kernel does not say what a process descends from, so no answer is taken from another process")

// Supported is [ErrUnsupported] where there is no socket; then no folder for it is made either.
func Supported() error { return supported() }

// errOthers says that another user's process listens there.
var errOthers = errors.New("another user's process listens there, and is told nothing")

// replyWithin is how long a holder may take: it writes to a disk.
const replyWithin = 60 * time.Second

// Send gives an answer to the process that holds a conversation. Who was first is not in
// what it returns: the record says it. A token is what notify.command was given with the
// request, "" for none.
func Send(ctx context.Context, dir, id, digest string, act coordinator.Act, said, token string) (coordinator.Taken, error) {
	if err := supported(); err != nil {
		return coordinator.Taken{}, err
	}
	if err := sound(dir); err != nil {
		return coordinator.Taken{}, err
	}
	at, err := path(dir, id)
	if err != nil {
		return coordinator.Taken{}, err
	}
	conn, err := (&net.Dialer{}).DialContext(ctx, "unix", at)
	if err != nil {
		return coordinator.Taken{}, errors.Join(ErrNobody, ctx.Err())
	}
	c := conn.(*net.UnixConn) // what was dialled
	stop := context.AfterFunc(ctx, func() { _ = c.SetDeadline(time.Unix(1, 0)) })
	t, err := exchange(c, request{V: Version, Digest: digest, Act: act, Said: said, Token: token})
	stop()
	return t, errors.Join(err, ctx.Err(), ignoreClosed(c.Close()))
}

func exchange(c *net.UnixConn, r request) (coordinator.Taken, error) {
	_, uid, err := peer(c)
	if err != nil {
		return coordinator.Taken{}, err
	}
	if uid != os.Getuid() {
		return coordinator.Taken{}, errOthers
	}
	if err := c.SetDeadline(time.Now().Add(replyWithin)); err != nil {
		return coordinator.Taken{}, err
	}
	if err := write(c, r); errors.Is(err, errTooLong) {
		return coordinator.Taken{}, err
	} else if err != nil {
		return coordinator.Taken{}, ErrNobody
	}
	var said reply
	if err := read(c, &said); err != nil {
		return coordinator.Taken{}, ErrNobody
	}
	switch said.Result {
	case resultTaken:
		return coordinator.Taken{Done: true, Held: true}, nil
	case resultRefused:
		return coordinator.Taken{Refused: said.Text}, nil
	case resultFirst:
		return coordinator.Taken{First: store.Unknown{}}, nil
	case resultGone:
		return coordinator.Taken{Fault: coordinator.ErrNotAsked}, nil
	case resultFault:
		return coordinator.Taken{Fault: errors.New(said.Text)}, nil
	}
	return coordinator.Taken{}, fmt.Errorf("the process that has the conversation open says %q, which is not understood", said.Result)
}
