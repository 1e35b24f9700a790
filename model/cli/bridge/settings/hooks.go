package settings

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
)

// Entry is a hook: for which event, for which tools ("" for all), and how many seconds it may
// take.
type Entry struct {
	Event   string
	Matcher string
	Timeout int
}

// group is an entry as both programs write it.
type group struct {
	Matcher string `json:"matcher,omitempty"`
	Hooks   []own  `json:"hooks"`
}

type own struct {
	Type    string `json:"type"`
	Command string `json:"command"`
	Timeout int    `json:"timeout"`
}

// hooksName is where both programs keep their hooks.
const hooksName = "hooks"

// hooksOf are the hooks of a text, checked: one faulty entry can make the other program pass
// over all of them, so nothing is added beside it. Its kind is 0 where there are none.
func hooksOf(doc []byte) (node, error) {
	if len(bytes.TrimSpace(doc)) == 0 {
		return node{}, nil
	}
	top, err := parse(doc)
	if err != nil {
		return node{}, err
	}
	hooks, has := top.member(hooksName)
	if !has {
		return node{}, nil
	}
	if hooks.kind != '{' {
		return node{}, fmt.Errorf("%s is no object", hooksName)
	}
	for _, event := range hooks.parts {
		if event.name == "state" {
			continue
		}
		if event.value.kind != '[' {
			return node{}, fmt.Errorf("%s.%s is no list", hooksName, event.name)
		}
		for i, g := range event.value.parts {
			if err := soundGroup(doc, g.value); err != nil {
				return node{}, fmt.Errorf("%s.%s[%d] %w", hooksName, event.name, i, err)
			}
		}
	}
	return hooks, nil
}

func soundGroup(doc []byte, g node) error {
	list, has := g.member(hooksName)
	if g.kind != '{' || !has || list.kind != '[' {
		return fmt.Errorf("has no list of %s", hooksName)
	}
	for _, h := range list.parts {
		kind, _ := h.value.member("type")
		command, _ := h.value.member("command")
		switch {
		case kind.words(doc) == "":
			return fmt.Errorf("has a hook without a type")
		case kind.words(doc) == "command" && command.words(doc) == "":
			return fmt.Errorf("has a hook without a command")
		}
	}
	return nil
}

// Add adds hooks that run a command to a text, each in a group of its own behind those that
// are there. Those that it has already are not added again; "" is a file that is not there.
func Add(doc []byte, command string, entries []Entry) ([]byte, error) {
	there, err := Has(doc, command)
	if err != nil {
		return nil, err
	}
	if len(bytes.TrimSpace(doc)) == 0 {
		doc = []byte("{}\n")
	}
	for _, e := range entries {
		if slices.Contains(there, e.Event) {
			continue
		}
		if doc, err = added(doc, e.Event, group{e.Matcher, []own{{"command", command, e.Timeout}}}); err != nil {
			return nil, err
		}
	}
	return doc, nil
}

func added(doc []byte, event string, g group) ([]byte, error) {
	top, err := parse(doc)
	if err != nil {
		return nil, err
	}
	unit := unitOf(doc, top)
	outer, _ := indentAt(doc, top.from)
	hooks, has := top.member(hooksName)
	if !has {
		return with(doc, top, outer, unit, hooksName, map[string][]group{event: {g}}), nil
	}
	outer += unit
	list, has := hooks.member(event)
	if !has {
		return with(doc, hooks, outer, unit, event, []group{g}), nil
	}
	return with(doc, list, outer+unit, unit, "", g), nil
}

// Has names the events for which a text has a hook that runs a command.
func Has(doc []byte, command string) ([]string, error) {
	hooks, err := hooksOf(doc)
	if err != nil {
		return nil, err
	}
	var events []string
	for _, event := range hooks.parts {
		for _, g := range event.value.parts {
			if i, _ := ours(doc, g.value, command); i >= 0 && !slices.Contains(events, event.name) {
				events = append(events, event.name)
			}
		}
	}
	return events, nil
}

// Altered names the events for which a text has a hook that runs a command, and none as it is in
// the entries: for fewer tools, or with another time.
func Altered(doc []byte, command string, entries []Entry) ([]string, error) {
	hooks, err := hooksOf(doc)
	if err != nil {
		return nil, err
	}
	var events []string
	for _, event := range hooks.parts {
		at := slices.IndexFunc(entries, func(e Entry) bool { return e.Event == event.name })
		if at < 0 {
			continue
		}
		has, whole := false, false
		for _, g := range event.value.parts {
			i, list := ours(doc, g.value, command)
			if i < 0 {
				continue
			}
			matcher, _ := g.value.member("matcher")
			timeout, _ := list.parts[i].value.member("timeout")
			has = true
			whole = whole || everything(matcher.words(doc)) == everything(entries[at].Matcher) && string(doc[timeout.from:timeout.to]) == strconv.Itoa(entries[at].Timeout)
		}
		if has && !whole {
			events = append(events, event.name)
		}
	}
	return events, nil
}

// everything is a matcher, of which several mean all tools.
func everything(matcher string) string {
	if matcher == "*" {
		return ""
	}
	return matcher
}

// Commands are those of all hooks of a text, in order.
func Commands(doc []byte) ([]string, error) {
	hooks, err := hooksOf(doc)
	if err != nil {
		return nil, err
	}
	var all []string
	for _, event := range hooks.parts {
		for _, g := range event.value.parts {
			list, _ := g.value.member(hooksName)
			for _, h := range list.parts {
				command, _ := h.value.member("command")
				if words := command.words(doc); words != "" && !slices.Contains(all, words) {
					all = append(all, words)
				}
			}
		}
	}
	return all, nil
}

// ours is the place of a command in a group, -1 if it has none, and the group's list.
func ours(doc []byte, g node, command string) (int, node) {
	list, _ := g.member(hooksName)
	for i, h := range list.parts {
		c, _ := h.value.member("command")
		if c.words(doc) == command {
			return i, list
		}
	}
	return -1, list
}

// Remove takes all hooks that run a command out of a text, and then what is left empty.
func Remove(doc []byte, command string) ([]byte, error) {
	for {
		hooks, err := hooksOf(doc)
		if err != nil {
			return nil, err
		}
		next := removedOne(doc, hooks, command)
		if next == nil {
			return doc, nil
		}
		doc = next
	}
}

// removedOne takes one hook out, nil if there is none.
func removedOne(doc []byte, hooks node, command string) []byte {
	for at, event := range hooks.parts {
		for g, entry := range event.value.parts {
			i, list := ours(doc, entry.value, command)
			switch {
			case i < 0:
				continue
			case len(list.parts) > 1:
				return without(doc, list, i)
			case len(event.value.parts) > 1:
				return without(doc, event.value, g)
			case len(hooks.parts) > 1:
				return without(doc, hooks, at)
			}
			top, err := parse(doc)
			if err != nil {
				return nil // it was parsed a moment ago
			}
			return without(doc, top, slices.IndexFunc(top.parts, func(p part) bool { return p.name == hooksName }))
		}
	}
	return nil
}
