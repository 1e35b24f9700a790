package markdown

import (
	"strings"

	"github.com/yuin/goldmark/parser"
)

// definitions are the link definitions of a document. Blocks are drawn one by one, so
// each gets those that it uses, wherever they stand.
type definitions struct {
	list []definition
	seen map[string]bool
}

type definition struct{ label, source string }

// learn collects the definitions of a block and returns the new labels.
func (d *definitions) learn(b Block) (labels []string) {
	if b.Fence || b.late || !strings.Contains(b.Source, "]:") || len(b.Source) > maxBlock || hostile(b.Source) {
		return nil
	}
	ctx := parser.NewContext()
	parse(b.Source, ctx)
	for _, ref := range ctx.References() {
		label := strings.ToLower(string(ref.Label()))
		if d.seen[label] || len(d.list) == maxDefs {
			continue
		}
		if d.seen == nil {
			d.seen = map[string]bool{}
		}
		d.seen[label] = true
		d.list = append(d.list, definition{label, "[" + string(ref.Label()) + "]: <" + string(ref.Destination()) + ">\n"})
		labels = append(labels, label)
	}
	return labels
}

// usedBy returns the definitions that b uses, to be put before it.
func (d *definitions) usedBy(b Block) string {
	if len(d.list) == 0 || b.Fence || !strings.Contains(b.Source, "[") {
		return ""
	}
	var out strings.Builder
	source := strings.ToLower(b.Source)
	for _, def := range d.list {
		if strings.Contains(source, "["+def.label+"]") {
			out.WriteString(def.source)
		}
	}
	if out.Len() > 0 {
		out.WriteByte('\n')
	}
	return out.String()
}

func usesLabel(b Block, label string) bool {
	return !b.Fence && strings.Contains(b.Source, "[") && strings.Contains(strings.ToLower(b.Source), "["+label+"]")
}
