package markdown

import (
	"strings"
	"unicode"
)

// wordsMost limits the comparison of two lines, in words.
const wordsMost = 240

// ChangedWords finds what differs between two lines, word by word. Lines with too
// little in common differ as a whole, and get no marks.
func ChangedWords(a, b string) (inA, inB []Mark) {
	as, bs := wordsOf(a), wordsOf(b)
	if len(as) > wordsMost || len(bs) > wordsMost {
		return nil, nil
	}
	from := 0
	for from < len(as) && from < len(bs) && as[from] == bs[from] {
		from++
	}
	endA, endB := len(as), len(bs)
	for endA > from && endB > from && as[endA-1] == bs[endB-1] {
		endA, endB = endA-1, endB-1
	}
	keepA, keepB := make([]bool, len(as)), make([]bool, len(bs))
	for i := range as {
		keepA[i] = i < from || i >= endA
	}
	for i := range bs {
		keepB[i] = i < from || i >= endB
	}
	common(as[from:endA], bs[from:endB], keepA[from:endA], keepB[from:endB])
	if 3*kept(as, keepA) < min(kept(as, nil), kept(bs, nil)) {
		return nil, nil
	}
	return marksOf(as, keepA), marksOf(bs, keepB)
}

// wordsOf cuts a line into words, runs of blanks, and single marks.
func wordsOf(s string) []string {
	var out []string
	start, was := 0, 0
	for i, r := range s {
		kind := 3
		switch {
		case r == ' ':
			kind = 1
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || unicode.IsMark(r):
			kind = 2
		}
		if i > 0 && (kind != was || kind == 3) {
			out, start = append(out, s[start:i]), i
		}
		was = kind
	}
	if start < len(s) {
		out = append(out, s[start:])
	}
	return out
}

// common marks the words that are in a longest common subsequence of two lists, in which a
// word counts more than a blank.
func common(a, b []string, keepA, keepB []bool) {
	if len(a) == 0 || len(b) == 0 {
		return
	}
	w := len(b) + 1
	table := make([]int16, (len(a)+1)*w)
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				table[i*w+j] = table[(i+1)*w+j+1] + weight(a[i])
			} else {
				table[i*w+j] = max(table[(i+1)*w+j], table[i*w+j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			keepA[i], keepB[j] = true, true
			i, j = i+1, j+1
		case table[(i+1)*w+j] >= table[i*w+j+1]:
			i++
		default:
			j++
		}
	}
}

func weight(word string) int16 {
	if word[0] == ' ' {
		return 1
	}
	return 2
}

// kept counts the non-blank bytes in words; nil keep counts all.
func kept(words []string, keep []bool) (n int) {
	for i, w := range words {
		if (keep == nil || keep[i]) && strings.TrimSpace(w) != "" {
			n += len(w)
		}
	}
	return n
}

// marksOf joins the changed words, and the single blanks between them.
func marksOf(words []string, keep []bool) []Mark {
	var out []Mark
	at := 0
	for i, w := range words {
		blank := strings.TrimSpace(w) == ""
		between := keep[i] && blank && i > 0 && i+1 < len(words) && !keep[i-1] && !keep[i+1]
		if !keep[i] || between {
			if n := len(out); n > 0 && out[n-1].To == at {
				out[n-1].To = at + len(w)
			} else {
				out = append(out, Mark{at, at + len(w)})
			}
		}
		at += len(w)
	}
	return out
}
