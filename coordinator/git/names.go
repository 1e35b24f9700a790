package git

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"sync"
)

// Names are the files that a repository knows, below a folder: paths from there, with
// slashes. They lie side by side in blocks, since there may be a million of them.
type Names struct {
	blocks [][]byte
	places []place
	sorted bool
}

// place is where a name lies: in a block, from and to.
type place struct{ block, from, to uint32 }

// perBlock is the room of a block, in bytes; none has a longer name.
const perBlock = 1 << 20

// Len is how many there are.
func (n Names) Len() int { return len(n.places) }

func (n Names) at(i int) []byte {
	p := n.places[i]
	return n.blocks[p.block][p.from:p.to]
}

// All goes over the names.
func (n Names) All() iter.Seq[string] { return n.Ending("") }

// Ending goes over the names that end in one of some texts.
func (n Names) Ending(texts ...string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := range n.places {
			name := n.at(i)
			is := func(text string) bool {
				return len(name) >= len(text) && string(name[len(name)-len(text):]) == text
			}
			if slices.ContainsFunc(texts, is) && !yield(string(name)) {
				return
			}
		}
	}
}

// Has reports whether a name is among them.
func (n Names) Has(name string) bool {
	if !n.sorted {
		for i := range n.places {
			if string(n.at(i)) == name {
				return true
			}
		}
		return false
	}
	i := sort.Search(len(n.places), func(i int) bool { return string(n.at(i)) >= name })
	return i < len(n.places) && string(n.at(i)) == name
}

func (n *Names) add(name []byte) {
	if last := len(n.places) - 1; last >= 0 {
		switch bytes.Compare(n.at(last), name) {
		case 0:
			return // a side of a merge
		case 1:
			n.sorted = false
		}
	}
	last := len(n.blocks) - 1
	if last < 0 || len(n.blocks[last])+len(name) > perBlock && len(n.blocks[last]) > 0 {
		n.blocks = append(n.blocks, nil)
		last++
	}
	b := n.blocks[last]
	from := len(b)
	if b = append(b, name...); last > 0 && from == 0 { // few repositories need a second
		b = slices.Grow(b, perBlock-len(b))
	}
	n.blocks[last] = b
	n.places = append(n.places, place{uint32(last), uint32(from), uint32(len(b))})
}

// Tracked are the tracked files below dir; none without a repository.
func Tracked(dir string) (Names, error) {
	k := Known{dir: dir}
	return k.Names()
}

// Known are the tracked files below a folder, read again once the index is another one.
type Known struct {
	dir string

	mu    sync.Mutex
	index os.FileInfo // as it was when they were read; nil if they were not
	names Names
}

// KnownBelow reads nothing yet.
func KnownBelow(dir string) *Known { return &Known{dir: dir} }

// Names are the files; none without a repository.
func (k *Known) Names() (Names, error) {
	dir, err := filepath.EvalSymlinks(k.dir)
	if err != nil {
		return Names{}, fmt.Errorf("git: %w", err)
	}
	r, err := Open(dir)
	if err != nil || r == nil {
		return Names{}, err
	}
	info, err := os.Stat(filepath.Join(r.dir, "index"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Names{}, fmt.Errorf("git: %w", err)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if info != nil && k.index != nil && os.SameFile(info, k.index) && info.Size() == k.index.Size() && info.ModTime().Equal(k.index.ModTime()) {
		return k.names, nil
	}
	k.index = nil
	if k.names, err = r.tracked(dir); err == nil {
		k.index = info
	}
	return k.names, err
}

func (r *Repository) tracked(dir string) (Names, error) {
	below, err := filepath.Rel(r.top, dir)
	if err != nil {
		return Names{}, fmt.Errorf("git: %w", err)
	}
	prefix := []byte(filepath.ToSlash(below) + "/")
	if string(prefix) == "./" {
		prefix = nil
	}
	var names Names
	begin := func() { names = Names{sorted: true} }
	begin()
	_, err = r.entries(looking{begin: begin, see: func(e raw) {
		if name, ok := bytes.CutPrefix(e.path, prefix); ok && e.mode&modeKind != modeDir && local(name) {
			names.add(name)
		}
	}})
	if err != nil {
		return Names{}, err
	}
	return names, nil
}

// local reports whether a name stays below the folder that it begins in.
func local(name []byte) bool {
	if filepath.Separator == '/' && !bytes.Contains(name, []byte("..")) {
		return len(name) > 0 && name[0] != '/'
	}
	return filepath.IsLocal(filepath.FromSlash(string(name)))
}
