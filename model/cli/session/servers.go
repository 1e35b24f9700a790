package session

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"parley/config"
	"parley/coordinator"
	"parley/coordinator/window"
	"parley/model/cli/process"
	"parley/providers"
	"parley/providers/anthropic"
	"parley/providers/openai"
	"parley/providers/script"
	"parley/providers/wire"
)

// Scripted is the provider that plays scenarios, known besides the servers.
const Scripted = "script"

// ServerNames are the names of the servers that are known.
func ServerNames() []string {
	names := []string{Scripted}
	for _, k := range providers.KnownServers() {
		names = append(names, k.Name)
	}
	return names
}

// scenarios is where script/<name> is looked for in a workspace.
func scenarios(dir string) string { return filepath.Join(dir, ".parley", "scenarios") }

// openModel makes a model ready for requests.
func (x *Session) openModel(ctx context.Context, a config.Assistant) (coordinator.Model, error) {
	if a.Model.Provider == "" {
		return coordinator.Model{}, config.NoModelError{}
	}
	server, err := x.server(ctx, a.Model.Provider)
	if err != nil {
		return coordinator.Model{}, err
	}
	m := readyModel(a, server, x.Dir)
	m.NoImages = blind(x.Current(), a.Model)
	return m, nil
}

func readyModel(a config.Assistant, server providers.Provider, dir string) coordinator.Model {
	m := a.Model
	return coordinator.Model{
		ID: m.Provider + "/" + m.Name, Name: m.Name, Provider: server, System: systemPrompt(a.SystemPrompt, dir),
		Parameters: providers.Parameters{
			MaxTokens: m.Parameters.MaxTokens, Temperature: m.Parameters.Temperature, TopP: m.Parameters.TopP,
			Reasoning: m.Parameters.Reasoning,
		},
		Limits: providers.Limits{
			Retries: a.Request.Retries, IdleTimeout: a.Request.IdleTimeout, FirstByteTimeout: a.Request.FirstByteTimeout,
			MaxResponseBytes: a.Request.MaxResponseBytes, Cache: a.Request.Cache,
		},
	}
}

// Reviewing prepares reviewers outside of a conversation: the configured one of a question, or
// another model in its place.
type Reviewing struct {
	Prog   *process.Program
	Config config.Config
	Dir    string // the workspace
	made   map[string]providers.Provider
}

// Of returns the assistant that reviews a question of a tool; model replaces its model unless
// it is "".
func (r *Reviewing) Of(tool, question, model string) (config.Assistant, error) {
	a, err := r.Config.Reviewer(tool, question)
	if model != "" {
		a.Model.ID = model
		a.Model.Provider, a.Model.Name, err = r.Config.Model(model)
	}
	if err == nil && a.Model.Provider == "" {
		err = config.NoModelError{}
	}
	return a, err
}

// Model prepares a reviewer's model. A server's key is looked up only once.
func (r *Reviewing) Model(ctx context.Context, a config.Assistant) (coordinator.Model, error) {
	server, known := r.made[a.Model.Provider]
	if !known {
		var err error
		if server, err = openServer(ctx, r.Prog, r.Config, a.Model.Provider, r.Dir); err != nil {
			return coordinator.Model{}, err
		}
		if r.made == nil {
			r.made = map[string]providers.Provider{}
		}
		r.made[a.Model.Provider] = server
	}
	m := readyModel(a, server, r.Dir)
	m.NoImages = blind(r.Config, a.Model)
	return m, nil
}

// Known reports what is wrong with a model that is named in place of a configured one, as far as
// that is known before a request.
func (r *Reviewing) Known(ctx context.Context, model string) error {
	a := r.Config.Assistant
	var err error
	if a.Model.Provider, a.Model.Name, err = r.Config.Model(model); err != nil {
		return err
	}
	m, err := r.Model(ctx, a)
	if err != nil {
		return err
	}
	return providers.Foresee(m.Provider, m.Name)
}

// Where returns the address of a server for display; "" if the provider is not a server.
func (r *Reviewing) Where(provider string) string {
	known, _ := providers.Lookup(provider)
	return cmp.Or(AddressOf(r.Prog, provider, r.Config.Providers.LLM[provider].BaseURL), known.BaseURL)
}

// server returns the provider for a server, made on first use. It is kept while the
// settings stay the same, since it learns what the server can do; but not if a
// command prints the key, which may be valid for minutes only.
func (x *Session) server(ctx context.Context, name string) (providers.Provider, error) {
	x.mu.Lock()
	cfg, known := x.Config, x.servers
	x.mu.Unlock()
	if s, ok := known.Load(name); ok {
		return s.(providers.Provider), nil
	}
	if s, ok := known.LoadAndDelete(once(name)); ok {
		return s.(providers.Provider), nil
	}
	key, err := serverKey(ctx, x.Prog, cfg, name)
	if err != nil {
		return nil, err
	}
	x.knows(key)
	made := serverWith(x.Prog, cfg, name, x.Dir, key)
	if !cfg.Providers.LLM[name].APIKeyCmd.IsZero() {
		return made, nil
	}
	s, _ := known.LoadOrStore(name, made) // another review may have been faster
	return s.(providers.Provider), nil
}

// openServer makes a provider of a configured or known server.
func openServer(ctx context.Context, p *process.Program, cfg config.Config, name, dir string) (providers.Provider, error) {
	key, err := serverKey(ctx, p, cfg, name)
	if err != nil {
		return nil, err
	}
	return serverWith(p, cfg, name, dir, key), nil
}

// serverKey is the key of a server: from the environment, from a command, or from
// keys.toml.
func serverKey(ctx context.Context, p *process.Program, cfg config.Config, name string) (string, error) {
	env, command := variableOf(cfg, name), cfg.Providers.LLM[name].APIKeyCmd
	if key := p.Variable(env); key != "" || name == Scripted {
		return key, nil
	}
	if !command.IsZero() {
		return keyFrom(ctx, p, name, command)
	}
	return Key(p, env)
}

// variableOf is the variable that holds the key of a server.
func variableOf(cfg config.Config, name string) string {
	known, _ := providers.Lookup(name)
	return cmp.Or(cfg.Providers.LLM[name].APIKeyEnv, known.KeyEnv)
}

func serverWith(p *process.Program, cfg config.Config, name, dir, key string) providers.Provider {
	if name == Scripted {
		return script.Library(script.Find(scenarios(dir)), script.Options{Sleep: p.Sleep})
	}
	set, env := cfg.Providers.LLM[name], variableOf(cfg, name)
	return ServerOf(wire.Config{
		Name: name, BaseURL: AddressOf(p, name, set.BaseURL), APIKey: key, KeyEnv: env, Headers: set.Headers, Secret: config.HoldsKey, Protocol: set.Protocol,
		Profile: profileOf(set.Profile), Like: set.Profile, Models: toldOf(set.Models), Sleep: p.Sleep, Now: p.Now,
	})
}

// toldOf is what is configured of a server's models.
func toldOf(set map[string]config.Told) map[string]providers.Told {
	told := make(map[string]providers.Told, len(set))
	for model, t := range set {
		told[model] = providers.Told(t)
	}
	return told
}

// ServerOf is a server with its protocol: Anthropic's own for Anthropic.
func ServerOf(c wire.Config) providers.Provider {
	if messages(c.Name, c.Protocol) {
		return anthropic.New(c)
	}
	return openai.New(c)
}

// cacheFault reports a request.cache setting of an assistant that its server cannot
// follow.
func cacheFault(cfg config.Config, at string, a config.Assistant) error {
	key, m := at+".request.cache", a.Model
	if m.Provider == "" || !cfg.Chosen(key) {
		return nil
	}
	set, use := cfg.Providers.LLM[m.Provider], providers.CacheUnknown
	if m.Provider == Scripted || messages(m.Provider, set.Protocol) {
		use = providers.CacheSteered
	} else if profile := profileOf(cmp.Or(set.Profile, m.Provider)); profile != nil {
		use = profile.Cache(m.Name)
	}
	switch {
	case use == providers.CacheUnknown:
		return fmt.Errorf(textCacheUnknown, key, a.Request.Cache, m.Provider)
	case use == providers.CacheOwn && !a.Request.Cache:
		return fmt.Errorf(textCacheOwn, key, m.Provider, m.Name)
	}
	return nil
}

// messages reports whether a server speaks Anthropic's protocol.
func messages(name, protocol string) bool {
	return protocol == "messages" || protocol == "" && name == "anthropic"
}

// profileOf is how a known server behaves, nil if there is none of that name.
func profileOf(name string) *providers.Profile {
	known, ok := providers.Lookup(name)
	if !ok {
		return nil
	}
	return &known.Profile
}

// AddressOf is where a server is: as configured, or, for Ollama, as its own variable
// says.
func AddressOf(p *process.Program, name, configured string) string {
	if configured != "" || name != "ollama" {
		return configured
	}
	return ollamaAddress(p.Variable("OLLAMA_HOST"))
}

// ollamaAddress reads OLLAMA_HOST as Ollama does: a host, a port, or both, with or
// without a scheme, which implies a port, in quotes or not. It may be the address
// that Ollama listens on, which is then reached on this machine.
func ollamaAddress(host string) string {
	host = strings.TrimRight(strings.TrimSpace(strings.Trim(strings.TrimSpace(host), `"'`)), "/")
	switch host {
	case "":
		return ""
	case "ollama.com":
		host = "https://ollama.com"
	}
	scheme, rest, found := strings.Cut(host, "://")
	if !found {
		scheme, rest = "http", host
	}
	usual := "11434"
	if own := map[string]string{"http": "80", "https": "443"}[scheme]; found && own != "" {
		usual = own
	}
	rest, path, _ := strings.Cut(rest, "/")
	path = strings.TrimPrefix(strings.TrimSuffix("/"+path, "/v1"), "/")
	name, port, err := net.SplitHostPort(rest)
	if err != nil {
		name, port = strings.Trim(rest, "[]"), usual
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		port = usual
	}
	switch name {
	case "", "0.0.0.0", "::":
		name = "localhost"
	}
	address := scheme + "://" + net.JoinHostPort(name, port)
	if path != "" {
		address += "/" + path
	}
	return address + "/v1"
}

// keyLimit is how long a command may take to print a key: it may ask for a
// fingerprint or a password.
const keyLimit = time.Minute

// keyFrom runs api_key_cmd and returns the first line that it prints.
func keyFrom(ctx context.Context, p *process.Program, provider string, c config.Command) (string, error) {
	limited, stop := context.WithTimeout(ctx, keyLimit)
	defer stop()
	argv := c.Argv
	if len(argv) == 0 {
		shell, err := p.Shell()
		if err != nil {
			return "", fmt.Errorf("the api_key_cmd of %s: %w", provider, err)
		}
		argv = []string{shell, "-c", c.Line}
	}
	program, err := p.Find(argv[0])
	if err != nil {
		return "", fmt.Errorf("the api_key_cmd of %s: %w", provider, err)
	}
	cmd := exec.CommandContext(limited, program, argv[1:]...)
	cmd.Env, cmd.Dir, cmd.WaitDelay = p.OwnEnv(), p.Away(), 100*time.Millisecond
	out, err := cmd.Output()
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil:
		return "", fmt.Errorf("the api_key_cmd of %s failed (%w); run it yourself to see why", provider, err)
	}
	key, _, _ := bytes.Cut(out, []byte("\n"))
	if key = bytes.TrimSpace(key); len(key) > 0 {
		return string(key), nil
	}
	return "", fmt.Errorf("the api_key_cmd of %s printed nothing; it should print the key", provider)
}

// WithModel adds the setting that makes a conversation use a model.
func WithModel(set map[string]json.RawMessage, id string) map[string]json.RawMessage {
	if set == nil {
		set = map[string]json.RawMessage{}
	}
	set[modelKey], _ = json.Marshal(id) // a string always encodes
	return set
}

// windowRules are when a request is made smaller.
func windowRules(w config.Window) window.Rules {
	return window.Rules{TrimAt: w.TrimAt, SummariseAt: w.SummariseAt}
}

// summariser finds the model that sums up.
func (x *Session) summariser(ctx context.Context) (coordinator.Model, error) {
	cfg := x.Current()
	a := cfg.Assistant
	if m := cfg.Conversation.Window.Model; m.Provider != "" {
		a.Model = m
	}
	return x.openModel(ctx, a)
}

// WindowOf is how many tokens a model takes as its server says by itself, 0 unknown.
func (x *Session) WindowOf(ctx context.Context, id string) int {
	provider, name, _ := strings.Cut(id, "/")
	server, err := x.server(ctx, provider)
	if err != nil {
		return 0 // then nothing is shown
	}
	return server.Capabilities(name).ContextWindow
}

// windowLimit is how long a server may take to tell its windows: a request waits for that, and
// goes without.
const windowLimit = 5 * time.Second

// windows are the models of which a server was asked for its list, each once.
type windows struct {
	mu    sync.Mutex
	asked map[string]bool
}

// window is how many tokens a model takes, 0 where nobody knows. Where only the server's list can
// tell, it is asked for that once, and only if ask is true: a request waits for it.
func (x *Session) window(ctx context.Context, m coordinator.Model, ask bool) int {
	known := func() int { return m.Provider.Capabilities(m.Name).ContextWindow }
	if n := known(); n > 0 || !ask {
		return n
	}
	x.windows.mu.Lock()
	defer x.windows.mu.Unlock()
	if x.windows.asked == nil {
		x.windows.asked = map[string]bool{}
	}
	if !x.windows.asked[m.ID] {
		x.windows.asked[m.ID] = true
		limited, stop := context.WithTimeout(ctx, windowLimit)
		defer stop()
		_, _ = m.Provider.Models(limited) // it keeps what the list says; without one nothing is known
	}
	return known()
}
