package private

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	toml "github.com/pelletier/go-toml/v2"
)

// ReadKeys reads keys.toml: the keys of servers by the names of their variables. A
// missing file has none. A file that is a link, belongs to another user, is open to
// others or is not TOML is refused as a whole; a value that is not a string is named
// and left out. No error and no fault contains a key.
func ReadKeys(name string) (keys map[string]string, faults []string, err error) {
	doc, err := read(name, textKeysRefused)
	if err != nil || doc == "" {
		return nil, nil, err
	}
	var all map[string]any
	if toml.Unmarshal([]byte(doc), &all) != nil { // its words may contain a part of a key
		return nil, nil, errors.New(textKeysRefused(name, textKeysFaulty))
	}
	keys = map[string]string{}
	for variable, value := range all {
		if key, ok := value.(string); ok && usableKey(key) {
			keys[variable] = key
			continue
		}
		faults = append(faults, fmt.Sprintf("%s: %s is no key; write %s = \"…\"", name, variable, variable))
	}
	slices.Sort(faults)
	return keys, faults, nil
}

// usableKey reports whether a text can be sent as a key.
func usableKey(key string) bool {
	return key != "" && !strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' })
}

// AddKey writes a key into keys.toml, which nobody else can read, replacing the key
// of the same variable. Everything else in the file stays byte for byte.
func AddKey(ctx context.Context, name, variable, key string) error {
	switch {
	case !regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`).MatchString(variable):
		return fmt.Errorf("%q is no name of a variable", variable)
	case !usableKey(key):
		return errors.New(textKeyUnusable)
	}
	line := variable + " = \"" + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(key) + "\"\n"
	before := regexp.MustCompile(`(?m)^[ \t]*` + variable + `[ \t]*=.*(\n|$)`)
	return change(ctx, name, textKeysRefused, func(doc string) string {
		doc = before.ReplaceAllLiteralString(doc, "")
		if doc != "" && !strings.HasSuffix(doc, "\n") {
			doc += "\n"
		}
		return doc + line
	})
}

const (
	textKeysFaulty  = "it is not as TOML should be; each line is NAME = \"key\""
	textKeyUnusable = "this is no key: it is empty, or holds a blank or what is no ASCII character"
)

func textKeysRefused(name, why string) string {
	return fmt.Sprintf("%s: %s. No key of it is used until that is mended.", name, why)
}
