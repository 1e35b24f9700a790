// Package socket is how processes of one user tell one another what a person answered: who
// has a conversation open listens, and takes an answer or says who was first. It is the one
// room with a socket; docs/inbox.md has the protocol.
package socket

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// mostPath is how long the address of a socket can be on every system.
const mostPath = 103

// Folder is where sockets are: below the runtime folder of an environment, else below its
// folder for temporary files. It is made if need be; one that is a link, another user's or
// open to others is refused.
func Folder(variable func(string) string) (string, error) {
	dir := ""
	if run := variable("XDG_RUNTIME_DIR"); filepath.IsAbs(run) {
		dir = filepath.Join(run, "parley")
	} else {
		tmp := variable("TMPDIR")
		if !filepath.IsAbs(tmp) {
			tmp = "/tmp"
		}
		dir = filepath.Join(tmp, "parley-"+strconv.Itoa(os.Getuid()))
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", fmt.Errorf("no folder for sockets: %w", err)
	}
	return dir, sound(dir)
}

// sound says why a folder is not used.
func sound(dir string) error {
	info, err := os.Lstat(dir)
	switch {
	case err != nil:
		return fmt.Errorf("no folder for sockets: %w", err)
	case !info.IsDir():
		return fmt.Errorf("%s is no folder, so no socket is made there; move it away", dir)
	case info.Mode().Perm() != 0o700:
		return fmt.Errorf("%s is open to others, so no socket is made there; `chmod 700 %s` mends that", dir, dir)
	case !owned(info):
		return fmt.Errorf("%s belongs to another user, so no socket is made there", dir)
	}
	return nil
}

// path is the socket of a conversation.
func path(dir, id string) (string, error) {
	at := filepath.Join(dir, id+".sock")
	if len(at) > mostPath {
		sum := sha256.Sum256([]byte(id))
		at = filepath.Join(dir, hex.EncodeToString(sum[:8]))
	}
	if len(at) > mostPath {
		return "", fmt.Errorf("%s is too long for a socket; set XDG_RUNTIME_DIR to a shorter folder", dir)
	}
	return at, nil
}
