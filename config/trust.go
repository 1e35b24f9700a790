package config

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"parley/config/private"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"time"
)

// Withheld is a workspace file that waits for the user's trust. Trust is remembered
// by Digest.
type Withheld struct {
	File     string    `json:"file"`
	Digest   string    `json:"digest"`
	Settings []Setting `json:"settings"`           // what is left out, in line order, with full values
	Holds    []Setting `json:"holds,omitempty"`    // what takes effect already because it only narrows
	Text     string    `json:"text,omitempty"`     // the whole text, of a file that is trusted as a whole
	Runs     bool      `json:"runs,omitempty"`     // it is executed, and not part of the assistant's instructions
	Last     *Trusted  `json:"last,omitempty"`     // what the user last trusted at this path, if anything
	Server   string    `json:"server,omitempty"`   // no file of settings waits, but those that the command of this server of tools names
	Variable string    `json:"variable,omitempty"` // no file waits, but a key of the user's for a server: its name
	Leads    string    `json:"-"`                  // where it stands, if a link leads there
	Kept     bool      `json:"-"`                  // its text is kept beside the trust, not in it: see [Withheld.Keep]
}

// Lines are what the user trusts with the file, in the form that is remembered: what
// it would set and what it sets already, or the lines of its text.
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

// withheld groups by file what is left out and what takes effect. A file of which
// nothing is left out needs no trust.
func withheld(settings, holds []Setting, digests map[string]string) []Withheld {
	var files []Withheld
	sort.SliceStable(settings, func(i, j int) bool { return inFiles(&settings[i], &settings[j]) })
	sort.SliceStable(holds, func(i, j int) bool { return inFiles(&holds[i], &holds[j]) })
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

func inFiles(a, b *Setting) bool {
	return cmp.Or(cmp.Compare(a.Origin.layer, b.Origin.layer), cmp.Compare(a.Origin.Line, b.Origin.Line), cmp.Compare(a.Origin.Column, b.Origin.Column)) < 0
}

// Digest identifies a workspace file by the identity of the workspace's folder, its
// path and its content. So trust does not extend to a changed file, to a copy
// elsewhere, where its commands are different commands, or to another folder at the
// same path.
func Digest(workspace, file string, content []byte) string {
	h := sha256.New()
	fmt.Fprintf(h, "parley trust 2\n%d\n%s\n%d\n%s\n", len(workspace), workspace, len(file), file)
	h.Write(content)
	return hex.EncodeToString(h.Sum(nil))
}

// Trust is the user's trust in workspace files, by digest. It is a value; the
// zero one trusts nothing.
type Trust struct {
	files  map[string]Trusted
	unsure map[string]Trusted // changes that were not the user's, by digest
}

// Trusted is what the user trusted about a file, and when. Lines are the lines that
// they were shown, so that later changes can be shown.
type Trusted struct {
	File  string    `json:"file"`
	Time  time.Time `json:"time"`
	Lines []string  `json:"lines,omitempty"`
	Text  string    `json:"text,omitempty"` // the digest of its text, where that is kept beside
}

// maxTrust is the size limit of trust.json.
const maxTrust = 64 << 20

// trustFile is the content of trust.json.
type trustFile struct {
	V      int                `json:"v"`
	Files  map[string]Trusted `json:"trusted"`
	Unsure map[string]Trusted `json:"unsure,omitempty"`
}

// trustVersion is the version of trust.json. In files of the previous version, trust
// was in a path regardless of the folder; they trust nothing.
const trustVersion = 2

// ReadTrust reads trust.json. A missing file trusts nothing; one that cannot be read, is a
// link, belongs to another user or is open to others trusts nothing either, and the error
// says what to do.
func ReadTrust(name string) (Trust, error) {
	doc, err := private.Read(name, maxTrust, textTrustRefused)
	if err != nil || doc == nil {
		return Trust{}, err
	}
	var f trustFile
	if err := json.Unmarshal(doc, &f); err != nil || f.V < 1 || f.V > trustVersion {
		return Trust{}, fmt.Errorf("%s: %s", name, textBadTrust)
	}
	if f.V < trustVersion {
		return Trust{}, nil
	}
	return Trust{f.Files, f.Unsure}, nil
}

// Has reports whether a digest is trusted; it is what [Sources] wants.
func (t Trust) Has(digest string) bool {
	_, ok := t.files[digest]
	return ok
}

// With returns the trust with one more file. An older version of the same file is no
// longer trusted.
func (t Trust) With(w Withheld, now time.Time) Trust {
	files := maps.Clone(t.files)
	if files == nil {
		files = map[string]Trusted{}
	}
	maps.DeleteFunc(files, func(_ string, old Trusted) bool { return old.File == w.File })
	one := Trusted{File: w.File, Time: now.UTC()}
	if w.Kept {
		one.Text = textDigest([]byte(w.Text))
	} else {
		one.Lines = w.Lines()
	}
	files[w.Digest] = one
	unsure := maps.Clone(t.unsure)
	delete(unsure, w.Digest) // not others of that file: it may have changed since the user looked
	return Trust{files, unsure}
}

// Past returns the trust without what was trusted of files that count in full as something else by now:
// since nobody was asked about that, what they were would count again unasked. False if there is none.
func (t Trust) Past(whole map[string]string) (Trust, bool) {
	files := maps.Clone(t.files)
	maps.DeleteFunc(files, func(digest string, was Trusted) bool {
		now, counts := whole[was.File]
		return counts && now != digest
	})
	return Trust{files, t.unsure}, len(files) < len(t.files)
}

// Last is what the user last trusted of a file, nil if nothing.
func (t Trust) Last(file string) *Trusted {
	for _, was := range t.files {
		if was.File == file {
			return &was
		}
	}
	return nil
}

// Write writes trust.json atomically and readable by the user only, and makes its
// directory if needed.
func (t Trust) Write(name string) error {
	doc, err := json.MarshalIndent(trustFile{trustVersion, t.files, t.unsure}, "", "  ")
	if err != nil {
		return fmt.Errorf("config: trust: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	return private.Replace(name, append(doc, '\n'))
}
