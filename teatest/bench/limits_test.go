package main

import (
	"os"
	"strings"
	"testing"
)

// TestTheDocumentHasTheseLimits, each in its row of the first table, and a row for each.
func TestTheDocumentHasTheseLimits(t *testing.T) {
	text, err := os.ReadFile("../../docs/performance.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "| what | floor | Parley | at most | kept |\n| --- | --- | --- | --- | --- |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	said := map[string]string{}
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.Trim(line, "| \n"), " | ")
		if len(cells) > 3 {
			said[cells[0]] = strings.TrimSpace(cells[3])
		}
	}
	for _, l := range limits {
		if said[l.what] != l.most {
			t.Errorf("%q is at most %q, and the document says %q", l.what, l.most, said[l.what])
		}
	}
}
