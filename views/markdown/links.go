package markdown

import (
	"github.com/yuin/goldmark/ast"

	"parley/views/text"
)

// Where the terminal supports hyperlinks, the words of a link lead to its address,
// which is not written out. Whoever wrote the words chose the address, so its host is
// shown beside them.

// leads reports whether an address is drawn as a hyperlink.
func (t *teller) leads(address []byte) bool {
	to := string(address)
	return t.theme.Links && !t.link && urlShown(to) && text.SafeLink(to) && text.LinkHost(to) != ""
}

// lead makes a node a hyperlink.
func (t *teller) lead(parent, n ast.Node, address string) {
	parent.InsertBefore(parent, n, t.literal(text.BeginLink(address)))
	parent.InsertAfter(parent, n, t.literal(text.EndLink()))
}

// led makes a node a hyperlink, followed by the host and the title.
func (t *teller) led(parent, n ast.Node, destination, title []byte) {
	to := string(destination)
	behind := after(parent, n)
	if t.oneText(n, func(s string) string { return s }) != to {
		parent.InsertBefore(parent, behind, t.literal(" "+t.theme.Dim.Render("("+text.LinkHost(to)+")")))
	}
	t.address(parent, behind, nil, title)
	t.lead(parent, n, to)
}
