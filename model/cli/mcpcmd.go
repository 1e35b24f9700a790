package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"parley/config"
	"parley/coordinator/tool"
	"parley/coordinator/tools/mcp"
	"parley/model/cli/process"
	"parley/model/cli/servers"
	"parley/model/cli/session"
)

const mcpLong = `Servers of the Model Context Protocol offer tools. They are set up in the
configuration, [mcp.NAME], or in the .mcp.json of a workspace that you trust.

  parley mcp ls                       which of them answer; this reaches all of them
  parley mcp tools [SERVER]           all that they offer
  parley mcp call TOOL '{"a": 1}'     call a tool yourself, such as files__read
  parley mcp login SERVER             log in to one that is reached over HTTP
  parley mcp logout SERVER            forget that login`

func mcpCommand(p *process.Program) *cobra.Command {
	c := &cobra.Command{Use: "mcp", Short: "List and try servers of tools", Long: mcpLong, Args: process.NoArguments}
	ls := mcpList(p)
	c.RunE = ls.RunE
	c.Flags().AddFlagSet(ls.Flags())
	c.AddCommand(ls, mcpTools(p), mcpCall(p), mcpLogin(p), mcpLogout(p))
	return c
}

// reached are the servers, each of which was reached or has failed.
func reached(ctx context.Context, p *process.Program, o session.Options) (*mcp.Set, error) {
	s, cfg, err := session.Configuration(p, o)
	if err != nil {
		return nil, err
	}
	for _, w := range cfg.Withheld {
		if slices.ContainsFunc(w.Settings, func(x config.Setting) bool { return strings.HasPrefix(x.Key, "mcp.") }) {
			process.Say(p.Err, p.Shown(session.WithheldText(w)))
		}
	}
	for _, note := range cfg.Notes {
		process.Say(p.Err, p.Shown(note))
	}
	set := session.NewServers(p, s, cfg)
	if err := servers.Reaching(ctx, p, set, servers.WaitingText, func() { set.Connect(ctx, false) }); err != nil {
		set.Close(serversEnd)
		return nil, err
	}
	set.Tools()
	return set, nil
}

// serversEnd is how long a command waits for its servers to end.
const serversEnd = 500 * time.Millisecond

// listedServer is a server in a list.
type listedServer struct {
	Name      string      `json:"name"`
	Where     string      `json:"where"`
	Connected bool        `json:"connected"`
	Revision  string      `json:"revision,omitempty"`
	Failed    string      `json:"failed,omitempty"`
	Tools     []mcp.Offer `json:"tools"`

	Prompts   []mcp.Prompt   `json:"prompts,omitempty"`
	Resources []mcp.Resource `json:"resources,omitempty"`

	LeftOut []string `json:"left_out,omitempty"`
	Log     string   `json:"log,omitempty"`
}

func mcpList(p *process.Program) *cobra.Command {
	var o session.Options
	var format string
	c := &cobra.Command{
		Use: "ls", Short: "Reach the servers, and tell how they are", Args: process.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return tellServers(cmd.Context(), p, o, format, "", mcp.State.Short)
		},
	}
	o.Register(c)
	c.Flags().StringVar(&format, "format", "text", "text or json")
	return c
}

func mcpTools(p *process.Program) *cobra.Command {
	var o session.Options
	var format string
	c := &cobra.Command{
		Use: "tools [server]", Short: "Show all that the servers offer", Args: mostOneServer,
		RunE: func(cmd *cobra.Command, args []string) error {
			return tellServers(cmd.Context(), p, o, format, strings.Join(args, ""), mcp.State.Whole)
		},
	}
	o.Register(c)
	c.Flags().StringVar(&format, "format", "text", "text or json")
	return c
}

// tellServers prints how the servers are, or the one with a name.
func tellServers(ctx context.Context, p *process.Program, o session.Options, format, name string, words func(mcp.State) string) error {
	if err := process.OneOf("--format", format, "text", "json"); err != nil {
		return err
	}
	set, err := reached(ctx, p, o)
	if err != nil {
		return err
	}
	defer set.Close(serversEnd)
	all := set.States()
	if name != "" {
		if _, err := servers.Text(all, name); err != nil {
			return err
		}
	}
	list, texts := []listedServer{}, []string{}
	for _, s := range all {
		if name == "" || s.Name == name {
			list = append(list, listedServer{s.Name, s.Where, s.Connected, s.Revision, s.Failed, append([]mcp.Offer{}, s.Offers...), s.Prompts, s.Resources, s.Faults, s.Log})
			texts = append(texts, words(s))
		}
	}
	if format == "json" {
		return p.JSON(map[string]any{"servers": list})
	}
	text := strings.Join(texts, "\n\n")
	if len(all) == 0 {
		text, _ = servers.Text(nil, "")
	}
	process.Rows(p.Out, p.Shown(text)+"\n")
	return nil
}

func mcpCall(p *process.Program) *cobra.Command {
	var o session.Options
	c := &cobra.Command{
		Use: "call tool [arguments]", Short: "Call a tool of a server yourself; arguments are a JSON object", Args: toolAndArguments,
		RunE: func(cmd *cobra.Command, args []string) error {
			arguments := "{}"
			if len(args) > 1 {
				arguments = args[1]
			}
			return callTool(cmd.Context(), p, o, args[0], json.RawMessage(arguments))
		},
	}
	o.Register(c)
	return c
}

// callTool calls a tool as its user. A tool that asks is told so: there is nobody to
// carry its question.
func callTool(ctx context.Context, p *process.Program, o session.Options, name string, arguments json.RawMessage) error {
	if err := session.Refuse(p, "mcp call"); err != nil {
		return err
	}
	set, err := reached(ctx, p, o)
	if err != nil {
		return err
	}
	defer set.Close(serversEnd)
	var names []string
	for _, t := range set.Tools() {
		if t.Spec().Name != name {
			names = append(names, t.Spec().Name)
			continue
		}
		if arguments, err = t.Spec().Check(arguments); err != nil {
			return err
		}
		switch o := t.Run(ctx, tool.Call{ID: "call", Name: name, Arguments: arguments, Attempt: 1, Live: io.Discard}).(type) {
		case tool.Success:
			return process.Rows(p.Out, p.Shown(o.Content)+"\n")
		case tool.Failure:
			return errors.New(o.Message)
		default:
			return errors.New("the tool asks something first, which only a conversation can pass on; let the assistant call it")
		}
	}
	server, _, _ := strings.Cut(name, "__")
	for _, s := range set.States() {
		if s.Name == server && s.Failed != "" {
			return fmt.Errorf("the server %s is not there: %s", s.Name, p.Shown(s.Failed))
		}
	}
	return fmt.Errorf("no server offers the tool %q%s; `parley mcp ls` tells how the servers are", name, process.DidYouMean(name, names))
}
