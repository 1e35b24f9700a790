package edit

import (
	"fmt"
	"parley/views/text"
	"strings"
	"unicode/utf8"
)

// Folding is an editor in which a large text is folded to a chip: a word that stands
// for it. Text and the other methods of the editor see the chip; Whole returns the
// full text.
type Folding struct {
	Editor
	Most      int  // largest text in bytes that is not folded; 0 folds none
	MostLines int  // the same in lines; 0 for any number
	Exact     bool // also fold what the editor cannot keep unchanged
	Chips     []chip
	pastes    int // number of chips made so far, so that no two look alike
}

// chip is a word in the text and what it stands for.
type chip struct{ mark, text string }

// Update applies a key message. A chip is deleted as a whole, and nothing can be
// typed into one.
func (f *Folding) Update(msg any) {
	if len(f.Chips) == 0 {
		f.Editor.Update(msg)
		return
	}
	before, offset := f.Text(), f.Offset()
	f.Editor.Update(msg)
	after := f.Text()
	if after == before {
		return
	}
	for _, chip := range f.Chips {
		if at := strings.Index(before, chip.mark); at >= 0 && !strings.Contains(after, chip.mark) {
			f.mend(before, after, at, len(chip.mark), offset)
			return
		}
	}
}

// mend repairs an edit that broke the mark of n bytes at offset at: a deletion
// removes the whole mark, an insertion is dropped.
func (f *Folding) mend(before, after string, at, n, offset int) {
	from := commonPrefix(before, after)
	to := len(before) - commonSuffix(before[from:], after[from:])
	if len(after) >= len(before) {
		f.Set(before)
		f.SetOffset(offset)
		return
	}
	from, to = min(from, at), max(to, at+n)
	f.Set(before[:from] + before[to:])
	f.SetOffset(utf8.RuneCountInString(before[:from]))
}

func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func commonSuffix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}

// Paste inserts text at the cursor, as a chip if it is large.
func (f *Folding) Paste(words string) {
	words = pastedLines(words)
	lines := strings.Count(strings.TrimSuffix(words, "\n"), "\n") + 1
	if f.fits(words, lines) {
		f.Insert(words)
		return
	}
	f.pastes++
	mark := fmt.Sprintf("[paste %d: %s, %s]", f.pastes, text.Count(lines, "line", "lines"), text.Bytes(len(words)))
	f.Chips = append(f.Chips, chip{mark, words})
	f.Insert(mark)
}

func (f *Folding) fits(words string, lines int) bool {
	switch {
	case f.Most == 0:
		return true
	case len(words) > f.Most, f.MostLines > 0 && lines > f.MostLines:
		return false
	}
	return !f.Exact || f.keeps(words) && !strings.Contains(words, "\t")
}

// pastedLines normalises line endings: many terminals send pasted text with the code
// of the Enter key at the end of each line.
func pastedLines(text string) string {
	return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
}

// Whole returns the text with the folded texts in place of their chips.
func (f *Folding) Whole() string {
	text := f.Text()
	for _, chip := range f.Chips {
		text = strings.Replace(text, chip.mark, chip.text, 1)
	}
	return text
}

// Fill replaces the text, and folds it if it is large.
func (f *Folding) Fill(text string) {
	f.Set("")
	f.Chips = nil
	if text != "" {
		f.Paste(text)
	}
}
