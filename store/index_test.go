package store

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"testing"
	"time"

	"pgregory.net/rapid"

	"parley/forms"
)

// indexOf is the path of the cache.
func indexOf(s Store) string { return s.root + "/" + indexFile }

// signed gives bytes the checksum that makes them count.
func signed(data []byte) []byte { return binary.BigEndian.AppendUint32(bytes.Clone(data), sum(data)) }

// TestADamagedIndexIsMadeAgain: whatever is in the cache, the list is the same, and so is
// the cache afterwards.
func TestADamagedIndexIsMadeAgain(t *testing.T) {
	s, d := testStore(t)
	stored(t, s)
	fill(t, s, "other", ChatRequest{Text: "more"})
	want, err := s.List()
	if err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(indexOf(s))
	if err != nil {
		t.Fatal(err)
	}
	entries := decodeIndex(good)
	if len(entries) != 2 {
		t.Fatalf("the cache has %d entries", len(entries))
	}
	first, second := &entries[0], &entries[1]
	longer, gone := entries[0], entries[1]
	longer.Size++
	late := entries[0]
	late.Updated = time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC)
	gone.ID = "zz"
	body := good[:len(good)-sumSize]
	cases := map[string][]byte{
		"empty": {}, "zeros": make([]byte, len(good)), "doubled": append(bytes.Clone(good), good...), "a byte more": append(bytes.Clone(good), 0),
		"of another version": signed(bytes.Replace(body, []byte("index 4"), []byte("index 5"), 1)),
		"signed and longer":  signed(append(bytes.Clone(body), 0)),
		"in another order":   encodeIndex([]*indexed{second, first}),
		"one twice":          encodeIndex([]*indexed{first, first, second}),
		"without one":        encodeIndex([]*indexed{first}),
		"lying of the size":  encodeIndex([]*indexed{&longer, second}),
		"of no such year":    encodeIndex([]*indexed{&late, second}),
		"of what is gone":    encodeIndex([]*indexed{first, second, &gone}),
		"as it was":          []byte(`{"v":2,"size":1,"id":"other"}` + "\n"),
	}
	for i := range good {
		if testing.Short() && i%16 > 0 {
			continue
		}
		cases[fmt.Sprint("cut at ", i)] = good[:i]
		flipped := bytes.Clone(good)
		flipped[i] ^= 0x20
		cases[fmt.Sprint("another byte at ", i)] = flipped
	}
	for name, data := range cases {
		if err := os.WriteFile(indexOf(s), data, fileMode); err != nil {
			t.Fatal(err)
		}
		list, err := s.List()
		if err != nil || fmt.Sprint(list) != fmt.Sprint(want) {
			t.Errorf("%s: %v, %v", name, list, err)
		}
		if now, err := os.ReadFile(indexOf(s)); err != nil || !bytes.Equal(now, good) {
			t.Errorf("%s: the cache is\n%q", name, now)
		}
	}
	d.open = func(path string, flag int) error {
		if flag&os.O_CREATE != 0 {
			return os.ErrPermission
		}
		return nil
	}
	if err := os.Remove(indexOf(s)); err != nil {
		t.Fatal(err)
	}
	if list, err := s.List(); err != nil || fmt.Sprint(list) != fmt.Sprint(want) {
		t.Errorf("where no cache can be written: %v, %v", list, err)
	}
}

// entryGen draws an entry of the cache; the caller gives the ids.
func entryGen() *rapid.Generator[indexed] {
	return rapid.Custom(func(t *rapid.T) indexed {
		at := func(name string) time.Time {
			x := time.Unix(rapid.Int64Range(-62135596800, 253402300799).Draw(t, name), rapid.Int64Range(0, second-1).Draw(t, name+" ns"))
			if east := rapid.IntRange(-farEast+1, farEast-1).Draw(t, name+" zone"); east != 0 {
				return x.In(time.FixedZone("", east))
			}
			return x.UTC()
		}
		count := func(name string) int { return rapid.IntRange(0, 1<<31-1).Draw(t, name) }
		return indexed{Size: rapid.Int64Min(1).Draw(t, "size"), Changed: at("changed"), Summary: Summary{
			Title: rapid.String().Draw(t, "title"), Created: at("created"), Updated: at("updated"),
			Turns: count("turns"), Events: count("events"), Problems: count("problems"),
			TurnOpen: rapid.Bool().Draw(t, "turn open"), Open: rapid.String().Draw(t, "open"),
			Workspace: rapid.String().Draw(t, "workspace"), ForkedFrom: rapid.String().Draw(t, "from"),
		}}
	})
}

func TestTheIndexKeepsEveryField(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		entries := rapid.SliceOfN(entryGen(), 0, 5).Draw(r, "entries")
		list := make([]*indexed, len(entries))
		for i := range entries {
			entries[i].ID = fmt.Sprint("c", i)
			list[i] = &entries[i]
		}
		got := decodeIndex(encodeIndex(list))
		if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", entries) {
			r.Fatalf("got\n%+v\nwant\n%+v", got, entries)
		}
	})
}

// FuzzIndex: any bytes, even with a matching checksum, give an index that is written as it
// was read, or none.
func FuzzIndex(f *testing.F) {
	x := indexed{Size: 1, Changed: epoch(), Summary: Summary{ID: "a", Title: "title", Created: epoch(), Updated: epoch(), Turns: 1, Events: 2}}
	whole := encodeIndex([]*indexed{&x})
	f.Add(whole[len(indexMagic) : len(whole)-sumSize])
	f.Add([]byte{})
	f.Add(binary.AppendUvarint(nil, 1<<62))
	f.Fuzz(func(t *testing.T, body []byte) {
		if len(decodeIndex(body)) > 0 {
			t.Error("bytes without a sum count")
		}
		entries := decodeIndex(signed(append([]byte(indexMagic), body...)))
		list := make([]*indexed, len(entries))
		for i := range entries {
			list[i] = &entries[i]
		}
		if again := decodeIndex(encodeIndex(list)); len(entries) > 0 && fmt.Sprintf("%+v", again) != fmt.Sprintf("%+v", entries) {
			t.Errorf("read\n%+v\nthen\n%+v", entries, again)
		}
	})
}

// listed is a list as JSON, with its error.
func listed(s Store) string {
	list, err := s.List()
	text, fault := json.Marshal(list)
	return fmt.Sprint(string(text), err, fault)
}

// rebuilt is the list without the cache, which is left as it was.
func rebuilt(t *rapid.T, s Store) string {
	data, err := os.ReadFile(indexOf(s))
	if err == nil {
		err = os.Remove(indexOf(s))
	}
	want := listed(s)
	if err == nil {
		err = os.WriteFile(indexOf(s), data, fileMode)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return want
}

// TestTheIndexAnswersAsTheFilesDo: after any creation, append, rename, fork, deletion and
// damage, the list with the cache is the list without it.
func TestTheIndexAnswersAsTheFilesDo(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		s, d := testStore(t)
		d.sync = func() error { return nil }
		now := epoch()
		s.now = func() time.Time { now = now.Add(time.Second); return now }
		var here, thrown []string
		made := 0
		next := func() string { made++; return fmt.Sprint("c", made) }
		pick := func(r *rapid.T, ids []string) string {
			if len(ids) == 0 {
				r.Skip("there is none yet")
			}
			return rapid.SampledFrom(ids).Draw(r, "id")
		}
		must := func(r *rapid.T, err error) {
			if err != nil {
				r.Fatal(err)
			}
		}
		r.Repeat(map[string]func(*rapid.T){
			"begin": func(r *rapid.T) {
				id := next()
				fill(t, s, id, ChatRequest{Text: rapid.String().Draw(r, "text")})
				here = append(here, id)
			},
			"append": func(r *rapid.T) {
				c, _, err := s.OpenWrite(pick(r, here))
				must(r, err)
				must(r, c.record(rapid.SampledFrom([]Body{
					Workspace{Root: "/w"}, TurnStart{}, InquiryRequest{ID: "q", Question: forms.Question{Text: "Which?"}}, ChatRequest{Text: "more"},
				}).Draw(r, "event")))
				must(r, c.Close())
			},
			"damage": func(r *rapid.T) {
				appendTo(t, s, pick(r, here), rapid.SampledFrom([]string{"{\n", "\n", "torn"}).Draw(r, "bytes"))
			},
			"rename": func(r *rapid.T) { must(r, s.Rename(pick(r, here), "x"+rapid.String().Draw(r, "title"))) },
			"fork": func(r *rapid.T) {
				id := next()
				_, err := s.Fork(pick(r, here), 1, id)
				must(r, err)
				here = append(here, id)
			},
			"throw away": func(r *rapid.T) {
				id := pick(r, here)
				must(r, s.Trash(id))
				here, thrown = without(here, id), append(thrown, id)
			},
			"bring back": func(r *rapid.T) {
				id := pick(r, thrown)
				must(r, s.Restore(id))
				here, thrown = append(here, id), without(thrown, id)
			},
			"damage the cache": func(r *rapid.T) {
				data, err := os.ReadFile(indexOf(s))
				if err != nil {
					r.Skip("there is none yet")
				}
				data[rapid.IntRange(0, len(data)-1).Draw(r, "at")] ^= 1 << rapid.IntRange(0, 7).Draw(r, "bit")
				must(r, os.WriteFile(indexOf(s), data, fileMode))
			},
			"list": func(r *rapid.T) {
				want := rebuilt(r, s)
				if got := listed(s); got != want {
					r.Fatalf("got\n%s\nwant\n%s", got, want)
				}
				if trash := s.trash(); len(thrown) > 0 {
					if want, got := rebuilt(r, trash), listed(trash); got != want {
						r.Fatalf("the trash: got\n%s\nwant\n%s", got, want)
					}
				}
			},
		})
	})
}
