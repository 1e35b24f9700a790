package config

import (
	"bytes"
	"slices"

	"github.com/pelletier/go-toml/v2/unstable"
)

// Limits of a configuration file. A file from a stranger's repository is read in
// every command, so it must be cheap to read, whatever it contains.
const (
	maxFile      = 256 << 10 // bytes of a file
	maxKeys      = 4096      // keys per file, including those of inline tables
	maxKey       = 1024      // bytes of a key, including its tables
	maxDepth     = 32        // nested tables and lists
	maxFiles     = 32        // workspace files from the root down
	maxRules     = 500       // rules of them together: each file of a search is compared with each
	maxWorkspace = 1 << 20   // bytes of them together
	maxAliases   = 64        // aliases that lead to other aliases
	maxFaults    = 100       // faults that are reported
)

// position is where a key stands in a file, counted from 1.
type position struct{ line, column int }

// positions is where each key of a file stands, also keys of inline tables. What is
// in an array has the position of the array's key.
type positions map[path]position

// survey is one walk over a TOML document, before anything else is done with it: the
// positions of its keys, and whether it is too large.
type survey struct {
	parser unstable.Parser
	found  positions
	lines  []int // where each line begins
	keys   int
	over   string   // why the document is refused
	at     position // where that was noticed
}

// locate finds the position of every key, as far as the document is valid. A document
// that holds too much is not walked to its end, and over says why.
func locate(doc []byte) survey {
	s := survey{found: positions{}, lines: []int{0}}
	for at := 0; ; {
		end := bytes.IndexByte(doc[at:], '\n')
		if end < 0 {
			break
		}
		at += end + 1
		s.lines = append(s.lines, at)
	}
	s.parser.Reset(doc)
	table := path("")
	for s.over == "" && s.parser.NextExpression() {
		e := s.parser.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = s.key("", 0, e.Key())
		case unstable.KeyValue:
			s.pair(table, e)
		}
	}
	return s
}

// key records the segments of a key below at, which lies at a depth, and returns the
// whole path. Only the first position of a key is kept.
func (s *survey) key(at path, depth int, key unstable.Iterator) path {
	s.keys++
	for key.Next() && s.over == "" {
		n := key.Node()
		line, behind := slices.BinarySearch(s.lines, int(n.Raw.Offset))
		if !behind {
			line--
		}
		s.at = position{line + 1, int(n.Raw.Offset) - s.lines[line] + 1}
		depth++
		switch {
		case s.keys > maxKeys:
			s.over = textTooManyKeys
		case depth > maxDepth:
			s.over = textTooDeep
		case len(at)+len(n.Data) > maxKey:
			s.over = textKeyTooLong
		default:
			at = at.add(string(n.Data))
			if _, ok := s.found[at]; !ok {
				s.found[at] = s.at
			}
		}
	}
	return at
}

func (s *survey) pair(table path, e *unstable.Node) {
	at := s.key(table, depthOf(table), e.Key())
	s.value(at, depthOf(at), e.Value(), true)
}

// value walks the value of a key. Positions inside a list are not kept.
func (s *survey) value(at path, depth int, v *unstable.Node, keep bool) {
	if depth > maxDepth {
		s.over = textTooDeep
	}
	if s.over != "" || v.Kind != unstable.InlineTable && v.Kind != unstable.Array {
		return
	}
	for below := v.Children(); below.Next() && s.over == ""; {
		n := below.Node()
		switch {
		case n.Kind != unstable.KeyValue:
			s.value(at, depth+1, n, false)
		case keep:
			s.pair(at, n)
		default:
			parts := 0
			for key := n.Key(); key.Next(); parts++ {
			}
			if s.keys++; s.keys > maxKeys {
				s.over = textTooManyKeys
			}
			s.value(at, depth+parts, n.Value(), false)
		}
	}
}

func depthOf(p path) int { return len(p.segments()) }
