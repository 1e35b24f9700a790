package fs

import (
	"cmp"
	"context"
	"encoding/json"
	"io/fs"
	"strings"

	"parley/coordinator/tool"
	"parley/coordinator/tools/fs/paths"
)

// listMax is how many paths one call of fs_list_files returns.
const listMax = 1000

// listFiles is fs_list_files.
type listFiles struct{ desk *desk }

type listArguments struct {
	Path    string `json:"path"`
	Pattern string `json:"pattern"`
	Depth   int    `json:"depth"`
	All     bool   `json:"include_ignored"`
}

// Spec describes the tool to the model.
func (listFiles) Spec() tool.Spec { return listSpec() }

// Describe names the directory and the pattern.
func (listFiles) Describe(arguments json.RawMessage) string {
	var in listArguments
	if decode(arguments, &in) != nil {
		return ""
	}
	return textDescribeList(in)
}

// Covers is the listing of the same directory.
func (listFiles) Covers(arguments json.RawMessage) tool.Cover {
	return covered(arguments, "fs_list_files", "listing ")
}

// Run lists the files.
func (l listFiles) Run(ctx context.Context, call tool.Call) tool.Outcome {
	var in listArguments
	if err := decode(call.Arguments, &in); err != nil {
		return failed(ctx, "", err)
	}
	if in.Path == "" {
		in.Path = "."
	}
	p, err := place(call, in.Path)
	wall := wallOf(call)
	if err == nil {
		err = cmp.Or(globFault(in.Pattern), wall.fault(p))
	}
	if err != nil {
		return failed(ctx, in.Path, err)
	}
	info, err := call.Root.Stat(p)
	if err != nil {
		return failed(ctx, p, err)
	}
	if !info.IsDir() {
		return tool.Failure{Message: textNotDirectory(p)}
	}
	at, err := l.desk.sit(ctx)
	if err != nil {
		return failed(ctx, p, err)
	}
	defer at.leave()
	text, err := list(ctx, call, walk{root: call.Root, wall: wall, all: in.All, depth: max(in.Depth, 0), seat: at}, p, in)
	if err != nil {
		return failed(ctx, p, err)
	}
	return tool.Success{Content: text}
}

// list collects the paths, one per line, and says what was left out.
func list(ctx context.Context, call tool.Call, w walk, p string, in listArguments) (string, error) {
	var out strings.Builder
	found := 0
	w.visit = func(e entry) error {
		if in.Pattern != "" && (e.leaf || !named(in.Pattern, e.path)) {
			return nil
		}
		if found++; found <= listMax {
			out.WriteString(lineFor(e, call) + "\n")
		}
		return nil
	}
	if err := w.from(ctx, p); err != nil {
		return "", err
	}
	if found == 0 {
		return textNothing(p, in.Pattern) + w.shutText(), nil
	}
	if found > listMax {
		out.WriteString(textMorePaths(found - listMax))
	}
	return strings.TrimSuffix(out.String(), "\n") + w.shutText(), nil
}

// lineFor is a path as it is listed: with what it is, if it is not a file.
func lineFor(e entry, call tool.Call) string {
	switch {
	case e.leaf:
		return paths.Show(e.path) + "/"
	case e.mode.IsRegular():
		return paths.Show(e.path)
	case e.mode&fs.ModeSymlink != 0:
		to, err := call.Root.Readlink(e.path)
		if err != nil {
			return paths.Show(e.path) + " (a symbolic link)"
		}
		return paths.Show(e.path) + " -> " + paths.Show(to)
	}
	return paths.Show(e.path) + " (" + kind(e.mode) + ")"
}
