package git

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"parley/store/system"
)

var errReference = errors.New("git: what is committed cannot be read")

// committed is what the last commit has at a path: mode and object; mode 0 if
// nothing.
func (r *Repository) committed(path string) (mode uint32, id string, err error) {
	commit, err := r.head()
	if err != nil || commit == "" {
		return 0, "", err
	}
	data, err := r.object(commit, kindCommit)
	if err != nil {
		return 0, "", err
	}
	line, _, _ := bytes.Cut(data, []byte("\n"))
	name, ok := bytes.CutPrefix(line, []byte("tree "))
	if id, err = r.parseID(string(name)); !ok || err != nil {
		return 0, "", errObject
	}
	mode = modeDir
	for part := range strings.SplitSeq(path, "/") {
		if mode != modeDir {
			return 0, "", nil
		}
		tree, err := r.object(id, kindTree)
		if err != nil {
			return 0, "", err
		}
		if mode, id, err = child(tree, part, r.hash.size); err != nil || mode == 0 {
			return 0, "", err
		}
	}
	return mode, id, nil
}

// child finds an entry in a tree.
func child(tree []byte, name string, size int) (mode uint32, id string, err error) {
	for len(tree) > 0 {
		head, rest, ok := bytes.Cut(tree, []byte{0})
		digits, called, apart := bytes.Cut(head, []byte(" "))
		if !ok || !apart || len(rest) < size {
			return 0, "", errObject
		}
		if string(called) == name {
			mode, err := strconv.ParseUint(string(digits), 8, 32)
			if err != nil || mode == 0 {
				return 0, "", errObject
			}
			return uint32(mode), string(rest[:size]), nil
		}
		tree = rest[size:]
	}
	return 0, "", nil
}

// parseID reads the name of an object.
func (r *Repository) parseID(text string) (string, error) {
	id, err := hex.DecodeString(text)
	if err != nil || len(id) != r.hash.size {
		return "", errReference
	}
	return string(id), nil
}

// head is the last commit, "" before the first commit.
func (r *Repository) head() (string, error) {
	if r.reftabs {
		return "", errReference
	}
	text, err := readSmall(filepath.Join(r.dir, "HEAD"))
	if err != nil {
		return "", err
	}
	for range 6 {
		line := strings.TrimSpace(string(text))
		name, symbolic := strings.CutPrefix(line, "ref:")
		if !symbolic {
			return r.parseID(line)
		}
		name = strings.TrimSpace(name)
		if !strings.HasPrefix(name, "refs/") || !filepath.IsLocal(name) {
			return "", errReference
		}
		text, err = r.reference(name)
		if err != nil || text == nil {
			return "", err
		}
	}
	return "", errReference
}

// reference reads a reference, nil if there is none.
func (r *Repository) reference(name string) ([]byte, error) {
	for _, dir := range []string{r.dir, r.common} {
		text, err := readSmall(filepath.Join(dir, filepath.FromSlash(name)))
		if err == nil {
			return text, nil
		}
		if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, system.ErrNotFile) {
			return nil, err
		}
	}
	text, err := readFile(filepath.Join(r.common, "packed-refs"), maxPacked)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for line := range bytes.Lines(text) {
		id, called, ok := bytes.Cut(bytes.TrimRight(line, "\r\n"), []byte(" "))
		if ok && string(called) == name && line[0] != '#' {
			return id, nil
		}
	}
	return nil, nil
}
