package session

import (
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"parley/config"
	"parley/model/cli/instruct"
	"parley/model/cli/process"
	"parley/model/conversation"
)

// Tell prints what the user should know before the turn begins.
func (x *Session) Tell(w io.Writer) {
	for _, held := range x.Config.Withheld {
		fmt.Fprintf(w, "parley: %s\n", process.Terminal(WithheldText(held)))
	}
	notes := slices.Clip(x.Notes)
	if x.Shell.State().Folded.Asked() == 0 {
		found := x.Teller.Told()
		notes = append(notes, found.Lines(instruct.TrustElsewhere)...)
		for _, c := range found.Changed {
			notes = append(notes, c.Unseen())
		}
	}
	if left := x.FromElsewhere(); len(left) > 0 { // a screen asks about them
		notes = append(slices.Clip(notes), strangeText(x.elsewhere, slices.Sorted(maps.Keys(left))))
	}
	for _, note := range notes {
		fmt.Fprintf(w, "parley: %s\n", process.Terminal(note))
	}
}

// teller says what the conversation is told as instructions.
func (x *Session) teller() *instruct.Teller {
	return instruct.New(instruct.Options{
		Config: x.Current, Places: x.Setup.Places, Folder: x.Setup.Sources.Folder, Dir: x.Dir, Working: working(x.Dir, x.Prog.Dir),
		Root: x.root, Now: x.Prog.Now, Keep: x.Saved.KeepFile, TrustChanges: x.Setup.Options.TrustChanges, Commands: conversation.Commands(),
	})
}

// working is the folder below the workspace in which the program was started.
func working(dir, at string) string {
	below, err := filepath.Rel(dir, at)
	if err != nil || !filepath.IsLocal(below) {
		return "."
	}
	return filepath.ToSlash(below)
}

// ToTell finds what a conversation in the workspace would be told, outside of any.
func ToTell(p *process.Program, s Setup, cfg config.Config) (instruct.Told, error) {
	root, err := os.OpenRoot(s.Dir)
	if err != nil {
		return instruct.Told{}, fmt.Errorf("cannot open the workspace: %w", err)
	}
	told := instruct.New(instruct.Options{
		Config: func() config.Config { return cfg }, Places: s.Places, Folder: s.Sources.Folder, Dir: s.Dir, Working: working(s.Dir, p.Dir), Root: root, Now: p.Now, Commands: conversation.Commands(),
	}).Told()
	return told, root.Close()
}

// skill is the text of a skill by its name, and the file that it stands in.
func (x *Session) skill(name string) (text, file string, err error) {
	s, err := x.Teller.Skill(name)
	return s.Text, s.Path, err
}
