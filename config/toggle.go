package config

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"parley/store/text/spelling"
)

// ToggleFlag is one -t (On) or -T; Name is empty for all tools.
type ToggleFlag struct {
	On   bool
	Name string
}

func (f ToggleFlag) String() string {
	s := "-T"
	if f.On {
		s = "-t"
	}
	if f.Name != "" {
		s += " " + f.Name
	}
	return s
}

// Toggle applies the flags from left to right. It returns the configuration with the
// new states, which override everything else, and the change as a delta for the
// record, empty if nothing changed. The error names every flag that is not allowed,
// and what to do; then nothing is changed.
func (c Config) Toggle(flags ...ToggleFlag) (Config, Delta, error) {
	before, names := c, slices.Concat(c.ToolNames(), c.remote)
	c.toggled, c.toggledBy = maps.Clone(c.toggled), maps.Clone(c.toggledBy)
	if c.toggled == nil {
		c.toggled, c.toggledBy = map[string]bool{}, map[string]Origin{}
	}
	var faults []error
	for _, f := range flags {
		of := names
		if f.Name != "" {
			of = []string{f.Name}
		}
		for _, name := range of {
			change, err := c.toggles(f, name, names)
			if err != nil {
				faults = append(faults, err)
			}
			if change {
				c.toggled[name] = f.On
				c.toggledBy[name] = Origin{Kind: FromFlag, Name: f.String()}
			}
		}
	}
	if err := errors.Join(faults...); err != nil {
		return before, Delta{}, err
	}
	delta := Delta{}
	for _, name := range names {
		if now := c.enable(name).State; now != before.enable(name).State {
			delta.add(toolPath(name, "enable", "state").String(), now)
		}
	}
	return c, delta, nil
}

// toggles is the table in docs/configuration.md: whether a flag changes a tool's
// state.
func (c Config) toggles(f ToggleFlag, name string, names []string) (bool, error) {
	if !slices.Contains(names, name) {
		return false, errors.New(textToggleUnknown(f) + suggestion(spelling.Nearest(name, names)))
	}
	e := c.enable(name)
	if !f.On && c.enableOrigin(name).Kind == FromWorkspace { // its lock cannot keep on what the user wants off
		e.Toggle = c.usersToggle(name)
	}
	bare := f.Name == ""
	switch {
	case e.State == f.On:
		return false, nil
	case e.Toggle == Any:
		return true, nil
	case bare:
		return false, nil
	case e.Toggle == Never:
		return false, errors.New(textLocked(f, e, c.enableOrigin(name)))
	}
	return true, nil // if_named
}

// usersToggle says what may change a tool's state, ignoring workspace files.
func (c Config) usersToggle(name string) Toggle {
	if said := c.history.users(name, "enable", "allow_toggle"); said != nil {
		return Toggle(strings.Trim(said.Value, `"`))
	}
	if e := c.builtin[name].Enable; e != nil {
		return e.Toggle
	}
	return Any
}

// enableOrigin is the place that says what may change a tool's state.
func (c Config) enableOrigin(name string) Origin {
	for _, t := range distinct(name, star) {
		if c.raw.Conversation.Tools[t].Enable.AllowToggle != nil {
			return c.origin(toolPath(t, "enable", "allow_toggle"))
		}
	}
	return Origin{Kind: FromBuiltin}
}

func (d *Delta) add(key string, state bool) {
	if d.Set == nil {
		d.Set = map[string]json.RawMessage{}
	}
	d.Set[key] = json.RawMessage("false")
	if state {
		d.Set[key] = json.RawMessage("true")
	}
}
