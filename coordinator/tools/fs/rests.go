package fs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"parley/coordinator/tool"
)

// What is said to a move or a deletion is said of what has the name then: the bytes of a file, a
// link by where it leads, a folder, or nothing at all. What comes to the name later is another
// matter, and is asked about again.

// maxSum is how long a file may be of which the bytes count for a yes. Of a longer one its
// size and its time do.
const maxSum = 256 << 20

// Rests is a digest of what is moved, as it is now.
func (moveFile) Rests(call tool.Call) string {
	var in moveArguments
	return restsOn(call, decodedPath(call.Arguments, &in, &in.Path))
}

// Rests is a digest of what is deleted, as it is now.
func (deleteFile) Rests(call tool.Call) string {
	var in deleteArguments
	return restsOn(call, decodedPath(call.Arguments, &in, &in.Path))
}

// decodedPath is the path among the arguments of a call, "" if they cannot be read.
func decodedPath(arguments json.RawMessage, in any, path *string) string {
	if decode(arguments, in) != nil {
		return ""
	}
	return *path
}

// restsOn is a digest of what has a name, [tool.Absent] for nothing, and "" for a path by which
// no call is ever carried out.
func restsOn(call tool.Call, raw string) string {
	if _, err := writable(call, raw); err != nil {
		return ""
	}
	p, err := target(call, raw)
	if err != nil {
		return unreached(err)
	}
	s, err := spotFor(call, p)
	if err != nil {
		return unreached(err)
	}
	defer s.close() // only looked into
	info, err := s.look()
	switch {
	case err != nil:
		return unreached(err)
	case info == nil:
		return tool.Absent
	}
	return s.standing(info)
}

// unreached is the digest of a name that could not be looked at.
func unreached(err error) string {
	if errors.Is(err, fs.ErrNotExist) {
		return tool.Absent
	}
	return digestOf("unreached", err.Error())
}

// rests ends a run that a person allowed for something else than has the name; nil if it is that.
func (s spot) rests(call tool.Call, info fs.FileInfo) tool.Outcome {
	if call.Rests == "" || call.Rests == s.standing(info) {
		return nil
	}
	return tool.Failure{Message: tool.ChangedFile(call.Name)}
}

// standing is the digest of what has the name.
func (s spot) standing(info fs.FileInfo) string {
	link := info.Mode()&fs.ModeSymlink != 0
	switch {
	case !link && !info.Mode().IsRegular():
		return digestOf(kind(info.Mode()))
	case link || info.Size() <= maxSum:
		sum, err := s.sum(context.Background(), info, link)
		if err == nil && link {
			return digestOf("link", sum)
		}
		if err == nil {
			return digestOf("moved", sum)
		}
	}
	return digestOf("moved", fmt.Sprint(info.Size(), info.ModTime().UnixNano()))
}
