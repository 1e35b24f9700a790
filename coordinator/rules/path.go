package rules

import (
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// pattern is the path in a rule: parts between slashes. `**` stands for any number of
// folders, including none; a `*` stands for anything in a name. Everything else stands for
// itself; a backslash makes a star an ordinary character.
type pattern struct {
	parts  []string
	folded []string // for asks and denies
	stars  bool     // the first of them has a star
	top    bool     // it begins at the root of the file system
}

func newPattern(text string) pattern {
	p := pattern{parts: strings.Split(cleanPattern(text), "/")}
	for _, part := range p.parts {
		p.folded = append(p.folded, folded(part))
	}
	if p.top = p.folded[0] == "" && len(p.folded) > 1; p.top {
		p.folded = p.folded[1:]
	}
	p.stars = strings.ContainsAny(p.folded[0], `*\`)
	return p
}

// cleanPattern removes what has no meaning: `./`, `//`, a slash at the end, and a folder that is left
// again (`docs/../`).
func cleanPattern(text string) string {
	var kept []string
	for i, part := range strings.Split(text, "/") {
		last := len(kept) - 1
		switch {
		case part == "." || part == "" && i > 0:
		case part == ".." && last == 0 && kept[0] == "": // above the root of the file system is nothing
		case part == ".." && last >= 0 && kept[last] != ".." && kept[last] != home && !star(kept[last]):
			kept = kept[:last]
		default:
			kept = append(kept, part)
		}
	}
	return strings.Join(kept, "/")
}

// home is the part that stands for the user's home folder, if a pattern of an ask or a deny begins with it.
const home = "~"

// Placed is an ask or a deny whose path begins in the home folder, or goes up out of the workspace, with the
// same path from the root of the file system on; false for any other rule. dir is the workspace. One that begins
// there with a star and would hold for all of the workspace, as `../**`, means what lies outside.
func (h Held) Placed(dir, userHome string) (Held, bool) {
	if h.Kind == Allow || !h.File() || len(h.path.parts) == 0 {
		return h, false
	}
	parts, base := h.path.parts, dir
	switch parts[0] {
	case home:
		parts, base = parts[1:], userHome
	case "..":
		for len(parts) > 0 && parts[0] == ".." {
			parts, base = parts[1:], path.Dir(base)
		}
	default:
		return h, false
	}
	if !path.IsAbs(base) || len(parts) == 0 {
		return h, false
	}
	placed := newPattern(path.Clean(quotePath(base)) + "/" + strings.Join(parts, "/"))
	if star(parts[0]) && placed.names(spotOf(dir)) {
		return h, false
	}
	h.path = placed
	return h, true
}

// covers reports whether an allow with this pattern covers a path as written: a star takes no
// name that begins with a dot, nor one that other programs run, nor, in the root, one that may be
// their configuration.
func (p pattern) covers(name string) bool {
	return match(p.parts, strings.Split(name, "/"), func(pat, part string) bool {
		if strings.HasPrefix(part, ".") && !strings.HasPrefix(pat, ".") && !strings.HasPrefix(pat, `\.`) {
			return false
		}
		if star(pat) && (tablesOf().file(part, runsKind) != "" || part == name && configures(pat, name)) {
			return false
		}
		return wild(pat, part)
	})
}

// configures reports whether a path is that of a file in the root which programs, that look there
// for their configuration, may take for it: any whose ending is not in the table. A pattern that
// spells the ending, or part of a name without one, takes it.
func configures(pat, name string) bool {
	if name == "" || name == "." || strings.Contains(name, "/") {
		return false
	}
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 {
		return strings.Trim(pat, "*") == ""
	}
	return !strings.HasSuffix(pat, name[dot:]) && tablesOf().file(name, rootKind) == ""
}

// names reports whether an ask or a deny with this pattern holds for a path: case is ignored,
// a star takes everything, and a folder stands for its contents.
func (p *pattern) names(at spot) bool {
	if p.top && !at.top || at.only && !p.top {
		return false
	}
	if len(p.folded) == 2 && p.folded[0] == "**" && !star(p.folded[1]) {
		return slices.Contains(at.parts, p.folded[1])
	}
	if first := p.folded[0]; first != at.parts[0] && first != "**" && (!p.stars || !wild(first, at.parts[0])) {
		return false
	}
	for n := len(at.parts); n > 0; n-- {
		if match(p.folded, at.parts[:n], wild) {
			return true
		}
	}
	return false
}

// whole returns the folder all of whose contents a pattern names, as docs/**, docs/* and
// docs/**/* do; nil if it names no such folder.
func (p *pattern) whole() []string {
	last := len(p.folded) - 1
	if last < 1 || strings.Trim(p.folded[last], "*") != "" {
		return nil
	}
	for last > 0 && p.folded[last-1] == "**" { // it also stands for no folder at all
		last--
	}
	return p.folded[:last]
}

// folder reports whether an ask or a deny with such a pattern names all that is in this folder.
func (p *pattern) folder(at spot) bool {
	return (!p.top || at.top) && (p.top || !at.only) && at.parts[0] != "." && match(p.whole(), at.parts, wild)
}

// spot is a path as asks and denies compare it.
type spot struct {
	parts []string
	top   bool // it begins at the root of the file system
	only  bool // it is compared only with patterns that begin there too
}

func spotOf(name string) spot {
	return spot{parts: strings.Split(folded(strings.TrimPrefix(name, "/")), "/"), top: strings.HasPrefix(name, "/")}
}

// match compares the parts of a pattern with those of a path. Its time is bounded by the
// product of their numbers.
func match(pats, parts []string, one func(pat, part string) bool) bool {
	var small [2][16]bool
	fits, next := small[0][:], small[1][:]
	if len(parts) >= len(fits) {
		fits, next = make([]bool, len(parts)+1), make([]bool, len(parts)+1)
	}
	fits[0] = true
	for i, pat := range pats {
		for j := 0; j <= len(parts); j++ {
			switch {
			case pat != "**":
				next[j] = j > 0 && fits[j-1] && one(pat, parts[j-1])
			case i == len(pats)-1:
				next[j] = j > 0 && (fits[j-1] || next[j-1]) && one("*", parts[j-1])
			default:
				next[j] = fits[j] || j > 0 && next[j-1] && one("*", parts[j-1])
			}
		}
		fits, next = next, fits
	}
	return fits[len(parts)]
}

// star reports whether a part of a pattern has a wildcard.
func star(pat string) bool {
	for i := 0; i < len(pat); i++ {
		switch pat[i] {
		case '\\':
			i++
		case '*':
			return true
		}
	}
	return false
}

// wild compares one name with one part of a pattern.
func wild(pat, name string) bool {
	if !ends(pat, name) {
		return false
	}
	pi, ni, starAt, mark := 0, 0, -1, 0
	for ni < len(name) {
		c, size, isStar := token(pat, pi)
		switch {
		case isStar:
			starAt, mark, pi = pi, ni, pi+1
		case size > 0 && c == name[ni]:
			pi, ni = pi+size, ni+1
		case starAt >= 0:
			mark++
			pi, ni = starAt+1, mark
		default:
			return false
		}
	}
	for pi < len(pat) && pat[pi] == '*' {
		pi++
	}
	return pi == len(pat)
}

// ends reports whether the first and the last byte of a pattern, where they stand for
// themselves, are those of a name. Most names are told from most patterns by them.
func ends(pat, name string) bool {
	if pat == "" || name == "" {
		return true
	}
	first, last := pat[0], pat[len(pat)-1]
	return (first == '*' || first == '\\' || first == name[0]) && (last == '*' || last == name[len(name)-1])
}

// token returns the byte of a pattern at i, and how many bytes of the pattern it takes.
func token(pat string, i int) (c byte, size int, isStar bool) {
	switch {
	case i >= len(pat):
		return 0, 0, false
	case pat[i] == '*':
		return 0, 1, true
	case pat[i] == '\\' && i+1 < len(pat):
		return pat[i+1], 2, false
	}
	return pat[i], 1, false
}

// quotePath writes a path as a pattern that matches only that path.
func quotePath(name string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`).Replace(name)
}

// within returns a path as written, cleaned and relative to the root, and whether it is
// inside the root.
func within(root, name string) (string, bool) {
	if strings.HasPrefix(name, "/") {
		name = path.Clean(name)
		if root == "" || root == "/" || name != root && !strings.HasPrefix(name, root+"/") {
			return name, false
		}
		name = strings.TrimPrefix(strings.TrimPrefix(name, root), "/")
	}
	name = path.Clean(name)
	return name, name != ".." && !strings.HasPrefix(name, "../")
}

// climbs reports whether a path goes up: where that leads cannot be told from what is written.
func climbs(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if part == ".." {
			return true
		}
	}
	return false
}

// folded makes names equal that some system treats as the same: it ignores case and the
// difference between composed and decomposed accents, and drops invisible characters and
// trailing dots and blanks.
func folded(name string) string {
	if plainName(name) {
		return strings.ToLower(name)
	}
	var b strings.Builder
	for i, part := range strings.Split(name, "/") {
		if i > 0 {
			b.WriteByte('/')
		}
		if part != "." && part != ".." {
			part = strings.TrimRight(part, ". ")
		}
		seen := strings.Map(func(c rune) rune {
			if unicode.Is(unicode.Cf, c) {
				return -1
			}
			return c
		}, part)
		for _, c := range norm.NFC.String(seen) {
			b.WriteString(smallest(c))
		}
	}
	return b.String()
}

// plainName reports whether a path has nothing to fold but capitals.
func plainName(name string) bool {
	for i := range len(name) {
		if c := name[i]; c >= utf8.RuneSelf || (c == '.' || c == ' ') && (i+1 == len(name) || name[i+1] == '/') {
			return false
		}
	}
	return true
}

// smallest is what some system compares for a character: nothing for one that it ignores,
// and the same for all that differ only in case, width or form.
func smallest(c rune) string {
	if '\uff01' <= c && c <= '\uff5e' {
		c -= '\uff01' - '!'
	}
	switch {
	case c < utf8.RuneSelf:
		return string(unicode.ToLower(c))
	case unicode.Is(unicode.Mn, c):
		return ""
	case c == '\u00df' || c == '\u1e9e':
		return "ss"
	case '\ufb00' <= c && c <= '\ufb06':
		return [...]string{"ff", "fi", "fl", "ffi", "ffl", "st", "st"}[c-'\ufb00']
	}
	return string(unicode.ToLower(unicode.ToUpper(c)))
}

// GivesPermission says what makes a path, as written and relative to the root, a file that
// gives permission; "" if nothing does. Such a file is changed only by a person's yes to
// this very change, whether or not it exists, alone or with its folder.
func GivesPermission(name string) string {
	parts := strings.Split(folded(path.Clean(name)), "/")
	for _, part := range parts {
		if why := tablesOf().file(part, permissionKind); why != "" {
			return why
		}
	}
	return tablesOf().place(parts)
}

// pieces returns what may be a path in a word: the whole, and what follows a character
// that can precede one, or the letter of a flag.
func pieces(text string) []string {
	out := []string{text}
	from := 0
	for i := range len(text) {
		if strings.IndexByte("=:@,; |&()<>{}[]\"'`\t\n", text[i]) >= 0 {
			if i > from && from > 0 {
				out = append(out, text[from:i])
			}
			from = i + 1
		}
	}
	if from > 0 && from < len(text) {
		out = append(out, text[from:])
	}
	if len(text) > 2 && text[0] == '-' && text[1] != '-' {
		out = append(out, text[2:])
	}
	if i := strings.IndexAny(text, "/."); i > 0 && text[0] == '-' {
		out = append(out, text[i:])
	}
	return out
}
