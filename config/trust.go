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
	"strings"
	"time"
)

// Withheld is a workspace file that waits for the user's trust. Digest is what is
// remembered.
type Withheld struct {
	File     string    `json:"file"`
	Digest   string    `json:"digest"`
	Settings []Setting `json:"settings"`        // what is left out, in the order of its lines, with values in full
	Holds    []Setting `json:"holds,omitempty"` // what holds already, since it only narrows
	Text     string    `json:"text,omitempty"`  // of a file that is taken as a whole, instead of its settings
	Runs     bool      `json:"runs,omitempty"`  // it is run, and not told to the assistant
	Last     *Trusted  `json:"last,omitempty"`  // what the user trusted at this path last, if they did
}

// Lines are what the user trusts with the file, as it is remembered: what it would
// set and what it sets already, or the lines of its text.
func (w Withheld) Lines() []string {
	if w.Text != "" {
		return strings.Split(w.Text, "\n")
	}
	var lines []string
	for _, s := range slices.Concat(w.Settings, w.Holds) {
		lines = append(lines, s.Key+" = "+s.Value)
	}
	return lines
}

// withheld groups what is left out and what holds by file. A file of which nothing
// is left out waits for nothing.
func withheld(settings, holds []Setting, digests map[string]string) []Withheld {
	var files []Withheld
	slices.SortStableFunc(settings, inFiles)
	slices.SortStableFunc(holds, inFiles)
	for _, s := range settings {
		last := len(files) - 1
		if last < 0 || files[last].File != s.Origin.Name {
			files = append(files, Withheld{File: s.Origin.Name, Digest: digests[s.Origin.Name]})
			last++
		}
		files[last].Settings = append(files[last].Settings, s)
	}
	for _, s := range holds {
		if at := slices.IndexFunc(files, func(w Withheld) bool { return w.File == s.Origin.Name }); at >= 0 {
			files[at].Holds = append(files[at].Holds, s)
		}
	}
	return files
}

func inFiles(a, b Setting) int {
	return cmp.Or(cmp.Compare(a.Origin.layer, b.Origin.layer), cmp.Compare(a.Origin.Line, b.Origin.Line), cmp.Compare(a.Origin.Column, b.Origin.Column))
}

// Digest identifies a file of a workspace by the identity of the workspace's folder,
// its path and its content: neither a changed file nor a copy elsewhere, where its
// commands are other commands, nor what stands in another folder at the same path,
// is what the user has trusted.
func Digest(workspace, file string, content []byte) string {
	h := sha256.New()
	fmt.Fprintf(h, "parley trust 2\n%d\n%s\n%d\n%s\n", len(workspace), workspace, len(file), file)
	h.Write(content)
	return hex.EncodeToString(h.Sum(nil))
}

// Trust is the user's trust in workspace files, by digest. It is a value; the
// zero one trusts nothing.
type Trust struct {
	files map[string]Trusted
}

// Trusted is what the user trusted of a file, and when. Lines are those that they
// were shown, so that they can be told what has changed since.
type Trusted struct {
	File  string    `json:"file"`
	Time  time.Time `json:"time"`
	Lines []string  `json:"lines"`
}

// maxTrust is the largest trust.json that is read.
const maxTrust = 64 << 20

// trustFile is trust.json.
type trustFile struct {
	V     int                `json:"v"`
	Files map[string]Trusted `json:"trusted"`
}

// trustVersion is the version of trust.json. In files of the one before, trust
// was in a path, whatever folder stood there; they trust nothing.
const trustVersion = 2

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
	if err := json.Unmarshal(doc, &f); err != nil || f.V < 1 || f.V > trustVersion {
		return Trust{}, fmt.Errorf("%s: %s", name, textBadTrust)
	}
	if f.V < trustVersion {
		return Trust{}, nil
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
		files = map[string]Trusted{}
	}
	maps.DeleteFunc(files, func(_ string, old Trusted) bool { return old.File == w.File })
	files[w.Digest] = Trusted{w.File, now.UTC(), w.Lines()}
	return Trust{files}
}

// Last is what the user trusted of a file last, nil if nothing.
func (t Trust) Last(file string) *Trusted {
	for _, was := range t.files {
		if was.File == file {
			return &was
		}
	}
	return nil
}

// Write writes trust.json so that it is either the old one or the new one,
// readable by the user only, and makes its directory if need be.
func (t Trust) Write(name string) error {
	doc, err := json.MarshalIndent(trustFile{trustVersion, t.files}, "", "  ")
	if err != nil {
		return fmt.Errorf("config: trust: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	return replaceFile(name, append(doc, '\n'))
}
