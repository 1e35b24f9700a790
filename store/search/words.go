package search

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"parley/store"
	"parley/store/text/clean"
)

// query is what is searched for.
type query struct {
	words  []string // folded
	plain  [][]byte // of each word, the longest part that a line holds unescaped
	rarest []byte   // the one to look for first; empty if there is none
}

// newQuery splits a query into words; words in double quotes stay together.
func newQuery(text string) query {
	var q query
	for i, part := range strings.Split(text, `"`) {
		words := strings.Fields(part)
		if i%2 == 1 {
			words = []string{strings.Join(words, " ")}
		}
		for _, w := range words {
			if w = fold(w); w != "" {
				q.words = append(q.words, w)
			}
		}
	}
	for _, w := range q.words {
		p := plainPart(w)
		if len(p) == 0 {
			continue
		}
		q.plain = append(q.plain, p)
		if len(p) > len(q.rarest) {
			q.rarest = p
		}
	}
	return q
}

// plainPart is the longest part of a folded word that JSON never escapes and whose
// letters have no case outside ASCII.
func plainPart(word string) []byte {
	var best, run []byte
	for _, r := range word {
		if !plainRune(r) {
			run = nil
			continue
		}
		run = utf8.AppendRune(run, r)
		if len(run) > len(best) {
			best = bytes.Clone(run)
		}
	}
	return best
}

func plainRune(r rune) bool {
	switch {
	case r == ' ', r == utf8.RuneError, strings.ContainsRune(`"\/<>&'`, r), r < ' ', r == 0x7f, !unicode.IsPrint(r):
		return false
	case r < utf8.RuneSelf:
		return true
	}
	return unicode.SimpleFold(r) == r && unicode.ToLower(r) == r
}

// foldRune is a letter without its case. No letter outside ASCII folds to one in
// ASCII.
func foldRune(r rune) rune {
	if r < utf8.RuneSelf {
		if r >= 'A' && r <= 'Z' {
			return r - 'A' + 'a'
		}
		return r
	}
	if l := unicode.ToLower(r); l >= utf8.RuneSelf {
		return l
	}
	return r
}

// fold is a text without the case of its letters, with any white space as one space.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		return foldRune(r)
	}, s)
}

// event reports whether an event matches, and where.
func (q query) event(e store.Event) (Match, bool) {
	texts := textsOf(e.Body)
	missing := make(map[string]bool, len(q.words))
	for _, w := range q.words {
		missing[w] = true
	}
	best, most := "", 0
	for _, text := range texts {
		for line := range strings.Lines(text) {
			line = strings.TrimRight(line, "\r\n")
			has, folded := 0, fold(line)
			for _, w := range q.words {
				if strings.Contains(folded, w) {
					delete(missing, w)
					has++
				}
			}
			if has > most {
				best, most = line, has
			}
		}
	}
	if len(missing) > 0 {
		return Match{}, false
	}
	m := Match{Seq: e.Seq, Event: e.ID, Turn: e.Turn, Time: e.Time, Type: e.Body.Type()}
	m.Line, m.From, m.To = q.excerpt(best)
	return m, true
}

// Parts of an excerpt, in characters.
const (
	excerptBefore = 40
	excerptMost   = 240
)

// excerpt cuts a line so that the first word that matches is in it.
func (q query) excerpt(line string) (text string, from, to int) {
	line = strings.TrimSpace(line)
	runes := []rune(line)
	folded := make([]rune, len(runes))
	for i, r := range runes {
		folded[i] = []rune(fold(string(r)))[0]
	}
	at, size := len(runes), 0
	for _, w := range q.words {
		if i := indexRunes(folded, []rune(w)); i >= 0 && i < at {
			at, size = i, utf8.RuneCountInString(w)
		}
	}
	if at == len(runes) {
		at = 0
	}
	start, end := 0, len(runes)
	if len(runes) > excerptMost {
		start = max(at-excerptBefore, 0)
		end = min(max(start+excerptMost, at+size), len(runes))
	}
	head, tail := "", ""
	if start > 0 {
		head = clean.Ours("…")
	}
	if end < len(runes) {
		tail = clean.Ours("…")
	}
	head += string(runes[start:at])
	word := string(runes[at : at+size])
	return head + word + string(runes[at+size:end]) + tail, len(head), len(head) + len(word)
}

func indexRunes(text, word []rune) int {
	for i := 0; i+len(word) <= len(text); i++ {
		j := 0
		for j < len(word) && text[i+j] == word[j] {
			j++
		}
		if j == len(word) {
			return i
		}
	}
	return -1
}

// textsOf are the texts that a person sees of an event.
func textsOf(b store.Body) []string {
	switch b := b.(type) {
	case store.ChatRequest:
		return append([]string{b.Text}, textsFrom(b.Files, fileTexts)...)
	case store.ChatResponse:
		return []string{b.Text}
	case store.Reasoning:
		return []string{b.Text}
	case store.ToolCallRequest:
		return append([]string{b.Name}, textsIn(b.Arguments)...)
	case store.ToolFinished:
		return []string{b.Outcome.Content}
	case store.ToolCallResponse:
		return append([]string{b.Content}, textsFrom(b.Files, fileTexts)...)
	case store.ModelFailed:
		return []string{b.Error}
	case store.PermissionRequest:
		return append([]string{b.Text, b.Covers}, textsIn(b.Arguments)...)
	case store.PermissionResponse:
		out := append([]string{b.Reason}, textsIn(b.Arguments)...)
		if b.Content != nil {
			out = append(out, *b.Content)
		}
		return out
	case store.InquiryRequest:
		return questionTexts(b)
	case store.InquiryResponse:
		out := append(textsIn(b.Answer), b.Reply)
		if b.Outcome == store.Answered {
			out = append(out, b.Reason)
		}
		out = append(out, textsFrom(b.Files, fileTexts)...)
		if b.Edited != nil {
			out = append(out, b.Edited.Content)
		}
		return out
	case store.GuardTripped:
		return []string{b.Guard}
	case store.GuardResolved:
		return []string{b.Choice}
	case store.ScratchpadNote:
		return []string{b.Text}
	case store.RuleAdded:
		return []string{b.Rule}
	case store.RuleRevoked:
		return []string{b.Rule}
	case store.Title:
		return []string{b.Title}
	}
	return textsBeside(b)
}

// textsBeside are the texts that a person sees of events beside the turns.
func textsBeside(b store.Body) []string {
	switch b := b.(type) {
	case store.Instructions:
		told := textsFrom(b.Files, func(f store.Instruction) []string { return []string{f.Path} })
		return append(append(told, textsFrom(b.Skills, func(s store.Skill) []string { return []string{s.Name, s.Description} })...), b.LeftOut...)
	case store.FileKept:
		return []string{b.Path}
	case store.Undone:
		return append(textsFrom(b.Files, func(f store.UndoneFile) []string { return []string{f.Path} }), b.LeftOut...)
	case store.Observed:
		return []string{b.Program, b.Session}
	case store.AnswerRefused:
		return []string{b.Reason}
	case store.ContextSummary:
		return []string{b.Text} // what is carried is found at its origin
	case store.SummaryAsked:
		return []string{b.Matters}
	case store.UserCommand:
		return []string{b.Command}
	case store.UserCommandEnd:
		return []string{b.Output}
	}
	return nil
}

func textsFrom[T any](all []T, texts func(T) []string) (out []string) {
	for _, x := range all {
		out = append(out, texts(x)...)
	}
	return out
}

func fileTexts(f store.File) []string { return []string{f.Name} }

func questionTexts(b store.InquiryRequest) []string {
	q := b.Question
	out := []string{q.Header, q.Text, q.Context}
	for _, o := range q.AnswerType.Options {
		out = append(append(out, o.Label, o.Description), textsIn(o.Value)...)
	}
	return out
}

// textsIn are the strings and numbers of a JSON value. A string that holds JSON, as
// invalid arguments do, is text.
func textsIn(raw json.RawMessage) []string {
	if len(raw) == 0 {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return []string{string(raw)}
	}
	return valueTexts(v, nil)
}

func valueTexts(v any, out []string) []string {
	switch v := v.(type) {
	case string:
		return append(out, v)
	case json.Number:
		return append(out, v.String())
	case bool:
		if v {
			return append(out, "true")
		}
		return append(out, "false")
	case []any:
		for _, x := range v {
			out = valueTexts(x, out)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			out = valueTexts(v[key], out)
		}
	}
	return out
}
