package servers

import (
	"slices"
	"strings"

	"parley/config"
	"parley/coordinator/tools/mcp"
	tools "parley/coordinator/tools/process"
	"parley/store/text/secret"
)

// leastKey is how many bytes a key has at least, without the blanks at its ends, which who gets it takes off: shorter
// words occur in too many texts.
const leastKey = 8

// keysOf are the keys in what a server is given: named are those of the user's variables, the others
// stand in headers, variables and addresses whose names say so.
func keysOf(s mcp.Server, named []string) []string {
	keys, perhaps := []string(nil), slices.Clone(named) // those may be names of files
	for name, value := range s.Headers {
		for _, key := range named {
			if strings.Contains(value, key) {
				keys = append(keys, key)
			}
		}
		if config.HoldsKey(name) {
			keys = append(keys, secret.InHeader(value)...)
		}
	}
	for _, entry := range s.Env {
		name, value, _ := strings.Cut(entry, "=")
		if tools.LooksLikeKey(name) {
			perhaps = append(perhaps, value)
			keys = append(keys, secret.BehindScheme(value)...)
		}
		perhaps = append(append(perhaps, secret.InAddress(value, config.HoldsKey)...), secret.InWords([]string{value})...)
	}
	perhaps = append(append(perhaps, secret.InWords(s.Command)...), secret.InPairs(s.URL)...)
	for _, word := range append(slices.Clone(s.Command), s.URL) {
		perhaps = append(perhaps, secret.InAddress(word, config.HoldsKey)...)
		if name, value, is := strings.Cut(word, ":"); is && config.HoldsKey(name) { // a header that a program is to send
			keys = append(keys, secret.BehindScheme(value)...)
		}
	}
	keys = append(keys, slices.DeleteFunc(perhaps, isPath)...)
	keys = slices.DeleteFunc(keys, func(key string) bool { return len(strings.TrimSpace(key)) < leastKey })
	slices.Sort(keys)
	return slices.Compact(keys)
}

// Variables are those of the user's that hold keys of servers of theirs, by what these are given them for: a header
// or a variable whose name says so, with nothing else in it than the name of a scheme. They are in order.
func Variables(cfg config.Config) []string {
	var names []string
	note := func(text string) {
		words := strings.Fields(text)
		if n := len(words); n == 1 || n == 2 && !strings.Contains(words[0], "$") {
			inside, opens := strings.CutPrefix(words[n-1], "${")
			inside, closes := strings.CutSuffix(inside, "}")
			if name, _, _ := strings.Cut(inside, ":-"); opens && closes && !strings.ContainsAny(inside, "${}") {
				names = append(names, name)
			}
		}
	}
	for _, set := range cfg.MCP {
		if set.Origin.Kind == config.FromWorkspace {
			continue // it could call any variable a key
		}
		for name, value := range set.Headers {
			if config.HoldsKey(name) {
				note(value)
			}
		}
		for name, value := range set.Env {
			if tools.LooksLikeKey(name) {
				note(value)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
