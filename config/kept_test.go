package config

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"parley/store/system"
)

// TestALinkInPlaceOfTheFolderOfTexts is not followed: no text is kept where it leads, and none of there
// counts as seen.
func TestALinkInPlaceOfTheFolderOfTexts(t *testing.T) {
	top := t.TempDir()
	real, link := filepath.Join(top, "real"), filepath.Join(top, "trusted")
	w := Withheld{Text: "words", Kept: true}
	if err := w.Keep(real); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(real, link); err != nil {
		t.Skip(err)
	}
	seen := Trusted{Text: textDigest([]byte("words"))}
	if text, is := seen.Seen(real); !is || text != "words" {
		t.Errorf("without a link: %q %v", text, is)
	}
	if text, is := seen.Seen(link); is {
		t.Errorf("through the link %q is read", text)
	}
	w.Text = "others"
	if err := w.Keep(link); !errors.Is(err, system.ErrFolderLink) {
		t.Errorf("kept: %v", err)
	}
	if inside, err := os.ReadDir(real); err != nil || len(inside) != 1 {
		t.Errorf("where it leads are %v, %v", inside, err)
	}
}
