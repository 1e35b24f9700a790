// Package struck reads what is struck through in Markdown, the same for the screen and for
// exports: what stands between ~~ and ~~. A single ~ is itself, although viewers on the web take
// two of them for marks: here it mostly stands for a folder of the user's, as in ~/a~.
package struck

import (
	"bytes"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Through stands in place of goldmark's own extension.
var Through goldmark.Extender = through{}

type through struct{}

func (through) Extend(m goldmark.Markdown) {
	m.Parser().AddOptions(parser.WithInlineParsers(util.Prioritized(marks{extension.NewStrikethroughParser()}, 500)))
	m.Renderer().AddOptions(renderer.WithNodeRenderers(util.Prioritized(extension.NewStrikethroughHTMLRenderer(), 500)))
}

type marks struct{ parser.InlineParser }

// Parse reads a mark.
func (m marks) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	line, at := block.PeekLine()
	if !bytes.HasPrefix(line, []byte("~~")) {
		if block.PrecendingCharacter() != '~' {
			pc.Set(alone, append(Alone(pc), at.Start))
		}
		return nil
	}
	return m.InlineParser.Parse(parent, block, pc)
}

var alone = parser.NewContextKey()

// Alone are the places of each single ~ that was read as itself, and that a viewer may take for a
// mark: those in code and in addresses in brackets are not among them.
func Alone(pc parser.Context) []int {
	all, _ := pc.Get(alone).([]int)
	return all
}
