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
	path, err := exportPath(x.Dir, file, secret.Hide(title, o.Hide), src.ID)
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
// new file in the workspace, named after the title. A model may have made the title, so it
// names no file that gives permission, on any system, and no device.
func exportPath(dir, file, title, id string) (string, error) {
	if filepath.IsAbs(file) {
		return file, nil
	}
	if file != "" {
		return filepath.Join(dir, file), nil
	}
	name := fileName(title)
	if name == "" || !fs.Harmless(name+".md") {
		name = id
	}
	path := filepath.Join(dir, name+".md")
	for n := 2; process.FileExists(path); n++ {
		if n > exportNames {
			return "", fmt.Errorf("there are %d exports named %s already; name the file: /export notes.md", exportNames, name)
		}
		path = filepath.Join(dir, fmt.Sprintf("%s-%d.md", name, n))
	}
	return path, nil
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
