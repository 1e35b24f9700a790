package store

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"sync"

	"parley/store/system"
)

// How long a file may be that is read. A conversation's folder may come from anybody, it is read
// by itself for every list, and it must not take the machine's memory: a file can be called a
// thousand times as long as the disk.
const (
	mostEvents = 1 << 30  // of events
	mostBeside = 64 << 20 // that stands beside the events
)

// mostWritten is how long a file of events becomes: a copy and a repair add to it.
const mostWritten = mostEvents - mostBeside

// itself opens what stands under a name and nothing else: a link is an error, and a pipe is not
// waited for. A conversation's folder may come from anybody, so that a link in it may lead to
// any file of the user's.
const itself = openNow | system.NoFollow

// readRegular reads a whole file, which must be an ordinary one: reading a pipe could
// block for ever, and a device may never end.
func readRegular(d disk, path string) ([]byte, error) { return readInto(d, path, nil) }

// readBeside is readRegular of a file that stands beside the events.
func readBeside(d disk, path string) ([]byte, error) {
	if st, err := os.Stat(path); err == nil && st.Size() > mostBeside {
		return nil, &fs.PathError{Op: "read", Path: path, Err: errTooLong}
	}
	return readRegular(d, path)
}

// readInto is readRegular into the given buffer, if the file fits.
func readInto(d disk, path string, room []byte) ([]byte, error) {
	f, err := d.OpenFile(path, os.O_RDONLY|itself, 0)
	if system.IsLink(err) {
		err = &fs.PathError{Op: "open", Path: path, Err: errNotRegular}
	}
	if err != nil {
		return nil, err
	}
	data, err := readOpen(f, path, room)
	return data, errors.Join(err, f.Close())
}

func readOpen(f file, path string, room []byte) ([]byte, error) {
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !st.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: path, Err: errNotRegular}
	}
	if st.Size() > mostEvents {
		return nil, endless(path)
	}
	if int64(cap(room)) <= st.Size() {
		room = make([]byte, 0, st.Size()+1)
	}
	return readAll(f, path, room[:0])
}

// endless says that a file is too long for one of events.
func endless(path string) error { return &fs.PathError{Op: "read", Path: path, Err: errEndless} }

// readAll reads to the end. It allocates nothing if the buffer is at least one byte
// longer than the file.
func readAll(f file, path string, data []byte) ([]byte, error) {
	for {
		n, err := f.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		if errors.Is(err, io.EOF) {
			return data, nil
		}
		if err != nil {
			return nil, err
		}
		if len(data) > mostEvents { // it grows while it is read
			return nil, endless(path)
		}
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
	}
}

// Read returns the bytes of a conversation's file. They are in room if that is large enough. The
// error of a conversation that is not there is an fs.ErrNotExist.
func (s Store) Read(id string, room []byte) ([]byte, error) {
	data, err := readInto(s.disk, s.Path(id), room)
	if err != nil {
		return nil, openError(id, err)
	}
	return data, nil
}

// Gate lets large files be read one after the other where many are read at once.
type Gate struct{ one sync.Mutex }

// Pass waits until a file of a size may be read. leave is called when its bytes are forgotten.
func (g *Gate) Pass(size int64) (leave func()) {
	if size <= mostBeside {
		return func() {}
	}
	g.one.Lock()
	return g.one.Unlock
}
