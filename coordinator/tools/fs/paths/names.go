// Package paths says what a path means that a model gave, on whatever system: which names are
// the same and which are not written, where its links lead, and how it is shown.
package paths

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fault says why a path may not be written on any system: some system takes one of its
// names for something other than what is shown. "" is no fault.
//
// A workspace is shared between systems, and a name that is harmless here is
// written by a checkout there.
func Fault(p string) string {
	for name := range strings.SplitSeq(p, "/") {
		switch {
		case strings.ContainsFunc(name, unicode.IsControl):
			return "it has a control character in it"
		case strings.Contains(name, ":"):
			return "it has a : in it, which names a part of another file on some systems"
		case strings.Contains(name, `\`):
			return `it has a \ in it, which leads into a folder on some systems`
		case name != "." && name != ".." && strings.TrimRightFunc(name, dotOrBlank) != name:
			return "it ends in a dot or a blank, which some systems leave out"
		case device(name):
			return "it names a device on some systems"
		case short(name):
			return "it is the short form of another name on some systems"
		}
	}
	return ""
}

func dotOrBlank(r rune) bool { return r == '.' || unicode.IsSpace(r) }

// device reports whether Windows takes a name for a device, which depends only on what
// precedes the first dot.
func device(name string) bool {
	stem, _, _ := strings.Cut(name, ".")
	stem = strings.ToLower(strings.TrimRightFunc(stem, unicode.IsSpace))
	if slices.Contains([]string{"con", "prn", "aux", "nul", "conin$", "conout$", "clock$"}, stem) {
		return true
	}
	for _, port := range []string{"com", "lpt"} {
		if n, ok := strings.CutPrefix(stem, port); ok && strings.Contains("0123456789¹²³", n) && len([]rune(n)) == 1 {
			return true
		}
	}
	return false
}

// short reports whether a name has the form that old systems give to long names: at most
// eight characters ending in ~ and a number, and at most three more.
func short(name string) bool {
	stem, extension, _ := strings.Cut(name, ".")
	if len(stem) > 8 || len(extension) > 3 || strings.Contains(extension, ".") {
		return false
	}
	before, number, ok := strings.Cut(stem, "~")
	return ok && before != "" && number != "" && strings.Trim(number, "0123456789") == ""
}

// Folded makes names equal that some file system takes for the same: without case, in one
// Unicode form however an accent is stored, and without what is ignored in comparisons.
// Another name may become an ASCII one, never the other way round.
func Folded(p string) string {
	if !strings.ContainsFunc(p, func(r rune) bool { return r > unicode.MaxASCII }) {
		return strings.ToLower(p)
	}
	return folded(norm.NFD.String(folded(p))) // what comes of a letter and its accent can have another case
}

// ignored are the other letters that show nothing and that a file system may leave out of account.
const ignored = "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0"

func folded(p string) string {
	var out strings.Builder
	for _, r := range p {
		if '\uff01' <= r && r <= '\uff5e' {
			r -= '\uff01' - '!' // fullwidth forms
		}
		switch {
		case unicode.In(r, unicode.Cf, unicode.Variation_Selector) || strings.ContainsRune(ignored, r):
		case r == '\u00df' || r == '\u1e9e':
			out.WriteString("ss")
		case '\ufb00' <= r && r <= '\ufb06':
			out.WriteString([...]string{"ff", "fi", "fl", "ffi", "ffl", "st", "st"}[r-'\ufb00'])
		default:
			out.WriteRune(unicode.ToLower(unicode.ToUpper(r)))
		}
	}
	return out.String()
}
