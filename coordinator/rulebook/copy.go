package rulebook

import (
	"io"
	"os"

	"parley/store/system"
)

// isSelf reports whether a file is this program: the same file, or one of the same bytes. Only a
// file of its very length is read, and as far as it is the same.
func (l *looker) isSelf(file string) bool {
	info, err := os.Stat(file)
	switch {
	case err != nil || l.self == nil:
		return false
	case os.SameFile(info, l.self):
		return true
	}
	return info.Mode().IsRegular() && info.Size() == l.self.Size() && sameBytes(file, l.book.o.Self)
}

// pieceRead is how much of two files is compared at once.
const pieceRead = 1 << 18

// sameBytes reports whether two files hold the same. One that cannot be read counts as another one.
func sameBytes(a, b string) bool {
	one, err := system.Open(a, 0)
	if err != nil {
		return false
	}
	defer func() { _ = one.Close() }() // it was only read
	two, err := os.Open(b)
	if err != nil {
		return false
	}
	defer func() { _ = two.Close() }() // as above
	return sameText(one, two)
}

// sameText reports whether two readers give the same to the end.
func sameText(a, b io.Reader) bool {
	one, two := make([]byte, pieceRead), make([]byte, pieceRead)
	for {
		n, end := io.ReadFull(a, one)
		m, over := io.ReadFull(b, two)
		switch {
		case n != m || string(one[:n]) != string(two[:m]):
			return false
		case end == io.EOF || end == io.ErrUnexpectedEOF:
			return over == end
		case end != nil || over != nil:
			return false
		}
	}
}
