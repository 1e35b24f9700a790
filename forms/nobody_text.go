package forms

import (
	"math"
	"regexp/syntax"
	"slices"
	"unicode/utf8"
)

// span says how many characters a text can have.
type span struct{ least, most float64 }

func (s span) and(o span) span { return span{max(s.least, o.least), min(s.most, o.most)} }

// empty reports whether there is no such text.
func (s span) empty() bool { return s.least > s.most || math.IsInf(s.least, 1) }

func (s span) holds(n float64) bool { return n >= s.least && n <= s.most }

func anyLength() span { return span{0, math.Inf(1)} }

func runes(s string) float64 { return float64(utf8.RuneCountInString(s)) }

// noText reports whether several schemas, of which one has the limits of all, leave no text.
func (c *contradictions) noText(one map[string]any, all []map[string]any) bool {
	left := c.spanOf(one)
	for _, m := range all {
		left = left.and(c.spanOf(m))
	}
	return left.empty()
}

// spanOf is what the limits, the pattern and the format of a schema leave.
func (c *contradictions) spanOf(m map[string]any) span {
	s := anyLength()
	if n, ok := m["minLength"].(float64); ok {
		s.least = n
	}
	if n, ok := m["maxLength"].(float64); ok {
		s.most = n
	}
	format, _ := m["format"].(string)
	return s.and(c.pattern(m).span).and(formatSpan(format))
}

// pattern is one that was read: a schema is looked at more than once.
type pattern struct {
	re   matcher
	span span
}

func (c *contradictions) pattern(m map[string]any) pattern {
	text, told := m["pattern"].(string)
	p, read := c.read[text]
	switch {
	case !told:
		return pattern{span: anyLength()}
	case !read:
		p.span = patternSpan(text)
		p.re, _ = readPattern(text, c.left) // one that cannot be read excludes nothing
		c.read[text] = p
	}
	return p
}

// mismatches reports whether a text does not match the pattern of a schema.
func (c *contradictions) mismatches(m map[string]any, text string) bool {
	re := c.pattern(m).re
	return re.Regexp != nil && !re.MatchString(text) && c.left.Load() >= 0
}

// formatSpan is how long texts of a format are, as far as that is fixed.
func formatSpan(format string) span {
	switch format {
	case "date":
		return span{10, 10}
	case "date-time":
		return span{20, math.Inf(1)}
	}
	return anyLength()
}

// patternSpan is how long the texts are that match a pattern. What stands around a match
// makes it longer, unless the pattern is bound to both ends.
func patternSpan(pattern string) span {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return anyLength()
	}
	s := matched(re)
	if !bound(re, syntax.OpBeginText) || !bound(re, syntax.OpEndText) {
		s.most = math.Inf(1)
	}
	return s
}

// matched is how many characters a part of a pattern takes.
func matched(re *syntax.Regexp) span {
	switch re.Op {
	case syntax.OpNoMatch:
		return span{math.Inf(1), math.Inf(-1)}
	case syntax.OpLiteral:
		n := float64(len(re.Rune))
		return span{n, n}
	case syntax.OpCharClass:
		if len(re.Rune) == 0 {
			return span{math.Inf(1), math.Inf(-1)}
		}
		return span{1, 1}
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return span{1, 1}
	case syntax.OpCapture:
		return matched(re.Sub[0])
	case syntax.OpStar:
		return times(matched(re.Sub[0]), 0, -1)
	case syntax.OpPlus:
		return times(matched(re.Sub[0]), 1, -1)
	case syntax.OpQuest:
		return times(matched(re.Sub[0]), 0, 1)
	case syntax.OpRepeat:
		return times(matched(re.Sub[0]), re.Min, re.Max)
	case syntax.OpConcat:
		s := span{}
		for _, part := range re.Sub {
			p := matched(part)
			if p.empty() {
				return p
			}
			s = span{s.least + p.least, s.most + p.most}
		}
		return s
	case syntax.OpAlternate:
		s := span{math.Inf(1), math.Inf(-1)}
		for _, part := range re.Sub {
			p := matched(part)
			s = span{min(s.least, p.least), max(s.most, p.most)}
		}
		return s
	}
	return span{} // a place, which takes none
}

// times is a part that stands from so many to so many times, without end for -1.
func times(s span, least, most int) span {
	if s.empty() {
		if least == 0 {
			return span{}
		}
		return s
	}
	out := span{s.least * float64(least), 0}
	switch {
	case s.most == 0 || most == 0:
	case most < 0 || math.IsInf(s.most, 1):
		out.most = math.Inf(1)
	default:
		out.most = s.most * float64(most)
	}
	return out
}

// bound reports whether every match begins, or ends, where the text does.
func bound(re *syntax.Regexp, at syntax.Op) bool {
	switch re.Op {
	case at:
		return true
	case syntax.OpCapture:
		return bound(re.Sub[0], at)
	case syntax.OpConcat:
		if at == syntax.OpBeginText {
			return bound(re.Sub[0], at)
		}
		return bound(re.Sub[len(re.Sub)-1], at)
	case syntax.OpAlternate:
		return !slices.ContainsFunc(re.Sub, func(part *syntax.Regexp) bool { return !bound(part, at) })
	}
	return false
}
