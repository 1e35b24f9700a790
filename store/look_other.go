//go:build !unix

package store

import "time"

// openNow opens what is no ordinary file without waiting; here nothing waits.
const openNow = 0

// stat is the size of a conversation's file and when it changed.
func (l looker) stat(id string) (size int64, changed time.Time, err error) {
	return statPath(l.store.Path(id))
}
