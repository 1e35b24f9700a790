package config

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"parley/config/private"
	"parley/forms/rawjson"
	"parley/store/system"
)

// reader turns sources into layers, lowest first.
type reader struct {
	schema   *node
	layers   []layer
	places   int               // number of sources, good and bad
	files    int               // existing workspace files
	bytes    int               // their size
	passed   []string          // files that belong to other users
	digests  map[string]string // of the workspace files that were read
	notes    []string          // what is left out of files that are not ours alone
	problems Problems
}

// fault notes a problem, in its place among the layers.
//
//go:noinline
func (r *reader) fault(o Origin, key, text, nearest string) {
	r.places++
	o.layer = r.places
	r.problems = append(r.problems, Problem{o, key, text, nearest})
}

func (r *reader) add(o Origin, tree map[string]any) *layer {
	r.places++
	o.layer = r.places
	r.layers = append(r.layers, layer{origin: o, tree: tree})
	return &r.layers[len(r.layers)-1]
}

// read collects all layers.
func (r *reader) read(s Sources) {
	r.add(Origin{Kind: FromDefault}, defaults())
	if s.UserMCP != "" && (s.Own == nil || s.Own(s.UserMCP)) {
		r.mcpJSON(Origin{Kind: FromUser, Name: s.UserMCP})
	}
	if s.UserFile != "" {
		r.file(Origin{Kind: FromUser, Name: s.UserFile})
	}
	for _, file := range s.Workspace {
		if s.Own != nil && !s.Own(file) {
			if _, err := os.Lstat(file); !errors.Is(err, fs.ErrNotExist) {
				r.passed = append(r.passed, file)
			}
			continue
		}
		readAs := r.file
		if filepath.Base(file) == MCPFile {
			readAs = r.mcpJSON
		}
		l, doc := readAs(Origin{Kind: FromWorkspace, Name: file})
		if r.bytes += len(doc); doc != nil {
			r.files++
		}
		if r.files > maxFiles || r.bytes > maxWorkspace {
			r.fault(Origin{Kind: FromWorkspace, Name: file}, "", textTooManyFiles, "")
			break
		}
		if l == nil {
			continue
		}
		digest := Digest(s.Folder, file, doc)
		r.digests[file] = digest
		l.withhold = s.Trusted == nil || !s.Trusted(digest)
	}
	r.environment(s.Env)
	for _, d := range s.Deltas {
		r.delta(d)
	}
	for _, set := range s.Sets {
		key, value, ok := cutSet(set)
		if !ok {
			r.fault(Origin{Kind: FromSet, Name: "-c"}, key, textSetForm, "")
			continue
		}
		r.text(Origin{Kind: FromSet, Name: "-c"}, key, value)
	}
	for _, f := range s.Flags {
		r.text(Origin{Kind: FromFlag, Name: f.Name}, f.Key, f.Value)
	}
}

// Doubts reports whether a file of the workspace is not trusted as it is.
func (s Sources) Doubts(file string) bool {
	doc, err := readFile(file, maxFile)
	return err != nil || s.Trusted == nil || !s.Trusted(Digest(s.Folder, file, doc))
}

// cutSet splits key=value at the first equals sign outside quotes.
func cutSet(set string) (key, value string, ok bool) {
	var in byte
	for i := 0; i < len(set); i++ {
		switch at := set[i]; {
		case in == '"' && at == '\\':
			i++
		case in != 0 && at == in:
			in = 0
		case in == 0 && (at == '"' || at == '\''):
			in = at
		case in == 0 && at == '=':
			return strings.TrimSpace(set[:i]), set[i+1:], true
		}
	}
	return set, "", false
}

// defaults is the lowest layer: what the table of keys says.
func defaults() map[string]any {
	tree := map[string]any{}
	for _, row := range specs() {
		if row.Default != nil {
			put(tree, pathOf(strings.Split(row.Pattern, ".")...), row.Default)
		}
	}
	return tree
}

// put sets one value in a tree that owns its tables.
func put(tree map[string]any, p path, v any) {
	segments := p.segments()
	for _, s := range segments[:len(segments)-1] {
		below, ok := tree[s].(map[string]any)
		if !ok {
			below = map[string]any{}
			tree[s] = below
		}
		tree = below
	}
	tree[segments[len(segments)-1]] = v
}

// file reads a layer from a file; a missing file is no fault.
func (r *reader) file(o Origin) (*layer, []byte) {
	doc, err := readFile(o.Name, maxFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		r.fault(o, "", private.TextUnreadable(err), "")
		return nil, nil
	}
	found := locate(doc)
	if found.over != "" {
		o.Line, o.Column = found.at.line, found.at.column
		r.fault(o, "", found.over, "")
		return nil, doc
	}
	var tree map[string]any
	if err := toml.Unmarshal(doc, &tree); err != nil {
		r.syntax(o, err)
		return nil, doc
	}
	l := r.add(o, tree)
	l.at = found.found
	return l, doc
}

func (r *reader) syntax(o Origin, err error) {
	text := strings.TrimPrefix(err.Error(), "toml: ")
	var at *toml.DecodeError
	if errors.As(err, &at) {
		o.Line, o.Column = at.Position()
	}
	r.fault(o, "", private.TextSyntax(text), "")
}

// readFile reads a regular file of a sane size, and waits for nothing else.
func readFile(name string, most int) ([]byte, error) {
	doc, err := system.ReadFile(name, most)
	switch {
	case errors.Is(err, fs.ErrNotExist) && system.LeadsNowhere(name):
		return nil, errors.New(private.TextNowhere)
	case errors.Is(err, system.ErrNotFile):
		return nil, errors.New(private.TextNotFile)
	case errors.Is(err, system.ErrTooLarge):
		return nil, errors.New(private.TextTooLarge(most))
	}
	return doc, err
}

// environment reads the variables that set keys, in the order of their names, so that
// a table comes before its parts.
func (r *reader) environment(env []string) {
	set := setting(env)
	for _, name := range sortedKeys(set) {
		o := Origin{Kind: FromEnv, Name: name}
		segments := strings.Split(strings.ToLower(strings.TrimPrefix(name, envPrefix)), "__")
		if slices.Contains(segments, "") {
			r.fault(o, "", textEnvForm, "")
			continue
		}
		r.put(o, pathOf(segments...), set[name])
	}
}

// setting are the environment variables that set keys, and their values.
func setting(env []string) map[string]string {
	set := map[string]string{}
	for _, e := range env {
		if name, value, ok := strings.Cut(e, "="); ok && strings.HasPrefix(name, envPrefix) && !strings.HasPrefix(name, envLive) {
			set[name] = value
		}
	}
	return set
}

// Variables are the names of the environment variables that set keys, in order.
func Variables(env []string) []string { return sortedKeys(setting(env)) }

// Variables that begin with envPrefix set keys, except those that begin with
// envLive, which belong to the tests against a real server.
const (
	envPrefix = "PARLEY_"
	envLive   = "PARLEY_LIVE_"
)

// delta reads the changes made in a conversation, each key as a layer of its own.
func (r *reader) delta(d Delta) {
	for _, key := range sortedKeys(d.Set) {
		o := Origin{Kind: FromDelta, Name: cmp.Or(d.Where, textConversation)}
		p, err := parseKey(key)
		if err != nil {
			r.fault(o, key, err.Error(), "")
			continue
		}
		dec := json.NewDecoder(bytes.NewReader(d.Set[key]))
		dec.UseNumber()
		var v any
		if err := dec.Decode(&v); err != nil || dec.More() {
			r.fault(o, p.String(), textBadJSON, "")
			continue
		}
		if paths := rawjson.Twice(d.Set[key]); len(paths) > 0 {
			r.fault(o, p.String(), textTwice(strings.TrimPrefix(paths[0], "/")), "")
			continue
		}
		r.one(o, p, fromJSON(v))
	}
}

// one adds a layer of one key.
func (r *reader) one(o Origin, p path, v any) {
	if depthOf(p) > maxDepth {
		if o.Kind == FromEnv {
			o.Name = clip(o.Name) // it is the key once more
		}
		r.fault(o, clip(p.String()), textTooDeep, "")
		return
	}
	tree := map[string]any{}
	put(tree, p, v)
	r.add(o, tree)
}

// text reads one setting whose key and value are text.
func (r *reader) text(o Origin, key, value string) {
	p, err := parseKey(key)
	if err != nil {
		r.fault(o, key, err.Error(), "")
		return
	}
	r.put(o, p, value)
}

func (r *reader) put(o Origin, p path, value string) {
	var v any = value
	if n := r.schema.find(p); n != nil {
		v = fromText(n, value)
	}
	r.one(o, p, v)
}
