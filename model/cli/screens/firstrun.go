package screens

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/config"
	"parley/config/private"
	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/model/firstrun"
	"parley/model/kit"
	"parley/providers"
	"parley/providers/wire"
)

// beginning is what a first run needs from the program. It remembers the session that
// the choice opened, and what must be cleaned up afterwards.
type beginning struct {
	prog    *process.Program
	options session.Options
	life    context.Context // the life of what the session runs
	message string
	file    string            // the user's configuration file
	keys    string            // keys.toml
	kept    map[string]string // the content of keys.toml at the start, by variable

	mu      sync.Mutex // guards what follows; not held while a conversation is read, which may take long
	session *session.Session
	clean   func() error
	closed  bool
}

// errClosed says that the program ended while a conversation was being opened.
var errClosed = errors.New("the program has ended")

// takes makes an opened session the one on screen, and returns the previous one.
// After the end of the program it refuses.
func (b *beginning) takes(x *session.Session) (before *session.Session, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return nil, errors.Join(errClosed, x.Close())
	}
	before, b.session = b.session, x
	return before, nil
}

// shows is the session on the screen, nil if there is none.
func (b *beginning) shows() *session.Session {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.session
}

// chooser is the screen of a program without a model.
func (b *beginning) chooser(cfg config.Config) (tea.Model, error) {
	theme, ground, err := themes(b.prog, cfg.UI)
	if err != nil {
		return nil, err
	}
	if b.kept, _, err = private.ReadKeys(b.keys); err != nil {
		return nil, err
	}
	return firstrun.NewFirstRun(kit.Shared{Theme: theme, Ground: ground, Now: b.prog.Now, Arming: cfg.Forms.ArmingDelay, Shown: whenShown(b.prog)}, b, shortPath(b.file, b.prog.Variable("HOME")), shortPath(b.keys, b.prog.Variable("HOME"))), nil
}

// conversation opens the requested conversation.
func (b *beginning) conversation(s session.Setup, cfg config.Config) (tea.Model, error) {
	s.Options.Offer = b.message == "" && !b.options.Fresh
	x, err := session.Open(b.life, b.prog, s, cfg, b.options.Resume, true)
	if err != nil {
		return nil, err
	}
	x.First = b.message
	x.GoOn = b.options.Resume != "" && len(x.ByItself(b.message)) > 0
	if _, err := b.takes(x); err != nil {
		return nil, err
	}
	return ScreenOf(x, b)
}

// close ends what was opened, and reports a turn that is left open. It does not wait
// for what is still being opened: that ends with the program, as after a kill.
func (b *beginning) close() (err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	if x := b.session; x != nil {
		open, paused := x.Shell.State().Folded.Open(), x.Shell.State().Folded.Paused
		err = x.Close()
		err = errors.Join(x.Shell.Unsaved(), err)
		session.TellUntold(b.prog, x)
		if open && b.clean == nil {
			fmt.Fprintf(b.prog.Err, "The turn is open; `parley resume %s` goes on with it.\n", x.Saved.ID())
		}
		if paused && b.clean == nil {
			fmt.Fprintf(b.prog.Err, "The turn is paused; `parley resume %s` goes on with it.\n", x.Saved.ID())
		}
	}
	if b.clean != nil {
		err = errors.Join(err, b.clean())
	}
	return err
}

// shortPath is a path as people write it.
func shortPath(path, home string) string {
	if rest, ok := strings.CutPrefix(path, home+"/"); ok && home != "" {
		return "~/" + rest
	}
	return path
}

// localLimit is how long the servers on this machine may take to answer.
const localLimit = 1500 * time.Millisecond

// Found lists the known servers whose keys are set.
func (b *beginning) Found() []firstrun.Server {
	var out []firstrun.Server
	for _, k := range providers.KnownServers() {
		if !k.Local && b.prog.Variable(k.KeyEnv) != "" {
			out = append(out, firstrun.Server{Name: k.Name, Title: k.Title, About: k.KeyEnv + " is set"})
		} else if !k.Local && b.kept[k.KeyEnv] != "" {
			out = append(out, firstrun.Server{Name: k.Name, Title: k.Title, About: "its key is in " + shortPath(b.keys, b.prog.Variable("HOME"))})
		}
	}
	return out
}

// Keyless lists the known servers that need a key that was not found.
func (b *beginning) Keyless() []firstrun.Server {
	var out []firstrun.Server
	for _, k := range providers.KnownServers() {
		if !k.Local && b.prog.Variable(k.KeyEnv) == "" && b.kept[k.KeyEnv] == "" {
			out = append(out, firstrun.Server{Name: k.Name, Title: k.Title, KeyEnv: k.KeyEnv, About: k.KeyEnv})
		}
	}
	return out
}

// KeyName is a name for the key of a server at an address that nothing has yet: neither
// the environment, whose key would be taken instead, nor keys.toml, whose key it would
// replace.
func (b *beginning) KeyName(address string) string {
	name := strings.Trim(strings.ToUpper(strings.ReplaceAll(serverName(address), "-", "_")), "_")
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		name = "SERVER_" + name
	}
	name += "_API_KEY"
	for i, free := 2, name; ; i++ {
		if b.prog.Variable(free) == "" && b.kept[free] == "" {
			return free
		}
		free = fmt.Sprintf("%s_%d", name, i)
	}
}

// Keep keeps a key that was accepted: in keys.toml, or for this run only.
func (b *beginning) Keep(s firstrun.Server, key string, file bool) error {
	if !file {
		b.prog.Env = append(slices.Clip(b.prog.Env), s.KeyEnv+"="+key)
		b.options.Notes = append(b.options.Notes, fmt.Sprintf("The key of %s holds until you leave. Set %s to have it the next time.", s.Title, s.KeyEnv))
		return nil
	}
	ctx, stop := context.WithTimeout(b.life, lookLimit)
	defer stop()
	if err := private.AddKey(ctx, b.keys, s.KeyEnv, key); err != nil {
		return fmt.Errorf("the key was not kept: %w", err)
	}
	b.options.Notes = append(b.options.Notes, fmt.Sprintf("The key of %s is in %s.", s.Title, shortPath(b.keys, b.prog.Variable("HOME"))))
	return nil
}

// Local asks the known servers on this machine, all at once.
func (b *beginning) Local() []firstrun.Server {
	ctx, stop := context.WithTimeout(b.life, localLimit)
	defer stop()
	var asked []chan firstrun.Server
	for _, k := range providers.KnownServers() {
		if !k.Local {
			continue
		}
		c := make(chan firstrun.Server, 1)
		asked = append(asked, c)
		go func() {
			s := firstrun.Server{Name: k.Name, Title: k.Title + " on this machine"}
			if names, err := b.list(ctx, s); err == nil {
				s.Models = names
			}
			c <- s
		}()
	}
	var out []firstrun.Server
	for _, c := range asked {
		if s := <-c; len(s.Models) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// Models lists what a server offers.
func (b *beginning) Models(s firstrun.Server) ([]string, error) {
	ctx, stop := context.WithTimeout(b.life, lookLimit)
	defer stop()
	return b.list(ctx, s)
}

func (b *beginning) list(ctx context.Context, s firstrun.Server) ([]string, error) {
	known, ok := providers.Lookup(s.Name)
	if !ok {
		known = providers.Custom(writtenName(s.BaseURL), s.BaseURL)
		known.KeyEnv = s.KeyEnv
	}
	if found, _ := session.Key(b.prog, known.KeyEnv); known.KeyEnv != "" && s.BaseURL != "" && s.Key == "" && found == "" {
		return nil, fmt.Errorf("the variable %s is not set in this environment", known.KeyEnv)
	}
	key, err := cmp.Or(s.Key, b.prog.Variable(known.KeyEnv)), error(nil)
	if key == "" {
		if key, err = session.Key(b.prog, known.KeyEnv); err != nil {
			return nil, err
		}
	}
	server := session.ServerOf(wire.Config{
		Name: known.Name, BaseURL: cmp.Or(session.AddressOf(b.prog, known.Name, s.BaseURL), known.BaseURL), APIKey: key, KeyEnv: known.KeyEnv,
		Sleep: b.prog.Sleep, Now: b.prog.Now,
	})
	models, err := server.Models(ctx)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(models))
	for i, m := range models {
		names[i] = m.ID
	}
	return names, nil
}

// serverName derives a name for a server from its address: its host without the parts
// that all hosts share.
func serverName(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		return "server"
	}
	host := strings.TrimPrefix(strings.TrimPrefix(u.Hostname(), "www."), "api.")
	name := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return '-'
	}, strings.ToLower(host))
	name = strings.Trim(name, "-")
	if _, known := providers.Lookup(name); known || name == "" || name == session.Scripted {
		return "my-" + name
	}
	return name
}

// writtenName is the name of a server while its address is only being tried: its host
// as the user typed it. If the host is also the name of a known server, serverName's
// result is used.
func writtenName(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return serverName(address)
	}
	if _, known := providers.Lookup(u.Host); known {
		return serverName(address)
	}
	return u.Host
}

// Use writes the choice to the user's file and opens a conversation.
func (b *beginning) Use(s firstrun.Server, name string) (tea.Model, error) {
	c := config.Choice{ID: s.Name + "/" + name}
	if s.BaseURL != "" {
		c = config.Choice{Provider: serverName(s.BaseURL), BaseURL: s.BaseURL, APIKeyEnv: s.KeyEnv}
		c.ID = c.Provider + "/" + name
	}
	if err := addChoice(b.file, c); err != nil {
		return nil, err
	}
	b.options.Notes = append(b.options.Notes, fmt.Sprintf("Your choice is in %s.", shortPath(b.file, b.prog.Variable("HOME"))))
	return b.open()
}

// Tour sets up the tour and opens it.
func (b *beginning) Tour() (tea.Model, error) {
	clean, err := layTour(b.prog, &b.options)
	if err != nil {
		return nil, err
	}
	b.mu.Lock()
	b.clean = clean
	b.mu.Unlock()
	if b.prog.Caretaker != nil {
		if orders, err := ordersOf(b.prog); err == nil { // without a place for them there is no process
			b.prog.Caretaker.Order(orders)
		}
	}
	return b.open()
}

// brief reports whether this is the tour, which goes with the program.
func (b *beginning) brief() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.clean != nil
}

func (b *beginning) open() (tea.Model, error) {
	s, cfg, err := session.Configuration(b.prog, b.options)
	if err != nil {
		return nil, err
	}
	return b.conversation(s, cfg)
}

// addChoice adds the choice to the user's file, which is created if needed. The file
// is replaced as a whole.
func addChoice(file string, c config.Choice) error {
	if target, err := filepath.EvalSymlinks(file); err == nil {
		file = target // if the file is a link, the link stays
	}
	before, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("cannot read your configuration: %w", err)
	}
	text, err := c.AddTo(before)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return fmt.Errorf("cannot make the folder of your configuration: %w", err)
	}
	temp, err := os.CreateTemp(filepath.Dir(file), ".config-*.toml")
	if err != nil {
		return fmt.Errorf("cannot write your configuration: %w", err)
	}
	_, err = temp.Write(text)
	err = errors.Join(err, temp.Sync(), temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), file)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("cannot write your configuration: %w", err), os.Remove(temp.Name()))
	}
	return nil
}
