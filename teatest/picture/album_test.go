package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "parley/model/cli" // what the program is made of: when it changes, this is tested again
	"parley/teatest"
)

// TestThePicturesAreOfToday compares each picture of the documents with what the program
// shows now.
func TestThePicturesAreOfToday(t *testing.T) {
	dir := filepath.Join("..", "..", filepath.FromSlash(albumDir))
	all, err := pages(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			want, err := os.ReadFile(filepath.Join(dir, p.name+".screen"))
			if err != nil {
				t.Fatalf("%v; %s %s makes it", err, renewal, p.name)
			}
			rest := string(want)
			compare := func(x *teatest.Terminal, _ float64) {
				s, ok := x.Becomes(func(s teatest.Screen) bool { return strings.HasPrefix(rest, shown(s)) })
				if !ok {
					t.Fatalf("%s/%s is old; %s %s makes it anew. It shows\n%s\nand the program\n%s", albumDir, p.name, renewal, p.name, rest, shown(s))
				}
				rest = strings.TrimPrefix(rest, shown(s))
			}
			x, file, most := p.play(t, compare), p.name+".gif", int64(300_000)
			if !p.moves() {
				compare(x, 0)
				file, most = p.name+".png", 60_000
			}
			if rest != "" {
				t.Errorf("%s/%s shows more than the program:\n%s", albumDir, file, rest)
			}
			if info, err := os.Stat(filepath.Join(dir, file)); err != nil || info.Size() > most {
				t.Errorf("%s: %v, or more than %d bytes", file, err, most)
			}
		})
	}
}

// TestTheRecordingsAreOfToday compares each recording with what the program exports.
func TestTheRecordingsAreOfToday(t *testing.T) {
	all, rest, err := recordings(filepath.Join("..", "..", filepath.FromSlash(albumDir)), "recording", "patch")
	if err != nil || len(all) != 1 || strings.Join(rest, " ") != "patch" {
		t.Fatalf("%v, %v, %v", all, rest, err)
	}
	for _, r := range all {
		want, err := os.ReadFile(r.cast)
		if err != nil {
			t.Fatal(err)
		}
		if r.play(t) != string(want) {
			t.Errorf("%s is old; %s %s makes it anew", r.cast, renewal, r.name)
		}
		const most = 140_000
		if len(want) > most {
			t.Errorf("%s has %d bytes, more than %d", r.cast, len(want), most)
		}
	}
}

// Every picture is in a document, and every picture in a document exists.
func TestThePicturesAreShown(t *testing.T) {
	root := filepath.Join("..", "..")
	made, err := filepath.Glob(filepath.Join(root, "docs", "pictures", "*.[pg][ni][gf]"))
	if err != nil || len(made) == 0 {
		t.Fatalf("no pictures, %v", err)
	}
	documents, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, name := range append(documents, filepath.Join(root, "README.md")) {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(source)
	}
	for _, file := range made {
		if name := "pictures/" + filepath.Base(file); !strings.Contains(text.String(), name+")") {
			t.Errorf("no document shows docs/%s", name)
		}
	}
	casts, err := filepath.Glob(filepath.Join(root, "docs", "pictures", "*.cast"))
	if err != nil || len(casts) == 0 {
		t.Fatalf("no recordings, %v", err)
	}
	for _, file := range casts {
		if name := "pictures/" + filepath.Base(file); !strings.Contains(text.String(), name) {
			t.Errorf("no document names docs/%s", name)
		}
	}
	if shows := strings.Count(text.String(), "pictures/"); shows < len(made) {
		t.Errorf("%d pictures are shown of %d", shows, len(made))
	}
}

// TestBlankRowsAreCropped from the top only, and the cursor stays where it was.
func TestBlankRowsAreCropped(t *testing.T) {
	s, err := teatest.Picture("\n\n a\n\nb", 3, 6)
	if err != nil {
		t.Fatal(err)
	}
	s.Cursor = teatest.Cursor{X: 1, Y: 4, Visible: true}
	got := cropped(s)
	if got.H != 4 || got.Cursor.Y != 2 || len(got.Cells) != 4 || got.Cells[0][1].Text != "a" || got.Cells[2][0].Text != "b" {
		t.Errorf("%d rows, the cursor at %d:\n%s", got.H, got.Cursor.Y, got)
	}
}

func TestAnAlbumThatCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	if _, err := pages(dir); err == nil || err.Error() != dir+" has no *.steps; run it in the folder of go.mod" {
		t.Errorf("got %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a.steps"), []byte("size 9\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := pages(dir); err == nil || err.Error() != dir+`/a.steps: "9" is no size; say columns and rows such as 80x24` {
		t.Errorf("got %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a.steps"), []byte("size 9x9\nargs x y\n\nwaits\nshot\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	want := dir + `/a.steps: line 4: there is no step "waits"; the steps are wait, type, press, paste, resize, shot and frame`
	if _, err := pages(dir); err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
	if _, err := pages(dir, "b"); err == nil || err.Error() != dir+" has no such picture: b" {
		t.Errorf("got %v", err)
	}
}
