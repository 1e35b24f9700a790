package fs

import (
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"parley/coordinator/tool"
)

// place turns a path as a model gave it into one relative to the workspace,
// cleaned and with slashes. An absolute path below the workspace is accepted,
// since models often give one. What leads out is refused here by its text, and
// by the operating system where a link is in the way.
func place(call tool.Call, raw string) (string, error) {
	if raw == "" {
		return "", fault(textNoPath)
	}
	if strings.ContainsRune(raw, 0) {
		return "", fault(textNullInPath)
	}
	p := filepath.ToSlash(raw)
	if path.IsAbs(p) {
		inside, ok := below(filepath.ToSlash(call.Dir), path.Clean(p))
		if !ok {
			return "", fault(textOutside(raw))
		}
		p = inside
	}
	p = path.Clean(p)
	if !filepath.IsLocal(filepath.FromSlash(p)) {
		return "", fault(textOutside(raw))
	}
	return p, nil
}

// below cuts dir from the absolute path p.
func below(dir, p string) (string, bool) {
	dir = path.Clean(dir)
	if !path.IsAbs(dir) {
		return "", false
	}
	if p == dir {
		return ".", true
	}
	return strings.CutPrefix(p, strings.TrimSuffix(dir, "/")+"/")
}

// target is place for a path that shall be written, deleted or moved.
func target(call tool.Call, raw string) (string, error) {
	p, err := place(call, raw)
	if err != nil {
		return "", err
	}
	if p == "." {
		return "", fault(textIsDirectory(raw))
	}
	for part := range strings.SplitSeq(p, "/") {
		if strings.EqualFold(part, ".git") {
			return "", fault(textGitOwn(p))
		}
	}
	return p, nil
}

// show is a path for a line of text: as it is, or quoted if it holds anything
// that would not show as itself.
func show(p string) string {
	for _, r := range p {
		if !strconv.IsPrint(r) || r == '`' || r == '"' || r == '\uFFFD' {
			return strconv.Quote(p)
		}
	}
	return p
}
