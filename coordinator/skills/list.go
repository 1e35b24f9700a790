package skills

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"parley/coordinator/instructions"
	"parley/store/system"
	"parley/store/text/clean"
)

// Most is how many skills of a folder are looked at.
const Most = 300

// Found is a skill in a folder, with its bytes.
type Found struct {
	Skill
	Path string // path of its file, as shown
	Data []byte
}

// List finds the skills in a folder of a root: each is a folder with a SKILL.md that is a
// regular file, named after the skill. Nothing is followed out of the root, and open may refuse
// a file. Skills that cannot be used are reported; a missing folder is not.
func List(root *os.Root, open instructions.Opener, dir, shown string) (found []Found, faults []string) {
	names, more, err := namesIn(root, dir)
	if err != nil {
		return nil, []string{fmt.Sprintf("%s cannot be read: %v", shown, err)}
	}
	if more {
		faults = append(faults, fmt.Sprintf("%s has more than %d entries; the others are left out", shown, Most))
	}
	for _, name := range names {
		at := path.Join(shown, name, FileName)
		data, err := readIn(root, open, path.Join(dir, name, FileName))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		s, err := parsed(name, data, err)
		if err == nil && instructions.Shown(at) != at {
			err = errors.New("it stands in a folder whose name holds characters that hide, steer or turn text")
		}
		if err != nil {
			faults = append(faults, fmt.Sprintf("%s: %v", instructions.Shown(at), err))
			continue
		}
		s.File = at
		found = append(found, Found{s, at, data})
	}
	return found, faults
}

func parsed(name string, data []byte, err error) (Skill, error) {
	if err != nil {
		return Skill{}, err
	}
	if err := CheckName(name); err != nil {
		return Skill{}, err
	}
	s, err := Parse(name, string(data))
	if err != nil {
		return s, err
	}
	return s, checkDescription(s.Description)
}

// namesIn are the entries of a folder, in order, at most Most of them.
func namesIn(root *os.Root, dir string) (names []string, more bool, err error) {
	info, err := root.Stat(dir)
	if err != nil || !info.IsDir() {
		return nil, false, nil // there is none; a folder that leads out of the root counts as none
	}
	f, err := root.OpenFile(dir, os.O_RDONLY|system.NoWait, 0) // a pipe may have taken its place
	if err != nil {
		return nil, false, err
	}
	defer f.Close() // only read: nothing can be lost
	names, err = f.Readdirnames(Most + 1)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	if more = len(names) > Most; more {
		names = names[:Most]
	}
	slices.Sort(names)
	return names, more, err
}

// readIn reads a SKILL.md that is a regular file.
func readIn(root *os.Root, open instructions.Opener, p string) ([]byte, error) {
	info, err := root.Lstat(p)
	switch {
	case err != nil && (errors.Is(err, fs.ErrNotExist) || strings.HasSuffix(err.Error(), "not a directory")):
		return nil, fs.ErrNotExist
	case err != nil:
		return nil, errors.New("it leads out of its folder, or cannot be read")
	}
	return instructions.Read(open, p, info)
}

// The limits of what a skill says about itself.
const (
	longestName        = 64
	longestDescription = 1024
)

// CheckName says what is wrong with the name of a skill. Names consist of lower-case ASCII
// letters, digits and hyphens, so that no two of them look alike.
func CheckName(name string) error {
	for part := range strings.SplitSeq(name, "-") {
		ok := part != "" && strings.Trim(part, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
		if !ok || len(name) > longestName {
			return fmt.Errorf("a skill's name is of small letters, digits and single hyphens, at most %d; this is %s", longestName, instructions.Shown(clip(name)))
		}
	}
	return nil
}

func clip(s string) string {
	if len(s) > longestName {
		return strings.ToValidUTF8(s[:longestName], "") + "…"
	}
	return s
}

// checkDescription says what is wrong with what a model would be told about a skill.
func checkDescription(text string) error {
	switch {
	case utf8.RuneCountInString(text) > longestDescription:
		return fmt.Errorf("its description is longer than %d characters", longestDescription)
	case clean.Reveal(text) != text || strings.ContainsAny(text, "\n\t"):
		return errors.New("its description holds characters that hide, steer or turn text")
	}
	return nil
}
