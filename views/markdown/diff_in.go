package markdown

import "strings"

// DiffIn splits a question's context: the diff in its fence, and the text around it.
func DiffIn(context string) (diff, prose string) {
	var s Splitter
	var blocks []Block
	at := 0
	for line := range strings.Lines(context) {
		blocks = append(blocks, s.Feed(context, at, at+len(line))...)
		at += len(line)
	}
	var said []string
	for _, b := range append(blocks, s.End()...) {
		if b.Fence && Language(b.Info) == "diff" && diff == "" {
			diff = b.Body()
			continue
		}
		said = append(said, strings.TrimRight(b.Source, "\n"))
	}
	return diff, strings.Join(said, "\n\n")
}
