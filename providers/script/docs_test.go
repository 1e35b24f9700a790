package script_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parley/providers/script"
)

// TestDocument compares docs/scenarios.md with the code: its examples can be read, and it
// names every key, no more and no less.
func TestDocument(t *testing.T) {
	src, err := os.ReadFile(filepath.Join("..", "..", "docs", "scenarios.md"))
	if err != nil {
		t.Fatal(err)
	}
	examples := regexp.MustCompile("(?s)```toml\n(.*?)```").FindAllStringSubmatch(string(src), -1)
	if len(examples) < 5 {
		t.Fatalf("%d examples", len(examples))
	}
	for i, example := range examples {
		if _, err := script.Parse("example.toml", []byte(example[1])); err != nil {
			t.Errorf("example %d: %v", i+1, err)
		}
	}
	shared := []string{"reasoning", "finish", "usage", "delay", "tokens_per_second", "fault", "wire"}
	for heading, owner := range map[string]struct{ probe, where string }{
		"The scenario":           {"x_y_z = 1\n[[answer]]\ntext='a'", "the scenario"},
		"An answer":              {"[[answer]]\ntext='a'\nx_y_z = 1", "an answer"},
		"A review":               {"[[answer]]\ntext='a'\n[[review]]\nanswer=1\nx_y_z = 1", "a review"},
		"A fault":                {"[[answer]]\ntext='a'\n[[answer.fault]]\nkind='cut'\nx_y_z = 1", "a fault"},
		"Ways to write a stream": {"[[answer]]\ntext='a'\nwire='x_y_z'", ""},
	} {
		documented := firstColumn(t, string(src), heading)
		if heading == "A review" {
			documented = append(documented, shared...)
		}
		known := keysOf(t, owner.probe)
		slices.Sort(documented)
		slices.Sort(known)
		if !slices.Equal(documented, known) {
			t.Errorf("%s documents %q, the code knows %q", heading, documented, known)
		}
	}
	kinds := keysOf(t, "[[answer]]\ntext='a'\n[[answer.fault]]\nkind='x_y_z'")
	_, after, _ := strings.Cut(string(src), "| kind | what happens")
	documented := words(after)
	slices.Sort(documented)
	slices.Sort(kinds)
	if !slices.Equal(documented, kinds) {
		t.Errorf("the kinds of faults are documented as %q, the code knows %q", documented, kinds)
	}
}

// keysOf reads the known words from the error for an unknown one.
func keysOf(t *testing.T, probe string) []string {
	t.Helper()
	_, err := script.Parse("p.toml", []byte(probe))
	if err == nil {
		t.Fatal("the probe is a scenario")
	}
	_, list, found := strings.Cut(err.Error(), "the keys are ")
	if !found {
		if _, list, found = strings.Cut(err.Error(), "it is one of "); !found {
			t.Fatalf("no list in %v", err)
		}
	}
	return strings.Split(list, ", ")
}

// firstColumn returns the words in the first column of the first table below a
// heading.
func firstColumn(t *testing.T, doc, heading string) []string {
	t.Helper()
	_, section, found := strings.Cut(doc, "\n## "+heading+"\n")
	if !found {
		t.Fatalf("no heading %s", heading)
	}
	_, table, _ := strings.Cut(section, "| --- |")
	return words(table)
}

// words returns the words in backquotes in the first cells of the rows that
// follow, up to the end of their table.
func words(table string) []string {
	var all []string
	quoted := regexp.MustCompile("`([a-z_]+)`")
	for i, row := range strings.Split(table, "\n") {
		if i == 0 || strings.HasPrefix(row, "| ---") {
			continue
		}
		if !strings.HasPrefix(row, "|") {
			break
		}
		for _, word := range quoted.FindAllStringSubmatch(strings.Split(row, "|")[1], -1) {
			all = append(all, word[1])
		}
	}
	return all
}
