package openai

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"parley/providers"
	"parley/providers/wire"
)

// reasoningField is the usual name of reasoning in chat completions.
const reasoningField = "reasoning_content"

// hasCalls reports whether the conversation has a response with calls.
func hasCalls(req providers.Request) bool {
	for _, m := range req.Messages {
		if len(m.Calls) > 0 {
			return true
		}
	}
	return false
}

// returnsReasoning reports whether a model wants its reasoning back with its calls,
// wherever it runs: Kimi from K2.5 on, DeepSeek from V4 on. Under other names this is
// learned from a refusal.
func returnsReasoning(model string) bool {
	model = strings.ToLower(model)
	return strings.Contains(model, "kimi-k2-thinking") ||
		version(model, "kimi-k") >= 2.5 || version(model, "deepseek-v") >= 4
}

// version is the number that follows a name within a model's name, 0 if there is
// none. Some servers write the decimal point as p.
func version(model, name string) float64 {
	_, rest, found := strings.Cut(model, name)
	if !found {
		return 0
	}
	end := strings.IndexFunc(rest, func(r rune) bool { return (r < '0' || r > '9') && r != '.' && r != 'p' })
	if end >= 0 {
		rest = rest[:end]
	}
	n, err := strconv.ParseFloat(strings.TrimRight(strings.ReplaceAll(rest, "p", "."), "."), 64)
	if err != nil {
		return 0
	}
	return n
}

// details joins the pieces of reasoning_details as they must be sent back: pieces of
// one entry become one, with the latest values of its other fields.
type details struct{ list []*detail }

// detail is one entry. Its text, or its summary, is kept as it came.
type detail struct {
	fields map[string]json.RawMessage
	texts  map[string][]string
}

// growing are the fields whose pieces are joined.
func growing() []string { return []string{"text", "summary"} }

func (d *details) add(pieces []json.RawMessage) {
	for _, raw := range pieces {
		var piece map[string]json.RawMessage
		if json.Unmarshal(raw, &piece) != nil || piece == nil {
			continue // not an entry that anybody could want back
		}
		n := len(d.list)
		if n == 0 || !d.list[n-1].goesOn(piece) {
			d.list, n = append(d.list, &detail{fields: map[string]json.RawMessage{}, texts: map[string][]string{}}), n+1
		}
		d.list[n-1].take(piece)
	}
}

// goesOn reports whether a piece continues the same entry: same type and index.
// Encrypted text comes complete.
func (d *detail) goesOn(piece map[string]json.RawMessage) bool {
	kind := string(piece["type"])
	return kind == string(d.fields["type"]) && string(piece["index"]) == string(d.fields["index"]) && kind != `"reasoning.encrypted"`
}

func (d *detail) take(piece map[string]json.RawMessage) {
	for key, value := range piece {
		var text string
		switch {
		case string(value) == "null" && d.fields[key] != nil:
		case slices.Contains(growing(), key) && json.Unmarshal(value, &text) == nil:
			d.texts[key] = append(d.texts[key], text)
			d.fields[key] = value
		default:
			d.fields[key] = value
		}
	}
}

// entries are the complete entries.
func (d *details) entries() []json.RawMessage {
	var out []json.RawMessage
	for _, entry := range d.list {
		e := wire.NewEncoder(256)
		e.Open('{')
		for _, key := range slices.Sorted(maps.Keys(entry.fields)) {
			if texts, grown := entry.texts[key]; grown {
				e.Text(key, strings.Join(texts, ""))
				continue
			}
			e.Raw(key, entry.fields[key])
		}
		e.End('}')
		out = append(out, e.Bytes())
	}
	return out
}
