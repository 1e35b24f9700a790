package process

import (
	"slices"
	"strings"
)

// Environment says which variables a command gets beside those that anybody may
// have.
type Environment struct {
	Drop  []string // never, unless allowed
	Allow []string // in any case; one with "!" before its name in no case
}

// Mark stands in the environment of whatever is started here. By it the program knows
// that a command started it, and not a person.
const Mark = "BELOW_PARLEY=1"

// Environ returns the environment for a command: env without the variables that
// look like keys, because what a command prints is shown to a model; without
// Parley's own, which are the user's settings; and without those by which a
// command reaches out of its own processes, to a terminal, a desktop or an editor
// that would do what the user can do. Mark is always in it.
func (e Environment) Environ(env []string) []string {
	given := slices.DeleteFunc(slices.Clone(env), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		switch {
		case strings.HasPrefix(Mark, name+"="):
			return true
		case slices.Contains(e.Allow, "!"+name):
			return true
		case slices.Contains(e.Allow, name):
			return false
		}
		upper := strings.ToUpper(name)
		return slices.Contains(e.Drop, name) || strings.HasPrefix(upper, "PARLEY_") || leadsOut(upper) || looksSecret(upper)
	})
	return append(given, Mark)
}

// Keys are the values of the variables that look like keys.
func Keys(env []string) (values []string) {
	for _, entry := range env {
		if name, value, _ := strings.Cut(entry, "="); value != "" && looksSecret(strings.ToUpper(name)) {
			values = append(values, value)
		}
	}
	return values
}

// looksSecret tells a key, a password or what holds one by a name in capitals.
func looksSecret(name string) bool {
	switch name {
	case "PWD", "OLDPWD": // folders
		return false
	case "DOCKER_AUTH_CONFIG":
		return true
	}
	if strings.HasPrefix(name, "GIT_CONFIG_KEY_") { // the name of a setting, without which git refuses to start
		return false
	}
	for _, end := range []string{"KEY", "TOKEN", "SECRET", "PASSWORD", "PASS", "PWD", "DATABASE_URL", "_DSN", "_AUTH"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	for _, part := range []string{"COOKIE", "CREDS", "CREDENTIAL", "PASSWD", "PASSPHRASE"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return slices.ContainsFunc(strings.Split(name, "_"), secretWord)
}

// secretWord names the words that tell a key from other variables wherever they
// stand in the name.
func secretWord(word string) bool {
	switch word {
	case "KEY", "KEYS", "APIKEY", "TOKEN", "TOKENS", "SECRET", "SECRETS", "PASSWORD", "PASSWORDS", "PAT":
		return true
	}
	return false
}

// leadsOut names the variables with which a command can have something typed,
// opened or run outside of what Parley started.
func leadsOut(name string) bool {
	switch name {
	case "TMUX", "TMUX_PANE", "STY", "KITTY_LISTEN_ON", "WEZTERM_UNIX_SOCKET", "DISPLAY", "XAUTHORITY", "WAYLAND_DISPLAY",
		"DBUS_SESSION_BUS_ADDRESS", "NVIM", "NVIM_LISTEN_ADDRESS":
		return true
	}
	return false
}
