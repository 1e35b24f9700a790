package mcp

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"sort"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"parley/coordinator/tool"
	"parley/store/text/clean"
	"parley/store/text/secret"
)

// Offer is a tool as its server described it.
type Offer struct {
	Name        string          `json:"name"`
	Title       string          `json:"title,omitempty"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters"`
	Fault       string          `json:"fault,omitempty"` // why it cannot be called, see vet
}

// longest is how much of a text about itself is taken from a server, in characters.
const longest = 2000

func (c *connection) offerOf(t *mcp.Tool) Offer {
	title := t.Title
	if title == "" && t.Annotations != nil {
		title = t.Annotations.Title
	}
	o := Offer{
		Name: t.Name, Title: cut(c.hide(title)), Description: cut(c.hide(t.Description)),
		Parameters: secret.HideJSON(c.orders.of(t.InputSchema), c.hide),
	}
	if why, is := t.Meta[unread].(string); is {
		o.Fault = cut(why)
	}
	if o.Name = c.hide(t.Name); o.Name != t.Name {
		o.Fault = secretNameText
	}
	return o
}

// size is how much of a tool is not cut.
func (o Offer) size() int { return len(o.Name) + len(o.Parameters) }

// cut shortens a text of a server.
func cut(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if r := []rune(s); len(r) > longest {
		return string(r[:longest]) + "…"
	}
	return s
}

// Digest changes whenever what the server says about the tool changes.
func (o Offer) Digest() string {
	h := sha256.New()
	var schema bytes.Buffer
	if json.Compact(&schema, o.Parameters) != nil {
		schema.Write(o.Parameters)
	}
	var same bytes.Buffer // however signs of HTML are written
	json.HTMLEscape(&same, schema.Bytes())
	fmt.Fprintf(h, "%q\n%q\n%q\n%q\n", o.Name, o.Title, o.Description, same.String())
	return hex.EncodeToString(h.Sum(nil))
}

// mostName is how long the name of a tool may be for model servers.
const mostName = 64

// toolName is what models call a tool of a server. Characters that model servers refuse
// become "_"; of a name that is too long, a digest stands for the end.
func toolName(server, name string) string {
	full := server + tool.Joint + strings.Map(func(r rune) rune {
		if r < 0x80 && (r == '_' || r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z') {
			return r
		}
		return '_'
	}, name)
	if len(full) <= mostName {
		return full
	}
	sum := sha256.Sum256([]byte(name))
	return full[:mostName-9] + "_" + hex.EncodeToString(sum[:4])
}

// named gives offers their names for models. What would have the name of another, or
// cannot be called, is left out and told.
func named(server string, offers []Offer) (good []Offer, faults []string) {
	count := map[string]int{}
	for _, o := range offers {
		count[toolName(server, o.Name)]++
	}
	told := map[string]bool{}
	for _, o := range offers {
		name := toolName(server, o.Name)
		switch {
		case count[name] > 1:
			if !told[name] {
				faults = append(faults, sameNameText(name, count[name]))
			}
			told[name] = true
		case o.Fault != "":
			faults = append(faults, o.Fault)
		default:
			good = append(good, o)
		}
	}
	sort.Slice(good, func(i, j int) bool { return good[i].Name < good[j].Name })
	return good, faults
}

// vet looks at what is to be known of tools before they are offered. It takes a tenth of
// a millisecond for each, so it is done when a server is reached, and kept.
func vet(server string, offers []Offer) {
	for i, o := range offers {
		name := toolName(server, o.Name)
		if o.Fault != "" {
			offers[i].Fault = badToolText(name, errors.New(o.Fault))
			continue
		}
		t := remote{spec: o.spec("", name)}
		t.spec.Vetted = false
		if _, err := tool.NewRegistry(tool.Entry{Tool: t, Spec: t.spec}); err != nil {
			offers[i].Fault = badToolText(name, err)
		}
	}
}

// spec is what the program knows of a tool; its text is its server's.
func (o Offer) spec(server, name string) tool.Spec {
	description := o.Description
	if description == "" {
		description = o.Title
	}
	return tool.Spec{Name: name, Server: server, Description: clean.Tame(description), Parameters: o.Parameters, Run: tool.Ask, Result: tool.Unattended, Declines: true, Vetted: true}
}
