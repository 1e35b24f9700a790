package grants

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"

	"parley/coordinator/tools/fs/paths"
	"parley/store/system"
)

// Names of the list in the folders above a path are found by reading those folders, so
// that a name counts in whatever case it is written, and so does one with a *.

// maxListed is how many entries of a folder are read. A larger one may hold anything, so a
// person is asked.
const maxListed = 100_000

// listed is a name of the list that lies in a folder above a path, or that could be
// created there.
type listed struct {
	at, abs string // from the root, and absolute
	why     string
	rank    int // of why
}

// branch is how the list continues after some of its names.
type branch struct {
	why  string // it may end here; "" if not
	rank int    // index of this end in the list
	next map[string]*branch
	like []likeness
}

// likeness is a name with a *.
type likeness struct {
	before, after string
	to            *branch
}

func (l likeness) fits(name string) bool {
	return len(name) >= len(l.before)+len(l.after) && strings.HasPrefix(name, l.before) && strings.HasSuffix(name, l.after)
}

// theList is the list, arranged to be looked up name by name.
var theList = sync.OnceValue(func() *branch {
	top := &branch{}
	for rank, g := range list {
		for _, names := range g.names {
			at := top
			for name := range strings.SplitSeq(names, "/") {
				at = at.grown(name)
			}
			if at.why == "" {
				at.why, at.rank = g.why, rank
			}
		}
	}
	return top
})

// grown is the branch of a name, created if there is none yet.
func (b *branch) grown(name string) *branch {
	if before, after, any := strings.Cut(name, "*"); any {
		to := &branch{}
		b.like = append(b.like, likeness{before, after, to})
		return to
	}
	if b.next == nil {
		b.next = map[string]*branch{}
	}
	if b.next[name] == nil {
		b.next[name] = &branch{}
	}
	return b.next[name]
}

// each visits the branches of a folded name.
func (b *branch) each(name string, visit func(*branch)) {
	if to := b.next[name]; to != nil {
		visit(to)
	}
	for _, l := range b.like {
		if l.fits(name) {
			visit(l.to)
		}
	}
}

// By looks a path up by its names alone, and returns why the first match in the list gives
// permission, "" if none does.
func By(p string) string {
	names := strings.Split(paths.Folded(p), "/")
	why, rank := "", len(list)
	var walk func(b *branch, names []string)
	walk = func(b *branch, names []string) {
		if b.why != "" && b.rank < rank {
			why, rank = b.why, b.rank
		}
		if len(names) > 0 {
			b.each(names[0], func(to *branch) { walk(to, names[1:]) })
		}
	}
	for i := range names {
		walk(theList(), names[i:])
	}
	return why
}

// above is what lies in the folders above a path.
type above struct {
	found   []listed // nearest folder first, and within each folder in the order of the list
	repos   []string // folders that begin a repository, and the workspace, which may lie in one
	unknown Found    // a folder that could not be looked through
}

// lookAbove looks through the folders above a path.
func lookAbove(dir, p string) above {
	var out above
	for at := path.Dir(p); ; at = path.Dir(at) {
		folder := filepath.Join(dir, filepath.FromSlash(at))
		var here []listed
		names, unknown := theList().within(folder, at, &here)
		sort.Slice(here, func(i, j int) bool {
			return cmp.Or(here[i].rank-here[j].rank, strings.Compare(here[i].at, here[j].at)) < 0
		})
		out.found = append(out.found, here...)
		if out.unknown.Why == "" {
			out.unknown = unknown
		}
		if at == "." || slices.ContainsFunc(names, func(name string) bool { return paths.Folded(name) == ".git" }) {
			out.repos = append(out.repos, folder)
		}
		if at == "." {
			return out
		}
	}
}

// within adds what lies in a folder, and below it where the list continues further down.
func (b *branch) within(folder, at string, found *[]listed) (names []string, unknown Found) {
	names, err := namesIn(folder)
	if err != nil {
		return nil, Found{Why: textUnread(at, err)}
	}
	for _, name := range names {
		b.each(paths.Folded(name), func(to *branch) {
			on := listed{path.Join(at, name), filepath.Join(folder, name), to.why, to.rank}
			if to.why != "" {
				*found = append(*found, on)
			}
			if len(to.next) == 0 {
				return
			}
			if _, f := to.within(on.abs, on.at, found); unknown.Why == "" {
				unknown = f
			}
			to.ends(on.abs, on.at, found)
		})
	}
	return names, unknown
}

// ends adds what could be created below a folder, or below the target of a dangling link.
func (b *branch) ends(folder, at string, found *[]listed) {
	for name, to := range b.next {
		on := listed{path.Join(at, name), filepath.Join(folder, name), to.why, to.rank}
		if to.why != "" {
			*found = append(*found, on)
		}
		to.ends(on.abs, on.at, found)
	}
}

// errCrowded says that a folder has more entries than are read.
var errCrowded = errors.New("too many entries")

// namesIn are the names in a folder. Something that is not a folder, or does not exist,
// has none.
func namesIn(folder string) ([]string, error) {
	info, err := os.Stat(folder)
	if errors.Is(err, fs.ErrPermission) {
		return nil, err
	}
	if err != nil || !info.IsDir() {
		return nil, nil // a link that dangles or goes in a circle leads into no folder
	}
	f, err := system.Open(folder, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close() // only read: nothing can be lost
	names, err := f.Readdirnames(maxListed + 1)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if len(names) > maxListed {
		return nil, errCrowded
	}
	return names, nil
}
