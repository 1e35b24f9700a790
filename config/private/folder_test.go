//go:build unix

package private

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestAFolderThatIsALinkIsNotFollowed: nothing is read, written or removed where it leads. A folder
// further up may be one.
func TestAFolderThatIsALinkIsNotFollowed(t *testing.T) {
	top := t.TempDir()
	real, dir, up := filepath.Join(top, "real"), filepath.Join(top, "dir"), filepath.Join(top, "up")
	if err := errors.Join(os.Mkdir(real, 0o700), os.Symlink("real", dir), os.Symlink(".", up)); err != nil {
		t.Fatal(err)
	}
	write := func(dir string) []error {
		return []error{
			Begin(dir, "c"), Note(dir, "a", "b"), WriteMade(dir, "m", Made{Since: "s"}), TakeInMade(dir, "m", Made{Since: "s"}),
			WriteAnswered(dir, "w", []Accounted{{ID: "i"}}), WriteTokens(dir, "t", make([]Token, 1)),
		}
	}
	remove := func(dir string) []error {
		return []error{End(dir, "c"), WriteMade(dir, "m", Made{}), WriteAnswered(dir, "w", nil), WriteTokens(dir, "t", nil)}
	}
	inside := func() int {
		t.Helper()
		all, err := os.ReadDir(real)
		if err != nil {
			t.Fatal(err)
		}
		return len(all)
	}
	refused := func(what string, all []error) {
		t.Helper()
		for i, err := range all {
			if want := "open " + dir + ": it is a link, which is not followed; move it away"; err == nil || err.Error() != want {
				t.Errorf("%s %d: %v", what, i, err)
			}
		}
	}
	refused("written", write(dir))
	if n := inside(); n != 0 {
		t.Errorf("%d files were written", n)
	}
	if err := errors.Join(write(filepath.Join(up, "real"))...); err != nil {
		t.Errorf("below a link: %v", err)
	}
	n := inside()
	refused("removed", remove(dir))
	if inside() != n {
		t.Errorf("%d of %d files are left", inside(), n)
	}
	_, began := Begun(dir, "c")
	_, made := ReadMade(dir, "m")
	_, answered := ReadAnswered(dir, "w")
	_, tokens := ReadTokens(dir, "t")
	for name, err := range map[string]error{
		filepath.Join(dir, "c") + " is not used, since its folder is a link; move that away":                                                                               began,
		filepath.Join(dir, "m.json") + " is not used, since its folder is a link; move that away; this conversation counts as one that was not made here":                  made,
		filepath.Join(dir, "w.json") + " is not used, since its folder is a link; move that away; what was answered while nobody had the conversation open is asked again": answered,
		textTokensRefused(filepath.Join(dir, "t.json"), textFolderLink):                                                                                                    tokens,
	} {
		if err == nil || err.Error() != name {
			t.Errorf("%v\nwant %s", err, name)
		}
	}
	if Noted(dir, "a", "b") || !Noted(real, "a", "b") {
		t.Error("a note is read through the link, or not without")
	}
	if err := errors.Join(remove(real)...); err != nil || inside() != 1 {
		t.Errorf("removed without it: %v, %d are left", err, inside())
	}
}

// TestAFileBelowALinkToNothing is not one that was never there.
func TestAFileBelowALinkToNothing(t *testing.T) {
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink("nowhere", link); err != nil {
		t.Fatal(err)
	}
	const why = "it, or a folder of it, is a link that leads nowhere; mend the link, or take it away"
	name := filepath.Join(link, "parley", "rules.toml")
	rules, _, err := ReadRules(name)
	if len(rules) != 1 || rules[0] != askAll(1) || err == nil || err.Error() != name+": "+why+textRulesLost {
		t.Errorf("%v, %v", rules, err)
	}
	if _, _, err := ReadKeys(name); err == nil || err.Error() != textKeysRefused(name, why) {
		t.Error(err)
	}
}

// TestALockThatCannotBeMade is not one that another program holds.
func TestALockThatCannotBeMade(t *testing.T) {
	name := filepath.Join(t.TempDir(), "rules.toml")
	if err := os.Mkdir(name+".lock", 0o700); err != nil {
		t.Fatal(err)
	}
	err := AddRules(t.Context(), name, SavedRule{Kind: "deny", Text: "a"})
	want := name + ": it cannot be kept from other programs meanwhile, so nothing was changed: open " + name + ".lock: is a directory"
	if err == nil || err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
}
