package teatest

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// updating reports whether golden files should be written: UPDATE=1 is set. git then shows
// what has changed.
func updating() bool { return os.Getenv("UPDATE") != "" }

// golden is the file testdata/<name>.txt of the package under test.
func golden(name string) string {
	return filepath.Join("testdata", filepath.FromSlash(name)+".txt")
}

func readGolden(t T, name string) string {
	t.Helper()
	data, err := os.ReadFile(golden(name))
	if err != nil {
		t.Fatalf("%v; UPDATE=1 writes it", err)
	}
	return string(data)
}

func writeGolden(t T, name, text string) {
	t.Helper()
	path := golden(name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
		t.Fatalf("%v", err)
	}
}

// Golden compares a text with testdata/<name>.txt, byte for byte.
func Golden(t T, name, text string) {
	t.Helper()
	text += "\n"
	if updating() {
		writeGolden(t, name, text)
		return
	}
	if want := readGolden(t, name); text != want {
		t.Fatalf("%s differs.\n%s", golden(name), difference(want, text))
	}
}

// WaitForGolden waits until the whole screen is the one in testdata/<name>.txt, and fails
// with the difference if it does not become so. The texts identify the moment; without
// them it is unknown when the file can be written.
func (x *Terminal) WaitForGolden(name string, texts ...string) Screen {
	x.t.Helper()
	if updating() {
		s := x.WaitFor(texts...)
		writeGolden(x.t, name, s.String()+"\n")
		return s
	}
	want := readGolden(x.t, name)
	s, ok := x.wait(func(s Screen) bool { return s.Has(texts...) && s.String()+"\n" == want })
	if !ok {
		x.t.Fatalf("the screen did not become that of %s.\n%s", golden(name), difference(want, s.String()+"\n"))
	}
	return s
}

// difference shows two texts line by line: lines that differ are marked with - for the
// wanted and + for the actual one.
func difference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	var out []string
	for i := range max(len(a), len(b)) {
		switch {
		case i < len(a) && i < len(b) && a[i] == b[i]:
			out = append(out, "  "+a[i])
			continue
		case i < len(a):
			out = append(out, "- "+a[i])
		}
		if i < len(b) {
			out = append(out, "+ "+b[i])
		}
	}
	return strings.Join(out, "\n")
}
