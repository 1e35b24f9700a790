package kit

import (
	"sort"
	"strings"

	"parley/views/chrome"
	"parley/views/text"
)

// Listing is a list that is fetched when needed: models once, files each time that a
// path is begun.
type Listing struct {
	Asked, Here bool
	Choices     []chrome.Choice
	Err         error
}

// paletteMost is how many matching choices are kept.
const paletteMost = 200

// Writable reports whether a name can be written as it is. Any other one would look like another
// name, and be that one once it is chosen.
func Writable(name string) bool {
	return text.Clean(name) == name && !strings.ContainsAny(name, "\n\t")
}

// FileChoices returns a choice for each name that can be written, in their order.
func FileChoices(names []string) []chrome.Choice {
	out := make([]chrome.Choice, 0, len(names))
	for _, name := range names {
		if Writable(name) {
			out = append(out, chrome.Choice{Name: name})
		}
	}
	return out
}

// Fitting are the choices whose names contain the letters of the word in order, best
// first.
func Fitting(choices []chrome.Choice, word string) []chrome.Choice {
	if word == "" {
		return choices[:min(len(choices), paletteMost)]
	}
	type scored struct {
		choice chrome.Choice
		score  int
	}
	var fit []scored
	for _, c := range choices {
		if n, ok := fitness(c.Name, word); ok {
			fit = append(fit, scored{c, n})
		}
	}
	sort.SliceStable(fit, func(i, j int) bool { return fit[i].score < fit[j].score })
	out := make([]chrome.Choice, 0, min(len(fit), paletteMost))
	for _, f := range fit[:min(len(fit), paletteMost)] {
		out = append(out, f.choice)
	}
	return out
}

// fitness rates how badly a name matches the typed letters, false if it does not
// contain them in order. Adjacent letters are better than scattered ones, the last
// part of a path is better than its folders, and short names are better than long
// ones.
func fitness(name, word string) (score int, ok bool) {
	name, word = strings.ToLower(name), strings.ToLower(word)
	base := strings.LastIndexByte(strings.TrimSuffix(name, "/"), '/') + 1
	if i := strings.Index(name[base:], word); i >= 0 {
		return min(i, 1)*100 + len(name), true
	}
	if i := strings.Index(name, word); i >= 0 {
		return 300 + i + len(name), true
	}
	at, gaps := 0, 0
	for _, r := range word {
		i := strings.IndexRune(name[at:], r)
		if i < 0 {
			return 0, false
		}
		gaps += min(i, 20)
		at += i + len(string(r))
	}
	return 1000 + gaps*10 + len(name), true
}
