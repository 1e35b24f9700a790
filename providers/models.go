package providers

import (
	_ "embed"
	"regexp"
	"strconv"
	"strings"
)

// wellKnown is a table of models, for those servers whose lists say little. It is
// read when models are listed, and by nothing else.
//
//go:embed models.txt
var wellKnown string

// dated is what ends the name of a snapshot of a model.
const dated = `^-(\d{8}|\d{4}-\d{2}-\d{2})$`

// WellKnown is what the table of models says of one; zero where it says nothing. A
// name may end in the date of a snapshot.
func WellKnown(server, model string) Capabilities {
	id := server + "/" + model
	for line := range strings.Lines(wellKnown) {
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
		case err != nil: // "-": not known
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

// Told is what is configured of a model. Nil and 0 leave it open.
type Told struct {
	ContextWindow int
	InputPrice    *float64
	CachedPrice   *float64
	OutputPrice   *float64
	Reasoning     *bool
	Images        *bool
}

// Known fills what a server does not say of a model from the table, and lays over it
// what is configured.
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
