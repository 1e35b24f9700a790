package coordinator

import (
	"context"
	"errors"
	"fmt"

	"parley/coordinator/tool"
	"parley/store"
	"parley/store/picture"
	"parley/store/record"
)

// A run that changes files ends by saying what it will write. What stands there is on disk
// first, then on record, and then the write is an effect of its own. After a crash it is
// not made up for: the call ends as interrupted.

// keeps puts on record what a run is about to write.
func keeps(c Call, files []tool.Change) (said []store.Body) {
	for _, f := range files {
		b := store.FileKept{ID: c.ID, Run: c.Run, Path: f.Path, Before: f.Before, After: f.After}
		if f.Before != "" {
			b.Mode = fmt.Sprintf("%04o", f.Mode.Perm())
		}
		said = append(said, b)
	}
	return said
}

// Keeper stores bytes under their digest beside the record, and waits for the disk.
type Keeper func(data []byte) (digest string, err error)

// keepingFiles keeps what stands in the files that a run is about to write. Where that
// cannot be kept, nothing is written.
func (s *Shell) keepingFiles(run Performer) Performer {
	keep := s.World.Keep
	return ending(run, func(done ToolDone) ToolDone {
		if w, ok := done.Outcome.(tool.Writes); ok {
			done.Outcome = keptBefore(keep, w)
		}
		if r, ok := done.Outcome.(tool.Success); ok && r.Images != nil {
			done.Files, r.Content = keptImages(keep, r)
			r.Images, done.Outcome = nil, r
		}
		return done
	})
}

// ending is a run whose end is changed, whatever it says before.
func ending(run Performer, change func(ToolDone) ToolDone) Performer {
	return func(ctx context.Context) (Input, Performer) {
		in, rest := run(ctx)
		if done, ok := in.(ToolDone); ok {
			in = change(done)
		}
		if rest != nil {
			rest = ending(rest, change)
		}
		return in, rest
	}
}

func keptBefore(keep Keeper, w tool.Writes) tool.Outcome {
	for _, f := range w.Files {
		if f.Data == nil || keep == nil {
			continue
		}
		if _, err := keep(f.Data); err != nil {
			w.Drop()
			return tool.Failure{Message: notKeptText(f.Path, err)}
		}
	}
	return w
}

// promised holds what a run will write until that is on record, and who waits for what comes of a
// form.
func (s *Shell) promised(in Input) {
	if asks, ok := in.(ToolAsks); ok {
		s.heeds(asks)
	}
	done, ok := in.(ToolDone)
	if !ok {
		return
	}
	if w, ok := done.Outcome.(tool.Writes); ok {
		key := done.Key
		key.Kind = OfFiles
		if s.writes == nil {
			s.writes = map[Key]tool.Writes{}
		}
		s.writes[key] = w
	}
}

// dropWrites gives back what no write will follow for.
func (s *Shell) dropWrites() {
	if s.state.more {
		return
	}
	for key, w := range s.writes {
		if !s.state.running(key) {
			delete(s.writes, key)
			w.Drop()
		}
	}
}

// writing performs a WriteFiles.
func (s *Shell) writing(e WriteFiles) Performer {
	key := e.Key()
	w, ok := s.writes[key]
	delete(s.writes, key)
	if !ok {
		return result(ToolDone{Key: key, Outcome: tool.Failure{Message: notWrittenText}})
	}
	t, _ := s.state.Folded.Current()
	c, _ := t.Call(e.Call)
	entry, _ := s.state.Env.Tools.Get(c.Name)
	call, err := s.call(c, e.Run, entry)
	if err != nil { // the run had the same arguments
		call = tool.Call{ID: c.ID, Name: c.Name}
	}
	run := running(key, promise{write: w.Write}, call, &s.runs, s.askers)
	if err == nil {
		run = s.around(call, run)
	}
	return s.looking(run, func(err error) Input {
		w.Drop()
		return ToolDone{Key: key, Outcome: tool.Failure{Message: err.Error()}}
	})
}

// promise is a write as a tool that is run.
type promise struct {
	write func(context.Context) tool.Outcome
}

// Spec is that of no tool.
func (promise) Spec() tool.Spec { return tool.Spec{} }

// Run writes.
func (p promise) Run(ctx context.Context, _ tool.Call) tool.Outcome { return p.write(ctx) }

// keptImages keeps the images of a result beside the record, without their metadata. The
// text says what cannot be used, and why.
func keptImages(keep Keeper, r tool.Success) (files []store.File, content string) {
	content = r.Content
	for i, image := range r.Images.All {
		p, err := picture.Read(image.Data)
		if err == nil && (keep == nil || i >= picture.Most) {
			err = errTooManyImages
		}
		digest := ""
		if err == nil {
			digest, err = keep(p.Data)
		}
		if err != nil {
			content += "\n" + record.NotPassedOn(image.Name, err)
			continue
		}
		files = append(files, store.File{Digest: digest, Name: image.Name, Type: p.Type, Bytes: int64(len(p.Data)), Width: p.Width, Height: p.Height})
	}
	return files, content
}

var errTooManyImages = errors.New("there are too many")
