package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
)

// Follower reads a conversation that another process is writing. It writes nothing
// and takes no lock. It is not safe for concurrent use.
type Follower struct {
	id   string
	path string
	file file
	end  int64 // where the last whole line that was read ends
	line int   // its number
	wait func(context.Context) error
	loaded
}

// Follow opens a conversation to be read as it grows. wait is called between two
// looks at the file; it returns when the next look is due, or with its context's
// error.
func (s Store) Follow(id string, wait func(context.Context) error) (*Follower, error) {
	if err := s.exists(id); err != nil {
		return nil, err
	}
	data, err := readRegular(s.disk, s.Path(id))
	if err != nil {
		return nil, openError(id, err)
	}
	file, err := s.disk.OpenFile(s.Path(id), os.O_RDONLY|openNow, 0)
	if err != nil {
		return nil, openError(id, err)
	}
	data = data[:bytes.LastIndexByte(data, '\n')+1] // a line without its newline is still being written
	return &Follower{
		id: id, path: s.Path(id), file: file, wait: wait, end: int64(len(data)), line: bytes.Count(data, []byte("\n")),
		loaded: load(id, data),
	}, nil
}

// ID is the conversation's id.
func (f *Follower) ID() string { return f.id }

// Log is the good events read so far.
func (f *Follower) Log() Log { return f.log }

// Report lists what is wrong with the lines read so far.
func (f *Follower) Report() Report { return f.report }

// Next waits for new events in the file and returns them. A last line without a
// newline is held back until it is whole. The error is the context's, ErrMoved if the
// file was moved, removed or replaced, or a failure to read it.
func (f *Follower) Next(ctx context.Context) ([]Event, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		events, err := f.more()
		if err != nil {
			return nil, fmt.Errorf("conversation %s cannot be followed: %w", f.id, err)
		}
		if len(events) > 0 {
			return events, nil
		}
		if err := f.wait(ctx); err != nil {
			return nil, err
		}
	}
}

// Close closes the file.
func (f *Follower) Close() error { return f.file.Close() }

// more reads the whole lines that were added to the file.
func (f *Follower) more() ([]Event, error) {
	st, err := f.file.Stat()
	if err != nil {
		return nil, err
	}
	named, err := os.Stat(f.path)
	switch {
	case err != nil && !errors.Is(err, os.ErrNotExist):
		return nil, err
	case err != nil, !os.SameFile(st, named), st.Size() < f.end:
		return nil, ErrMoved
	case st.Size() == f.end:
		return nil, nil
	case st.Size() > mostEvents:
		return nil, endless(f.path)
	}
	data := make([]byte, st.Size()-f.end)
	n, err := f.file.ReadAt(data, f.end)
	if n < len(data) { // a failed append was undone meanwhile
		data = data[:n]
	} else if err != nil {
		return nil, err
	}
	return f.add(data[:bytes.LastIndexByte(data, '\n')+1]), nil
}

// add takes in whole lines.
func (f *Follower) add(data []byte) []Event {
	before := f.log.Len()
	lines, _ := parse(data)
	for _, p := range lines {
		p.at += f.line
		f.take(p, false)
	}
	f.end += int64(len(data))
	f.line += bytes.Count(data, []byte("\n"))
	f.report.Lines = f.line
	return f.log.Slice(before, f.log.Len())
}
