package git

import "bytes"

// parseIndex reads an index whole.
func parseIndex(data []byte, a algorithm) (index, error) {
	var all []entry
	ix, err := walkIndex(bytes.NewReader(data), int64(len(data)), a, func(e raw) { all = append(all, e.kept()) })
	if err != nil {
		return index{}, err
	}
	ix.entries = all
	return ix, nil
}
