package process

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPasteImage asks the tool that can work here for the best image there is.
func TestPasteImage(t *testing.T) {
	const x, wayland = "DISPLAY=:0", "WAYLAND_DISPLAY=w"
	for name, c := range map[string]struct {
		env   []string
		tools map[string]string // by name, what it does
		want  string
	}{
		"Wayland": {[]string{wayland, x}, map[string]string{
			"wl-paste": `case "$*" in *list*) echo text/plain; echo image/jpeg; echo image/png;; *) printf %s "$*";; esac`, "xclip": "echo no",
		}, "--no-newline --type image/png"},
		"X": {[]string{x}, map[string]string{
			"wl-paste": "echo no", "xclip": `case "$*" in *TARGETS*) echo TARGETS; echo image/webp;; *) printf %s "$*";; esac`,
		}, "-selection clipboard -t image/webp -o"},
		"text alone":                    {[]string{x}, map[string]string{"xclip": "echo UTF8_STRING"}, "! there is no image on the clipboard"},
		"nothing at all":                {[]string{x}, map[string]string{"xclip": "exit 1"}, "! there is no image on the clipboard"},
		"it fails":                      {[]string{x}, map[string]string{"xclip": `case "$*" in *TARGETS*) echo image/png;; *) exit 3;; esac`}, "! xclip: exit status 3"},
		"macOS":                         {nil, map[string]string{"pngpaste": "printf data", "osascript": "echo no"}, "data"},
		"macOS, nothing":                {nil, map[string]string{"pngpaste": "exit 1"}, "! there is no image on the clipboard"},
		"macOS, as it is":               {nil, map[string]string{"osascript": "echo '«data PNGf64617461»'"}, "data"},
		"macOS, text alone":             {nil, map[string]string{"osascript": "exit 1"}, "! there is no image on the clipboard"},
		"macOS, in another way":         {nil, map[string]string{"osascript": "echo '«data TIFF64»'"}, "! there is no image on the clipboard"},
		"no tool":                       {[]string{x, wayland}, nil, "! " + ErrNoPasteTool.Error()},
		"a tool of X without a display": {nil, map[string]string{"xclip": "echo image/png"}, "! " + ErrNoPasteTool.Error()},
		"far away":                      {[]string{x, "SSH_TTY=/dev/pts/1"}, map[string]string{"xclip": "echo image/png"}, "! " + ErrFarPaste.Error()},
		"more than an image may be":     {[]string{wayland}, map[string]string{"wl-paste": `case "$*" in *list*) echo image/png;; *) yes;; esac`}, strings.Repeat("y\n", 50) + "y"},
	} {
		work, bin := t.TempDir(), t.TempDir()
		for tool, does := range c.tools {
			for _, dir := range []string{work, bin} {
				if dir == work {
					does = "touch " + filepath.Join(work, "ran")
				} else {
					does = c.tools[tool]
				}
				if err := os.WriteFile(filepath.Join(dir, tool), []byte("#!/bin/sh\n"+does+"\n"), 0o755); err != nil {
					t.Fatal(err)
				}
			}
		}
		p := &Program{Env: append([]string{"PATH=" + work + ":" + bin + ":/usr/bin:/bin"}, c.env...), Dir: work}
		data, err := p.PasteImage(t.Context(), 100)
		got := string(data)
		if err != nil {
			got = "! " + err.Error()
		}
		if got != c.want {
			t.Errorf("%s: %.200q, want %q", name, got, c.want)
		}
		if _, err := os.Stat(filepath.Join(work, "ran")); err == nil {
			t.Errorf("%s: the workspace's tool was run", name)
		}
	}
	if n, err := (&upTo{most: 2}).Write(bytes.Repeat([]byte("x"), 5)); n != 3 || err != errFull {
		t.Errorf("%d, %v", n, err)
	}
}
