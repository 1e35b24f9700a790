package sse

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

func equal(t testing.TB, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n\t%+v\nwant\n\t%+v", got, want)
	}
}

// readEvents reads all events and returns how the reading ended.
func readEvents(src io.Reader) (got []string, junk string, err error) {
	e := NewReader(src)
	for {
		ev, err := e.Next()
		if err != nil {
			return got, string(e.Junk()), err
		}
		got = append(got, ev.Name+"|"+string(ev.Data))
	}
}

func TestEventsFollowTheStandard(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []string
		junk     string
	}{
		{"line feeds", "data: a\n\ndata: b\n\n", []string{"|a", "|b"}, ""},
		{"carriage returns", "data: a\r\rdata: b\r\r", []string{"|a", "|b"}, ""},
		{"both", "data: a\r\n\r\ndata: b\r\n\r\n", []string{"|a", "|b"}, ""},
		{"mixed", "data: a\r\n\ndata: b\r\r\n", []string{"|a", "|b"}, ""},
		{"byte order mark", "\xef\xbb\xbfdata: a\n\n", []string{"|a"}, ""},
		{"a mark later is text", "data: a\n\n\xef\xbb\xbfdata: b\n\n", []string{"|a"}, "\xef\xbb\xbfdata: b\n"},
		{"data of many lines", "data: {\ndata: }\n\n", []string{"|{\n}"}, ""},
		{"one space goes", "data:a\n\ndata:  b\n\n", []string{"|a", "| b"}, ""},
		{"a field without colon", "data\ndata\n\n", []string{"|\n"}, ""},
		{"comments", ": hello\n\n:\ndata: a\n: b\n\n", []string{"|a"}, ""},
		{"names", "event: error\ndata: a\n\ndata: b\n\n", []string{"error|a", "|b"}, ""},
		{"a name without data", "event: error\n\ndata: b\n\n", []string{"|b"}, ""},
		{"id and retry", "id: 1\nretry: 5\ndata: a\n\n", []string{"|a"}, ""},
		{"no blank line at the end", "data: a\n", []string{"|a"}, ""},
		{"no line end at the end", "data: a", []string{"|a"}, ""},
		{"only a mark and data", "\xef\xbb\xbfdata: a", []string{"|a"}, ""},
		{"an end within a field's name", "data: a\n\nda", []string{"|a"}, ""},
		{"an end within another", "data: a\n\neven", []string{"|a"}, ""},
		{"an end within a word", "data: a\n\ndate", []string{"|a"}, "date\n"},
		{"a name behind its data", "data: a\nevent: error\n\ndata: b\n\n", []string{"error|a", "|b"}, ""},
		{"no blank lines", "data: {\"a\":1}\ndata: {\"b\":2}\ndata: {}\ndata: [DONE]\n", []string{`|{"a":1}`, `|{"b":2}`, "|{}", "|[DONE]"}, ""},
		{"no blank lines, with names", "event: x\ndata: {}\nevent: y\ndata: {\"y\":1}\nevent: z\ndata: {}", []string{"x|{}", `y|{"y":1}`, "z|{}"}, ""},
		{"no blank lines, and one of many lines", "data: {}\ndata: {\ndata: }\ndata: {}\n", []string{"|{}", "|{\n}", "|{}"}, ""},
		{"a document of many lines", "data: [{}\ndata: ,{}]\n\n", []string{"|[{}\n,{}]"}, ""},
		{"an object within a list", "data: {\"a\":[\ndata: {},\ndata: {}\ndata: ]}\n\n", []string{"|{\"a\":[\n{},\n{}\n]}"}, ""},
		{"nothing", "", nil, ""},
		{"something else", "<html>\nx", nil, "<html>\nx\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, src := range []io.Reader{
				strings.NewReader(c.in), iotest.OneByteReader(strings.NewReader(c.in)), iotest.DataErrReader(strings.NewReader(c.in)),
			} {
				got, junk, err := readEvents(src)
				equal(t, got, c.want)
				equal(t, junk, c.junk)
				equal(t, err, io.EOF)
			}
		})
	}
}

func TestEventsOfABrokenStreamAreNotCompleted(t *testing.T) {
	cut := errors.New("cut")
	got, _, err := readEvents(io.MultiReader(strings.NewReader("data: a\n\ndata: b\n"), iotest.ErrReader(cut)))
	equal(t, got, []string{"|a"})
	equal(t, err, cut)
}

// Of a broken stream without blank lines all documents are read, including the last.
func TestDocumentsOfABrokenStreamAreRead(t *testing.T) {
	cut := errors.New("cut")
	for _, c := range []struct {
		in   string
		want []string
	}{
		{"data: {\"a\":1}\n", []string{`|{"a":1}`}},
		{"data: {\"a\":1}\ndata: {\"b\":2}\ndata: {\"c", []string{`|{"a":1}`, `|{"b":2}`}},
		{"data: {\"a\":\n", nil},
	} {
		got, _, err := readEvents(io.MultiReader(strings.NewReader(c.in), iotest.ErrReader(cut)))
		equal(t, got, c.want)
		equal(t, err, cut)
	}
}

// What has been split off once is not waited for again.
func TestEventsWithoutBlankLinesComeAtOnce(t *testing.T) {
	in, out := io.Pipe()
	defer in.Close()
	e := NewReader(in)
	go func() {
		_, err := io.WriteString(out, "data: {\"a\":1}\ndata: {\"b\":2}\n")
		equal(t, err, nil)
	}()
	for _, want := range []string{`{"a":1}`, `{"b":2}`} {
		ev, err := e.Next() // the stream stays open
		equal(t, string(ev.Data), want)
		equal(t, err, nil)
	}
}

// endless repeats a text forever.
type endless string

func (e endless) Read(p []byte) (int, error) {
	for n := 0; n < len(p); {
		n += copy(p[n:], e)
	}
	return len(p), nil
}

func TestEventsHaveALargestSize(t *testing.T) {
	if testing.Short() {
		return // nothing in it runs side by side
	}
	for _, text := range []endless{"x", "data: x\n"} {
		_, _, err := readEvents(text)
		equal(t, err, ErrTooLarge)
	}
}

// idler never brings anything.
type idler struct{}

func (idler) Read([]byte) (int, error) { return 0, nil }

func TestASourceThatBringsNothingEnds(t *testing.T) {
	_, _, err := readEvents(idler{})
	equal(t, err, io.ErrNoProgress)
}

func TestJunkIsBounded(t *testing.T) {
	_, junk, err := readEvents(io.LimitReader(endless("junk\n"), 1<<20))
	equal(t, err, io.EOF)
	equal(t, len(junk), maxJunk)
}

// pieces reads a text in pieces of the given sizes.
type pieces struct {
	rest  []byte
	sizes []int
	at    int
}

func (p *pieces) Read(b []byte) (int, error) {
	if len(p.rest) == 0 {
		return 0, io.EOF
	}
	size := 1
	if len(p.sizes) > 0 {
		size = max(1, p.sizes[p.at%len(p.sizes)])
		p.at++
	}
	n := copy(b, p.rest[:min(size, len(p.rest))])
	p.rest = p.rest[n:]
	return n, nil
}

func TestChunkingChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOf(rapid.SampledFrom([]string{
			"data: ", "data:", "event: error", "\n", "\r", "\r\n", ":", "x", "{\"a\":1}", "\xef\xbb\xbf", "[DONE]", "é", "id: 3",
		})).Draw(t, "parts")
		in := strings.Join(parts, "")
		sizes := rapid.SliceOfN(rapid.IntRange(1, 9), 1, 5).Draw(t, "sizes")
		sameEvents(t, []byte(in), sizes)
	})
}

func sameEvents(t interface{ Errorf(string, ...any) }, in []byte, sizes []int) {
	whole, junk, err := readEvents(bytes.NewReader(in))
	parts, partsJunk, partsErr := readEvents(&pieces{rest: in, sizes: sizes})
	if strings.Join(whole, "\x00") != strings.Join(parts, "\x00") || len(whole) != len(parts) || junk != partsJunk || err != partsErr {
		t.Errorf("%q in pieces of %v: got %q %q %v, whole %q %q %v", in, sizes, parts, partsJunk, partsErr, whole, junk, err)
	}
}

// What has not arrived completely is not waited for.
func TestReadyNeverWaits(t *testing.T) {
	in, out := io.Pipe()
	defer in.Close()
	e := NewReader(in)
	go func() {
		_, err := io.WriteString(out, "data: a\n\ndata: b\n\n: c\n\ndata: d\n")
		equal(t, err, nil)
		equal(t, out.Close(), nil)
	}()
	ev, err := e.Next()
	equal(t, string(ev.Data), "a")
	equal(t, err, nil)
	ev, ready, err := e.Ready()
	equal(t, string(ev.Data), "b")
	equal(t, ready, true)
	equal(t, err, nil)
	_, ready, err = e.Ready()
	equal(t, ready, false)
	equal(t, err, nil)
	ev, err = e.Next()
	equal(t, string(ev.Data), "d")
	equal(t, err, nil)
}

func FuzzEvents(f *testing.F) {
	f.Add([]byte("data: a\r\n\r\n: c\nevent: error\ndata: {}\n\n"), []byte{1, 3})
	f.Add([]byte("\xef\xbb\xbfdata: [DONE]"), []byte{2})
	f.Fuzz(func(t *testing.T, in, cuts []byte) {
		sizes := make([]int, len(cuts))
		for i, c := range cuts {
			sizes[i] = int(c)
		}
		sameEvents(t, in, sizes)
	})
}
