package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"parley/config"
	"parley/coordinator/tools/mcp"
	"parley/model/cli/process"
	"parley/model/cli/servers"
	"parley/model/cli/session"
	"parley/store/system"
)

const mcpLoginLong = `A server that is reached over HTTP may want to know who you are. This prints the
page on which you say so, and waits for your browser to come back. Nothing is
opened without your yes. What it gets is kept in the state folder, for this
server alone, and renewed by itself.`

func mcpLogin(p *process.Program) *cobra.Command {
	var o session.Options
	c := &cobra.Command{
		Use: "login server", Short: "Log in to a server that is reached over HTTP", Long: mcpLoginLong, Args: oneServer,
		RunE: func(cmd *cobra.Command, args []string) error {
			l := visitor{p: p, open: p.Open}
			if process.FromTerminal(p.In) && process.Width(p.Err) > 0 { // what is printed through a pipe may be on no screen yet
				l.in = p.In
			}
			return logIn(cmd.Context(), p, o, args[0], l)
		},
	}
	o.Register(c)
	return c
}

// named are the servers of a configuration, among them one with this name. None is reached.
func named(p *process.Program, o session.Options, what, name string) (set *mcp.Set, cfg config.Config, err error) {
	if err := session.Refuse(p, what); err != nil {
		return nil, cfg, err
	}
	s, cfg, err := session.Configuration(p, o)
	if err != nil {
		return nil, cfg, err
	}
	set = session.NewServers(p, s, cfg)
	all := set.States()
	if !slices.ContainsFunc(all, func(s mcp.State) bool { return s.Name == name }) {
		if len(all) == 0 {
			return nil, cfg, fmt.Errorf("no server is called %q: none is set up", name)
		}
		_, err = servers.Text(all, name)
		return nil, cfg, err
	}
	return set, cfg, nil
}

func logIn(ctx context.Context, p *process.Program, o session.Options, name string, v visitor) error {
	set, cfg, err := named(p, o, "mcp login", name)
	if err != nil {
		return err
	}
	v.delay = cfg.Forms.ArmingDelay
	defer set.Close(serversEnd)
	if err := set.LogIn(ctx, name, func(page mcp.Page) <-chan string { return v.show(ctx, page) }); err != nil {
		if ctx.Err() != nil {
			return fmt.Errorf("the login to %s was given up", name)
		}
		return fmt.Errorf("%s: %s", name, p.Shown(err.Error()))
	}
	if err := servers.Reaching(ctx, p, set, servers.WaitingText, func() { set.Reach(ctx, name) }); err != nil {
		return err
	}
	for _, s := range set.States() {
		if s.Name == name {
			err = process.Rows(p.Out, p.Shown(servers.LoggedIn(s))+"\n")
		}
	}
	return err
}

// visitor shows somebody the page that is to be visited.
type visitor struct {
	p    *process.Program
	in   io.Reader // what they type; nil where nobody types
	open func(address string) error

	delay time.Duration // how long a yes is for no page that they saw
}

// show prints the page. Where somebody types, a yes opens it, and an address at which a
// browser ended comes back. What was typed before is for no page that anybody saw.
func (v visitor) show(ctx context.Context, page mcp.Page) <-chan string {
	system.ForgetTyped(v.in)
	v.say(servers.LoginText(page, v.in != nil))
	if v.in == nil {
		return nil
	}
	pasted, shown := make(chan string), v.p.Now()
	go func() {
		lines := bufio.NewScanner(io.LimitReader(v.in, 1<<20))
		for lines.Scan() {
			switch line := strings.TrimSpace(lines.Text()); {
			case line == "":
			case strings.EqualFold(line, "y"), strings.EqualFold(line, "yes"):
				if now := v.p.Now(); now.Sub(shown) < v.delay {
					shown = now
					v.say(servers.LoginHint)
					continue
				}
				if err := v.open(page.Address); err != nil {
					v.say(err.Error())
				}
			case strings.HasPrefix(line, page.Back):
				select {
				case pasted <- line:
				case <-ctx.Done():
				}
				return
			default:
				v.say(servers.LoginHint)
			}
		}
	}()
	return pasted
}

func (v visitor) say(text string) {
	process.Rows(v.p.Err, v.p.Shown(text)+"\n") // whoever does not see it, does not visit the page
}

func mcpLogout(p *process.Program) *cobra.Command {
	var o session.Options
	c := &cobra.Command{
		Use: "logout server", Short: "Forget the login to a server, and take its tokens back", Args: oneServer,
		RunE: func(cmd *cobra.Command, args []string) error {
			set, _, err := named(p, o, "mcp logout", args[0])
			if err != nil {
				return err
			}
			was, left, err := set.LogOut(cmd.Context(), args[0])
			if err != nil {
				return fmt.Errorf("%s: %s", args[0], p.Shown(err.Error()))
			}
			return process.Rows(p.Out, p.Shown(servers.LoggedOut(args[0], was, left))+"\n")
		},
	}
	o.Register(c)
	return c
}
