package fs

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"time"

	"parley/coordinator/tool"
)

// dirty asks git about one file and returns its two-letter status, "" where git
// has nothing to say: no git, no repository, no changes, or no answer in time.
//
// git runs without a repository's own watchers and hooks, takes no locks and
// takes the path for a path, whatever characters it holds.
func (o Options) dirty(ctx context.Context, call tool.Call, p string) string {
	ctx, cancel := context.WithTimeout(ctx, o.GitLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, o.Git,
		"-c", "core.fsmonitor=false", "-c", "core.hooksPath="+os.DevNull,
		"status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames", "--", p)
	cmd.Dir = call.Dir
	cmd.Env = gitEnviron(os.Environ())
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	if err != nil || len(out) < 3 {
		return ""
	}
	return string(out[:2])
}

// gitEnviron drops what would point git elsewhere than at the workspace.
func gitEnviron(environ []string) []string {
	kept := make([]string, 0, len(environ)+3)
	for _, v := range environ {
		if !strings.HasPrefix(v, "GIT_") {
			kept = append(kept, v)
		}
	}
	return append(kept, "GIT_OPTIONAL_LOCKS=0", "GIT_LITERAL_PATHSPECS=1", "LC_ALL=C")
}

// untracked is git's word for a file that it does not know. Deleting one loses
// it, so that is asked; changing one shows its patch anyway.
const untracked = "??"

// dirtyAsk is the question before a file with uncommitted changes is touched.
func dirtyAsk(id, p, status string) ask {
	return ask{
		id:      id,
		context: gitText(status),
		digest:  digestOf("dirty", p, status),
	}
}
