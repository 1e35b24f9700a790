package tool

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"parley/forms"
	"parley/forms/rawjson"
	"parley/store/text/clean"
	"parley/store/text/spelling"
)

// checker is a tool's parameters, parsed once. The validator exists only if they say
// more than the shape does.
type checker struct {
	shape     *shape
	validator *forms.Compiled
	seen      seen
}

// orNone returns parameters, or those of a tool without arguments if they are empty.
func orNone(parameters json.RawMessage) json.RawMessage {
	if len(bytes.TrimSpace(parameters)) == 0 {
		return json.RawMessage(`{"type":"object","properties":{},"additionalProperties":false}`)
	}
	return parameters
}

// newChecker parses parameters once; empty ones mean a tool without arguments.
func newChecker(parameters json.RawMessage) (*checker, error) {
	parameters = orNone(parameters)
	if !json.Valid(parameters) || kindOf(parameters) != kindObject {
		return nil, errors.New("its parameters are not a JSON Schema: write an object with type, properties and required")
	}
	c, beyond := &checker{}, false
	c.shape = reader{parameters, map[string]*shape{}, map[string][]member{}, &beyond}.read(parameters, 0)
	if beyond {
		var err error
		if c.validator, err = forms.CompileSchema(parameters); err != nil {
			return nil, fmt.Errorf("its parameters are not a JSON Schema that can be used: %w", err)
		}
	}
	s := c.shape
	if !s.allows(kindObject) {
		return nil, fmt.Errorf("its parameters must describe an object, not %s", s.want())
	}
	s.kinds = []string{kindObject}
	return c, nil
}

// Check returns the arguments of a call as its run will get them: a string that
// contains JSON is decoded where no string is declared, null for an optional argument
// is dropped, integers lose an empty fraction, the schema's defaults are filled in,
// and the result is compact JSON with the keys in the order given, followed by
// defaults in the schema's order, its texts without escapes for what can be read.
//
// The error is for the model: it lists every missing, unknown and mistyped argument,
// and shows the shape of what to send. Empty arguments stand for {}. Nobody writes to the
// result: whoever checks the same arguments may get the same bytes.
func (s Spec) Check(arguments json.RawMessage) (json.RawMessage, error) {
	c := s.checker
	if c == nil {
		later := s.later
		if later == nil {
			later = func() (*checker, error) { return newChecker(s.Parameters) }
		}
		var err error
		if c, err = later(); err != nil {
			return nil, fmt.Errorf("the tool %s cannot be called: %w", s.Name, err)
		}
	}
	return c.seen.or(arguments, func() (json.RawMessage, error) { return s.check(c, arguments) })
}

func (s Spec) check(c *checker, arguments json.RawMessage) (json.RawMessage, error) {
	raw, err := c.object(s.Name, arguments)
	if err != nil {
		return nil, err
	}
	if s.Lenient {
		return written(raw), nil
	}
	var w walk
	raw = written(w.value(c.shape, raw, "", 0))
	faults, more := w.all()
	if len(faults) == 0 {
		faults, more = told(c.validate(raw), 0)
	}
	if len(faults) > 0 {
		return nil, errors.New(wrongArguments(s.Name, c.shape.String(), faults, more))
	}
	return raw, nil
}

// validate returns the violations of what the schema says beyond its shape.
func (c *checker) validate(raw json.RawMessage) []string {
	if c.validator == nil {
		return nil
	}
	var faults []string
	for _, f := range c.validator.Validate(raw) {
		faults = append(faults, otherFaultText(dotted(f.Path), f.Message))
	}
	return faults
}

// dotted writes a JSON pointer in the way in which the other faults name places.
func dotted(pointer string) string {
	path := ""
	for _, step := range strings.Split(pointer, "/")[1:] {
		step = rawjson.Key(step)
		if step != "" && strings.Trim(step, "0123456789") == "" {
			path += "[" + step + "]"
			continue
		}
		path = join(path, step)
	}
	return path
}

// object finds the JSON object in what a model wrote: an object, a string that
// contains one, or nothing.
func (c *checker) object(name string, arguments json.RawMessage) (json.RawMessage, error) {
	raw := json.RawMessage(bytes.TrimSpace(arguments))
	for range 2 {
		if len(raw) == 0 || string(raw) == "null" {
			return json.RawMessage("{}"), nil
		}
		if err := valid(raw); err != nil {
			return nil, errors.New(notJSON(name, err.Error(), c.shape.String()))
		}
		s, ok := text(raw)
		if !ok {
			break
		}
		raw = bytes.TrimSpace([]byte(s))
	}
	if err := valid(raw); err != nil {
		return nil, errors.New(notJSON(name, err.Error(), c.shape.String()))
	}
	if kindOf(raw) != kindObject {
		return nil, errors.New(notObject(name, said(raw), c.shape.String()))
	}
	return raw, nil
}

// valid says what is wrong with a JSON text.
func valid(raw json.RawMessage) error {
	var v json.RawMessage
	return json.Unmarshal(raw, &v)
}

// written is JSON as it stands in a record: compact, without escapes for what can be read, and with
// one for what could not be seen.
func written(raw json.RawMessage) json.RawMessage {
	return clean.JSON(rawjson.Plain(compact(raw)))
}

func compact(raw json.RawMessage) json.RawMessage {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return raw
	}
	return b.Bytes()
}

// walk compares arguments with their shape and collects what does not fit.
type walk struct {
	missing, unknown, mistyped []string

	more int // faults that are only counted
}

// mostFaults is how many faults a model is told at once; arguments can have as many as they
// have letters.
const mostFaults = 100

// all returns the faults in the order in which a model should read them, and how many more
// there are.
func (w *walk) all() ([]string, int) {
	return told(slices.Concat(w.missing, w.unknown, w.mistyped), w.more)
}

// told returns the faults that a model is told, and how many more there are.
func told(faults []string, more int) ([]string, int) {
	n := min(len(faults), mostFaults)
	return faults[:n], more + len(faults) - n
}

// finds adds a fault to a list of the walk's.
func (w *walk) finds(list *[]string, fault func() string) {
	if len(*list) == mostFaults {
		w.more++
		return
	}
	*list = append(*list, fault())
}

// value returns a value as the run will get it. Faults are recorded under path.
func (w *walk) value(s *shape, raw json.RawMessage, path string, depth int) json.RawMessage {
	if depth > deepest {
		return raw
	}
	raw = decoded(s, raw)
	kind := kindOf(raw)
	if !s.allows(kind) {
		w.finds(&w.mistyped, func() string { return mistypedText(path, s.want(), said(raw)) })
		return raw
	}
	if s.enum != nil && !slices.ContainsFunc(s.enum, func(e json.RawMessage) bool { return same(e, raw) }) {
		w.finds(&w.mistyped, func() string { return mistypedText(path, s.want(), said(raw)) })
		return raw
	}
	switch kind {
	case kindObject:
		return w.object(s, raw, path, depth)
	case kindArray:
		return w.array(s, raw, path, depth)
	case kindInteger:
		if !s.allows(kindNumber) {
			whole, _ := integerText(string(bytes.TrimSpace(raw)))
			return json.RawMessage(whole)
		}
	}
	return raw
}

// decoded returns the value in a string if the schema declares that value and no
// string.
func decoded(s *shape, raw json.RawMessage) json.RawMessage {
	held, ok := text(raw)
	if !ok || s.allows(kindString) {
		return raw
	}
	inner := json.RawMessage(bytes.TrimSpace([]byte(held)))
	if !json.Valid(inner) || !s.allows(kindOf(inner)) {
		return raw
	}
	return inner
}

func (w *walk) array(s *shape, raw json.RawMessage, path string, depth int) json.RawMessage {
	if s.items == nil {
		return raw
	}
	list := items(raw)
	for i := range list {
		list[i] = w.value(s.items, list[i], fmt.Sprintf("%s[%d]", path, i), depth+1)
	}
	return array(list)
}

func (w *walk) object(s *shape, raw json.RawMessage, path string, depth int) json.RawMessage {
	var fit []member
	given, seen := map[string]bool{}, map[string]bool{}
	for _, f := range members(raw) {
		at := join(path, f.key)
		if given[f.key] {
			w.finds(&w.unknown, func() string { return twiceText(at) })
			continue
		}
		given[f.key], seen[f.key] = true, true
		p, ok := s.property(f.key)
		switch {
		case ok && string(bytes.TrimSpace(f.value)) == kindNull && !p.allows(kindNull) && !slices.Contains(s.required, f.key):
			seen[f.key] = false // models write null for omitted values
		case ok:
			fit = append(fit, member{f.key, w.value(p.shape, f.value, at, depth+1)})
		case s.closed && !slices.Contains(s.known, f.key):
			w.finds(&w.unknown, func() string { return unknownText(at, nearKey(path, f.key, s.names())) })
		default:
			fit = append(fit, f)
		}
	}
	return object(w.fill(s, fit, seen, path))
}

// fill adds the defaults of omitted values, and finds missing ones.
func (w *walk) fill(s *shape, fit []member, seen map[string]bool, path string) []member {
	for _, p := range s.fields {
		if seen[p.name] {
			continue
		}
		switch {
		case p.preset != nil:
			fit = append(fit, member{p.name, p.preset})
		case slices.Contains(s.required, p.name):
			w.finds(&w.missing, func() string { return missingText(join(path, p.name), p.want()) })
		}
	}
	for _, name := range s.required {
		if _, ok := s.property(name); !ok && !seen[name] {
			w.finds(&w.missing, func() string { return missingText(join(path, name), (&shape{}).want()) })
			seen[name] = true
		}
	}
	return fit
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

func nearKey(path, key string, known []string) string {
	if near := spelling.Nearest(key, known); near != "" {
		return join(path, near)
	}
	return ""
}

// same compares JSON scalars, and other values by their compact text.
func same(a, b json.RawMessage) bool {
	x, isText := text(a)
	y, alsoText := text(b)
	if isText || alsoText {
		return isText && alsoText && x == y
	}
	m, whole := integerText(string(bytes.TrimSpace(a)))
	n, alsoWhole := integerText(string(bytes.TrimSpace(b)))
	if whole && alsoWhole && kindOf(a) == kindInteger && kindOf(b) == kindInteger {
		return m == n
	}
	return bytes.Equal(compact(a), compact(b))
}
