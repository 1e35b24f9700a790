package fs

import (
	"encoding/json"

	"parley/coordinator/tool"
)

// wrote is what a run says of the file that it put in place.
func wrote(p string, data []byte) *tool.Wrote {
	return &tool.Wrote{Path: p, Digest: "sha256:" + sumOf(orNone(data))}
}

// orNone is data, empty where there is none: a file that is there has a content.
func orNone(data []byte) []byte {
	if data == nil {
		return []byte{}
	}
	return data
}

// ours says whether a file is as a run of this conversation left it. Then that it
// differs from what is committed is no news to the user.
func ours(call tool.Call, p string, data []byte) bool {
	return call.Ours != nil && call.Ours(p, wrote(p, data).Digest)
}

// Changes is the file that is made.
func (createFile) Changes(dir string, arguments json.RawMessage) []string {
	return changes(dir, arguments)
}

// Changes is the file that is changed.
func (modifyFile) Changes(dir string, arguments json.RawMessage) []string {
	return changes(dir, arguments)
}

// Changes is the file that is deleted.
func (deleteFile) Changes(dir string, arguments json.RawMessage) []string {
	return changes(dir, arguments)
}

// Changes are the file that is moved, and what takes its name.
func (moveFile) Changes(dir string, arguments json.RawMessage) []string {
	return changes(dir, arguments)
}

// changes are the paths that the arguments of a change name, as far as they lead
// into the workspace.
func changes(dir string, arguments json.RawMessage) []string {
	var in struct{ Path, To string }
	if json.Unmarshal(arguments, &in) != nil {
		return nil
	}
	var paths []string
	for _, raw := range []string{in.Path, in.To} {
		if p, err := place(tool.Call{Dir: dir}, raw); raw != "" && err == nil && (len(paths) == 0 || paths[0] != p) {
			paths = append(paths, p)
		}
	}
	return paths
}
