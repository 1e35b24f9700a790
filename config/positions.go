package config

import (
	"github.com/pelletier/go-toml/v2/unstable"
)

// position is where a key stands in a file, counted from 1.
type position struct{ line, column int }

// positions is where each key of a file stands, also keys of inline tables. What
// lies in an array stands where the array's key does.
type positions map[path]position

// locate finds the place of every key of a TOML document that has been parsed
// already.
func locate(doc []byte) positions {
	found := positions{}
	var p unstable.Parser
	p.Reset(doc)
	table := path("")
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = found.key(&p, "", e.Key())
		case unstable.KeyValue:
			found.pair(&p, table, e)
		}
	}
	return found
}

// key notes the segments of a key below at, and returns the whole path. The
// first place of a key is the one that is kept.
func (f positions) key(p *unstable.Parser, at path, key unstable.Iterator) path {
	for key.Next() {
		n := key.Node()
		at = at.add(string(n.Data))
		if _, ok := f[at]; !ok {
			start := p.Shape(n.Raw).Start
			f[at] = position{start.Line, start.Column}
		}
	}
	return at
}

func (f positions) pair(p *unstable.Parser, table path, e *unstable.Node) {
	at := f.key(p, table, e.Key())
	if v := e.Value(); v.Kind == unstable.InlineTable {
		for pairs := v.Children(); pairs.Next(); {
			f.pair(p, at, pairs.Node())
		}
	}
}
