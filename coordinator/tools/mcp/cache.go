package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"parley/store/system"
)

// What a server offers is kept by its identity, so that nothing waits for it. What is
// kept of another server, or in another form, does not count. A person agreed to tools all
// the same then, and it is not known to which: none counts as agreed to.

type kept struct {
	V        int     `json:"v"`
	Identity string  `json:"identity"`
	Vetted   bool    `json:"vetted"` // what is wrong with tools stands with them
	Tools    []Offer `json:"tools"`

	Prompts   []Prompt   `json:"prompts,omitempty"`
	Resources []Resource `json:"resources,omitempty"`

	// Agreed are digests of tools as they were when a person last let them run, or when
	// the server was first reached.
	Agreed map[string]string `json:"agreed"`
	// Was are those tools that are described in another way now.
	Was map[string]Offer `json:"was,omitempty"`
	// Lost says that what was kept before could not be read, or not be kept at all.
	Lost bool `json:"lost,omitempty"`
}

// mostKept is how large what is kept of a server may be.
const mostKept = 16 << 20

func (o Options) cacheFile(s Server) string {
	if o.State == "" || s.Identity == "" {
		return ""
	}
	return filepath.Join(o.State, s.Identity+".json")
}

func (o Options) logFile(s Server) string {
	if o.State == "" || s.Identity == "" {
		return ""
	}
	return filepath.Join(o.State, "logs", s.Name+"-"+s.Identity[:8]+".log")
}

// cached is what is kept of a server. It is false where nothing can be used; then Lost says
// whether something is there.
func (o Options) cached(s Server) (kept, bool) {
	name := o.cacheFile(s)
	if name == "" {
		return kept{}, false
	}
	if system.NoLink(o.State) != nil {
		return kept{Lost: true}, false
	}
	info, err := os.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > mostKept || !ours(info) {
		return kept{Lost: !errors.Is(err, fs.ErrNotExist)}, false
	}
	data, err := system.ReadFile(name, mostKept)
	var k kept
	if err != nil || json.Unmarshal(data, &k) != nil || k.V != 1 || k.Identity != s.Identity {
		return kept{Lost: !errors.Is(err, fs.ErrNotExist)}, false
	}
	if !k.Vetted {
		vet(s.Name, k.Tools)
	}
	return k, true
}

// ours reports whether a file is the user's own, and closed to others.
func ours(info fs.FileInfo) bool {
	uid, known := system.Owner(info)
	return known && uid == os.Geteuid() && !system.Shared(info, 0o077)
}

// keep writes what is known of the server; l.mu is held. If that fails, which it reports, the
// next program asks the server.
func (l *link) keep() bool {
	name := l.set.o.cacheFile(l.Server)
	if name == "" {
		return true // nothing is kept here
	}
	data, err := encoded(kept{1, l.Identity, true, l.offers.tools, l.offers.prompts, l.offers.resources, l.agreed, l.was, l.lost})
	if len(data) > mostKept { // it could not be read again; the server says the rest anew
		data, err = encoded(kept{V: 1, Identity: l.Identity, Vetted: true, Agreed: l.agreed, Lost: l.lost})
	}
	if err != nil || system.Folder(l.set.o.State) != nil {
		return false
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".tools-*")
	if err != nil {
		return false
	}
	_, err = f.Write(data)
	if closed := f.Close(); err != nil || closed != nil || os.Rename(f.Name(), name) != nil {
		_ = os.Remove(f.Name())
		return false
	}
	return true
}

func encoded(k kept) ([]byte, error) {
	var data bytes.Buffer
	enc := json.NewEncoder(&data)
	enc.SetEscapeHTML(false) // schemas stay as their server wrote them
	err := enc.Encode(k)
	return data.Bytes(), err
}
