package script

import (
	"time"
	"unicode/utf8"
)

// PieceKind says what a piece is part of.
type PieceKind int

// The kinds, in the order in which they are sent.
const (
	PieceReasoning PieceKind = iota
	PieceText
	PieceCall
)

// Piece is what is sent at once. Call is the index of the call; First says that the
// call begins here.
type Piece struct {
	Kind  PieceKind
	Text  string
	Call  int
	First bool
}

// Pieces are what is sent of a take: all of it, or what arrives before its fault. A
// piece that contains the fault is cut at a character boundary.
func (t Take) Pieces() []Piece {
	pieces := make([]Piece, 0, len(t.Reasoning)+len(t.Text)+len(t.Calls))
	for _, text := range t.Reasoning {
		pieces = append(pieces, Piece{Kind: PieceReasoning, Text: text})
	}
	for _, text := range t.Text {
		pieces = append(pieces, Piece{Kind: PieceText, Text: text})
	}
	for i, c := range t.Calls {
		parts := Tokens(c.Arguments)
		if len(parts) == 0 {
			parts = []string{""}
		}
		for k, text := range parts {
			pieces = append(pieces, Piece{PieceCall, text, i, k == 0})
		}
	}
	if t.Fault == nil || t.Fault.Wire {
		return pieces
	}
	return firstBytes(pieces, t.Fault.After)
}

// firstBytes keeps as many pieces as fit into n bytes.
func firstBytes(pieces []Piece, n int) []Piece {
	for i, p := range pieces {
		if n <= 0 {
			return pieces[:i]
		}
		if n < len(p.Text) {
			for n > 0 && !utf8.RuneStart(p.Text[n]) {
				n--
			}
			pieces[i].Text = p.Text[:n]
			return pieces[:i+1]
		}
		n -= len(p.Text)
	}
	return pieces
}

// minNap is the shortest sleep at a streaming rate; shorter ones accumulate, since
// timers are not exact.
const minNap = 10 * time.Millisecond

// Pace says how long to wait between pieces.
type Pace struct {
	each, owed time.Duration
}

// NewPace keeps a rate in pieces per second; 0 never waits.
func NewPace(rate float64) *Pace {
	p := &Pace{}
	if rate > 0 {
		p.each = time.Duration(float64(time.Second) / rate)
	}
	return p
}

// Next is how long to wait before the next piece. It is often 0: waits that are too
// short accumulate.
func (p *Pace) Next() time.Duration {
	nap := time.Duration(0)
	if p.owed >= minNap {
		nap = p.Rest()
	}
	p.owed += p.each
	return nap
}

// Rest is the remaining wait after the last piece.
func (p *Pace) Rest() time.Duration {
	nap := p.owed
	p.owed = 0
	return nap
}
