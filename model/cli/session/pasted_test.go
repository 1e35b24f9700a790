package session

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"parley/model/cli/process"
	"parley/store"
)

// TestTheImageOnTheClipboard gets a name that no file of the workspace has, and goes with a
// message under it, without its metadata.
func TestTheImageOnTheClipboard(t *testing.T) {
	x := opened(t)
	bin := t.TempDir()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 3, 2))); err != nil {
		t.Fatal(err)
	}
	clip := func(data []byte) {
		t.Helper()
		script := "#!/bin/sh\ncase \"$*\" in *list*) echo image/png;; *) cat " + filepath.Join(bin, "clip") + ";; esac\n"
		if err := errors.Join(os.WriteFile(filepath.Join(bin, "clip"), data, 0o600), os.WriteFile(filepath.Join(bin, "wl-paste"), []byte(script), 0o755)); err != nil {
			t.Fatal(err)
		}
	}
	x.Prog.Env = append(x.Prog.Env, "PATH="+bin+":/usr/bin:/bin", "WAYLAND_DISPLAY=w")
	if err := os.WriteFile(filepath.Join(x.Dir, "clipboard-1.png"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	clip(append(bytes.Clone(b.Bytes()), "52.5N"...))
	for _, want := range []string{"clipboard-2.png", "clipboard-3.png"} {
		name, err := x.PasteImage(t.Context())
		if name != want || err != nil {
			t.Fatalf("%q, %v; want %s", name, err, want)
		}
		files, err := x.Attach([]string{name})
		if err != nil || len(files) != 1 || files[0].Name != want || files[0].Digest != store.Digest(b.Bytes()) {
			t.Errorf("%+v, %v", files, err)
		}
	}
	clip([]byte("<svg/>"))
	if _, err := x.PasteImage(t.Context()); err == nil || err.Error() != "the image on the clipboard: it is no PNG, JPEG, GIF or WebP image, whatever its name says" {
		t.Errorf("%v", err)
	}
	clip(append(b.Bytes(), make([]byte, 6_000_000)...))
	if _, err := x.PasteImage(t.Context()); err == nil || err.Error() != "the image on the clipboard: it is larger than 5 MB; make it smaller first" {
		t.Errorf("%v", err)
	}
	x.Prog.Env = []string{"PATH="}
	if _, err := x.PasteImage(t.Context()); !errors.Is(err, process.ErrNoPasteTool) {
		t.Errorf("%v", err)
	}
}
