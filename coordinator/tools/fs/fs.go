// Package fs holds the tools that read and change files of the workspace.
//
// Every path goes through the workspace's *os.Root, so that "..", absolute paths and links
// cannot lead out. Links inside the workspace are followed on the way to a file; a file
// that is changed, moved or replaced must not be a link itself, because a write replaces
// what bears the name. Only regular files are opened. A write creates a new file beside
// the old one, which then takes its place in one step; the permissions stay, and hard
// links to the old file keep the old text.
//
// The tools know nothing of who answers their questions. An answer counts if its question
// carries the digest of what would be done now.
package fs

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"time"

	"parley/coordinator/git"
	"parley/coordinator/tool"
)

// lookLimit is how long a look for uncommitted changes may take, unless Options say
// otherwise.
const lookLimit = 5 * time.Second

// Options are what the tools need from outside. The zero value is usable.
type Options struct {
	Random    io.Reader     // names of temporary files; nil: crypto/rand
	LookLimit time.Duration // how long to look for uncommitted changes; 0: five seconds

	User git.User // what git takes from the user: what it ignores, and from where it runs something

	// Status says which changes of a file are not committed; nil: git.Status.
	Status func(ctx context.Context, file string) string

	appearing *sync.Mutex // held while a file gets a name that was free
	desk      *desk       // where runs work; nil: that of the process
}

// Tools returns the seven file tools: fs_read_file, fs_list_files,
// fs_grep_files, fs_create_file, fs_modify_file, fs_delete_file, fs_move_file.
func Tools(o Options) []tool.Tool {
	if o.Random == nil {
		o.Random = rand.Reader
	}
	if o.LookLimit == 0 {
		o.LookLimit = lookLimit
	}
	if o.Status == nil {
		o.Status = git.Status
	}
	if o.desk == nil {
		o.desk = machine
	}
	o.appearing = new(sync.Mutex)
	return []tool.Tool{
		readFile{o.desk}, listFiles{o.desk}, grepFiles{o.desk},
		createFile{o}, modifyFile{o}, deleteFile{o}, moveFile{o},
	}
}

// fault is a text for the model: what is wrong and what to do about it.
type fault string

func (f fault) Error() string { return string(f) }

// failed ends a run with err, which is a fault, or an error of the system about path.
func failed(ctx context.Context, path string, err error) tool.Outcome {
	if ctx.Err() != nil {
		return tool.Failure{Message: textCancelled}
	}
	var f fault
	if errors.As(err, &f) {
		return tool.Failure{Message: string(f)}
	}
	return tool.Failure{Message: systemText(path, err)}
}

// decode reads arguments that were checked against a schema; anything that does not fit
// all the same is reported to the model.
func decode(arguments json.RawMessage, into any) error {
	if err := json.Unmarshal(arguments, into); err != nil {
		return fault(textArguments)
	}
	return nil
}
