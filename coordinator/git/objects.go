package git

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Limits on reading objects. Only commits and trees are read.
const (
	maxObject = 64 << 20
	maxChain  = 5_000     // deltas on deltas
	maxWork   = 256 << 20 // bytes of work per object
	maxStores = 8         // object folders
)

var (
	errObject  = errors.New("git: an object cannot be read")
	errMissing = errors.New("git: an object is not there")
)

// Kinds of objects, by their numbers in packs.
const (
	kindCommit = 1
	kindTree   = 2
	kindOffset = 6
	kindRef    = 7
)

// object reads a commit or a tree, wherever it is stored, and checks that its content
// matches its name.
func (r *Repository) object(id string, kind int) ([]byte, error) {
	for _, dir := range r.stores() {
		data, err := r.loose(dir, id, kind)
		if errors.Is(err, fs.ErrNotExist) {
			data, err = r.packed(dir, id, kind)
		}
		if errors.Is(err, errMissing) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if r.name(kind, data) != id {
			return nil, errObject
		}
		return data, nil
	}
	return nil, errMissing
}

// name is the name of an object.
func (r *Repository) name(kind int, data []byte) string {
	h := r.hash.new()
	fmt.Fprintf(h, "%s %d\x00", kindName(kind), len(data))
	h.Write(data)
	return string(h.Sum(nil))
}

func kindName(kind int) string {
	if kind == kindCommit {
		return "commit"
	}
	return "tree"
}

// stores are the object folders: the repository's own and those that it borrows from.
func (r *Repository) stores() []string {
	list := []string{filepath.Join(r.common, "objects")}
	for i := 0; i < len(list) && len(list) < maxStores; i++ {
		text, err := readSmall(filepath.Join(list[i], "info", "alternates"))
		if err != nil {
			continue // it borrows nothing, or what it borrows from is missing
		}
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimRight(line, "\r\n"); line != "" && line[0] != '#' && len(list) < maxStores {
				list = append(list, beside(list[i], line))
			}
		}
	}
	return list
}

// loose reads an object that is a file of its own.
func (r *Repository) loose(dir, id string, kind int) ([]byte, error) {
	name := hex.EncodeToString([]byte(id))
	f, err := openFile(filepath.Join(dir, name[:2], name[2:]))
	if err != nil {
		return nil, err
	}
	defer f.Close() // only read: nothing can be lost
	z, err := zlib.NewReader(bufio.NewReader(f))
	if err != nil {
		return nil, errObject
	}
	data, err := io.ReadAll(io.LimitReader(z, maxObject+64))
	if err != nil {
		return nil, errObject
	}
	head, data, ok := bytes.Cut(data, []byte{0})
	if !ok || string(head) != kindName(kind)+" "+strconv.Itoa(len(data)) {
		return nil, errObject
	}
	return data, nil
}

// packed looks for an object in the packs of a folder.
func (r *Repository) packed(dir, id string, kind int) ([]byte, error) {
	list, err := os.ReadDir(filepath.Join(dir, "pack"))
	if err != nil {
		return nil, errMissing
	}
	for _, d := range list {
		stem, ok := strings.CutSuffix(d.Name(), ".idx")
		if !ok {
			continue
		}
		p, err := r.openPack(filepath.Join(dir, "pack", stem))
		if err != nil {
			return nil, err
		}
		got, data, err := p.find(id)
		err = errors.Join(err, p.close())
		if errors.Is(err, errMissing) {
			continue
		}
		if err == nil && got != kind {
			err = errObject
		}
		return data, err
	}
	return nil, errMissing
}

// pack is a file of many objects and the index of where each begins.
type pack struct {
	list, data *os.File
	id         int // length of an object's name in bytes
	count      uint32
	work       int64 // work done so far
}

func (r *Repository) openPack(stem string) (*pack, error) {
	list, err := openFile(stem + ".idx")
	if err != nil {
		return nil, err
	}
	data, err := openFile(stem + ".pack")
	if err != nil {
		return nil, errors.Join(err, list.Close())
	}
	p := &pack{list: list, data: data, id: r.hash.size}
	var head [8]byte
	if _, err := list.ReadAt(head[:], 0); err != nil || string(head[:]) != "\xfftOc\x00\x00\x00\x02" {
		return nil, errors.Join(errObject, p.close())
	}
	if p.count, err = p.word(8 + 255*4); err != nil {
		return nil, errors.Join(err, p.close())
	}
	return p, nil
}

func (p *pack) close() error { return errors.Join(p.list.Close(), p.data.Close()) }

// word reads four bytes of the index.
func (p *pack) word(at int64) (uint32, error) {
	var b [4]byte
	if _, err := p.list.ReadAt(b[:], at); err != nil {
		return 0, errObject
	}
	return binary.BigEndian.Uint32(b[:]), nil
}

// begins is where the names begin in a pack's index, after the table of first bytes.
const begins = 8 + 256*4

// offset finds where an object begins in the pack.
func (p *pack) offset(id string) (int64, error) {
	var low uint32
	var err error
	if id[0] > 0 {
		if low, err = p.word(8 + int64(id[0]-1)*4); err != nil {
			return 0, err
		}
	}
	high, err := p.word(8 + int64(id[0])*4)
	if err != nil || high > p.count {
		return 0, errObject
	}
	name := make([]byte, p.id)
	for low < high {
		mid := low + (high-low)/2
		if _, err := p.list.ReadAt(name, begins+int64(mid)*int64(p.id)); err != nil {
			return 0, errObject
		}
		switch strings.Compare(id, string(name)) {
		case 0:
			return p.place(mid)
		case -1:
			high = mid
		default:
			low = mid + 1
		}
	}
	return 0, errMissing
}

// place reads where the object with this number begins.
func (p *pack) place(number uint32) (int64, error) {
	places := begins + int64(p.count)*int64(p.id+4)
	at, err := p.word(places + int64(number)*4)
	if err != nil || at&0x80000000 == 0 {
		return int64(at), err
	}
	far := places + int64(p.count)*4 + int64(at&0x7fffffff)*8
	high, err := p.word(far)
	low, err2 := p.word(far + 4)
	if err != nil || err2 != nil || high > 1<<30 {
		return 0, errObject
	}
	return int64(high)<<32 | int64(low), nil
}

// find reads the object with this name.
func (p *pack) find(id string) (kind int, data []byte, err error) {
	at, err := p.offset(id)
	if err != nil {
		return 0, nil, err
	}
	return p.at(at)
}

// at reads the object at an offset: its base first, then the deltas, step by step.
func (p *pack) at(at int64) (int, []byte, error) {
	var deltas [][]byte
	for len(deltas) < maxChain {
		head, err := p.head(at)
		if err != nil {
			return 0, nil, err
		}
		data, err := p.inflate(head.data, head.size)
		if err != nil {
			return 0, nil, err
		}
		switch head.kind {
		case kindOffset, kindRef:
			deltas = append(deltas, data)
			at = head.base
			continue
		}
		for i := len(deltas) - 1; i >= 0; i-- {
			if data, err = patch(data, deltas[i]); err != nil {
				return 0, nil, err
			}
			if p.work += int64(len(data)); p.work > maxWork {
				return 0, nil, errTooLarge
			}
		}
		return head.kind, data, nil
	}
	return 0, nil, errObject
}

// inflate unpacks size bytes of compressed data at an offset.
func (p *pack) inflate(at, size int64) ([]byte, error) {
	if p.work += size; size > maxObject || p.work > maxWork {
		return nil, errTooLarge
	}
	z, err := zlib.NewReader(bufio.NewReader(io.NewSectionReader(p.data, at, 1<<62)))
	if err != nil {
		return nil, errObject
	}
	data, err := io.ReadAll(io.LimitReader(z, size+1))
	if err != nil || int64(len(data)) != size {
		return nil, errObject
	}
	return data, nil
}
