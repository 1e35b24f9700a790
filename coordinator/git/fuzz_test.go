package git

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// FuzzIndex reads anything as an index: nothing panics, and nothing grows much beyond its
// size.
func FuzzIndex(f *testing.F) {
	head := func(version, count byte) []byte { return []byte{'D', 'I', 'R', 'C', 0, 0, 0, version, 0, 0, 0, count} }
	one := append(append(bytes.Repeat([]byte{0}, 40+20), 0, 1), "a\x00\x00\x00\x00\x00\x00\x00\x00\x00"...)
	f.Add(append(append(head(2, 1), one...), make([]byte, 20)...))
	f.Add(append(append(head(4, 1), append(make([]byte, 62), 0, 'a', 0)...), make([]byte, 20)...))
	link := slices.Clone(one)
	link[26], link[27] = modeLink>>8, 0
	f.Add(append(append(head(2, 1), link...), make([]byte, 20)...))
	f.Add(append(append(head(2, 0), "link\x00\x00\x00\x14aaaaaaaaaaaaaaaaaaaa"...), make([]byte, 20)...))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, a := range []algorithm{bySHA1, bySHA256} {
			ix, err := parseIndex(data, a)
			if err != nil {
				continue
			}
			if len(ix.entries) > len(data)/40 {
				t.Errorf("%d entries of %d bytes", len(ix.entries), len(data))
			}
			if joined, err := ix.join(index{entries: slices.Clone(ix.entries)}); err == nil && len(joined.entries) > 2*len(ix.entries) {
				t.Error("a split index has more entries than both parts")
			}
		}
	})
}

func FuzzBitmap(f *testing.F) {
	f.Add([]byte{0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		set, rest, err := bitmap(data)
		if err == nil && (len(rest) > len(data)-12 || !slices.IsSorted(set)) {
			t.Errorf("%d places, %d bytes left of %d", len(set), len(rest), len(data))
		}
	})
}

func TestBitmap(t *testing.T) {
	word := func(run uint64, ones uint64, literal uint64) []byte {
		n := ones | run<<1 | literal<<33
		return []byte{byte(n >> 56), byte(n >> 48), byte(n >> 40), byte(n >> 32), byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}
	}
	set := func(bits byte, words ...[]byte) []byte {
		data := []byte{0, 0, 0, bits, 0, 0, 0, byte(len(words))}
		return append(append(data, bytes.Join(words, nil)...), 0, 0, 0, 0, 'x')
	}
	for _, c := range []struct {
		name string
		data []byte
		want []uint32
		bad  bool
	}{
		{"none", set(0), nil, false},
		{"literal", set(3, word(0, 0, 1), []byte{0, 0, 0, 0, 0, 0, 0, 5}), []uint32{0, 2}, false},
		{"after a run of nothing", set(70, word(1, 0, 1), []byte{0, 0, 0, 0, 0, 0, 0, 33}), []uint32{64, 69}, false},
		{"a run", set(3, word(1, 1, 0)), []uint32{0, 1, 2}, false},
		{"a run without end", set(3, word(1<<31, 1, 0)), nil, true},
		{"literals that are missing", set(3, word(0, 0, 9)), nil, true},
		{"cut off", []byte{0, 0, 0, 3, 0, 0, 0, 9}, nil, true},
	} {
		got, rest, err := bitmap(c.data)
		if !slices.Equal(got, c.want) || (err != nil) != c.bad || err == nil && string(rest) != "x" {
			t.Errorf("%s: %v, %q, %v", c.name, got, rest, err)
		}
	}
}

// FuzzPatch applies anything to anything.
func FuzzPatch(f *testing.F) {
	f.Add([]byte("base"), []byte("\x04\x06\x90\x04\x02xy"))
	f.Fuzz(func(t *testing.T, base, delta []byte) {
		out, err := patch(base, delta)
		if _, n := deltaSize(delta); err == nil {
			if size, _ := deltaSize(delta[n:]); size != int64(len(out)) {
				t.Errorf("%d bytes, promised %d", len(out), size)
			}
		}
	})
}

func TestPatch(t *testing.T) {
	for _, c := range []struct{ delta, want string }{
		{"\x04\x06\x90\x04\x02xy", "basexy"},
		{"\x04\x02\x91\x01\x02", "as"},
		{"\x04\x00", ""},
		{"\x05\x00", "!"},             // another base
		{"\x04\x01", "!"},             // less than promised
		{"\x04\x02\x03abc", "!"},      // more than promised
		{"\x04\x04\x91\x01\x04", "!"}, // from beyond the base
		{"\x04\x01\x00", "!"},         // no such step
		{"\x04\x02\x02a", "!"},        // cut off
		{"\x04", "!"},
		{"", "!"},
	} {
		out, err := patch([]byte("base"), []byte(c.delta))
		got := string(out)
		if err != nil {
			got = "!"
		}
		if got != c.want {
			t.Errorf("%q: %q, want %q", c.delta, got, c.want)
		}
	}
}

// FuzzPack reads a pack and its list as anything.
func FuzzPack(f *testing.F) {
	f.Add([]byte("\xfftOc\x00\x00\x00\x02"), []byte("PACK"), "aaaaaaaaaaaaaaaaaaaa")
	f.Fuzz(func(t *testing.T, list, data []byte, id string) {
		if len(id) != 20 {
			return
		}
		stem := filepath.Join(t.TempDir(), "p")
		for name, text := range map[string][]byte{".idx": list, ".pack": data} {
			if err := os.WriteFile(stem+name, text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		p, err := (&Repository{hash: bySHA1}).openPack(stem)
		if err != nil {
			return
		}
		_, _, _ = p.find(id) // an error or an object
		for at := range int64(min(len(data), 64)) {
			_, _, _ = p.at(at)
		}
		if err := p.close(); err != nil {
			t.Error(err)
		}
	})
}

func FuzzTree(f *testing.F) {
	f.Add([]byte("100644 a\x00aaaaaaaaaaaaaaaaaaaa"), "a")
	f.Fuzz(func(t *testing.T, tree []byte, name string) {
		if mode, id, err := child(tree, name, 20); err == nil && mode != 0 && len(id) != 20 {
			t.Errorf("%o %q", mode, id)
		}
	})
}

func FuzzConfig(f *testing.F) {
	f.Add("[core]\n\tfilemode = false ; x\n[extensions] objectFormat = sha256\n[a \"b\"]\nc = d\n")
	f.Fuzz(func(t *testing.T, text string) {
		for key := range parseConfig(text) {
			if !strings.Contains(key, ".") {
				t.Errorf("%q", key)
			}
		}
	})
}

func TestConfig(t *testing.T) {
	got := parseConfig("x = 1\n[core]\n\tFileMode = false ; no\n bare\n[Extensions] objectFormat = \"sha256\"\n[a \"core\"]\nc = d\n# e = f\n[core\nz = 1\n")
	want := map[string]string{"core.filemode": "false", "core.bare": "true", "extensions.objectformat": "sha256"}
	if len(got) != len(want) {
		t.Errorf("got %q", got)
	}
	for k, v := range want {
		if got[k] != v {
			t.Errorf("%s: %q, want %q", k, got[k], v)
		}
	}
}
