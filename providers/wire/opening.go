package wire

import "strings"

// The tags around reasoning that is part of the text.
const (
	thinkOpen  = "<think>"
	thinkClose = "</think>"
)

// Considers reports whether a part of a response is reasoning, by what it says that it is.
func Considers(kind string) bool {
	kind = strings.ToLower(kind)
	return strings.Contains(kind, "reasoning") || strings.Contains(kind, "thinking") || strings.Contains(kind, "thought")
}

// Opening takes reasoning out of the very start of a text, where servers leave it if
// they do not know the model's tags. It takes pieces of any size.
type Opening struct {
	at   place
	held string // the start of what may be a tag
}

type place int

const (
	before place = iota // only blanks so far
	within              // in the reasoning
	after               // after it: blanks are dropped
	past                // the text goes on as it comes
)

// Feed takes a piece and says what of it is thinking and what is text.
func (o *Opening) Feed(piece string) (thought, said string) {
	if o.at == past {
		return "", piece
	}
	piece, o.held = o.held+piece, ""
	if o.at == before {
		trimmed := strings.TrimLeft(piece, " \t\r\n")
		switch {
		case strings.HasPrefix(trimmed, thinkOpen):
			o.at, piece = within, trimmed[len(thinkOpen):]
		case strings.HasPrefix(thinkOpen, trimmed):
			o.held = piece
			return "", ""
		default:
			o.at = past
			return "", piece
		}
	}
	if o.at == within {
		inner, rest, closed := strings.Cut(piece, thinkClose)
		if !closed {
			keep := tail(piece, thinkClose)
			o.held = piece[len(piece)-keep:]
			return piece[:len(piece)-keep], ""
		}
		o.at, thought, piece = after, inner, rest
	}
	if said = strings.TrimLeft(piece, " \t\r\n"); said != "" {
		o.at = past
	}
	return thought, said
}

// End releases what was held back.
func (o *Opening) End() (thought, said string) {
	held := o.held
	o.held = ""
	if o.at == within {
		return held, ""
	}
	return "", held
}

// tail is how many bytes at the end of a text may be the beginning of a tag.
func tail(text, tag string) int {
	for n := min(len(text), len(tag)-1); n > 0; n-- {
		if strings.HasSuffix(text, tag[:n]) {
			return n
		}
	}
	return 0
}
