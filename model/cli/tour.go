package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"parley/config"
	"parley/providers/script"
)

// tourModel is what a first run without a model talks to.
const tourModel = scripted + "/tour"

// isTour says whether the tour was asked for.
func isTour(cfg config.Config) bool {
	m := cfg.Assistant.Model
	return m.Provider+"/"+m.Name == tourModel
}

// tour lays the tour's tiny workspace out in a folder of its own, which the
// returned function removes, and turns the program to it. Nothing outside is
// changed, and the conversation goes with the folder.
func (p *Program) tour(o *options) (clean func() error, err error) {
	s, ok := script.Embedded("tour")
	if !ok {
		return nil, errors.New("the tour is missing from this build")
	}
	dir, err := os.MkdirTemp("", "parley-tour-")
	if err != nil {
		return nil, fmt.Errorf("cannot make a folder for the tour: %w", err)
	}
	clean = func() error { return os.RemoveAll(dir) }
	work := filepath.Join(dir, "workspace")
	for name, text := range s.Files {
		path := filepath.Join(work, filepath.FromSlash(name))
		err = errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600))
		if err != nil {
			return nil, errors.Join(fmt.Errorf("cannot write the tour's files: %w", err), clean())
		}
	}
	p.Dir = work
	o.flags = append(o.flags,
		config.Flag{Name: "the tour", Key: "assistant.model.id", Value: tourModel},
		config.Flag{Name: "the tour", Key: "store.dir", Value: filepath.Join(dir, "conversations")})
	o.notes = append(o.notes, tourText)
	return clean, nil
}
