package config

import (
	"encoding/json"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"unicode"

	"parley/config/private"
	"parley/forms/rawjson"
)

// A file .mcp.json is written for many programs. What it says of servers is a layer like
// any other; what it says of anything else is not for us, and what is wrong with it
// keeps nobody from working.

// mcpEntry is a server as such a file has it.
type mcpEntry struct {
	Type     string            `json:"type"`
	Command  string            `json:"command"`
	Args     []string          `json:"args"`
	Env      map[string]string `json:"env"`
	URL      string            `json:"url"`
	Headers  map[string]string `json:"headers"`
	Disabled bool              `json:"disabled"`
}

// mcpJSON reads the servers of such a file; a missing one is no fault. The notes say
// what is left out.
func (r *reader) mcpJSON(o Origin) (*layer, []byte) {
	doc, err := readFile(o.Name, maxFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		r.notes = append(r.notes, textNotRead(o.Name, private.TextUnreadable(err)))
		return nil, nil
	}
	var file struct {
		Servers map[string]json.RawMessage `json:"mcpServers"`
	}
	if err := json.Unmarshal(doc, &file); err != nil {
		r.notes = append(r.notes, textNotRead(o.Name, textNoServers(err)))
		return nil, doc
	}
	if twice := rawjson.Twice(doc); len(twice) > 0 {
		r.notes = append(r.notes, textNotRead(o.Name, textTwice(twice[0])))
		return nil, doc
	}
	servers := map[string]any{}
	for _, name := range sortedKeys(file.Servers) {
		var e mcpEntry
		switch err := json.Unmarshal(file.Servers[name], &e); {
		case !mcpName(name):
			r.notes = append(r.notes, textServerLeftOut(o.Name, name, textServerName))
		case err != nil:
			r.notes = append(r.notes, textServerLeftOut(o.Name, name, textNoServers(err)))
		case e.Type == "sse":
			r.notes = append(r.notes, textServerLeftOut(o.Name, name, textServerSSE))
		case e.Command == "" == (e.URL == ""):
			r.notes = append(r.notes, textServerLeftOut(o.Name, name, textServerNothing))
		case slices.ContainsFunc(slices.Concat(sortedKeys(e.Env), sortedKeys(e.Headers)), oddName):
			r.notes = append(r.notes, textServerLeftOut(o.Name, name, textServerOddName))
		default:
			servers[name] = e.tree()
		}
	}
	return r.add(o, map[string]any{"mcp": servers}), doc
}

// oddName reports whether a variable or a header cannot have this name.
func oddName(name string) bool {
	return name == "" || strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r == '=' || r == 0x7f || unicode.IsControl(r) })
}

// tree is the server as our own files have it.
func (e mcpEntry) tree() map[string]any {
	out := map[string]any{}
	table := func(key string, of map[string]string) {
		if len(of) > 0 {
			t := map[string]any{}
			for k, v := range of {
				t[k] = v
			}
			out[key] = t
		}
	}
	if e.Command != "" {
		out["command"] = e.Command
		if len(e.Args) > 0 {
			var args []any
			for _, a := range slices.Clone(e.Args) {
				args = append(args, a)
			}
			out["args"] = args
		}
		table("env", e.Env)
	} else {
		out["url"] = e.URL
		table("headers", e.Headers)
	}
	if e.Disabled {
		out["enable"] = false
	}
	return out
}
