package session

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"parley/config"
	"parley/store"
	"parley/store/picture"
)

// TestAttach takes images that the user named, wherever they are, except where the program
// keeps its own files or where a link of the workspace leads out of it; each is kept once,
// without its metadata.
func TestAttach(t *testing.T) {
	x := opened(t)
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 3, 2))); err != nil {
		t.Fatal(err)
	}
	bare := b.Bytes()
	data := append(bytes.Clone(bare), "52.5N"...)
	elsewhere := t.TempDir()
	write := func(path string, data []byte) string {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write(filepath.Join(x.Dir, "a/shot.png"), data)
	outside := write(filepath.Join(elsewhere, "my shot.png"), data)
	write(filepath.Join(x.Dir, "page.png"), []byte("<html>"))
	write(filepath.Join(x.Dir, "large.png"), append(bytes.Clone(data), make([]byte, picture.MaxBytes)...))
	own := write(filepath.Join(x.Closed()[0], "own.png"), data)
	for name, to := range map[string]string{"link.png": outside, "inside.png": own, "within.png": "a/shot.png", "out": elsewhere} {
		if err := os.Symlink(to, filepath.Join(x.Dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Link(own, filepath.Join(x.Dir, "hard.png")); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(outside, filepath.Join(x.Dir, "twice.png")); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(x.Dir, "fifo.png"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(x.Dir, "folder.png"), 0o700); err != nil {
		t.Fatal(err)
	}
	again := filepath.Join(elsewhere, "workspace")
	if err := os.Symlink(x.Dir, again); err != nil {
		t.Fatal(err)
	}
	many := make([]string, picture.Most+1)
	for i := range many {
		many[i] = "a/shot.png"
	}
	const leads = "a link in the workspace leads out of it to that image; name the file itself if you mean to send it"
	const closed = "it lies where Parley or another assistant keeps its own files"
	for _, c := range []struct {
		names []string
		want  string
	}{
		{[]string{"a/shot.png"}, ""}, {[]string{outside, "within.png"}, ""}, {many[1:], ""},
		{[]string{"link.png"}, "link.png: " + leads}, {[]string{"a/../link.png"}, "a/../link.png: " + leads},
		{[]string{"out/my shot.png"}, "out/my shot.png: " + leads},
		{[]string{filepath.Join(x.Dir, "link.png")}, filepath.Join(x.Dir, "link.png") + ": " + leads},
		{[]string{again + "/link.png"}, again + "/link.png: " + leads}, {[]string{again + "/out/my shot.png"}, again + "/out/my shot.png: " + leads},
		{[]string{again + "/a/shot.png"}, ""},
		{many, "21 images are too many; 20 go with one message"},
		{[]string{"a/shot.png", "none.png"}, "none.png: no such file or directory"},
		{[]string{"page.png"}, "page.png: it is no PNG, JPEG, GIF or WebP image, whatever its name says"},
		{[]string{"large.png"}, "large.png: it is larger than 5 MB; make it smaller first"},
		{[]string{"fifo.png"}, "fifo.png: it is no ordinary file"},
		{[]string{"folder.png"}, "folder.png: it is no ordinary file"},
		{[]string{"/dev/zero"}, "/dev/zero: it is no ordinary file"},
		{[]string{own}, own + ": " + closed}, {[]string{"inside.png"}, "inside.png: " + closed},
		{[]string{"hard.png"}, "hard.png: " + closed}, {[]string{"twice.png"}, ""},
	} {
		files, err := x.Attach(c.names)
		if c.want != "" {
			if fmt.Sprint(err) != c.want || files != nil {
				t.Errorf("%q: %v, want %s", c.names, err, c.want)
			}
			continue
		}
		for i, f := range files {
			want := store.File{Digest: store.Digest(bare), Name: filepath.Base(c.names[i]), Type: "image/png", Bytes: int64(len(bare)), Width: 3, Height: 2}
			if kept, ok := x.Saved.Kept(f.Digest); f != want || !ok || !bytes.Equal(kept, bare) {
				t.Errorf("%q: %+v, kept %v", c.names, f, ok)
			}
		}
		if err != nil || len(files) != len(c.names) {
			t.Errorf("%q: %d files, %v", c.names, len(files), err)
		}
	}
	no := false
	x.Config.Assistant.Model = config.Model{Provider: "s", Name: "m"}
	x.Config.Providers.LLM = map[string]config.Provider{"s": {Models: map[string]config.Told{"m": {Images: &no}}}}
	if _, err := x.Attach(many[:1]); fmt.Sprint(err) != "s/m takes no images; choose another model with /model, or take the image out of the message" {
		t.Errorf("a model that takes none: %v", err)
	}
}

// TestAnImageIsTheOneThatWasLookedAt: what takes the place of a folder or of the file itself,
// between the look at where a name leads and the opening, is not read.
func TestAnImageIsTheOneThatWasLookedAt(t *testing.T) {
	x := opened(t)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	secret, elsewhere := t.TempDir(), t.TempDir()
	must(os.WriteFile(filepath.Join(secret, "a.png"), []byte("a secret"), 0o600))
	for _, top := range []string{x.Dir, elsewhere} {
		for name, swap := range map[string]func(path string) error{
			"the folder": func(path string) error {
				return errors.Join(os.Rename(filepath.Dir(path), filepath.Dir(path)+".was"), os.Symlink(secret, filepath.Dir(path)))
			},
			"the file": func(path string) error {
				return errors.Join(os.Remove(path), os.Symlink(filepath.Join(secret, "a.png"), path))
			},
		} {
			path := filepath.Join(top, strings.ReplaceAll(name, " ", "-"), "sub", "a.png")
			must(os.MkdirAll(filepath.Dir(path), 0o700))
			must(os.WriteFile(path, []byte("an image"), 0o600))
			at, err := x.whereabouts(path)
			must(err)
			f, err := at.open()
			must(err)
			must(f.Close())
			must(swap(path))
			if f, err := at.open(); err == nil {
				data, _ := io.ReadAll(f)
				t.Errorf("%s in %s: it read %q, %v", name, top, data, f.Close())
			}
		}
	}
}
