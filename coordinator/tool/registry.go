package tool

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"parley/store/text/spelling"
)

// Entry is a tool as configured. Spec is the tool's own, overridden by the
// configuration; Off hides the tool from the model but keeps it in the registry, so
// that a call to it can be told from a call to a tool that does not exist.
type Entry struct {
	Tool    Tool
	Spec    Spec
	Options json.RawMessage // conversation.tools.<name>.options, an object or nil
	Off     bool

	// Takes says why a person cannot edit a call to these arguments, nil if they can; it is nil itself where
	// they can edit everything.
	Takes func(edited json.RawMessage) error

	kept *kept // nil for one that is in no registry
}

// Completed are the arguments of a call as its run gets them, which is what a person is asked
// about, or unchanged if they do not fit. See Spec.Check.
func (e Entry) Completed(arguments json.RawMessage) json.RawMessage {
	return keep(e.kept, "completed", "", arguments, func() (json.RawMessage, int) {
		fit := e.checked(arguments)
		return fit, len(fit)
	})
}

// Describe says in one line what a call with these arguments will do: the tool's own
// words if it has any, otherwise the arguments as compact JSON.
func (e Entry) Describe(arguments json.RawMessage) string {
	return keep(e.kept, "describe", "", arguments, func() (string, int) {
		arguments := e.checked(arguments)
		if d, ok := e.Tool.(Describer); ok {
			said := d.Describe(arguments)
			return said, len(said)
		}
		return string(arguments), len(arguments)
	})
}

// Refused says why a call with these arguments will never be carried out, "" if that
// is not known in advance.
func (e Entry) Refused(dir string, arguments json.RawMessage) string {
	if r, ok := e.Tool.(Refuser); ok {
		return keep(e.kept, "refused", dir, arguments, func() (string, int) {
			said := r.Refused(dir, e.checked(arguments))
			return said, len(said)
		})
	}
	return ""
}

// RefusedThere does the same after looking at the workspace. It may read files.
func (e Entry) RefusedThere(call Call) string {
	if r, ok := e.Tool.(RefuserThere); ok {
		call.Arguments = e.checked(call.Arguments)
		return r.RefusedThere(call)
	}
	return ""
}

// Guarded says why only a person may allow a call with these arguments, "" if that is
// not known in advance.
func (e Entry) Guarded(dir string, arguments json.RawMessage) string {
	if g, ok := e.Tool.(Guarded); ok {
		return keep(e.kept, "guarded", dir, arguments, func() (string, int) {
			said := g.Guarded(dir, e.checked(arguments))
			return said, len(said)
		})
	}
	return ""
}

// GuardedThere does the same after looking at the workspace. It may read files.
func (e Entry) GuardedThere(call Call) string {
	if g, ok := e.Tool.(GuardedThere); ok {
		call.Arguments = e.checked(call.Arguments)
		return g.GuardedThere(call)
	}
	return ""
}

// AsksThere reports whether the run of a call asks a person itself. It may read files.
func (e Entry) AsksThere(call Call) bool {
	a, ok := e.Tool.(AskerThere)
	call.Arguments = e.checked(call.Arguments)
	return ok && a.AsksThere(call)
}

// Named is a tool that has another name where its calls go. It must do no I/O.
type Named interface {
	Named() string
}

// Named is the name of the tool where its calls go, "" if the one that it has here says so.
func (e Entry) Named(here string) string {
	n, ok := e.Tool.(Named)
	if !ok || here == e.Spec.Server+Joint+n.Named() {
		return ""
	}
	return n.Named()
}

// Altered says that the tool is described in another way than when a person last let it
// run, "" if it is not.
func (e Entry) Altered() string {
	if a, ok := e.Tool.(Altered); ok {
		return a.Altered()
	}
	return ""
}

// Changed says what is described in another way than when a person last let the tool
// run, "" if nothing is.
func (e Entry) Changed() string {
	if c, ok := e.Tool.(Changed); ok {
		return c.Changed()
	}
	return ""
}

// Identity is a digest of what stands behind the name of a tool that is not the program's
// own, with its parameters and options; "" for the program's own.
func (e Entry) Identity() string {
	i, ok := e.Tool.(Identified)
	if !ok {
		return ""
	}
	h := sha256.New()
	fmt.Fprintf(h, "parley tool 1\n%q\n%q\n%q\n", i.Identity(), compact(e.Spec.Parameters), compact(e.Options))
	return hex.EncodeToString(h.Sum(nil))
}

// Rests is a digest of the files of the workspace that a call rests on, "" if there are none. It
// reads files.
func (e Entry) Rests(call Call) string {
	if r, ok := e.Tool.(Resting); ok {
		return r.Rests(call)
	}
	return ""
}

// Changes are the files that a call may change.
func (e Entry) Changes(dir string, arguments json.RawMessage) []string {
	if c, ok := e.Tool.(Changer); ok {
		return keep(e.kept, "changes", dir, arguments, func() ([]string, int) {
			return c.Changes(dir, e.checked(arguments)), 0
		})
	}
	return nil
}

// Covers says what a permission for the turn would cover: what the tool says,
// otherwise a call with exactly these arguments.
func (e Entry) Covers(arguments json.RawMessage) Cover {
	return keep(e.kept, "covers", "", arguments, func() (Cover, int) {
		arguments := e.checked(arguments)
		if c, ok := e.Tool.(Coverer); ok {
			covers := c.Covers(arguments).shortened()
			return covers, len(covers.Text)
		}
		return Cover{Key: string(arguments), Text: "exactly this call of " + e.Spec.Name}.shortened(), 0
	})
}

// longestKey is how many bytes of a key are recorded as they are.
const longestKey = 4 << 10

// shortened is what is covered, by a digest of its key if that is long: it is only compared.
func (c Cover) shortened() Cover {
	if len(c.Key) > longestKey {
		c.Key = fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(c.Key)))
	}
	return c
}

// checked returns the arguments as a run would get them, or unchanged if they do not
// fit (then there is no run).
func (e Entry) checked(arguments json.RawMessage) json.RawMessage {
	if fit, err := e.Spec.Check(arguments); err == nil {
		return fit
	}
	return arguments
}

// Registry is the set of tools of a program. It is a value that never changes;
// the zero Registry has no tools.
type Registry struct {
	entries map[string]Entry
	names   []string
	sound   *sound
}

// NewRegistry returns the registry of these entries. The error names every entry that
// cannot be registered and why: a name that is taken, that looks like one that is, or that model servers
// refuse, or parameters that are not a JSON Schema of an object.
//
// Whether a tool's questions are the assistant's own, whether it checks its arguments
// itself and whether it may be repeated are facts about its code; they come from
// Tool.Spec and not from the overridden Spec.
func NewRegistry(entries ...Entry) (Registry, error) {
	r := Registry{entries: make(map[string]Entry, len(entries)), sound: &sound{found: map[argument]error{}}}
	var faults []error
	var looks Looks
	for _, e := range entries {
		e, err := e.prepare()
		if err == nil {
			_, taken := r.entries[e.Spec.Name]
			like := looks.Like(e.Spec.Name)
			switch {
			case taken:
				err = errors.New("another tool has this name")
			case like != "":
				err = fmt.Errorf("its name looks like that of the tool %q; give it another name", like)
			}
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("tool %q: %w", e.Spec.Name, err))
			continue
		}
		looks.Add(e.Spec.Name)
		r.entries[e.Spec.Name] = e
		r.names = append(r.names, e.Spec.Name)
	}
	slices.Sort(r.names)
	return r, errors.Join(faults...)
}

func (e Entry) prepare() (Entry, error) {
	if e.Tool == nil {
		return e, errors.New("it has no implementation")
	}
	own := e.Tool.Spec()
	e.kept = &kept{}
	e.Spec.Assistant, e.Spec.Lenient, e.Spec.Repeatable, e.Spec.Declines = own.Assistant, own.Lenient, own.Repeatable, own.Declines
	e.Spec.Server, e.Spec.Guest, e.Spec.Vetted = own.Server, own.Guest, own.Vetted && bytes.Equal(own.Parameters, e.Spec.Parameters)
	if !validName(e.Spec.Name) {
		return e, errors.New("a tool's name has 1 to 64 letters, digits, _ or -")
	}
	e.Spec.Parameters = orNone(e.Spec.Parameters)
	if e.Spec.Vetted {
		e.Spec.later = sync.OnceValues(func() (*checker, error) { return newChecker(e.Spec.Parameters) })
		return e, nil
	}
	checker, err := newChecker(e.Spec.Parameters)
	e.Spec.checker = checker
	return e, err
}

func validName(name string) bool {
	const allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
	return name != "" && len(name) <= 64 && strings.Trim(name, allowed) == ""
}

// Get returns the entry with a name, even if the tool is off.
//
//go:noinline
func (r Registry) Get(name string) (Entry, bool) {
	e, ok := r.entries[name]
	return e, ok
}

// Names returns the names of all tools, sorted.
func (r Registry) Names() []string { return slices.Clone(r.names) }

// Specs returns the specs of the tools that are on, sorted by name.
func (r Registry) Specs() []Spec {
	var specs []Spec
	for _, name := range r.names {
		if e := r.entries[name]; !e.Off {
			specs = append(specs, e.Spec)
		}
	}
	return specs
}

// Check returns the arguments of a call as its run will get them, or an error for the
// model. See Spec.Check.
func (r Registry) Check(name string, arguments json.RawMessage) (json.RawMessage, error) {
	e, ok := r.entries[name]
	if !ok {
		return nil, errors.New(noToolText(name, spelling.Nearest(name, r.names)))
	}
	return e.Spec.Check(arguments)
}
