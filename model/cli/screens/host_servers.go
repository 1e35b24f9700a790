package screens

import (
	"cmp"
	"context"
	"strings"

	"parley/model/cli/servers"
	"parley/model/kit"
)

// HasServers reports whether servers of tools are configured.
func (h host) HasServers() bool { return h.x.HasServers() }

// AwaitTools waits until servers offer something else.
func (h host) AwaitTools() (takeUp func(), told []string) { return h.x.AwaitTools(true) }

// Servers describes the servers of tools.
func (h host) Servers(name string) ([]kit.ServerState, error) {
	return servers.Told(h.x.Servers.States(), servers.LeftOut(h.x.Current()), name)
}

// Prompts are what servers have for the user to send.
func (h host) Prompts() (out []kit.ServerPrompt) {
	for _, s := range h.x.Servers.States() {
		for _, p := range s.Prompts {
			x := kit.ServerPrompt{Name: s.PromptName(p), Server: s.Name, Prompt: p.Name, Help: cmp.Or(p.Description, p.Title)}
			for _, a := range p.Arguments {
				x.Arguments = append(x.Arguments, kit.PromptArgument{Name: a.Name, Help: cmp.Or(a.Description, a.Title), Required: a.Required})
			}
			out = append(out, x)
		}
	}
	return out
}

// Prompt asks a server for a prompt.
func (h host) Prompt(p kit.ServerPrompt, arguments map[string]string) (text, leftOut string, err error) {
	w, err := h.x.Servers.Prompt(context.Background(), p.Server, p.Prompt, arguments)
	return w.Text, w.LeftOut, err
}

// Resources are the names of what can be read from servers.
func (h host) Resources() (out []string) {
	for _, s := range h.x.Servers.States() {
		for _, r := range s.Resources {
			out = append(out, s.ResourceName(r))
		}
	}
	return out
}

// ReadResource reads what a server has.
func (h host) ReadResource(name string) (text string, is bool, err error) {
	server, uri, _ := strings.Cut(name, ":")
	for _, s := range h.x.Servers.States() {
		if s.Name == server {
			text, err = h.x.Servers.Read(context.Background(), server, uri)
			return text, true, err
		}
	}
	return "", false, nil
}
