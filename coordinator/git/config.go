package git

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
)

// configure reads from the repository's configuration how it is to be read. It
// follows no include, as git does not for what decides the format.
func (r *Repository) configure() error {
	text, err := readSmall(filepath.Join(r.common, "config"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	set := parseConfig(string(text))
	r.mode = !isFalse(set["core.filemode"])
	r.fold = isTrue(set["core.ignorecase"])
	switch format := strings.ToLower(set["extensions.objectformat"]); format {
	case "", "sha1":
	case "sha256":
		r.hash = bySHA256
	default:
		return fmt.Errorf("git: objects are named by %q, which is not known", format)
	}
	r.reftabs = set["extensions.refstorage"] != "" && set["extensions.refstorage"] != "files"
	return nil
}

func isFalse(v string) bool {
	switch strings.ToLower(v) {
	case "false", "no", "off", "0":
		return true
	}
	return false
}

func isTrue(v string) bool { return v != "" && !isFalse(v) }

// parseConfig reads the plain settings of a configuration, sections without a
// name of their own: their last values, by "section.key" in small letters. A
// key without a value is "true".
func parseConfig(text string) map[string]string {
	set := map[string]string{}
	for _, s := range settings(text) {
		if !s.named {
			set[s.key] = s.value
		}
	}
	return set
}

// settings reads a configuration, setting by setting.
func settings(text string) []setting {
	var out []setting
	section, named := "", false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if rest, ok := strings.CutPrefix(line, "["); ok {
			name, after, closed := strings.Cut(rest, "]")
			section, line = "", ""
			if closed {
				name, _, named = strings.Cut(name, " ")
				section, line = strings.ToLower(strings.Trim(name, " \t\"")), strings.TrimSpace(after)
			}
		}
		if section == "" || line == "" || line[0] == '#' || line[0] == ';' {
			continue
		}
		key, value, given := strings.Cut(line, "=")
		if !given {
			value = "true"
		}
		out = append(out, setting{section + "." + strings.ToLower(strings.TrimSpace(key)), valueOf(value), named})
	}
	return out
}

// valueOf is a value without the quotes and the comment around it.
func valueOf(text string) string {
	text = strings.TrimSpace(text)
	var b strings.Builder
	quoted, kept := false, 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text):
			i++
			b.WriteByte(unescaped(text[i]))
		case c == '"':
			quoted = !quoted
		case !quoted && (c == '#' || c == ';'):
			return strings.TrimRight(b.String(), " \t")
		default:
			b.WriteByte(c)
		}
		if quoted {
			kept = b.Len()
		}
	}
	return b.String()[:max(kept, len(strings.TrimRight(b.String(), " \t")))]
}

func unescaped(c byte) byte {
	switch c {
	case 'n':
		return '\n'
	case 't':
		return '\t'
	case 'b':
		return '\b'
	}
	return c
}
