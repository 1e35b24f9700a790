package teatest

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// eachAttack gives a test each scenario of testdata/attacks whose name begins this way,
// and the file of the screen that must result. "# a line of N" and "# a reason of N" in it
// put a long text in place of LONG.
func eachAttack(t *testing.T, kind, ending string, play func(t *testing.T, source, golden string)) {
	files, err := filepath.Glob(filepath.Join("..", "testdata", "attacks", kind+"-*.toml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no attack: %v", err)
	}
	for _, file := range files {
		path := strings.TrimSuffix(file, ".toml")
		t.Run(filepath.Base(path), func(t *testing.T) { play(t, attackIn(t, file), path+ending) })
	}
}

func attackIn(t *testing.T, file string) string {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	source := string(src)
	if m := regexp.MustCompile(`# a (?:line|reason) of (\d+)`).FindStringSubmatch(source); m != nil {
		n, err := strconv.Atoi(m[1])
		if err != nil {
			t.Fatal(err)
		}
		source = strings.ReplaceAll(source, "LONG", strings.Repeat("x", n))
	}
	return source
}

// comesToScreen waits until what is shown is that of a file, and compares it with that: a
// new size of the terminal may come before the last of the keys that were typed ahead of it.
func comesToScreen(t *testing.T, x *Terminal, file string, ready func(Screen) bool, shown func(Screen) string) Screen {
	t.Helper()
	want, err := os.ReadFile(file)
	if err != nil && !updating() {
		t.Fatal(err)
	}
	screen, _ := x.Becomes(func(s Screen) bool {
		return ready(s) && (updating() || strings.TrimRight(shown(s), "\n") == strings.TrimRight(string(want), "\n"))
	})
	compareScreen(t, file, shown(screen))
	return screen
}

// compareScreen compares with a file that is kept beside the scenario.
func compareScreen(t *testing.T, file, got string) {
	t.Helper()
	got = strings.TrimRight(got, "\n") + "\n"
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s:\ngot\n%s\nwant\n%s", file, got, want)
	}
}
