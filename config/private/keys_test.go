//go:build unix

package private

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestKeysAreKept(t *testing.T) {
	name := filepath.Join(t.TempDir(), "parley", "keys.toml")
	if keys, faults, err := ReadKeys(name); len(keys)+len(faults) > 0 || err != nil {
		t.Errorf("of no file: %v %v %v", keys, faults, err)
	}
	for _, kv := range [][2]string{{"A_KEY", "one"}, {"B_KEY", `t"w\o`}, {"A_KEY", "three"}} {
		if err := AddKey(t.Context(), name, kv[0], kv[1]); err != nil {
			t.Fatal(err)
		}
	}
	keys, faults, err := ReadKeys(name)
	if want := map[string]string{"A_KEY": "three", "B_KEY": `t"w\o`}; !maps.Equal(keys, want) || len(faults) > 0 || err != nil {
		t.Errorf("%v %v %v, want %v", keys, faults, err, want)
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("its mode is %v (%v)", info.Mode(), err)
	}
	if doc, _ := os.ReadFile(name); strings.Contains(string(doc), "one") {
		t.Errorf("the old key is still there: %s", doc)
	}
	for _, kv := range [][2]string{{"A KEY", "x"}, {"A_KEY", ""}, {"A_KEY", "a b"}, {"A_KEY", "a\nB=1"}, {"A_KEY", "ä"}} {
		if AddKey(t.Context(), name, kv[0], kv[1]) == nil {
			t.Errorf("%q was taken", kv)
		}
	}
}

func TestKeysThatAreNotUsed(t *testing.T) {
	write := func(doc string, mode os.FileMode) string {
		name := filepath.Join(t.TempDir(), "keys.toml")
		if err := os.WriteFile(name, []byte(doc), mode); err != nil {
			t.Fatal(err)
		}
		return name
	}
	open, torn := write("A = \"secret\"\n", 0o644), write("A = \"secret\nB", 0o600)
	link := filepath.Join(t.TempDir(), "keys.toml")
	if err := os.Symlink(write("A = \"secret\"\n", 0o600), link); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{open, torn, link} {
		keys, _, err := ReadKeys(name)
		if len(keys) > 0 || err == nil || !strings.HasPrefix(err.Error(), name+": ") || !strings.HasSuffix(err.Error(), " No key of it is used until that is mended.") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%v, %v", keys, err)
		}
	}
	some := write("# mine\nA = \"secret\"\nB = 1\nC = \"two words\"\n", 0o600)
	keys, faults, err := ReadKeys(some)
	want := []string{some + ": B is no key; write B = \"…\"", some + ": C is no key; write C = \"…\""}
	if !maps.Equal(keys, map[string]string{"A": "secret"}) || !slices.Equal(faults, want) || err != nil {
		t.Errorf("%v %q %v", keys, faults, err)
	}
}
