// Package packed reads texts that are built into the program in few bytes. The source of each
// stands beside it in the checkout, and a test of its room makes one of the other.
package packed

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
)

// Text is what was packed.
func Text(packed string) (string, error) {
	r, err := gzip.NewReader(strings.NewReader(packed))
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(r)
	return string(text), err
}

// Of packs a text, the same one always in the same way.
func Of(text string) []byte {
	var out bytes.Buffer
	z, _ := gzip.NewWriterLevel(&out, gzip.BestCompression) // a level that there is
	_, _ = z.Write([]byte(text))                            // a buffer takes everything
	_ = z.Close()
	return out.Bytes()
}
