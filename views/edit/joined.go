package edit

import (
	"parley/store/text/clean"
	"parley/views/text"
	"slices"
	"strings"
	"unicode/utf8"
)

// joined is what an editor keeps of characters that the screen draws without a part of them: emoji
// with a skin tone, a joiner or a keycap. Terminals disagree about the width of such a character. So the
// text area holds a stand-in for it, one rune as wide as what is drawn: the character without
// that part, as a conversation draws it too. A flag has one as well: half of it is drawn in no agreed way.
type joined struct {
	spelled  []string
	onlySeen bool // that part is left out of the text as well
}

// Stand-ins are two cells wide or one. None of them is a character of a text: the first are unassigned,
// the others private.
const (
	wide, narrow = 0x3e000, 0x10e000
	mostJoined   = 0x1000
)

// index is which character a stand-in is for, -1 if it is none.
func (j *joined) index(r rune) int {
	for _, first := range []rune{wide, narrow} {
		if at := int(r - first); at >= 0 && at < len(j.spelled) {
			return at
		}
	}
	return -1
}

// reserved reports whether a character is kept for stand-ins. In a text it gets one as well.
func reserved(r rune) bool {
	return r >= wide && r < wide+mostJoined || r >= narrow && r < narrow+mostJoined
}

// fold is a text with stand-ins.
func (j *joined) fold(words string) string {
	held, _ := j.foldAt(words, 0)
	return held
}

// foldAt is fold, and how many runes of the result the first n characters have become.
func (j *joined) foldAt(words string, n int) (held string, place int) {
	if !strings.ContainsFunc(words, func(r rune) bool { return r >= 0x200d && (clean.Attaches(r) || regional(r) || reserved(r)) }) {
		return words, n
	}
	var b strings.Builder
	for start, count := 0, 0; start < len(words); {
		first, _ := utf8.DecodeRuneInString(words[start:])
		at := start + baseLength(words[start:])
		prev, _ := utf8.DecodeLastRuneInString(words[start:at])
		for at < len(words) {
			r, size := utf8.DecodeRuneInString(words[at:])
			next, _ := utf8.DecodeRuneInString(words[at+size:])
			if !clean.Attaches(r) || !clean.Attached(first, prev, r, next) {
				break
			}
			prev, at = r, at+size
		}
		held := j.standIn(words[start:at])
		b.WriteString(held)
		if count < n {
			place += utf8.RuneCountInString(held)
		}
		count += utf8.RuneCountInString(words[start:at])
		start = at
	}
	return b.String(), place
}

// regional reports whether a character is half of a flag.
func regional(r rune) bool { return r >= 0x1f1e6 && r <= 0x1f1ff }

// standIn is what the text area holds for a character.
func (j *joined) standIn(character string) string {
	base := character[:baseLength(character)]
	if j.onlySeen {
		character = base
	}
	if utf8.RuneCountInString(character) == 1 && drawn(base) == base {
		return character
	}
	at := slices.Index(j.spelled, character)
	switch {
	case at < 0 && len(j.spelled) == mostJoined:
		return character
	case at < 0:
		at, j.spelled = len(j.spelled), append(j.spelled, character)
	}
	if text.Width(drawn(base)) == 2 {
		return string(rune(wide + at))
	}
	return string(rune(narrow + at))
}

// baseLength is the length of what a character begins with: its first rune, or both of a flag.
func baseLength(character string) int {
	first, n := utf8.DecodeRuneInString(character)
	if second, more := utf8.DecodeRuneInString(character[n:]); regional(first) && regional(second) {
		n += more
	}
	return n
}

// drawn is what is drawn of a character.
func drawn(character string) string {
	if first, _ := utf8.DecodeRuneInString(character); reserved(first) {
		return "\ufffd"
	}
	return character[:baseLength(character)]
}

// draw puts what is drawn in place of stand-ins.
func (j *joined) draw(view string) string {
	if len(j.spelled) == 0 {
		return view
	}
	var b strings.Builder
	for _, r := range view {
		if at := j.index(r); at >= 0 {
			b.WriteString(drawn(j.spelled[at]))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// spell is what a text area's rune stands for. A joiner with nothing to join any more is left out.
func (j *joined) spell(r, next rune) string {
	at := j.index(r)
	if at < 0 {
		return string(r)
	}
	if after := j.index(next); after >= 0 {
		next, _ = utf8.DecodeRuneInString(j.spelled[after])
	}
	return clean.Unjoined(j.spelled[at], next)
}

// unfold is the text without stand-ins, and its length in characters up to rune n of the text area.
func (j *joined) unfold(held string, n int) (words string, offset int) {
	if len(j.spelled) == 0 {
		return held, n
	}
	var b strings.Builder
	runes := append([]rune(held), 0)
	for i, r := range runes[:len(runes)-1] {
		s := j.spell(r, runes[i+1])
		if b.WriteString(s); i < n {
			offset += utf8.RuneCountInString(s)
		}
	}
	return b.String(), offset
}

// place is how many runes of the text area hold the first n characters of the text.
func (j *joined) place(held []rune, n int) (at int) {
	for at < len(held) && n > 0 {
		next := rune(0)
		if at+1 < len(held) {
			next = held[at+1]
		}
		n -= utf8.RuneCountInString(j.spell(held[at], next))
		at++
	}
	return at
}
