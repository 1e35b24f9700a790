package fs

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"

	"parley/coordinator/tool"
)

// wrote is what a run says of the file that it put in place.
func wrote(p string, data []byte) *tool.Wrote {
	return &tool.Wrote{Path: p, Digest: "sha256:" + sumOf(orNone(data))}
}

// orNone is data, empty if there is none: a file that exists has a content.
func orNone(data []byte) []byte {
	if data == nil {
		return []byte{}
	}
	return data
}

// DigestNow is the digest of a file as it is now, in the form in which the record has that
// of a written file; "" if it does not exist, and unknown if it cannot be read. Of one that is
// longer than what a run writes it is that of the beginning, which no run wrote.
func DigestNow(root *os.Root, p string) (digest string, known bool) {
	f, _, err := openRegular(root, p)
	if err != nil {
		return "", errors.Is(err, fs.ErrNotExist)
	}
	sum, err := sumFrom(context.Background(), io.LimitReader(f, maxChange+1))
	if errors.Join(err, f.Close()) != nil {
		return "", false
	}
	return "sha256:" + sum, true
}

// ours reports whether a file is as a run of this conversation left it. If so, it is no
// news to the user that it differs from what is committed.
func ours(call tool.Call, p string, data []byte) bool {
	return call.Ours != nil && call.Ours(p, wrote(p, data).Digest)
}

// Changes is the file that is created.
func (createFile) Changes(dir string, arguments json.RawMessage) []string {
	return changes(dir, arguments)
}

// Changes is the file that is changed.
func (modifyFile) Changes(dir string, arguments json.RawMessage) []string {
	return changes(dir, arguments)
}

// Changes is the file that is deleted.
func (deleteFile) Changes(dir string, arguments json.RawMessage) []string {
	return changes(dir, arguments)
}

// Changes are the file that is moved, and the one at its new name.
func (moveFile) Changes(dir string, arguments json.RawMessage) []string {
	return changes(dir, arguments)
}

// changes are the paths that the arguments of a change name, if they lead into the
// workspace.
func changes(dir string, arguments json.RawMessage) []string {
	var in struct{ Path, To string }
	if json.Unmarshal(arguments, &in) != nil {
		return nil
	}
	var paths []string
	for _, raw := range []string{in.Path, in.To} {
		if p, err := place(tool.Call{Dir: dir}, raw); raw != "" && err == nil && (len(paths) == 0 || paths[0] != p) {
			paths = append(paths, p)
		}
	}
	return paths
}
