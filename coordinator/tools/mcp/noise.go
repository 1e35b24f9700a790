package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// noise takes the lines that a program prints where only messages belong: a greeting, what
// it logs. They are skipped, and the first of them stand in the server's log. A program that
// prints nothing else is none that speaks the protocol.
type noise struct {
	log   io.Writer
	hide  func(string) string // takes out of a line what no log may hold a part of
	lines int                 // so far
	size  int                 // bytes since the last message
	much  atomic.Bool
}

const (
	mostNoise      = 1 << 20 // bytes without a message between them
	mostNoiseLines = 100     // lines that are told in the log
	mostNoiseLine  = 1000    // bytes of one
)

var errNoise = errors.New(noiseText)

// takes takes a line that is no message, and reports whether it did. A message that is
// too large is left to the library, which refuses it.
func (n *noise) takes(line []byte) bool {
	if begun := bytes.TrimSpace(line[:min(len(line), mostNoiseLine)]); len(line) > largestMessage && len(begun) > 0 && begun[0] == '{' {
		return false
	}
	if isSpoken(line) {
		n.size = 0
		return false
	}
	n.size += len(line)
	if n.size > mostNoise {
		n.much.Store(true)
	}
	said := bytes.TrimSpace(line)
	if len(said) == 0 || n.lines > mostNoiseLines {
		return true
	}
	n.lines++
	if n.lines > mostNoiseLines {
		said = []byte(moreNoiseText)
	}
	text := n.hide(string(said))                                                    // before it is cut
	_, _ = n.log.Write([]byte(noiseLineText(text[:min(len(text), mostNoiseLine)]))) // words never fails
	return true
}

// isSpoken reports whether a line is a message of the protocol, or several in a list as
// early revisions have it.
func isSpoken(line []byte) bool {
	data := bytes.TrimSpace(line)
	if len(data) == 0 {
		return false
	}
	var all []json.RawMessage
	if data[0] != '[' {
		all = append(all, data)
	} else if json.Unmarshal(data, &all) != nil || len(all) == 0 {
		return false
	}
	for _, one := range all {
		if _, err := jsonrpc.DecodeMessage(one); err != nil {
			return false
		}
	}
	return true
}
