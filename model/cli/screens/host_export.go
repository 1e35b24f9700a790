package screens

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"unicode"

	"parley/coordinator/tools/fs"
	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/store/export"
	"parley/store/text/secret"
)

// exportNames is how many names are tried for a file that the user did not name.
const exportNames = 100

// Export writes the conversation into a file: the named one, which must not exist
// yet, or one in the workspace named after the title.
func (h host) Export(file, title string) (string, error) {
	x := h.x
	src := export.Source{ID: x.Saved.ID(), Log: x.Saved.Log(), Report: x.Report}
	o := export.Options{Now: x.Prog.Now(), Hide: x.Keys(), Kept: x.Saved.Kept}
	may := func(name string) bool { // also by what a file of the workspace says of it
		at, err := x.Undo().Site.Now(name)
		return err == nil && at.Grants == "" && fs.Harmless(name)
	}
	path, err := exportPath(x.Dir, file, secret.Hide(title, o.Hide), src.ID, may)
	if err != nil {
		return "", err
	}
	format, err := session.FormatOf(path)
	if err != nil {
		return "", err
	}
	if process.FileExists(path) {
		return "", fmt.Errorf("%s is there already; name another file", path)
	}
	return path, session.WriteExport(path, false, func(w io.Writer) error {
		if format == "cast" {
			return Cast(x.Prog, w, src, o, 0, 0)
		}
		return session.Formats()[format](w, src, o)
	})
}

// exportPath is where an export of the screen goes: to the named file, otherwise to a
// new file in the workspace, named after the title where that may be. A model may have made the title, so it
// names no file that gives permission, on any system, and no device.
func exportPath(dir, file, title, id string, may func(name string) bool) (string, error) {
	if filepath.IsAbs(file) {
		return file, nil
	}
	if file != "" {
		return filepath.Join(dir, file), nil
	}
	name := fileName(title)
	if name == "" || !may(name+".md") {
		name = id
	}
	free := func(base string) bool { return may(base) && !process.FileExists(filepath.Join(dir, base)) }
	base := name + ".md"
	for n := 2; !free(base); n++ {
		if n > exportNames {
			return "", fmt.Errorf("there are %d exports named %s already; name the file: /export notes.md", exportNames, name)
		}
		base = fmt.Sprintf("%s-%d.md", name, n)
	}
	return filepath.Join(dir, base), nil
}

// fileName is a title as the name of a file: letters, digits and hyphens.
func fileName(title string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(title) {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
		if b.Len() >= 60 {
			break
		}
	}
	return strings.Trim(b.String(), "-")
}
