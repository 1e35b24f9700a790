package store

import (
	"os"
	"time"
)

// looker looks at the files of conversations.
type looker struct {
	store Store
	gate  *Gate
	dir   *os.File // the store's directory, where lookups are faster than from the root; nil if it cannot be opened
}

func (s Store) looker() looker {
	dir, err := os.Open(s.root)
	if err != nil {
		dir = nil // each file reports its own error
	}
	return looker{s, &Gate{}, dir}
}

func (l looker) close() {
	if l.dir != nil {
		_ = l.dir.Close() // nothing was written to it
	}
}

// at uses the cached entry of a conversation, if it still applies, or reads its file.
func (l looker) at(id string, cached *indexed) looked {
	size, changed, err := l.stat(id)
	if err != nil {
		return looked{err: err}
	}
	if cached != nil && cached.Size == size && cached.Changed.Equal(changed) {
		return looked{entry: cached, known: true}
	}
	defer l.gate.Pass(size)()
	data, err := readRegular(l.store.disk, l.store.Path(id))
	if err != nil {
		return looked{err: err}
	}
	sum := summarise(id, load(id, data))
	if len(data) == 0 { // no event says when
		sum.Created, sum.Updated = changed, changed
	}
	return looked{entry: &indexed{Size: int64(len(data)), Changed: changed, Summary: sum}}
}

// statPath is stat by the file's whole path.
func statPath(path string) (size int64, changed time.Time, err error) {
	st, err := os.Stat(path)
	if err != nil {
		return 0, time.Time{}, err
	}
	return st.Size(), st.ModTime(), nil
}
