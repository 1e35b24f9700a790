package process

import (
	"slices"
	"strings"

	"parley/store/text/secret"
)

// Environment says which variables a command gets besides the harmless ones.
type Environment struct {
	Drop  []string // never, unless allowed
	Allow []string // always; a name after "!" is never passed
}

// Mark is in the environment of everything that is started here. By it the program
// recognises that a command, not a person, started it.
const Mark = ownMark + "=1"

// ToNotify is beside the mark in the environment of what is started to tell the user that
// something waits, and in that of nothing that a model starts.
const ToNotify = ownMark + "_TO_NOTIFY=1"

const ownMark = "BELOW_PARLEY"

// Environ returns the environment for a command. It is env without three groups of
// variables: those that look like keys or hold one, because a model sees what a command prints;
// Parley's own, which are the user's settings; and those by which a command reaches
// beyond its own processes, to a terminal, a desktop or an editor that could do what
// the user can. Mark is always included.
func (e Environment) Environ(env []string) []string {
	dropped := e.dropped(env)
	given := slices.DeleteFunc(slices.Clone(env), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		switch {
		case strings.HasPrefix(name, ownMark):
			return true
		case slices.Contains(e.Allow, "!"+name):
			return true
		case slices.Contains(e.Allow, name):
			return false
		}
		upper := strings.ToUpper(name)
		return strings.HasPrefix(upper, "PARLEY_") || leadsOut(upper) || e.isKey(entry, dropped)
	})
	return append(given, Mark)
}

// IsKey reports whether the variable of a name, in this environment or by its name alone, is a
// key or holds one.
func (e Environment) IsKey(env []string, name string) bool {
	dropped := e.dropped(env)
	return e.isKey(name, nil) || slices.ContainsFunc(env, func(entry string) bool {
		return strings.HasPrefix(entry, name+"=") && e.isKey(entry, dropped)
	})
}

// isKey reports whether an entry is one of those that are never passed, looks like a key, or holds
// one of these values.
func (e Environment) isKey(entry string, values []string) bool {
	name, value, _ := strings.Cut(entry, "=")
	return slices.Contains(e.Drop, name) || holdsKey(entry) || slices.ContainsFunc(values, func(key string) bool { return strings.Contains(value, key) })
}

// leastKey is the length from which on a value is looked for under other names. What is shorter
// is a word such as "ollama", which servers without keys are given, and stands in other variables
// by itself.
const leastKey = 16

// dropped are the values of what is never passed on.
func (e Environment) dropped(env []string) (values []string) {
	for _, entry := range env {
		if name, value, _ := strings.Cut(entry, "="); slices.Contains(e.Drop, name) && len(value) >= leastKey {
			values = append(values, value)
		}
	}
	return values
}

// Keys are the values of the variables that look like keys.
func Keys(env []string) (values []string) {
	for _, entry := range env {
		if _, value, _ := strings.Cut(entry, "="); value != "" && holdsKey(entry) {
			values = append(values, value)
		}
	}
	return values
}

// LooksLikeKey reports whether a variable's name says that it holds a key or a password,
// or leads to one.
func LooksLikeKey(name string) bool { return secret.Names(name) }

// holdsKey recognises a variable that holds a key or a password, by its name, as an address in
// which a password stands, or as a string that sets one. The address of a proxy is passed on, or commands would reach nothing,
// and so are git's settings, of which none may be missing.
func holdsKey(entry string) bool {
	name, value, _ := strings.Cut(entry, "=")
	upper := strings.ToUpper(name)
	sets := func() bool {
		return len(secret.InPairs(value)) > 0 || hasPassword(value) && !strings.HasSuffix(upper, "_PROXY")
	}
	return secret.Names(upper) || !strings.HasPrefix(name, "GIT_CONFIG_") && sets()
}

// hasPassword reports whether a password stands in an address (scheme://user:password@host).
func hasPassword(address string) bool {
	_, rest, _ := strings.Cut(address, "://")
	user, _, is := strings.Cut(rest, "@")
	_, password, _ := strings.Cut(user, ":")
	return is && password != "" && !strings.Contains(user, "/")
}

// leadsOut recognises the variables through which a command can have something typed,
// opened or run outside of what Parley started.
func leadsOut(name string) bool {
	switch name {
	case "TMUX", "TMUX_PANE", "STY", "KITTY_LISTEN_ON", "WEZTERM_UNIX_SOCKET", "DISPLAY", "XAUTHORITY", "WAYLAND_DISPLAY",
		"DBUS_SESSION_BUS_ADDRESS", "NVIM", "NVIM_LISTEN_ADDRESS":
		return true
	}
	return false
}
