package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"parley/config"
	"parley/model/cli/process"
	"parley/model/cli/session"
)

// completing lets a shell complete the first argument of a command. Conversations and what
// waits in them are offered where those commands are.
func completing(p *process.Program, c *cobra.Command) {
	offer, is := map[string]func(*process.Program) []cobra.Completion{
		"config explain": keyNames,
		"models":         func(*process.Program) []cobra.Completion { return session.ServerNames() },
		"mcp tools":      func(p *process.Program) []cobra.Completion { return serverNames(p, false) },
		"mcp login":      func(p *process.Program) []cobra.Completion { return serverNames(p, true) },
		"mcp logout":     func(p *process.Program) []cobra.Completion { return serverNames(p, true) },
		"mcp call":       offeredTools,
	}[strings.TrimPrefix(c.CommandPath(), "parley ")]
	if !is {
		return
	}
	c.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return offer(p), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	}
}

// keyNames are the keys that are written as they stand: none has a name of the user's in it.
func keyNames(p *process.Program) []cobra.Completion {
	var out []cobra.Completion
	for _, k := range config.Keys() {
		if !strings.ContainsAny(k.Pattern, "<*") {
			out = append(out, cobra.CompletionWithDesc(k.Pattern, p.Shown(sentence(k.Doc))))
		}
	}
	return out
}

// serverNames are the servers of tools in the configuration, or those that one can log in to.
func serverNames(p *process.Program, reachedByHTTP bool) []cobra.Completion {
	_, cfg, err := session.Configuration(p, session.Options{})
	if err != nil {
		return nil
	}
	var out []cobra.Completion
	for _, server := range cfg.MCP {
		if server.URL != "" || !reachedByHTTP {
			out = append(out, server.Name)
		}
	}
	return out
}

// offeredTools are the tools that servers offered when they were reached. None is reached for
// this.
func offeredTools(p *process.Program) []cobra.Completion {
	s, cfg, err := session.Configuration(p, session.Options{})
	if err != nil {
		return nil
	}
	set := session.NewServers(p, s, cfg)
	defer set.Close(serversEnd)
	var out []cobra.Completion
	for _, t := range set.Tools() {
		out = append(out, cobra.CompletionWithDesc(t.Spec().Name, p.Shown(sentence(t.Spec().Description))))
	}
	return out
}
