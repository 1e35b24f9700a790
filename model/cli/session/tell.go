package session

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"parley/config"
	"parley/config/private"
	"parley/model/cli/instruct"
	"parley/model/cli/process"
	"parley/model/conversation"
)

// Tell prints what the user should know before the turn begins.
func (x *Session) Tell(w io.Writer) {
	for _, held := range x.Config.Withheld {
		text := refusedText(held, trustCommand)
		if !x.refused(held) {
			text = x.once("waits: "+held.File, held.Digest, WithheldText(held), stillWithheldText(held))
		}
		process.Say(w, text)
	}
	notes := x.serversNoted(append(slices.Clip(x.Notes), x.Wrong()...))
	if x.Shell.State().Folded.Asked() == 0 {
		found := x.Teller.Told()
		notes = append(notes, found.Lines(instruct.TrustElsewhere)...)
		for _, c := range found.Changed {
			notes = append(notes, c.Unseen())
		}
	}
	for _, note := range notes {
		process.Say(w, note)
	}
	x.TellLeft(w)
}

// TellLeft prints which settings of the conversation do not count; a screen asks about them.
func (x *Session) TellLeft(w io.Writer) {
	if left := x.FromElsewhere(); len(left) > 0 {
		process.Say(w, strangeText(x.elsewhere, x.Dir, slices.Sorted(maps.Keys(left))))
	}
}

// Notices are what a screen tells at the start, beside what is wrong with the file.
func (x *Session) Notices() []string {
	notes := x.serversNoted(x.Notes)
	for _, held := range x.Config.Withheld {
		if x.refused(held) {
			notes = append(notes, refusedText(held, trustKeys))
		}
	}
	return notes
}

// serversNoted adds what is wrong with files of servers.
func (x *Session) serversNoted(notes []string) []string {
	notes = slices.Clip(notes)
	if wrong := x.Config.Notes; len(wrong) > 0 {
		whole := strings.Join(wrong, "\n")
		state := config.Digest(x.Setup.Sources.Folder, x.Dir, []byte(whole))
		notes = append(notes, x.once("servers: "+x.Dir, state, whole, serversLeftOutText(len(wrong))))
	}
	return notes
}

// once is the whole of what is told about something for the first time in this state, and
// the short of it afterwards. Where that cannot be noted, the whole is told again.
func (x *Session) once(about, state, whole, short string) string {
	told := x.Setup.Places.Told
	if private.Noted(told, about, state) {
		return short
	}
	if err := private.Note(told, about, state); err != nil {
		return whole + "\n" + err.Error()
	}
	return whole
}

// teller says what the conversation is told as instructions.
func (x *Session) teller() *instruct.Teller {
	return instruct.New(instruct.Options{
		Config: x.Current, Places: x.Setup.Places, Folder: x.Setup.Sources.Folder, Dir: x.Dir, Working: working(x.Dir, x.Prog.Dir),
		Root: x.root, Open: untold(x.root, x.Dir, x.Closed(), x.ruled), Rules: func() any { set, _ := x.ruled.Set(); return set }, Now: x.Prog.Now, Keep: x.Saved.KeepFile, TrustChanges: x.Setup.Options.TrustChanges, Commands: conversation.Commands(),
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
	ruled, shut, err := Rulebook(p, s, cfg)
	if err != nil {
		return instruct.Told{}, errors.Join(err, root.Close())
	}
	told := instruct.New(instruct.Options{
		Config: func() config.Config { return cfg }, Places: s.Places, Folder: s.Sources.Folder, Dir: s.Dir, Working: working(s.Dir, p.Dir), Root: root,
		Open: untold(root, s.Dir, s.closed(cfg.Store.Dir, p.Env), ruled), Now: p.Now, Commands: conversation.Commands(),
	}).Told()
	return told, errors.Join(shut(), root.Close())
}

// skill is the text of a skill by its name, and the file that it stands in.
func (x *Session) skill(name string) (text, file string, err error) {
	s, err := x.Teller.Skill(name)
	return s.Text, s.Path, err
}

// ScreenCommands are the names of the commands that only the screen has, with their slashes.
func (x *Session) ScreenCommands() []string { return conversation.Commands() }
