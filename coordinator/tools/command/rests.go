package command

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path/filepath"

	"parley/coordinator/tool"
	"parley/store/system"
)

// Rests is a digest of the folder that the command is to run in, where that is not the
// workspace: which folder that is, and where it lies once links are followed.
func (r runner) Rests(call tool.Call) string {
	var args arguments
	if json.Unmarshal(call.Arguments, &args) != nil || place(args.Directory) == "" {
		return ""
	}
	dir, err := directory(call, args.Directory)
	if err == nil && dir == call.Dir {
		return ""
	}
	if err != nil {
		return rest("", "", err)
	}
	return folder(dir)
}

// folder is the digest of a folder to which a path leads.
func folder(at string) string {
	real, err := filepath.EvalSymlinks(at)
	var id string
	if err == nil {
		id, err = system.Identity(at)
	}
	return rest(real, id, err)
}

func rest(real, id string, err error) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "folder\n%q\n%q\n%v", real, id, err))
	return hex.EncodeToString(sum[:])
}
