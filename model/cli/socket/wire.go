package socket

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"

	"parley/coordinator"
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
