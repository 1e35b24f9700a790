package tool

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"

	"parley/store/system"
)

// mostSummed is the size up to which the digest of a file is computed.
const mostSummed = 512 << 20

var errNoSum = errors.New("it is no regular file, or too large")

// Sum is the SHA-256 of what is in a regular file, in hexadecimal.
func Sum(file string) (string, error) {
	f, err := system.Open(file, 0) // must not wait for a FIFO
	if err != nil {
		return "", err
	}
	defer f.Close() // only read: nothing can be lost
	info, err := f.Stat()
	if err == nil && (!info.Mode().IsRegular() || info.Size() > mostSummed) {
		err = errNoSum
	}
	if err != nil {
		return "", err
	}
	h := sha256.New()
	if _, err := io.Copy(h, io.LimitReader(f, mostSummed)); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
