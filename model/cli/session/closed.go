package session

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"parley/config"
	"parley/coordinator/rulebook"
	"parley/coordinator/rules"
	"parley/coordinator/tool"
	fstools "parley/coordinator/tools/fs"
	"parley/store"
	"parley/store/picture"
	"parley/store/system"
)

// ofAgents are the places below the home folder where other assistants keep their
// settings, keys and conversations. Folders of the same names in a workspace are not
// affected.
var ofAgents = [...]string{
	".claude", ".claude.json", ".codex", ".cursor", ".gemini", ".opencode", ".config/opencode", ".local/share/opencode", ".local/state/opencode",
	".qwen", ".copilot", ".config/github-copilot", ".crush", ".config/crush", ".local/share/crush", ".config/goose", ".local/share/goose", ".amp", ".config/amp", ".local/share/amp",
	".aider.conf.yml", ".aider", ".continue", ".codeium", ".windsurf", ".kiro", ".factory", ".augment", ".openhands", ".roo", ".cline", ".junie", ".trae",
}

// ofAgentsByName are variables that give another location for such a place.
var ofAgentsByName = [...]string{"CLAUDE_CONFIG_DIR", "CODEX_HOME", "GEMINI_CLI_HOME", "CRUSH_GLOBAL_CONFIG", "OPENCODE_CONFIG_DIR"}

// closed are the places that no file tool may touch, wherever the workspace is: the
// program's own and those of the user's other assistants.
func (s Setup) closed(store string, env []string) []string {
	own := []string{filepath.Dir(s.Places.UserFile), filepath.Dir(s.Places.TrustFile), filepath.Dir(s.Places.StoreDir)}
	if !around(store, s.Dir) {
		own = append(own, store) // otherwise nothing in the workspace could be read
	}
	for _, v := range env {
		name, value, _ := strings.Cut(v, "=")
		if !filepath.IsAbs(value) {
			continue
		}
		if name == "XDG_RUNTIME_DIR" {
			own = append(own, filepath.Join(value, "parley"))
		}
		for _, n := range ofAgentsByName {
			if n == name {
				own = append(own, value)
			}
		}
	}
	if filepath.IsAbs(s.Places.Home) {
		for _, p := range ofAgents {
			own = append(own, filepath.Join(s.Places.Home, filepath.FromSlash(p)))
		}
	}
	return own
}

// around reports whether one folder is another or contains it. Links are followed.
func around(outer, inner string) bool {
	if real, err := filepath.EvalSymlinks(outer); err == nil {
		outer = real
	}
	if real, err := filepath.EvalSymlinks(inner); err == nil {
		inner = real
	}
	below, err := filepath.Rel(outer, inner)
	return err == nil && below != ".." && !strings.HasPrefix(below, ".."+string(filepath.Separator))
}

// wide says why a workspace holds more than the files of a project, "" if it does
// not seem to.
func (s Setup) wide() string {
	switch home := s.Places.Home; {
	case filepath.IsAbs(home) && around(s.Dir, home) && around(home, s.Dir):
		return "is your home folder"
	case filepath.IsAbs(home) && around(s.Dir, home):
		return "holds your home folder"
	}
	if info, err := os.Stat(s.Dir); err == nil && fstools.Strange(info) {
		return "belongs to another user"
	}
	return ""
}

// wideNote warns about a workspace that is too wide.
func wideNote(dir, why string) string {
	return fmt.Sprintf("The workspace %s %s. What the assistant reads there goes to its server, so reading asks first here "+
		"(conversation.tools.fs_read_file.run, and the same of fs_list_files, fs_grep_files and fs_modify_file). Better start Parley in the folder of a project.", dir, why)
}

// readersAsk makes the tools that read ask first, and the one that tells of a text whether it is
// in a file. The user's configuration overrides this.
func readersAsk(tools map[string]config.Builtin) map[string]config.Builtin {
	for _, name := range []string{"fs_read_file", "fs_list_files", "fs_grep_files", "fs_modify_file"} {
		b := tools[name]
		b.Run = "ask"
		tools[name] = b
	}
	return tools
}

// Attach reads the images that the user named in a message, and keeps them beside the
// record. Either all of them are taken or none.
func (x *Session) Attach(names []string) ([]store.File, error) {
	if cfg := x.Current(); blind(cfg, cfg.Assistant.Model) {
		model := cfg.Assistant.Model
		return nil, fmt.Errorf("%s/%s takes no images; choose another model with /model, or take the image out of the message", model.Provider, model.Name)
	}
	if len(names) > picture.Most {
		return nil, fmt.Errorf("%d images are too many; %d go with one message", len(names), picture.Most)
	}
	var pictures []picture.Picture
	for _, name := range names {
		p, err := x.named(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		pictures = append(pictures, p)
	}
	var files []store.File
	for i, p := range pictures {
		digest, err := x.Saved.KeepFile(p.Data)
		if err != nil {
			return nil, err
		}
		files = append(files, store.File{
			Digest: digest, Name: filepath.Base(names[i]), Type: p.Type, Bytes: int64(len(p.Data)), Width: p.Width, Height: p.Height,
		})
	}
	return files, nil
}

// blind reports whether a model is configured as one that takes no images.
func blind(cfg config.Config, m config.Model) bool {
	told := cfg.Providers.LLM[m.Provider].Models[m.Name].Images
	return told != nil && !*told
}

// picture reads the file of a name and checks it.
func (x *Session) picture(name string) (picture.Picture, error) {
	at, err := x.whereabouts(name)
	if err != nil {
		return picture.Picture{}, err
	}
	if err := x.barred(at); err != nil {
		return picture.Picture{}, err
	}
	f, err := at.open()
	if err != nil {
		return picture.Picture{}, reason(err)
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && fstools.Closed(info, x.Closed()) {
		return picture.Picture{}, errClosed
	}
	data, err := regular(f)
	if err != nil {
		return picture.Picture{}, err
	}
	return picture.Read(data)
}

// whereabouts is where the file of a name lies: all links followed, and allowed to be read.
type whereabouts struct {
	path, real string
	root       *os.Root // the workspace, where it lies in it, by the path inside
	inside     string
}

// whereabouts finds a file. A name in the workspace means a file in it: a link there may be
// a stranger's.
func (x *Session) whereabouts(name string) (at whereabouts, err error) {
	at.path = name
	if rest, ok := strings.CutPrefix(name, "~/"); ok && x.Setup.Places.Home != "" {
		at.path = filepath.Join(x.Setup.Places.Home, rest)
	}
	if !filepath.IsAbs(at.path) {
		at.path = filepath.Join(x.Dir, at.path)
	}
	if at.real, err = filepath.EvalSymlinks(at.path); err != nil {
		return at, reason(err)
	}
	for _, place := range x.Closed() {
		if around(place, at.real) {
			return at, errClosed
		}
	}
	if !through(x.Dir, at.path) {
		return at, nil
	}
	dir, err := filepath.EvalSymlinks(x.Dir)
	if err != nil {
		return at, reason(err)
	}
	at.root = x.root
	if at.inside, err = filepath.Rel(dir, at.real); err != nil || !filepath.IsLocal(at.inside) {
		return at, errors.New("a link in the workspace leads out of it to that image; name the file itself if you mean to send it")
	}
	return at, nil
}

// through reports whether a path goes through a folder, by whatever name.
func through(folder, path string) bool {
	above := filepath.Dir(path)
	return around(folder, above) || above != path && through(folder, above)
}

// errClosed says that a file is one that no file tool reads either.
var errClosed = errors.New("it lies where Parley or another assistant keeps its own files")

// errMoved says that a file was not read, since another one may have been meant.
var errMoved = errors.New("what lies there changed while it was opened; send the message again")

// barred says which rule keeps the assistant from reading a file, by its name or by where that
// leads. Who names a file that a rule asks about has answered that, but not for the place to
// which a link in the workspace leads.
func (x *Session) barred(at whereabouts) error {
	named, place := at.path, at.real
	if at.root != nil {
		place = filepath.ToSlash(at.inside)
	}
	if rel, err := filepath.Rel(x.Dir, named); err == nil && filepath.IsLocal(rel) {
		named = filepath.ToSlash(rel)
	}
	if place != named {
		switch r := x.reading(place); {
		case r.Verdict == rules.Denied:
			return errors.New(imageLedText(place) + imageDeniedText(r.Why))
		case at.root != nil && r.Verdict == rules.Asked && r.Ground == rules.ByRule:
			return errors.New(imageLedText(place) + imageAskedText(r.Why))
		}
	}
	if r := x.reading(named); r.Verdict == rules.Denied {
		return errors.New(imageDeniedText(r.Why))
	}
	return nil
}

// reading is what the rules say to a file being read by the assistant.
func (x *Session) reading(file string) rules.Result {
	ctx, stop := context.WithTimeout(context.Background(), makeLimit)
	defer stop()
	return x.ruled.Explain(ctx, rules.Call{Tool: readTool, Paths: []string{file}})
}

// untold opens files of a workspace of which the assistant is told without having asked for them, as
// things are when it is called: nothing that is closed, or that a rule keeps from it.
func untold(root *os.Root, dir string, closed []string, ruled *rulebook.Book) func() func(string) (*os.File, error) {
	return func() func(string) (*os.File, error) {
		return fstools.Reader(tool.Call{Root: root, Dir: dir, Closed: closed, Rules: ruled.For(readTool)})
	}
}

// readTool is the tool whose rules say what may be read of the workspace.
const readTool = "fs_read_file"

// open opens the file where it was found. In the workspace no link that was put on the way
// since then is followed. Elsewhere the way is looked at once more, since not every folder
// there can be held open.
func (at whereabouts) open() (*os.File, error) {
	if at.root != nil {
		return fstools.OpenStraight(at.root, at.inside)
	}
	f, err := system.Open(at.real, system.NoFollow)
	if err != nil {
		return nil, err
	}
	opened, err := f.Stat()
	real, gone := filepath.EvalSymlinks(at.path)
	there, away := os.Lstat(at.real)
	if err = errors.Join(err, gone, away); err == nil && (real != at.real || !os.SameFile(opened, there)) {
		err = errMoved
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// regular reads a regular file that is no larger than an image may be.
func regular(f *os.File) ([]byte, error) {
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, reason(err)
	case !info.Mode().IsRegular():
		return nil, errors.New("it is no ordinary file")
	case info.Size() > picture.MaxBytes:
		return nil, picture.ErrBytes
	}
	data, err := io.ReadAll(io.LimitReader(f, picture.MaxBytes+1))
	if err != nil {
		return nil, reason(err)
	}
	return data, nil
}

// reason is what went wrong with a file, without its name.
func reason(err error) error {
	var fault *fs.PathError
	if errors.As(err, &fault) {
		return fault.Err
	}
	return err
}

// pastes are the images that came from the clipboard, by the names that messages call them.
// They are on disk once a message is sent with them, and not before.
type pastes struct {
	mu  sync.Mutex
	all map[string]picture.Picture
}

// PasteImage takes the image on the clipboard, and returns what a message calls it.
func (x *Session) PasteImage(ctx context.Context) (name string, err error) {
	data, err := x.Prog.PasteImage(ctx, picture.MaxBytes)
	if err != nil {
		return "", err
	}
	p, err := picture.Read(data)
	if err != nil {
		return "", fmt.Errorf("the image on the clipboard: %w", err)
	}
	x.pastes.mu.Lock()
	defer x.pastes.mu.Unlock()
	if x.pastes.all == nil {
		x.pastes.all = map[string]picture.Picture{}
	}
	for n := len(x.pastes.all) + 1; ; n++ {
		name = fmt.Sprintf("clipboard-%d.%s", n, strings.TrimPrefix(p.Type, "image/"))
		_, known := x.pastes.all[name]
		if _, err := os.Lstat(filepath.Join(x.Dir, name)); err != nil && !known { // a file of that name keeps it
			break
		}
	}
	x.pastes.all[name] = p
	return name, nil
}

// named is the image of a name: one from the clipboard, or a file.
func (x *Session) named(name string) (picture.Picture, error) {
	x.pastes.mu.Lock()
	p, pasted := x.pastes.all[name]
	x.pastes.mu.Unlock()
	if pasted {
		return p, nil
	}
	return x.picture(name)
}
