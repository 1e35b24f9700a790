package script

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"

	"parley/providers"
	"parley/store/system"
	"parley/store/text/packed"
)

// packedTour is what the program has of tour.toml, which is the source: TestTheTourIsPacked makes
// one of the other.
//
//go:embed tour.gz
var packedTour string

// TourReviewer is the name of the tour's second model.
const TourReviewer = "tour-reviewer"

// Embedded returns a scenario built into the program: "tour", which is also found by
// its reviewer's name.
func Embedded(name string) (Scenario, bool) {
	if name != "tour" && name != TourReviewer {
		return Scenario{}, false
	}
	tour, err := packed.Text(packedTour)
	s, fault := Parse("tour.toml", []byte(tour))
	if err = errors.Join(err, fault); err != nil {
		panic("script: the embedded tour: " + err.Error())
	}
	s.Name = "tour"
	return s, true
}

// Find returns a function that looks up a scenario by its name: an embedded one,
// otherwise <dir>/<name>.toml. With an empty dir there are only embedded ones.
func Find(dir string) func(name string) (Scenario, error) {
	return func(name string) (Scenario, error) {
		if s, found := Embedded(name); found {
			return s, nil
		}
		if dir == "" || !fs.ValidPath(name) || strings.ContainsAny(name, `/\`) {
			return Scenario{}, unknownScenario(fmt.Sprintf(textNoScenario, name))
		}
		path := filepath.Join(dir, name+".toml")
		src, err := system.ReadFile(path, maxSource)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return Scenario{}, unknownScenario(fmt.Sprintf(textNoScenarioFile, name, path))
		case errors.Is(err, system.ErrNotFile):
			return Scenario{}, unknownScenario(fmt.Sprintf(textScenarioNotFile, name, path))
		case errors.Is(err, system.ErrTooLarge):
			return Scenario{}, unknownScenario(fmt.Sprintf(textScenarioLarge, name, path, maxSource))
		case err != nil:
			return Scenario{}, fmt.Errorf("script: the scenario %q cannot be read: %w", name, err)
		}
		return Parse(path, src)
	}
}

// unknownScenario tells the user that there is no such scenario.
type unknownScenario string

func (u unknownScenario) Error() string { return string(u) }

// Library plays the scenario that a request names as its model, as the embedded
// provider does for "script/<name>". A scenario is looked up on first use and then
// kept.
func Library(find func(name string) (Scenario, error), o Options) providers.Provider {
	return &library{find: find, opts: o, players: map[string]*Player{}}
}

type library struct {
	find    func(string) (Scenario, error)
	opts    Options
	mu      sync.Mutex
	players map[string]*Player
}

func (l *library) player(name string) (*Player, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if p, known := l.players[name]; known {
		return p, nil
	}
	s, err := l.find(name)
	if err != nil {
		return nil, &providers.Error{Provider: "script", Status: 404, Message: err.Error(), Err: err}
	}
	l.players[name] = NewPlayer(s)
	return l.players[name], nil
}

func (l *library) Stream(ctx context.Context, req providers.Request) providers.Stream {
	p, err := l.player(req.Model)
	s := newStream(ctx, p, l.opts, req)
	s.end = err
	return s
}

// Foresee reports a scenario that is not there, or that has a fault.
func (l *library) Foresee(model string) error {
	_, err := l.player(model)
	return err
}

// Models lists the embedded scenarios.
func (l *library) Models(context.Context) ([]providers.Model, error) {
	p, err := l.player("tour")
	if err != nil {
		return nil, err
	}
	return []providers.Model{{ID: "tour", Capabilities: p.Scenario().capabilities()}}, nil
}

func (l *library) Capabilities(model string) providers.Capabilities {
	p, err := l.player(model)
	if err != nil {
		return providers.Capabilities{} // unknown; the stream says why
	}
	return p.Scenario().capabilities()
}
