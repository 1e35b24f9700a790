package git

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
)

// TestWhatIsTooLargeIsNotRead: a sparse index of gigabytes takes no room on the disk of
// whoever made it.
func TestWhatIsTooLargeIsNotRead(t *testing.T) {
	name := filepath.Join(t.TempDir(), "index")
	if err := os.WriteFile(name, []byte("DIRC"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(name, 3<<30); err != nil {
		t.Fatal(err)
	}
	var err error
	if took := allocated(func() { _, err = readFile(name, maxIndex) }); !errors.Is(err, errTooLarge) || took > 1<<20 {
		t.Errorf("%d bytes were taken to find out that it is too large: %v", took, err)
	}
}

func allocated(by func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	by()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestAnIndexIsJudgedByItsFirstBytes: an index too small for the entries that it claims is not
// read, nor is a file that is not an index.
func TestAnIndexIsJudgedByItsFirstBytes(t *testing.T) {
	head := func(magic string, version, count uint32) []byte {
		return binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32([]byte(magic), version), count)
	}
	for name, c := range map[string]struct {
		head []byte
		size int64
		want error
	}{
		"nothing in it":                  {nil, 0, errIndex},
		"zeros":                          {nil, 100 << 20, errIndex},
		"another kind of file":           {head("PACK", 2, 1), 100 << 20, errIndex},
		"another version":                {head("DIRC", 5, 1), 100 << 20, errIndex},
		"much more than one entry takes": {head("DIRC", 2, 1), 100 << 20, errTooLarge},
		"more entries than have room":    {head("DIRC", 2, 1<<20), 10 << 20, errIndex},
		"more entries than anybody has":  {head("DIRC", 4, 1<<20+1), 100 << 20, errTooLarge},
	} {
		file := filepath.Join(t.TempDir(), "index")
		if err := os.WriteFile(file, c.head, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(file, c.size); err != nil {
			t.Fatal(err)
		}
		var err error
		took := allocated(func() { _, err = walkFile(file, bySHA1, func(raw) {}) })
		if !errors.Is(err, c.want) || took > 1<<20 {
			t.Errorf("%s: %v, after %d bytes", name, err, took)
		}
	}
}

// TestAnIndexDoesNotGrowInMemory: compressed paths cannot expand without limit.
func TestAnIndexDoesNotGrowInMemory(t *testing.T) {
	data := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32([]byte("DIRC"), 4), 20_000)
	long := bytes.Repeat([]byte("a"), maxPath)
	for i := range 20_000 {
		data = append(data, make([]byte, 40+20)...) // nothing is known of the file
		data = append(data, 0x0f, 0xff)             // but that its path is long
		data = append(data, 0)                      // it keeps the whole path of the one before
		if i == 0 {
			data = append(data, long...)
		}
		data = append(data, 0)
	}
	data = append(data, make([]byte, 20)...) // without a checksum
	if _, err := parseIndex(data, bySHA1); !errors.Is(err, errTooLarge) {
		t.Errorf("paths that are shortened: %v", err)
	}
	var link []byte
	link = append(append(link, "link"...), 0, 0, 0, 20)
	link = append(link, bytes.Repeat([]byte{1}, 20)...)
	data = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32([]byte("DIRC"), 2), 0)
	for times, want := range []error{nil, nil, errIndex} {
		whole := append(append(slices.Clone(data), bytes.Repeat(link, times)...), make([]byte, 20)...)
		if _, err := parseIndex(whole, bySHA1); !errors.Is(err, want) {
			t.Errorf("split %d times: %v", times, err)
		}
	}
}
