package git

import "strings"

// setting is one line: "section.key" in small letters, without what names a section
// further, and its value.
type setting struct {
	key, value string
	named      bool   // the section has a name of its own
	name       string // that name
}

// settings reads a configuration as git does, setting by setting. At what git cannot read
// it stops, and does nothing at all; here it is passed over, to the end of its line.
func settings(text string) []setting {
	c := chars(strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n"))
	var out []setting
	section, name, named := "", "", false
	for c != "" {
		switch b := c[0]; {
		case blank(b):
			c = c[1:]
		case b == '[':
			var ok bool
			if section, name, named, ok = c.section(); !ok {
				section = ""
				c.line()
			}
		case !alpha(b):
			c.line()
		default:
			key := c.key()
			value, ok := c.value()
			if ok && section != "" {
				out = append(out, setting{section + "." + key, value, named, name})
			}
		}
	}
	return out
}

// chars is what is still to be read.
type chars string

// next takes a character; the end is that of a line.
func (c *chars) next() byte {
	if *c == "" {
		return '\n'
	}
	b := (*c)[0]
	*c = (*c)[1:]
	return b
}

// line passes over the rest of a line.
func (c *chars) line() {
	_, rest, _ := strings.Cut(string(*c), "\n")
	*c = chars(rest)
}

// section reads the name of one, in brackets.
func (c *chars) section() (section, name string, named, ok bool) {
	var b strings.Builder
	c.next()
	for {
		switch at := c.next(); {
		case at == ']':
			return b.String(), "", false, true
		case at == '\n':
			return "", "", false, false
		case blank(at):
			name, ok := c.further()
			return b.String(), name, true, ok
		case keyed(at) || at == '.':
			b.WriteByte(small(at))
		default:
			return "", "", false, false
		}
	}
}

// further reads what names a section further, and the end of its brackets.
func (c *chars) further() (name string, ok bool) {
	for *c != "" && blank((*c)[0]) && (*c)[0] != '\n' {
		c.next()
	}
	if c.next() != '"' {
		return "", false
	}
	var b strings.Builder
	for {
		at := c.next()
		switch at {
		case '\n':
			return "", false
		case '\\':
			if at = c.next(); at == '\n' {
				return "", false
			}
		case '"':
			return b.String(), c.next() == ']'
		}
		b.WriteByte(at)
	}
}

// key reads the name of a setting.
func (c *chars) key() string {
	n := 0
	for n < len(*c) && keyed((*c)[n]) {
		n++
	}
	key := strings.ToLower(string((*c)[:n]))
	*c = (*c)[n:]
	return key
}

// value reads what follows the name of a setting, which without a value is "true".
func (c *chars) value() (value string, ok bool) {
	*c = chars(strings.TrimLeft(string(*c), " \t"))
	if at := c.next(); at == '\n' {
		return "true", true
	} else if at != '=' {
		c.line()
		return "", false
	}
	var b strings.Builder
	quoted, kept := false, 0 // kept is what blanks at the end do not go away from
	for {
		switch at := c.next(); {
		case at == '\n':
			return b.String()[:kept], !quoted
		case !quoted && blank(at):
			if b.Len() > 0 {
				b.WriteByte(at)
			}
			continue
		case !quoted && (at == '#' || at == ';'):
			c.line()
			return b.String()[:kept], true
		case at == '"':
			kept = b.Len()
			quoted = !quoted
			continue
		case at == '\\':
			if at = c.next(); at == '\n' {
				kept = b.Len()
				continue // the value goes on in the next line
			}
			b.WriteByte(unescaped(at))
		default:
			b.WriteByte(at)
		}
		kept = b.Len()
	}
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

func blank(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' }
func alpha(b byte) bool { return 'a' <= small(b) && small(b) <= 'z' }
func keyed(b byte) bool { return alpha(b) || '0' <= b && b <= '9' || b == '-' }

func small(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b + 'a' - 'A'
	}
	return b
}
