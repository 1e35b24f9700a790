package script

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// maxGenerated bounds the tokens of one generated text.
const maxGenerated = 200_000

// Markdown generates a long text of headings, paragraphs, lists, tables and code and
// returns its first tokens pieces. The same seed gives the same bytes.
func Markdown(tokens int, seed uint64) []string {
	w := writer{chance: rand.New(rand.NewPCG(seed, 0x5ca1ab1e))}
	pieces := make([]string, 0, tokens)
	for section := 1; len(pieces) < tokens; section++ {
		w.section(section)
		pieces = append(pieces, Tokens(w.text.String())...)
		w.text.Reset()
	}
	return pieces[:tokens]
}

type writer struct {
	chance *rand.Rand
	text   strings.Builder
}

func (w *writer) section(n int) {
	fmt.Fprintf(&w.text, "## %d. %s\n\n", n, w.title())
	for range 2 + w.chance.IntN(3) {
		switch w.chance.IntN(6) {
		case 0:
			w.list()
		case 1:
			w.table()
		case 2:
			w.code()
		default:
			w.paragraph()
		}
	}
}

func (w *writer) pick(words ...string) string { return words[w.chance.IntN(len(words))] }

func (w *writer) noun() string {
	return w.pick("parser", "queue", "index", "report", "request", "stream", "cache", "record", "window", "buffer", "lock", "timer")
}

func (w *writer) title() string {
	return w.pick("How the", "Why the", "When the") + " " + w.noun() + " " + w.pick("grows", "waits", "ends", "fails", "comes back")
}

func (w *writer) sentence() string {
	return fmt.Sprintf("%s %s %s the %s %s%s.",
		w.pick("The", "Each", "Every", "No"), w.noun(), w.pick("holds", "follows", "outlives", "feeds", "counts"),
		w.pick("**first**", "*next*", "oldest", "open", "empty"), w.noun(),
		w.pick("", ", so `n` is "+fmt.Sprint(w.chance.IntN(1000)), " until the "+w.noun()+" is read", " (see [the notes](https://example.org/notes))"))
}

func (w *writer) paragraph() {
	for i := range 2 + w.chance.IntN(4) {
		if i > 0 {
			w.text.WriteByte(' ')
		}
		w.text.WriteString(w.sentence())
	}
	w.text.WriteString("\n\n")
}

func (w *writer) list() {
	for i := range 3 + w.chance.IntN(3) {
		fmt.Fprintf(&w.text, "%s %s\n", w.pick("-", "-", fmt.Sprintf("%d.", i+1)), w.sentence())
	}
	w.text.WriteByte('\n')
}

func (w *writer) table() {
	w.text.WriteString("| part | count | state |\n| --- | ---: | --- |\n")
	for range 2 + w.chance.IntN(4) {
		fmt.Fprintf(&w.text, "| %s | %d | %s |\n", w.noun(), w.chance.IntN(10_000), w.pick("open", "done", "torn"))
	}
	w.text.WriteByte('\n')
}

func (w *writer) code() {
	a, b := w.noun(), w.noun()
	fmt.Fprintf(&w.text, "```go\nfunc %s(%s int) int {\n\t// %s\n\tif %s > %d {\n\t\treturn %s - 1\n\t}\n\treturn %s\n}\n```\n\n",
		a, b, w.sentence(), b, w.chance.IntN(100), b, b)
}
