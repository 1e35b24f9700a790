// Package skills finds and reads skills: folders with a SKILL.md that tells a model
// how to do something. Some ship with the program; the user and a trusted workspace
// may replace them. It knows nothing about turns.
package skills

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"parley/coordinator/instructions"
)

//go:embed builtin
var builtin embed.FS

// Debugging is the skill for finding a root cause.
const Debugging = "debugging-systematically"

// ReadTool is the tool that reads a skill.
const ReadTool = "read_skill"

// FileName is the file of a skill in its folder.
const FileName = "SKILL.md"

// Skill is a skill as it was read.
type Skill struct {
	Name        string
	Description string
	Text        string // what the model gets
	File        string // its file, "" if it ships with the program
}

// Builtin returns a skill that ships with the program.
func Builtin(name string) (Skill, error) {
	data, err := builtin.ReadFile("builtin/" + name + "/" + FileName)
	if err != nil {
		return Skill{}, fmt.Errorf("there is no skill %q", name)
	}
	return Parse(name, string(data))
}

// Find returns the skill with a name from the first folder that has it, otherwise the
// one that ships with the program. trusted reports whether a file with its content
// may be used; if not, the file is skipped. If a skill cannot be read, the error
// comes together with the skill used instead.
func Find(name string, trusted func(file string, content []byte) bool, folders ...string) (Skill, error) {
	var faults []error
	for _, folder := range folders {
		file := filepath.Join(folder, name, FileName)
		data, err := read(folder, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			faults = append(faults, err)
			continue
		}
		if !trusted(file, data) {
			continue
		}
		s, err := Parse(name, string(data))
		if err == nil {
			s.File = file
			return s, errors.Join(faults...)
		}
		faults = append(faults, fmt.Errorf("%s: %w", file, err))
	}
	s, err := Builtin(name)
	return s, errors.Join(append(faults, err)...)
}

// read reads the file of a skill in a folder. Nothing is followed out of the folder.
func read(folder, name string) (data []byte, err error) {
	root, err := OpenRoot(folder)
	switch {
	case err != nil && (errors.Is(err, fs.ErrNotExist) || strings.HasSuffix(err.Error(), "not a directory")):
		return nil, fs.ErrNotExist
	case err != nil:
		return nil, fmt.Errorf("cannot read the skill: %w", err)
	}
	defer root.Close() // only read: nothing can be lost
	data, err = readIn(root, instructions.Plain(root), path.Join(name, FileName))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%s: %w", filepath.Join(folder, name, FileName), err)
	}
	return data, err
}

// OpenRoot is os.OpenRoot for a folder of skills. What is no folder is an error at once, where to
// open a pipe would wait for whoever writes into it.
func OpenRoot(folder string) (*os.Root, error) {
	return os.OpenRoot(folder + string(filepath.Separator) + ".") // a last dot is found in folders alone
}

// Parse reads a SKILL.md: a header between two --- lines with `name` (the folder's
// name) and `description`, then the text.
func Parse(name, content string) (Skill, error) {
	content = strings.ReplaceAll(strings.TrimPrefix(content, "\uFEFF"), "\r\n", "\n")
	if !utf8.ValidString(content) || strings.ContainsRune(content, 0) {
		return Skill{}, errors.New("it is not text in UTF-8")
	}
	rest, ok := strings.CutPrefix(content, "---\n")
	head, text, closed := strings.Cut(rest, "\n---\n")
	if !ok || !closed {
		return Skill{}, errors.New("it does not begin with a head between two lines of ---, with name and description")
	}
	s := Skill{Text: strings.TrimSpace(text)}
	values, err := headOf(head)
	if err != nil {
		return Skill{}, err
	}
	s.Name, s.Description = values["name"], values["description"]
	switch {
	case s.Name != name:
		return Skill{}, fmt.Errorf("its name is %q, and its folder is %q; they must be equal", clip(s.Name), name)
	case s.Description == "":
		return Skill{}, errors.New("its head has no description")
	case s.Text == "":
		return Skill{}, errors.New("it has no text below its head")
	}
	return s, nil
}
