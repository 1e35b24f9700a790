package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"parley/config"
	"parley/config/private"
	"parley/coordinator/rules"
	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/store/text/clean"
)

const rulesLong = `Rules are permission that lasts: what runs without being asked about, what is
always asked about and what is refused. Those of the configuration stand under
[conversation.rules]; those that are made here stand in rules.toml beside it.

  parley rules                               list them
  parley rules add 'run_command(go vet ./...)'
  parley rules add --deny 'fs_*(**/.env*)'
  parley rules rm 'run_command(go vet ./...)'
  parley rules test 'go vet ./... && git push'

A rule that is added holds in this workspace; with --everywhere, everywhere.
test ends with 0 where the rules allow all of it, 5 where one refuses it, else 4.`

func rulesCommand(p *process.Program) *cobra.Command {
	c := &cobra.Command{Use: "rules", Short: "List, make, drop and try rules", Long: rulesLong, Args: process.NoArguments}
	ls := rulesList(p)
	c.RunE = ls.RunE
	c.Flags().AddFlagSet(ls.Flags())
	c.AddCommand(ls, rulesAdd(p), rulesRemove(p), rulesTest(p))
	return c
}

// listedRule is a rule in a list.
type listedRule struct {
	Verdict string `json:"verdict"`
	Rule    string `json:"rule"`
	Scope   string `json:"scope"`
	Covers  string `json:"covers"`
	At      string `json:"at"`
	Holds   bool   `json:"holds"` // in this workspace
}

func rulesList(p *process.Program) *cobra.Command {
	var o session.Options
	var format string
	c := &cobra.Command{
		Use: "ls", Short: "List the rules, and where they hold", Args: process.NoArguments,
		RunE: func(*cobra.Command, []string) error {
			if err := process.OneOf("--format", format, "text", "json"); err != nil {
				return err
			}
			s, cfg, err := session.Configuration(p, o)
			if err != nil {
				return err
			}
			held, trouble := s.Held(cfg)
			list := []listedRule{}
			for _, h := range held {
				list = append(list, listedRule{string(h.Kind), h.String(), heldText(h), h.Words(), h.Where, h.Scope.Conversation == "" && h.Holds(s.Here())})
			}
			if format == "json" {
				return p.JSON(map[string]any{"rules": list, "trouble": append([]string{}, trouble...), "together": togetherTexts(held, s.Here())})
			}
			process.Rows(p.Out, p.Shown(rulesText(list, append(trouble, togetherTexts(held, s.Here())...))))
			return nil
		},
	}
	o.Register(c)
	c.Flags().StringVar(&format, "format", "text", "text or json")
	return c
}

func rulesText(list []listedRule, notes []string) string {
	var b strings.Builder
	if len(list) == 0 {
		b.WriteString("There are no rules.\n")
	}
	for _, r := range list {
		elsewhere := ""
		if !r.Holds {
			elsewhere = ", not here"
		}
		fmt.Fprintf(&b, "%-5s  %s\n       %s; %s%s; %s\n", r.Verdict, clean.Signs(r.Rule), clean.Signs(r.Covers), r.Scope, elsewhere, clean.Unbroken(r.At))
	}
	for _, n := range notes {
		fmt.Fprintf(&b, "! %s\n", n)
	}
	return b.String()
}

// heldText says where a rule holds. One of a file of the workspace holds there, one of a flag or of the environment in what it
// is given to.
func heldText(h rules.Held) string {
	switch {
	case h.Guest != "":
		return "in this workspace"
	case h.Scope == rules.Scope{} && !h.Wide:
		return "in this run"
	}
	return scopeText(h.Scope)
}

func scopeText(s rules.Scope) string {
	switch {
	case s.Conversation != "":
		return "in the conversation " + s.Conversation
	case s.Root != "":
		return "in the workspace " + clean.Unbroken(s.Root)
	}
	return "everywhere"
}

// togetherTexts warns about rules that hold here and together let the assistant run
// anything.
func togetherTexts(held []rules.Held, here rules.Here) []string {
	var out []string
	for _, pair := range rules.Together(rules.NewSet(held, here)) {
		out = append(out, pair.Why)
	}
	return out
}

// making is what the command line says about a rule.
type making struct{ ask, deny, everywhere bool }

func (m making) kind() rules.Kind {
	switch {
	case m.deny:
		return rules.Deny
	case m.ask:
		return rules.Ask
	}
	return rules.Allow
}

func rulesAdd(p *process.Program) *cobra.Command {
	var m making
	c := &cobra.Command{
		Use: "add rule", Short: "Make a rule", Args: oneRule,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := session.Refuse(p, "`parley rules add`"); err != nil {
				return err
			}
			r, err := rules.Parse(m.kind(), args[0])
			if err != nil {
				return process.StatusError{Status: process.ExitUsage, Err: err}
			}
			s, cfg, err := session.Configuration(p, session.Options{})
			if err != nil {
				return err
			}
			saved := private.SavedRule{Kind: string(m.kind()), Text: r.String(), When: p.Now(), From: "parley rules add"}
			if !m.everywhere {
				saved.Root, saved.Folder = s.Dir, s.Sources.Folder
			}
			if err := digested(cmd.Context(), p, s, cfg, r, &saved); err != nil {
				return err
			}
			if err := private.AddRules(cmd.Context(), s.Places.Rules, saved); err != nil {
				return err
			}
			where := scopeText(rules.Scope{Root: saved.Root, Folder: saved.Folder})
			covers := rules.Held{Rule: r, Kind: m.kind(), Digest: saved.Digest}.Words()
			process.Rows(p.Out, p.Shown(fmt.Sprintf("%s %s, %s: %s.\n", saved.Kind, saved.Text, where, covers)))
			held, _ := s.Held(cfg)
			for _, pair := range rules.Together(rules.NewSet(held, s.Here())) {
				if pair.Write.String() == r.String() || pair.Run.String() == r.String() {
					process.Rows(p.Out, p.Shown("! "+pair.Why+"\n"))
				}
			}
			return nil
		},
	}
	c.Flags().BoolVar(&m.ask, "ask", false, "always ask about it")
	c.Flags().BoolVar(&m.deny, "deny", false, "refuse it")
	c.Flags().BoolVar(&m.everywhere, "everywhere", false, "in every workspace")
	c.MarkFlagsMutuallyExclusive("ask", "deny")
	return c
}

// digested adds to a rule for a program of the workspace the digest of its file, and to one
// for a tool of the user's own what stands behind its name.
func digested(ctx context.Context, p *process.Program, s session.Setup, cfg config.Config, r rules.Rule, saved *private.SavedRule) error {
	if saved.Kind != string(rules.Allow) {
		return nil
	}
	if !r.Command() {
		var err error
		saved.Digest, err = s.BoundTo(cfg, r.String())
		return err
	}
	book, shut, err := session.Rulebook(p, s, cfg)
	if err != nil {
		return err
	}
	saved.Digest = book.Digest(ctx, r.Program())
	return shut()
}

func rulesRemove(p *process.Program) *cobra.Command {
	return &cobra.Command{
		Use: "rm rule", Short: "Take a rule back, wherever it holds", Args: oneRule,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := session.Refuse(p, "`parley rules rm`"); err != nil {
				return err
			}
			s, cfg, err := session.Configuration(p, session.Options{})
			if err != nil {
				return err
			}
			dropped, err := private.DropRules(cmd.Context(), s.Places.Rules, func(r private.SavedRule) bool { return r.Text == args[0] })
			if err != nil {
				return err
			}
			for _, r := range dropped {
				where := scopeText(rules.Scope{Conversation: r.Conversation, Root: r.Root, Folder: r.Folder})
				process.Rows(p.Out, p.Shown(fmt.Sprintf("taken back: %s %s, %s.\n", r.Kind, r.Text, where)))
			}
			if len(dropped) > 0 {
				return nil
			}
			for _, r := range cfg.Conversation.Rules {
				if r.Text == args[0] {
					return fmt.Errorf("%s stands in %s; take it out there", r.Text, r.Origin)
				}
			}
			return fmt.Errorf("there is no rule %s; `parley rules` lists them", args[0])
		},
	}
}

func rulesTest(p *process.Program) *cobra.Command {
	var o session.Options
	c := &cobra.Command{
		Use: "test command…", Short: "Say what would happen to a command, or to a tool and its paths", Args: oneRule,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, cfg, err := session.Configuration(p, o)
			if err != nil {
				return err
			}
			book, shut, err := session.Rulebook(p, s, cfg)
			if err != nil {
				return err
			}
			r := book.Explain(cmd.Context(), tested(args))
			process.Rows(p.Out, p.Shown(testText(r)))
			for _, text := range book.Trouble() {
				process.Rows(p.Out, p.Shown("! "+text+"\n"))
			}
			return errors.Join(shut(), testStatus(r.Verdict))
		},
	}
	o.Register(c)
	return c
}

// tested is the call that the words of `parley rules test` say: a command, also behind the name of its
// tool as rules have it, or a tool and its paths.
func tested(args []string) rules.Call {
	const commands = "run_command"
	switch {
	case rules.Files(args[0]):
		return rules.Call{Tool: args[0], Paths: args[1:]}
	case args[0] == commands && len(args) > 1:
		args = args[1:]
	}
	return rules.Call{Tool: commands, Command: strings.Join(args, " ")}
}

// testStatus is how the trial of a call ends that the rules do not allow.
func testStatus(v rules.Verdict) error {
	switch v {
	case rules.Allowed:
		return nil
	case rules.Denied:
		return process.StatusError{Status: process.ExitDenied, Err: nil}
	}
	return process.StatusError{Status: process.ExitUnanswered, Err: nil}
}

// testText says part by part what the rules decide about a call.
func testText(r rules.Result) string {
	var b strings.Builder
	words := map[rules.Verdict]string{rules.Allowed: "allow", rules.Asked: "ask", rules.Denied: "deny"}
	for _, part := range r.Parts {
		at := ""
		if part.Rule != nil {
			at = " (" + part.Rule.Where + ")"
		}
		fmt.Fprintf(&b, "%-5s  %s\n       %s%s\n", words[part.Verdict], part.Text, part.Why, at)
	}
	switch {
	case r.Verdict == rules.Allowed:
		b.WriteString("It runs without being asked about.\n")
	case r.Verdict == rules.Denied:
		b.WriteString("It is refused. A deny keeps from slips and is no wall: the same can be done in other words.\n")
	case r.Ground == rules.Personal:
		b.WriteString("You are asked, each time anew; no rule and no setting answers it.\n")
	case r.Ground == rules.Uncovered:
		b.WriteString("No rule covers all of it: the tool's own `run` decides, which asks unless you changed it.\n")
	default:
		b.WriteString("You are asked.\n")
	}
	return b.String()
}

func oneRule(c *cobra.Command, args []string) error {
	if len(args) == 0 || c.Name() != "test" && len(args) > 1 {
		return process.Usage("give one rule or command, in quotes, such as `%s 'go vet ./...'`", c.CommandPath())
	}
	return nil
}
