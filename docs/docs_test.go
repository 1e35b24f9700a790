// Package docs_test compares the documents with what exists: their links lead somewhere,
// and the table of rooms names every room.
package docs_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const root = ".."

func TestLinksLeadSomewhere(t *testing.T) {
	checked := 0
	for _, doc := range documents(t) {
		text := read(t, doc)
		for _, to := range links(text) {
			checked++
			if fault := follow(doc, to); fault != "" {
				t.Errorf("%s links to %s: %s", doc, to, fault)
			}
		}
	}
	if checked < 20 {
		t.Errorf("only %d links were found", checked)
	}
}

// TestLinksAreFound proves that the check above can fail.
func TestLinksAreFound(t *testing.T) {
	text := "See [a](b.md), [c](d/e.md#f)\nand [g]( https://h.example ) but not\n```\n[i](j.md)\n```\nor `[k](l.md)`."
	if got, want := links(text), []string{"b.md", "d/e.md#f"}; !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
	if got := follow(filepath.Join(root, "README.md"), "docs/nothing.md"); got != "there is no such file" {
		t.Errorf("a link to nothing: %q", got)
	}
	if got := follow(filepath.Join(root, "README.md"), "docs/glossary.md#nothing"); got != "there is no such heading" {
		t.Errorf("a link to no heading: %q", got)
	}
}

func TestEveryRoomIsInTheArchitecture(t *testing.T) {
	var named []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z/]+)` \\|").FindAllStringSubmatch(read(t, filepath.Join(root, "ARCHITECTURE.md")), -1) {
		named = append(named, m[1])
		if _, err := os.Stat(filepath.Join(root, m[1])); err != nil {
			t.Errorf("ARCHITECTURE.md names the room %s: %v", m[1], err)
		}
	}
	for _, dir := range folders(t) {
		if !slices.ContainsFunc(named, func(room string) bool { return dir == room || strings.HasPrefix(dir, room+"/") }) {
			t.Errorf("%s is in no room of ARCHITECTURE.md", dir)
		}
	}
}

// TestEveryPageIsInTheIndex: the README links to every page of docs/.
func TestEveryPageIsInTheIndex(t *testing.T) {
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil || len(pages) == 0 {
		t.Fatal(pages, err)
	}
	index := links(read(t, filepath.Join(root, "README.md")))
	for _, page := range pages {
		if to := "docs/" + filepath.Base(page); !slices.Contains(index, to) {
			t.Errorf("README.md does not link to %s", to)
		}
	}
}

// documents are all Markdown files of the project.
func documents(t *testing.T) []string {
	t.Helper()
	var docs []string
	walk(t, func(path string) {
		if strings.HasSuffix(path, ".md") {
			docs = append(docs, path)
		}
	})
	return docs
}

// folders are those that hold Go code other than tests.
func folders(t *testing.T) []string {
	t.Helper()
	var dirs []string
	walk(t, func(path string) {
		dir := filepath.ToSlash(strings.TrimPrefix(filepath.Dir(path), root+string(filepath.Separator)))
		if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") && dir != root && !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	})
	return dirs
}

func walk(t *testing.T, visit func(path string)) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "testdata"):
			return filepath.SkipDir
		case !d.IsDir():
			visit(path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// links are the targets of a document's links inside the project.
func links(text string) []string {
	text = regexp.MustCompile("(?ms)^```.*?^```").ReplaceAllString(text, "")
	text = regexp.MustCompile("`[^`\n]*`").ReplaceAllString(text, "")
	var found []string
	for _, m := range regexp.MustCompile(`\]\(\s*([^)\s]+)\s*\)`).FindAllStringSubmatch(text, -1) {
		if !strings.Contains(m[1], "://") {
			found = append(found, m[1])
		}
	}
	return found
}

// follow says what is wrong with a link of a document, "" if nothing.
func follow(doc, to string) string {
	path, heading, _ := strings.Cut(to, "#")
	target := doc
	if path != "" {
		target = filepath.Join(filepath.Dir(doc), filepath.FromSlash(path))
	}
	if _, err := os.Stat(target); err != nil {
		return "there is no such file"
	}
	if heading == "" {
		return ""
	}
	text, err := os.ReadFile(target)
	if err != nil {
		return err.Error()
	}
	for _, line := range strings.Split(string(text), "\n") {
		if title := strings.TrimLeft(line, "#"); title != line && anchor(title) == heading {
			return ""
		}
	}
	return "there is no such heading"
}

// anchor is the name by which a heading is linked to.
func anchor(title string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r > 0x7f:
			return r
		}
		return -1
	}, strings.ToLower(strings.TrimSpace(title)))
}

// TestEveryDecisionHasItsOwnNumber keeps the decisions without a gap or a pair, each with the
// number of its name above it.
func TestEveryDecisionHasItsOwnNumber(t *testing.T) {
	files, err := filepath.Glob("decisions/*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("no decisions, %v", err)
	}
	for i, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		number := fmt.Sprintf("%03d", i+1)
		if !strings.HasPrefix(filepath.Base(file), number+"-") || !strings.HasPrefix(string(text), "# "+number+": ") {
			t.Errorf("%s: expected number %s in its name and in its heading", file, number)
		}
	}
}
