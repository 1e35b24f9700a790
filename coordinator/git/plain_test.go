package git

import (
	"crypto/sha1"
	"os"
	"path/filepath"
	"testing"
)

// TestPlain: no table in the index, list of packs or setting makes git read what was not looked at.
func TestPlain(t *testing.T) {
	table := func(name string) []byte {
		data := indexOf(0o100644, "a")
		data = append(data[:len(data)-sha1.Size], name+"\x00\x00\x00\x01x"...)
		sum := sha1.Sum(data)
		return append(data, sum[:]...)
	}
	for name, c := range map[string]struct {
		index         []byte
		file, text    string
		want, unknown bool
	}{
		"as it is":                {indexOf(0o100644, "a"), "x", "", true, false},
		"trees":                   {table("TREE"), "x", "", true, false},
		"untracked files":         {table("UNTR"), "x", "", false, false},
		"offsets":                 {table("IEOT"), "x", "", false, false},
		"what is not known":       {table("WXYZ"), "x", "", false, false},
		"what cannot be read":     {[]byte("DIRC"), "x", "", false, true},
		"a list of packs":         {indexOf(0o100644, "a"), ".git/objects/pack/multi-pack-index", "", false, false},
		"its setting":             {indexOf(0o100644, "a"), ".git/config", "[status]\nsubmoduleSummary\n", false, false},
		"the user's":              {indexOf(0o100644, "a"), "settings", "[submodule]\nrecurse = true\n", false, false},
		"another one of the user": {indexOf(0o100644, "a"), "settings", "[user]\nname = a\n", true, false},
	} {
		dir, _ := repositoryWith(t, c.index)
		file := filepath.Join(dir, c.file)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := User{Configs: []string{filepath.Join(dir, "settings")}}.Plain(dir)
		if got != c.want || (err != nil) != c.unknown {
			t.Errorf("%s: %t, %v", name, got, err)
		}
	}
	if got, err := (User{}).Plain(t.TempDir()); !got || err != nil {
		t.Errorf("without a repository: %t, %v", got, err)
	}
}
