package socket

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"

	"parley/coordinator"
	"parley/store"
)

// Version is that of the protocol.
const Version = 1

// mostMessage is how long a message may be.
const mostMessage = 1 << 20

// request is what a client says, in one line: an answer to the request with a digest.
type request struct {
	V      int             `json:"v"`
	Digest string          `json:"digest"`
	Act    coordinator.Act `json:"act"`
	Said   string          `json:"said,omitempty"`  // who it says it is
	Token  string          `json:"token,omitempty"` // that notify.command was given with the request
}

// mostSaid is how many bytes somebody may say of who answers: it stands on record and on screens.
const mostSaid = 500

// clipped is what somebody says of who they are, as far as it is recorded of an answer that is
// refused.
func clipped(said string) string {
	return strings.ToValidUTF8(said[:min(len(said), mostSaid)], "")
}

// unfit says why no request at all is answered by this, nil if one may be.
func (r request) unfit() error {
	a := r.Act
	switch {
	case len(r.Said) > mostSaid:
		return errSaid
	case a.Do != coordinator.ActPermit:
		return nil
	case !slices.Contains([]string{store.PermitAllowed, store.PermitDenied, store.PermitSkipped, store.PermitEdited}, a.Outcome):
		return fmt.Errorf("%q is no outcome of a permission", a.Outcome)
	case !slices.Contains([]string{"", store.ScopeOnce, store.ScopeTurn}, a.Scope):
		return fmt.Errorf("%q is no scope of a permission", a.Scope)
	case a.Outcome != store.PermitEdited && (len(a.Arguments) > 0 || a.Content != nil):
		return errUnedited
	case a.Outcome == store.PermitEdited && (len(a.Arguments) > 0) == (a.Content != nil):
		return errEdited
	case len(a.Arguments) > 0 && a.Arguments[0] != '{':
		return errArguments
	}
	return nil
}

// Why an answer fits no request.
var (
	errSaid      = fmt.Errorf("what is said of who answers (--via) is at most %d bytes long", mostSaid)
	errUnedited  = errors.New("arguments and content go only with the outcome " + store.PermitEdited)
	errEdited    = errors.New("the outcome " + store.PermitEdited + " takes either the arguments of a call or the content of a result")
	errArguments = errors.New("the arguments of a call are an object")
)

// Results of a reply.
const (
	resultTaken   = "taken"   // it is the answer, and on disk
	resultFirst   = "first"   // somebody else was first; their answer stands in the record
	resultGone    = "gone"    // that is not asked there, or not any more
	resultFault   = "fault"   // it does not fit, or is not understood
	resultRefused = "refused" // its sender may not answer
)

// reply is what the holder says, in one line. Without one it is not known what became of the
// answer: the record says it.
type reply struct {
	V      int    `json:"v"`
	Result string `json:"result"`
	Text   string `json:"text,omitempty"`
}

// errTooLong says that a message is longer than the protocol allows.
var errTooLong = fmt.Errorf("a message is at most %d bytes long", mostMessage)

// read reads one line of JSON.
func read(from io.Reader, into any) error {
	line, err := bufio.NewReaderSize(io.LimitReader(from, mostMessage+1), 4096).ReadBytes('\n')
	switch {
	case len(line) > mostMessage:
		return errTooLong
	case errors.Is(err, io.EOF) && len(line) > 0:
		return io.ErrUnexpectedEOF
	case err != nil:
		return err
	}
	return json.Unmarshal(bytes.TrimSpace(line), into)
}

// write writes one line of JSON.
func write(to net.Conn, what any) error {
	line, err := json.Marshal(what)
	if err != nil {
		return err
	}
	if len(line) >= mostMessage {
		return errTooLong
	}
	_, err = to.Write(append(line, '\n'))
	return err
}
