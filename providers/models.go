package providers

import (
	_ "embed" // the table
	"regexp"
	"strconv"
	"strings"
	"sync"

	"parley/store/text/packed"
)

// packedModels is what the program has of models.txt, which is the source: TestTheTableIsPacked makes
// one of the other.
//
//go:embed models.gz
var packedModels string

// wellKnown is a table of models, for those servers whose lists say little. It is
// read when models are listed, and by nothing else.
var wellKnown = sync.OnceValue(func() string {
	table, err := packed.Text(packedModels)
	if err != nil {
		panic("providers: the table of models: " + err.Error()) // a test has read it
	}
	return table
})

// dated matches the end of a model snapshot's name.
const dated = `^-(\d{8}|\d{4}-\d{2}-\d{2})$`

// WellKnown is what the table of models says about one; zero fields are not in the
// table. A name may end in a snapshot date.
func WellKnown(server, model string) Capabilities {
	id := server + "/" + model
	for line := range strings.Lines(wellKnown()) {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] == "#" {
			continue
		}
		if rest, ok := strings.CutPrefix(id, fields[0]); ok && (rest == "" || regexp.MustCompile(dated).MatchString(rest)) {
			return rowOf(fields)
		}
	}
	return Capabilities{}
}

// WellKnownOf returns the ids of a server's models that are in the table.
func WellKnownOf(server string) []string {
	var ids []string
	for line := range strings.Lines(wellKnown()) {
		if fields := strings.Fields(line); len(fields) > 0 && strings.HasPrefix(fields[0], server+"/") {
			ids = append(ids, fields[0])
		}
	}
	return ids
}

// rowOf reads a row: name, window, three prices, abilities. A test reads all rows.
func rowOf(fields []string) Capabilities {
	var c Capabilities
	for i, f := range fields[1:] {
		n, err := strconv.ParseFloat(f, 64)
		switch {
		case f == "reasons":
			c.Reasoning = true
		case f == "images":
			c.Images = true
		case err != nil: // "-": unknown
		case i == 0:
			c.ContextWindow = int(n)
		case i == 1:
			c.InputPrice = n
		case i == 2:
			c.CachedPrice = n
		case i == 3:
			c.OutputPrice = n
		}
	}
	return c
}

// Told is what is configured for a model. Nil and 0 leave it open.
type Told struct {
	ContextWindow int
	InputPrice    *float64
	CachedPrice   *float64
	OutputPrice   *float64
	Reasoning     *bool
	Images        *bool
}

// Known fills in from the table what a server does not say about a model, and
// overrides it with what is configured.
func (c Capabilities) Known(table Capabilities, told Told) Capabilities {
	if c.ContextWindow == 0 {
		c.ContextWindow = table.ContextWindow
	}
	if c.InputPrice == 0 && c.OutputPrice == 0 {
		c.InputPrice, c.CachedPrice, c.OutputPrice = table.InputPrice, table.CachedPrice, table.OutputPrice
	}
	c.Reasoning, c.Images = c.Reasoning || table.Reasoning, c.Images || table.Images
	if told.ContextWindow > 0 {
		c.ContextWindow = told.ContextWindow
	}
	over(&c.InputPrice, told.InputPrice)
	over(&c.CachedPrice, told.CachedPrice)
	over(&c.OutputPrice, told.OutputPrice)
	over(&c.Reasoning, told.Reasoning)
	over(&c.Images, told.Images)
	return c
}

func over[T any](value, told *T) {
	if told != nil {
		*value = *told
	}
}
