package cli

import (
	"fmt"
	"runtime/debug"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/model/cli/version"
)

func versionCommand(p *process.Program) *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Args: process.NoArguments,
		RunE: func(*cobra.Command, []string) error { return printVersion(p) },
	}
}

func printVersion(p *process.Program) error {
	var revision, at string
	changed := false
	if info, known := debug.ReadBuildInfo(); known {
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				revision = s.Value
			case "vcs.time":
				at = s.Value
			case "vcs.modified":
				changed = s.Value == "true"
			}
		}
	}
	_, err := fmt.Fprint(p.Out, version.Built(revision, at, changed))
	return err
}

const completionLong = `Print a script by which a shell completes commands, flags and their values. A
package brings it along; else put one of these lines where your shell begins:

  ~/.bashrc    source <(parley completion bash)    # needs bash-completion
  ~/.zshrc     source <(parley completion zsh)     # after compinit
  config.fish  parley completion fish | source
  $PROFILE     parley completion powershell | Out-String | Invoke-Expression`

func completionCommand(p *process.Program) *cobra.Command {
	return &cobra.Command{
		Use: "completion bash|zsh|fish|powershell", Short: "Print a completion script for your shell",
		Long:      completionLong,
		ValidArgs: []string{"bash", "zsh", "fish", "powershell"},
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return process.Usage("name one shell: bash, zsh, fish or powershell")
			}
			switch args[0] {
			case "bash":
				return c.Root().GenBashCompletionV2(p.Out, true)
			case "zsh":
				return c.Root().GenZshCompletion(p.Out)
			case "fish":
				return c.Root().GenFishCompletion(p.Out, true)
			case "powershell":
				return c.Root().GenPowerShellCompletionWithDesc(p.Out)
			}
			return process.Usage("there is no completion for %q; name bash, zsh, fish or powershell", args[0])
		},
	}
}

type listedTool struct {
	Name        string `json:"name"`
	On          bool   `json:"on"`
	Toggle      string `json:"allow_toggle"`
	Source      string `json:"source"`
	Run         string `json:"run"`
	Result      string `json:"result"`
	Description string `json:"description"`
}

func toolsCommand(p *process.Program) *cobra.Command {
	var o session.Options
	var format string
	c := &cobra.Command{
		Use: "tools", Short: "List the tools and how they run", Long: toolsLong, Args: process.NoArguments,
		RunE: func(*cobra.Command, []string) error {
			if err := process.OneOf("--format", format, "text", "json"); err != nil {
				return err
			}
			return listTools(p, o, format)
		},
	}
	o.Register(c)
	c.Flags().StringVar(&format, "format", "text", "text or json")
	return c
}

func listTools(p *process.Program, o session.Options, format string) error {
	s, cfg, err := session.Configuration(p, o)
	if err != nil {
		return err
	}
	remote := session.NewServers(p, s, cfg)
	cfg, _, err = cfg.WithTools(session.ToolNames(remote)).Toggle(o.Toggles...)
	if err != nil {
		return process.StatusError{Status: process.ExitUsage, Err: err}
	}
	more, err := session.ServerTools(remote, cfg)
	if err != nil {
		return err
	}
	r, err := session.Registry(cfg, nil, nil, more...)
	if err != nil {
		return err
	}
	var list []listedTool
	for _, name := range r.Names() {
		e, _ := r.Get(name)
		set := cfg.Tool(name)
		list = append(list, listedTool{
			Name: name, On: !e.Off, Toggle: string(set.Enable.Toggle), Source: set.Source,
			Run: string(e.Spec.Run), Result: string(e.Spec.Result), Description: e.Spec.Description,
		})
	}
	if format == "json" {
		return p.JSON(map[string]any{"tools": list})
	}
	for _, t := range list {
		state := "on "
		if !t.On {
			state = "off"
		}
		line := fmt.Sprintf("%s  %-16s %-10s %-8s %s", state, t.Name, t.Run, t.Source, p.Shown(sentence(t.Description)))
		if err := process.Rows(p.Out, strings.TrimRight(line, " ")+"\n"); err != nil {
			return err
		}
	}
	return nil
}

// sentence is the first sentence of a text: everything before a full stop that is
// followed by a capital letter.
func sentence(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	for i := 0; ; {
		n := strings.Index(s[i:], ". ")
		if n < 0 {
			return s
		}
		i += n + len(". ")
		if r, _ := utf8.DecodeRuneInString(s[i:]); unicode.IsUpper(r) {
			return s[:i-1]
		}
	}
}
