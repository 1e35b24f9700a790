package config

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"parley/config/private"
	"parley/store/system"
)

// maxText is the largest text that is kept beside the trust.
const maxText = 1 << 20

func textDigest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Keep writes the text of a file that is trusted into a folder, so that it is known later
// what the user saw. There may be many of them, and trust.json is read at each start.
func (w Withheld) Keep(dir string) error {
	if !w.Kept {
		return nil
	}
	if err := system.Folder(dir); err != nil {
		return err
	}
	return private.Replace(filepath.Join(dir, textDigest([]byte(w.Text))), []byte(w.Text))
}

// Seen is the text that was trusted, from the folder in which it was kept; false where it
// is not there any more, or another.
func (t Trusted) Seen(dir string) (string, bool) {
	if t.Text == "" || filepath.Base(t.Text) != t.Text {
		return "", false
	}
	if system.NoLink(dir) != nil {
		return "", false
	}
	data, err := readFile(filepath.Join(dir, t.Text), maxText)
	if err != nil || textDigest(data) != t.Text {
		return "", false
	}
	return string(data), true
}

// Doubt returns the trust with one change more that was not the user's own: it is not
// taken over without a yes.
func (t Trust) Doubt(w Withheld, now time.Time) Trust {
	unsure := maps.Clone(t.unsure)
	if unsure == nil {
		unsure = map[string]Trusted{}
	}
	var same []string
	for digest, was := range unsure {
		if was.File == w.File && digest != w.Digest {
			same = append(same, digest)
		}
	}
	slices.SortFunc(same, func(a, b string) int { return cmp.Or(unsure[a].Time.Compare(unsure[b].Time), strings.Compare(a, b)) })
	for _, oldest := range same[:max(0, len(same)-mostDoubts+1)] {
		delete(unsure, oldest)
	}
	unsure[w.Digest] = Trusted{File: w.File, Time: now.UTC()}
	return Trust{t.files, unsure}
}

// mostDoubts is how many changes of one file are remembered that were not the user's.
const mostDoubts = 100

// Under are the files below a folder of which something is trusted, in order.
func (t Trust) Under(dir string) []string {
	var files []string
	for _, one := range t.files {
		if strings.HasPrefix(one.File, dir+string(filepath.Separator)) {
			files = append(files, one.File)
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// Doubts reports whether a file came to be as it is by a change that was not the user's own.
func (t Trust) Doubts(digest string) bool {
	_, is := t.unsure[digest]
	return is
}

// trustBusy is how long a writer of trust.json waits for another one.
const trustBusy = 5 * time.Second

// ChangeTrust changes what is trusted in one step that no other program comes between: it
// reads trust.json, has it changed, and replaces it. What is trusted now is returned. A file
// that cannot be read stays as it is.
func ChangeTrust(p Places, change func(Trust) (Trust, error)) (Trust, error) {
	ctx, cancel := context.WithTimeout(context.Background(), trustBusy)
	defer cancel()
	var trust Trust
	err := private.Alone(ctx, p.TrustFile, func() (err error) {
		trust, err = changeTrust(p, change)
		return err
	})
	return trust, err
}

func changeTrust(p Places, change func(Trust) (Trust, error)) (Trust, error) {
	trust, err := ReadTrust(p.TrustFile)
	if err != nil {
		return Trust{}, err
	}
	next, err := change(trust)
	if err != nil {
		return trust, err
	}
	if err := next.Write(p.TrustFile); err != nil {
		return trust, err
	}
	return next, next.Sweep(p.Trusted)
}

// Sweep removes the kept texts that no trust names any more.
func (t Trust) Sweep(dir string) error {
	named := map[string]bool{}
	for _, one := range t.files {
		named[one.Text] = true
	}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	errs := []error{err}
	for _, e := range entries {
		if !named[e.Name()] && e.Type().IsRegular() && isDigest(e.Name()) {
			errs = append(errs, os.Remove(filepath.Join(dir, e.Name())))
		}
	}
	return errors.Join(errs...)
}

// isDigest reports whether a name is one that a text is kept under.
func isDigest(name string) bool {
	sum, err := hex.DecodeString(name)
	return err == nil && len(sum) == sha256.Size
}
