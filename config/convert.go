package config

import (
	"fmt"
	"math"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"
)

// convert converts a TOML value to the normal form of its key, or says what is wrong
// with it.
func convert(s *spec, v any, home string) (out any, fault string) {
	switch s.Kind {
	case kindText:
		return text(v, textWantText)
	case kindModel:
		return model(v)
	case kindWord, kindDetached, kindTarget:
		return word(s, v)
	case kindEnable:
		if b, ok := v.(bool); ok {
			return b, ""
		}
		return word(s, v)
	case kindBool:
		if b, ok := v.(bool); ok {
			return b, ""
		}
		return nil, textWant(textWantBool, v)
	case kindInt, kindBytes:
		return integer(s, v)
	case kindFloat:
		return decimal(s, v)
	case kindDuration:
		return duration(v)
	case kindURL:
		return address(v)
	case kindPath:
		return directory(v, home)
	case kindCommand:
		return command(v)
	case kindNames:
		return variables(v)
	case kindWords:
		return words(v)
	case kindRules:
		return ruleLines(v)
	case kindTable:
		if _, ok := v.(map[string]any); !ok {
			return nil, textNotTable(v)
		}
		return plain(v, 0)
	case kindAny:
		return opaque(v)
	}
	panic(fmt.Sprintf("config: key %s has no kind", s.Pattern))
}

func text(v any, want string) (any, string) {
	if s, ok := v.(string); ok {
		return s, ""
	}
	return nil, textWant(want, v)
}

func model(v any) (any, string) {
	s, ok := v.(string)
	switch {
	case !ok:
		return nil, textWant(textWantModel, v)
	case strings.TrimSpace(s) != s || s == "":
		return nil, textBadModel(s)
	}
	return s, ""
}

func word(s *spec, v any) (any, string) {
	w, ok := v.(string)
	if ok && slices.Contains(s.Words, w) {
		return w, ""
	}
	return nil, textNotWord(v, s)
}

func integer(s *spec, v any) (any, string) {
	if out, ok := v.(outsized); ok {
		return nil, textOutsized(s, string(out))
	}
	i, ok := v.(int64)
	if !ok {
		return nil, textWant(textWantInt, v)
	}
	if f := float64(i); f < s.Min || s.Max != 0 && f > s.Max {
		return nil, textRange(s, strconv.FormatInt(i, 10))
	}
	if s.Not != 0 && i == s.Not {
		return nil, textNot(s)
	}
	return i, ""
}

func decimal(s *spec, v any) (any, string) {
	f, ok := v.(float64)
	if i, whole := v.(int64); whole {
		f, ok = float64(i), true
	}
	if !ok {
		return nil, textWant(textWantFloat, v)
	}
	if !(f >= s.Min && f <= s.Max) { // also refuses NaN
		return nil, textRange(s, strconv.FormatFloat(f, 'g', -1, 64))
	}
	return f, ""
}

func duration(v any) (any, string) {
	s, ok := v.(string)
	if !ok {
		return nil, textWant(textWantDuration, v)
	}
	d, err := time.ParseDuration(s)
	switch {
	case err != nil && tooLong(s):
		return nil, textLongDuration(s)
	case err != nil || d < 0:
		return nil, textBadDuration(s)
	}
	return int64(d), ""
}

// tooLong reports whether an invalid duration would be valid with smaller numbers.
func tooLong(s string) bool {
	var b strings.Builder
	for i, r := range s {
		if digit := r >= '0' && r <= '9'; !digit || i == 0 || s[i-1] < '0' || s[i-1] > '9' {
			if digit {
				r = '1'
			}
			b.WriteRune(r)
		}
	}
	_, err := time.ParseDuration(b.String())
	return err == nil && s[0] != '-'
}

func address(v any) (any, string) {
	s, ok := v.(string)
	if !ok {
		return nil, textWant(textWantURL, v)
	}
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, textBadURL
	}
	return s, ""
}

func hasUser(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.User != nil
}

func directory(v any, home string) (any, string) {
	s, ok := v.(string)
	if !ok {
		return nil, textWant(textWantPath, v)
	}
	if rest, ok := strings.CutPrefix(s, "~/"); ok && filepath.IsAbs(home) {
		return filepath.Join(home, rest), ""
	}
	if !filepath.IsAbs(s) {
		return nil, textBadPath(s)
	}
	return filepath.Clean(s), ""
}

func command(v any) (any, string) {
	switch v := v.(type) {
	case string:
		if strings.TrimSpace(v) != "" {
			return v, ""
		}
	case []any:
		words := make([]any, 0, len(v))
		for _, w := range v {
			s, ok := w.(string)
			if !ok {
				return nil, textWant(textWantCommand, v)
			}
			words = append(words, s)
		}
		if len(words) > 0 && words[0] != "" {
			return words, ""
		}
	default:
		return nil, textWant(textWantCommand, v)
	}
	return nil, textEmptyCommand
}

// variables are names of environment variables, perhaps with a "!".
func variables(v any) (any, string) {
	list, ok := v.([]any)
	if !ok {
		return nil, textWant(textWantNames, v)
	}
	out := make([]any, 0, len(list))
	for _, one := range list {
		name, ok := one.(string)
		if !ok || !variable(strings.TrimPrefix(name, "!")) {
			return nil, textWant(textWantNames, v)
		}
		out = append(out, name)
	}
	return out, ""
}

// words are strings.
func words(v any) (any, string) {
	list, ok := v.([]any)
	if !ok {
		return nil, textWant(textWantWords, v)
	}
	out := make([]any, 0, len(list))
	for _, one := range list {
		word, ok := one.(string)
		if !ok {
			return nil, textWant(textWantWords, v)
		}
		out = append(out, word)
	}
	return out, ""
}

// ruleLines are rules; a single one needs no list.
func ruleLines(v any) (any, string) {
	if one, ok := v.(string); ok {
		v = []any{one}
	}
	list, ok := v.([]any)
	if !ok {
		return nil, textWant(textWantRules, v)
	}
	out := make([]string, 0, len(list))
	for _, one := range list {
		line, ok := one.(string)
		if !ok {
			return nil, textWant(textWantRules, v)
		}
		out = append(out, line)
	}
	return out, ""
}

// variable reports whether a shell would accept a name as a variable's.
func variable(name string) bool {
	for i, r := range name {
		letter := r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return name != ""
}

// opaque is a value of any type as JSON.
func opaque(v any) (any, string) {
	if v == nil {
		return nil, textNull
	}
	out, fault := plain(v, 0)
	if fault != "" {
		return nil, fault
	}
	s, err := encode(out)
	if err != nil {
		return nil, err.Error()
	}
	return s, ""
}

// plain converts a value of any type to what JSON can hold: times become text.
func plain(v any, depth int) (any, string) {
	if depth > maxDepth {
		return nil, textTooDeep
	}
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, below := range v {
			if err := checkSegment(name); err != nil {
				return nil, err.Error()
			}
			p, fault := plain(below, depth+1)
			if fault != "" {
				return nil, fault
			}
			out[name] = p
		}
		return out, ""
	case []any:
		out := make([]any, len(v))
		for i, below := range v {
			p, fault := plain(below, depth+1)
			if fault != "" {
				return nil, fault
			}
			out[i] = p
		}
		return out, ""
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, textNotFinite
		}
	case time.Time:
		return v.Format(time.RFC3339Nano), ""
	case toml.LocalDate, toml.LocalTime, toml.LocalDateTime:
		return fmt.Sprint(v), ""
	}
	return v, ""
}
