package screens

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"parley/config"
	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/model/conversation"
	"parley/providers/script"
)

// tourModel is the model of a first run that has none.
const tourModel = session.Scripted + "/tour"

// isTour reports whether the tour was requested.
func isTour(cfg config.Config) bool {
	m := cfg.Assistant.Model
	return m.Provider+"/"+m.Name == tourModel
}

// layTour sets up the tour's tiny workspace in a folder of its own, which the
// returned function removes, and points the program at it. Nothing outside is
// changed, and the conversation is removed with the folder.
func layTour(p *process.Program, o *session.Options) (clean func() error, err error) {
	s, ok := script.Embedded("tour")
	if !ok {
		return nil, errors.New("the tour is missing from this build")
	}
	dir, err := os.MkdirTemp("", "parley-tour-")
	if err != nil {
		return nil, fmt.Errorf("cannot make a folder for the tour: %w", err)
	}
	clean = func() error { return removeTour(dir) }
	work := filepath.Join(dir, "workspace")
	for name, text := range s.Files {
		path := filepath.Join(work, filepath.FromSlash(name))
		err = errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600))
		if err != nil {
			return nil, errors.Join(fmt.Errorf("cannot write the tour's files: %w", err), clean())
		}
	}
	*p = p.At(work)
	o.Flags = append(o.Flags, tourFlags(filepath.Join(dir, "conversations"))...)
	o.Notes = append(o.Notes, tourText)
	o.Rules = filepath.Join(dir, "rules.toml")
	o.Lead = conversation.Lead{First: tourBegin, Again: tourGoOn}
	return clean, nil
}

// removeTour removes the tour's folder. A look at its conversations that is still under way notes what
// it saw there, and would put a file into a folder that has just been emptied; there is none of that
// name any more.
func removeTour(dir string) error {
	over := dir + "-over"
	if os.Rename(dir, over) != nil { // so it may be on Windows, where a file in it is open
		over = dir
	}
	return os.RemoveAll(over)
}

// tourFlags configure what the tour shows, regardless of the user's own
// configuration: who answers what, and which limit is reached.
func tourFlags(dir string) []config.Flag {
	var flags []config.Flag
	for _, set := range [][2]string{
		{"assistant.model.id", tourModel}, {"store.dir", dir},
		{"conversation.inquiry.assistant.model.id", session.Scripted + "/" + script.TourReviewer},
		{"conversation.tools.fs_modify_file.questions.apply_changes.target", "assistant_with_escalation"},
		{"conversation.tools.fs_modify_file.run", "unattended"}, {"conversation.tools.fs_read_file.run", "unattended"},
		{"conversation.tools.fs_list_files.run", "unattended"}, {"conversation.tools.ask_user.run", "unattended"},
		{"conversation.tools.run_command.run", "ask"}, {"conversation.tools.fs_create_file.run", "ask"},
		{"conversation.guards.loop_threshold", "3"}, {"conversation.guards.max_iterations", "50"},
		{"conversation.guards.max_runtime", "30m"}, {"conversation.guards.max_consecutive_errors", "0"},
		{"conversation.tools.ask_user.enable", "true"}, {"conversation.tools.fs_read_file.enable", "true"},
		{"conversation.tools.fs_list_files.enable", "true"}, {"conversation.tools.fs_modify_file.enable", "true"},
		{"conversation.tools.fs_create_file.enable", "true"}, {"conversation.tools.run_command.enable", "true"},
	} {
		flags = append(flags, config.Flag{Name: "the tour", Key: set[0], Value: set[1]})
	}
	return flags
}
