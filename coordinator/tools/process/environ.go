package process

import (
	"slices"
	"strings"
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
func LooksLikeKey(name string) bool { return looksSecret(strings.ToUpper(name)) }

// holdsKey recognises a variable that holds a key or a password, by its name or as an address in
// which a password stands. That of a proxy is passed on, or commands would reach nothing, and so
// are git's settings, of which none may be missing.
func holdsKey(entry string) bool {
	name, value, _ := strings.Cut(entry, "=")
	upper := strings.ToUpper(name)
	return looksSecret(upper) || hasPassword(value) && !strings.HasSuffix(upper, "_PROXY") && !strings.HasPrefix(name, "GIT_CONFIG_")
}

// hasPassword reports whether a password stands in an address (scheme://user:password@host).
func hasPassword(address string) bool {
	_, rest, _ := strings.Cut(address, "://")
	user, _, is := strings.Cut(rest, "@")
	_, password, _ := strings.Cut(user, ":")
	return is && password != "" && !strings.Contains(user, "/")
}

// looksSecret recognises by its name, in capitals, a variable that holds a key or a
// password or leads to one.
func looksSecret(name string) bool {
	switch name {
	case "PWD", "OLDPWD": // folders
		return false
	case "DOCKER_AUTH_CONFIG", "DSN":
		return true
	}
	if strings.HasPrefix(name, "GIT_CONFIG_KEY_") { // the name of a setting, without which git refuses to start
		return false
	}
	for _, end := range []string{"KEY", "TOKEN", "SECRET", "PASSWORD", "PASS", "PWD", "DATABASE_URL", "_DSN", "_AUTH", "_OAUTH", "WEBHOOK", "WEBHOOK_URL"} {
		if strings.HasSuffix(uncounted(name), end) {
			return true
		}
	}
	for _, part := range []string{"COOKIE", "CREDS", "CREDENTIAL", "PASSWD", "PASSPHRASE", "PASSFILE"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return slices.ContainsFunc(strings.Split(name, "_"), func(word string) bool { return secretWord(uncounted(word)) })
}

// uncounted is a name without the number of a second one of its kind (OPENAI_API_KEY2).
func uncounted(name string) string { return strings.TrimRight(name, "0123456789") }

// secretWord recognises the words that mark a key wherever they occur in a name.
func secretWord(word string) bool {
	switch word {
	case "KEY", "KEYS", "APIKEY", "TOKEN", "TOKENS", "SECRET", "SECRETS", "PASSWORD", "PASSWORDS", "PAT", "JWT", "BEARER", "AUTHORIZATION":
		return true
	}
	return false
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
