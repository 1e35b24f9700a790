package cli

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"parley/config"
	"parley/coordinator"
	"parley/providers"
	"parley/providers/anthropic"
	"parley/providers/openai"
	"parley/providers/script"
	"parley/providers/wire"
)

// scripted is the provider that plays scenarios, known beside the servers.
const scripted = "script"

func serverNames() []string {
	names := []string{scripted}
	for _, k := range providers.KnownServers() {
		names = append(names, k.Name)
	}
	return names
}

// scenarios is where script/<name> is looked for in a workspace.
func scenarios(dir string) string { return filepath.Join(dir, ".parley", "scenarios") }

// openModel makes a model ready to be asked.
func (x *Session) openModel(ctx context.Context, a config.Assistant) (coordinator.Model, error) {
	if a.Model.Provider == "" {
		return coordinator.Model{}, config.NoModelError{}
	}
	server, err := x.server(ctx, a.Model.Provider)
	if err != nil {
		return coordinator.Model{}, err
	}
	m := a.Model
	if a.Request.Cache && m.Provider == x.Config.Assistant.Model.Provider && x.Config.Chosen("assistant.request.cache") && !caches(m.Provider, x.Config.Providers.LLM[m.Provider]) {
		return coordinator.Model{}, fmt.Errorf("assistant.request.cache is true, but nothing is known of %s that keeps the beginning of a conversation; "+
			"remove the setting, or say with providers.llm.%s.profile which server it behaves like", m.Provider, m.Provider)
	}
	return coordinator.Model{
		ID: m.Provider + "/" + m.Name, Name: m.Name, Provider: server, System: systemPrompt(a.SystemPrompt, x.Dir),
		Parameters: providers.Parameters{
			MaxTokens: m.Parameters.MaxTokens, Temperature: m.Parameters.Temperature, TopP: m.Parameters.TopP,
			Reasoning: m.Parameters.Reasoning,
		},
		Limits: providers.Limits{
			Retries: a.Request.Retries, IdleTimeout: a.Request.IdleTimeout, FirstByteTimeout: a.Request.FirstByteTimeout,
			MaxResponseBytes: a.Request.MaxResponseBytes, Cache: a.Request.Cache,
		},
	}, nil
}

// server finds or makes what speaks to a server. It is kept as long as the
// settings stay, since it learns what the server can do; not where a command
// gives the key, which may last for minutes only.
func (x *Session) server(ctx context.Context, name string) (providers.Provider, error) {
	x.mu.Lock()
	cfg, known := x.Config, x.servers
	x.mu.Unlock()
	if s, ok := known.Load(name); ok {
		return s.(providers.Provider), nil
	}
	made, err := openServer(ctx, x.prog, cfg, name, x.Dir)
	if err != nil || !cfg.Providers.LLM[name].APIKeyCmd.IsZero() {
		return made, err
	}
	s, _ := known.LoadOrStore(name, made) // another review may have been first
	return s.(providers.Provider), nil
}

// openServer makes a provider of a configured or known server.
func openServer(ctx context.Context, p *Program, cfg config.Config, name, dir string) (providers.Provider, error) {
	if name == scripted {
		return script.Library(script.Find(scenarios(dir)), script.Options{Sleep: p.Sleep}), nil
	}
	set := cfg.Providers.LLM[name]
	env := set.APIKeyEnv
	if env == "" {
		known, _ := providers.Lookup(name)
		env = known.KeyEnv
	}
	key := p.variable(env)
	if key == "" && !set.APIKeyCmd.IsZero() {
		var err error
		if key, err = p.keyFrom(ctx, name, set.APIKeyCmd); err != nil {
			return nil, err
		}
	}
	return serverOf(wire.Config{
		Name: name, BaseURL: p.addressOf(name, set.BaseURL), APIKey: key, KeyEnv: env, Headers: set.Headers, Protocol: set.Protocol,
		Profile: profileOf(set.Profile), Sleep: p.Sleep, Now: p.Now,
	}), nil
}

// serverOf is a server in the protocol that it speaks: Anthropic's own its own.
func serverOf(c wire.Config) providers.Provider {
	if c.Protocol == messagesProtocol || c.Protocol == "" && c.Name == "anthropic" {
		return anthropic.New(c)
	}
	return openai.New(c)
}

// caches says that a server keeps the beginning of a conversation, by itself or as it
// is told.
func caches(name string, set config.Provider) bool {
	if name == scripted || set.Protocol == messagesProtocol || set.Protocol == "" && name == "anthropic" {
		return true
	}
	profile := profileOf(cmp.Or(set.Profile, name))
	return profile != nil && (profile.KeepsPrefix || profile.CacheKey || profile.CacheMarks)
}

// messagesProtocol is Anthropic's in the configuration.
const messagesProtocol = "messages"

// profileOf is how a known server behaves, nil for none of that name.
func profileOf(name string) *providers.Profile {
	known, ok := providers.Lookup(name)
	if !ok {
		return nil
	}
	return &known.Profile
}

// addressOf is where a server is: as configured, and for Ollama else where its own
// variable says.
func (p *Program) addressOf(name, configured string) string {
	if configured != "" || name != "ollama" {
		return configured
	}
	return ollamaAddress(p.variable("OLLAMA_HOST"))
}

// ollamaAddress reads OLLAMA_HOST: a host, a port, or both, with or without a scheme.
// It may be what Ollama listens on: that is reached on this machine.
func ollamaAddress(host string) string {
	host = strings.TrimRight(strings.TrimSpace(host), "/")
	if host == "" {
		return ""
	}
	scheme, rest, found := strings.Cut(host, "://")
	if !found {
		scheme, rest = "http", host
	}
	rest, path, _ := strings.Cut(rest, "/")
	name, port, err := net.SplitHostPort(rest)
	if err != nil {
		name, port = strings.Trim(rest, "[]"), "11434"
		if scheme == "https" && found {
			port = "443"
		}
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

// variable returns the last value of an environment variable.
func (p *Program) variable(name string) string {
	value := ""
	for _, e := range p.Env {
		if k, v, ok := strings.Cut(e, "="); ok && k == name && name != "" {
			value = v
		}
	}
	return value
}

// keyLimit is how long a command may take to print a key: it may ask for a
// finger or a password.
const keyLimit = time.Minute

// keyFrom runs api_key_cmd and returns the first line that it prints.
func (p *Program) keyFrom(ctx context.Context, provider string, c config.Command) (string, error) {
	ctx, stop := context.WithTimeout(ctx, keyLimit)
	defer stop()
	argv := c.Argv
	if len(argv) == 0 {
		argv = []string{shell, "-c", c.Line}
	}
	program, err := p.program(argv[0])
	if err != nil {
		return "", fmt.Errorf("the api_key_cmd of %s: %w", provider, err)
	}
	cmd := exec.CommandContext(ctx, program, argv[1:]...)
	cmd.Env, cmd.Dir, cmd.WaitDelay = p.ownEnv(), p.Dir, time.Second
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("the api_key_cmd of %s failed (%w); run it yourself to see why", provider, err)
	}
	key, _, _ := bytes.Cut(out, []byte("\n"))
	if key = bytes.TrimSpace(key); len(key) > 0 {
		return string(key), nil
	}
	return "", fmt.Errorf("the api_key_cmd of %s printed nothing; it should print the key", provider)
}

func (p *Program) modelsCommand() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use: "models [provider…]", Short: "List the models that the configured servers offer", Long: modelsLong,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := oneOf("--format", format, "text", "json"); err != nil {
				return err
			}
			return p.models(cmd.Context(), args, format)
		},
	}
	c.Flags().StringVar(&format, "format", "text", "text or json")
	return c
}

type listedModel struct {
	ID            string  `json:"id"`
	ContextWindow int     `json:"context_window,omitempty"`
	InputPrice    float64 `json:"input_price,omitempty"`
	CachedPrice   float64 `json:"cached_price,omitempty"`
	OutputPrice   float64 `json:"output_price,omitempty"`
	Reasoning     bool    `json:"reasoning,omitempty"`
	Images        bool    `json:"images,omitempty"`
}

func (p *Program) models(ctx context.Context, names []string, format string) error {
	s, cfg, err := p.configuration(options{})
	if err != nil {
		return err
	}
	asked := len(names) > 0
	if !asked {
		names = p.reachable(cfg)
	}
	var found []listedModel
	var faults []error
	for _, name := range names {
		if !contains(serverNames(), name) && cfg.Providers.LLM[name].BaseURL == "" {
			return usage("there is no provider %q%s", name, didYouMean(name, serverNames()))
		}
		list, err := p.modelsOf(ctx, cfg, name, s.dir)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		found = append(found, list...)
	}
	if err := p.printModels(found, format); err != nil {
		return err
	}
	if asked || len(found) == 0 {
		return errors.Join(faults...)
	}
	for _, err := range faults {
		fmt.Fprintf(p.Err, "parley: %s\n", terminalText(err.Error()))
	}
	return nil
}

// reachable lists the servers that may answer: configured, with a key, or the
// scripted one.
func (p *Program) reachable(cfg config.Config) []string {
	var names []string
	for _, k := range providers.KnownServers() {
		_, set := cfg.Providers.LLM[k.Name]
		if set || p.variable(k.KeyEnv) != "" || cfg.Assistant.Model.Provider == k.Name {
			names = append(names, k.Name)
		}
	}
	for name := range cfg.Providers.LLM {
		if !contains(names, name) {
			names = append(names, name)
		}
	}
	return append(names, scripted)
}

func (p *Program) modelsOf(ctx context.Context, cfg config.Config, name, dir string) ([]listedModel, error) {
	server, err := openServer(ctx, p, cfg, name, dir)
	if err != nil {
		return nil, err
	}
	models, err := server.Models(ctx)
	if err != nil {
		return nil, err // it names the server
	}
	var out []listedModel
	for _, m := range models {
		out = append(out, listedModel{
			ID: name + "/" + m.ID, ContextWindow: m.Capabilities.ContextWindow,
			InputPrice: m.Capabilities.InputPrice, CachedPrice: m.Capabilities.CachedPrice, OutputPrice: m.Capabilities.OutputPrice,
			Reasoning: m.Capabilities.Reasoning, Images: m.Capabilities.Images,
		})
	}
	return out, nil
}

func (p *Program) printModels(found []listedModel, format string) error {
	if format == "json" {
		return p.json(map[string]any{"models": append([]listedModel{}, found...)})
	}
	for _, m := range found {
		fmt.Fprintln(p.Out, terminalText(m.line()))
	}
	return nil
}

// line is a model as a person reads it: its id, and what is known of it.
func (m listedModel) line() string {
	var known []string
	if m.ContextWindow > 0 {
		known = append(known, fmt.Sprintf("%d tokens", m.ContextWindow))
	}
	if m.InputPrice > 0 || m.OutputPrice > 0 {
		known = append(known, fmt.Sprintf("$%s in, $%s out", dollars(m.InputPrice), dollars(m.OutputPrice)))
	}
	if m.Reasoning {
		known = append(known, "reasons")
	}
	if m.Images {
		known = append(known, "sees images")
	}
	if len(known) == 0 {
		return m.ID
	}
	return m.ID + "  " + strings.Join(known, ", ")
}

// dollars are those of a million tokens.
func dollars(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// oneOf refuses a flag's value that is none of the words.
func oneOf(flag, value string, words ...string) error {
	if contains(words, value) {
		return nil
	}
	return usage("%s %q is none of: %s", flag, value, strings.Join(words, ", "))
}

// withModel adds the setting that makes a conversation use a model.
func withModel(set map[string]json.RawMessage, id string) map[string]json.RawMessage {
	if set == nil {
		set = map[string]json.RawMessage{}
	}
	set["assistant.model.id"], _ = json.Marshal(id) // a string always encodes
	return set
}
