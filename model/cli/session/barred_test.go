package session

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"parley/config/private"
)

// TestAnImageThatARuleKeepsBack is not taken by its own name, nor by that of a link to it, also
// where the link is a folder or of another place. A rule that asks is answered by naming the
// file, and not by naming a link of the workspace.
func TestAnImageThatARuleKeepsBack(t *testing.T) {
	x := opened(t)
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 3, 2))); err != nil {
		t.Fatal(err)
	}
	outside := t.TempDir()
	for _, file := range []string{"priv/scan.png", "asked/scan.png", "docs/own.png", outside + "/scan.png", outside + "/asked.png"} {
		if !filepath.IsAbs(file) {
			file = filepath.Join(x.Dir, file)
		}
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	links := map[string]string{"docs/shot.png": "../priv/scan.png", "docs/asks.png": "../asked/scan.png", "docs/fine.png": "own.png", "pics": "priv", "asked/away.png": "scan.png"}
	again := filepath.Join(outside, "workspace")
	for name, to := range links {
		if err := os.Symlink(to, filepath.Join(x.Dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{again: x.Dir, outside + "/far.png": outside + "/scan.png", outside + "/near.png": outside + "/asked.png"} {
		if err := os.Symlink(to, name); err != nil {
			t.Fatal(err)
		}
	}
	here := x.Setup.Here()
	err := private.AddRules(t.Context(), x.Setup.Places.Rules,
		private.SavedRule{Kind: "deny", Text: "fs_*(priv/**)", Root: here.Root, Folder: here.Folder},
		private.SavedRule{Kind: "deny", Text: "fs_modify_file(docs/**)"},
		private.SavedRule{Kind: "deny", Text: "fs_read_file(" + outside + "/scan.png)"},
		private.SavedRule{Kind: "ask", Text: "fs_read_file(asked/**)"},
		private.SavedRule{Kind: "ask", Text: "fs_read_file(" + outside + "/asked.png)"},
	)
	if err != nil {
		t.Fatal(err)
	}
	const (
		denied = "denied by the rule fs_*(priv/**); take its name out, or change the rule, which /rules lists"
		leads  = "it leads to priv/scan.png: " + denied
		asks   = "it leads to asked/scan.png: the rule fs_read_file(asked/**) says to ask; name that file itself if you mean to send it"
	)
	far := "denied by the rule fs_read_file(" + outside + "/scan.png); take its name out, or change the rule, which /rules lists"
	for name, want := range map[string]string{
		"priv/scan.png": denied, filepath.Join(x.Dir, "priv/scan.png"): denied,
		"docs/shot.png": leads, "pics/scan.png": leads, again + "/priv/scan.png": leads, again + "/docs/shot.png": leads,
		"asked/scan.png": "", "docs/asks.png": asks, "asked/away.png": asks,
		"docs/own.png": "", "docs/fine.png": "", again + "/docs/own.png": "",
		outside + "/scan.png": far, outside + "/far.png": "it leads to " + outside + "/scan.png: " + far,
		outside + "/asked.png": "", outside + "/near.png": "",
	} {
		if want != "" {
			want = name + ": " + want
		}
		if files, err := x.Attach([]string{name}); err == nil != (want == "") || err != nil && (fmt.Sprint(err) != want || files != nil) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
	if err := private.AddRules(t.Context(), x.Setup.Places.Rules, private.SavedRule{Kind: "deny", Text: "fs_read_file"}); err != nil {
		t.Fatal(err)
	}
	if _, err := x.Attach([]string{"docs/own.png"}); fmt.Sprint(err) != "docs/own.png: denied by the rule fs_read_file; take its name out, or change the rule, which /rules lists" {
		t.Errorf("what may not be read at all: %v", err)
	}
}
