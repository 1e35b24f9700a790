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

	"parley/config"
)

// mostPath is how long the address of a socket can be on every system.
const mostPath = 103

// Folder is where sockets are: below the runtime folder of an environment, else below its
// folder for temporary files. It is made if need be; one that is a link, another user's or
// open to others is refused. So is what the environment names for it, and a place in a workspace, which
// is that of the folder in which the program was started.
func Folder(variable func(string) string, started string) (string, error) {
	name, base, below := "XDG_RUNTIME_DIR", variable("XDG_RUNTIME_DIR"), "parley"
	if base == "" {
		name, base, below = "TMPDIR", variable("TMPDIR"), "parley-"+strconv.Itoa(os.Getuid())
	}
	if base == "" {
		name, base = "", "/tmp"
	}
	switch {
	case !filepath.IsAbs(base):
		return "", fmt.Errorf("%s is %q, which is relative, so no socket is made there; set it to an absolute path, or unset it", name, base)
	case config.InProject(base, config.Root(started), variable("HOME")):
		return "", fmt.Errorf("%s lies in the workspace, where others may have put files, so no socket is made there; set XDG_RUNTIME_DIR to a folder elsewhere", base)
	}
	if below == "parley" {
		if err := runtimeFolder(base); err != nil {
			return "", err
		}
	}
	dir := filepath.Join(base, below)
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", fmt.Errorf("no folder for sockets: %w", err)
	}
	return dir, sound(dir)
}

// othersCanWrite are the permissions of a folder in which others can put something else in the place of what is ours.
const othersCanWrite = 0o022

// runtimeFolder says why a folder that XDG_RUNTIME_DIR names is not used.
func runtimeFolder(dir string) error {
	info, err := os.Lstat(dir)
	switch {
	case err != nil:
		return fmt.Errorf("no folder for sockets: %w", err)
	case !info.IsDir():
		return fmt.Errorf("%s is no folder, so no socket is made there; set XDG_RUNTIME_DIR to one, or unset it", dir)
	case !owned(info):
		return fmt.Errorf("%s belongs to another user, so no socket is made there; set XDG_RUNTIME_DIR to a folder of your own, or unset it", dir)
	case info.Mode().Perm()&othersCanWrite != 0:
		return fmt.Errorf("others can write to %s, so no socket is made there; `chmod 700 %s` mends that", dir, dir)
	}
	return nil
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
