package tool

import "strings"

// Two tools whose names differ by case alone, or by letters and digits that fonts draw alike, are
// one to whoever reads a question.

// drawnAlike puts one character for those that look the same.
var drawnAlike = strings.NewReplacer("I", "l", "1", "l", "O", "o", "0", "o")

// Looks finds among names those that a reader takes for one another. Its zero value is ready.
type Looks struct{ seen map[string][]string }

// keys are the forms of a name of which two that look the same share one.
func keys(name string) [2]string {
	return [...]string{"case " + strings.ToLower(name), "look " + strings.ToLower(drawnAlike.Replace(name))}
}

// Add adds a name, once.
func (l *Looks) Add(name string) {
	if l.seen == nil {
		l.seen = map[string][]string{}
	}
	for _, k := range keys(name) {
		l.seen[k] = append(l.seen[k], name)
	}
}

// Like is another name that looks like this one, "" if there is none.
func (l *Looks) Like(name string) string {
	for _, k := range keys(name) {
		for _, other := range l.seen[k] {
			if other != name {
				return other
			}
		}
	}
	return ""
}
