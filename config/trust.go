package config

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Withheld is what one workspace file would set once the user trusts it, in the
// order of its lines and with its values in full. Digest is what is remembered.
type Withheld struct {
	File     string    `json:"file"`
	Digest   string    `json:"digest"`
	Settings []Setting `json:"settings"`
}

// withheld groups settings by their file.
func withheld(settings []Setting, digests map[string]string) []Withheld {
	var files []Withheld
	slices.SortStableFunc(settings, func(a, b Setting) int {
		return cmp.Or(cmp.Compare(a.Origin.layer, b.Origin.layer), cmp.Compare(a.Origin.Line, b.Origin.Line), cmp.Compare(a.Origin.Column, b.Origin.Column))
	})
	for _, s := range settings {
		last := len(files) - 1
		if last < 0 || files[last].File != s.Origin.Name {
			files = append(files, Withheld{File: s.Origin.Name, Digest: digests[s.Origin.Name]})
			last++
		}
		files[last].Settings = append(files[last].Settings, s)
	}
	return files
}

// Digest identifies a configuration file by its path and content: neither a
// changed file nor a copy elsewhere, where its commands are other commands, is
// what the user has trusted.
func Digest(file string, content []byte) string {
	h := sha256.New()
	fmt.Fprintf(h, "parley trust 1\n%d\n%s\n", len(file), file)
	h.Write(content)
	return hex.EncodeToString(h.Sum(nil))
}

// Trust is the user's trust in workspace files, by digest. It is a value; the
// zero one trusts nothing.
type Trust struct {
	files map[string]trusted
}

type trusted struct {
	File string    `json:"file"`
	Time time.Time `json:"time"`
}

// maxTrust is the largest trust.json that is read.
const maxTrust = 64 << 20

// trustFile is trust.json.
type trustFile struct {
	V     int                `json:"v"`
	Files map[string]trusted `json:"trusted"`
}

// ReadTrust reads trust.json. A file that is not there trusts nothing; one that
// cannot be read trusts nothing either, and the error says what to do.
func ReadTrust(name string) (Trust, error) {
	doc, err := readFile(name, maxTrust)
	if errors.Is(err, fs.ErrNotExist) {
		return Trust{}, nil
	}
	if err != nil {
		return Trust{}, fmt.Errorf("%s: %s", name, textUnreadable(err))
	}
	var f trustFile
	if err := json.Unmarshal(doc, &f); err != nil || f.V != 1 {
		return Trust{}, fmt.Errorf("%s: %s", name, textBadTrust)
	}
	return Trust{f.Files}, nil
}

// Has reports whether a digest is trusted; it is what [Sources] wants.
func (t Trust) Has(digest string) bool {
	_, ok := t.files[digest]
	return ok
}

// With returns the trust with one file more. An older version of the same file
// is no longer trusted.
func (t Trust) With(w Withheld, now time.Time) Trust {
	files := maps.Clone(t.files)
	if files == nil {
		files = map[string]trusted{}
	}
	maps.DeleteFunc(files, func(_ string, old trusted) bool { return old.File == w.File })
	files[w.Digest] = trusted{w.File, now.UTC()}
	return Trust{files}
}

// Files returns the paths of the trusted files, sorted.
func (t Trust) Files() []string {
	var names []string
	for f := range maps.Values(t.files) {
		names = append(names, f.File)
	}
	slices.Sort(names)
	return names
}

// Write writes trust.json so that it is either the old one or the new one,
// readable by the user only, and makes its directory if need be.
func (t Trust) Write(name string) error {
	doc, err := json.MarshalIndent(trustFile{1, t.files}, "", "  ")
	if err != nil {
		return fmt.Errorf("config: trust: %w", err)
	}
	dir := filepath.Dir(name)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".trust-*") // with mode 0600
	if err != nil {
		return err
	}
	_, err = f.Write(append(doc, '\n'))
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
