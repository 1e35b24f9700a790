package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"parley/config"
	"parley/model/cli/learning"
	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/store/text/clean"
	"parley/views/text"
)

func configCommand(p *process.Program) *cobra.Command {
	c := &cobra.Command{
		Use: "config", Short: "Show, explain and check the configuration", Args: process.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	add := func(use, short string, run func(p *process.Program, o session.Options, json bool, args []string) error, args cobra.PositionalArgs) *cobra.Command {
		var o session.Options
		var format string
		sub := &cobra.Command{Use: use, Short: short, Args: args, RunE: func(_ *cobra.Command, args []string) error {
			if err := process.OneOf("--format", format, "text", "json"); err != nil {
				return err
			}
			return run(p, o, format == "json", args)
		}}
		o.Register(sub)
		sub.Flags().StringVar(&format, "format", "text", "text or json")
		c.AddCommand(sub)
		return sub
	}
	add("show", "Print every setting and where it comes from", configShow, process.NoArguments)
	add("explain key", "Say what a key is, what set it, and what that overrides", configExplain, oneKey)
	add("check", "Check every file, variable and flag", configCheck, process.NoArguments)
	add("path", "Print where the configuration and the conversations are", configPath, process.NoArguments)
	var yes bool
	var trust *cobra.Command
	trust = add("trust", "Show what workspace files would set, and trust them", func(p *process.Program, o session.Options, asJSON bool, _ []string) error {
		if asJSON && yes {
			return process.Usage("--yes prints what it trusts as text; leave out --format json")
		}
		return configTrust(trust.Context(), p, o, asJSON, yes)
	}, process.NoArguments)
	trust.Flags().BoolVar(&yes, "yes", false, "trust all of it without a question; it is printed")
	return c
}

func oneKey(c *cobra.Command, args []string) error {
	if len(args) != 1 {
		return process.Usage("name one key, such as `%s assistant.model.id`", c.CommandPath())
	}
	return nil
}

func configShow(p *process.Program, o session.Options, asJSON bool, _ []string) error {
	_, cfg, err := session.Configuration(p, o)
	if err != nil {
		return err
	}
	settings := cfg.Show()
	if asJSON {
		return p.JSON(map[string]any{"settings": settings, "withheld": withheldList(cfg), "overruled": append([]config.Setting{}, cfg.Overruled...)})
	}
	line := func(before string, s config.Setting, after string) {
		process.Rows(p.Out, process.Row(fmt.Sprintf("%s%s = %s  # %s%s", before, s.Key, s.Value, s.Origin, after))+"\n")
	}
	for _, s := range settings {
		line("", s, "")
	}
	for _, w := range cfg.Withheld {
		for _, s := range w.Settings {
			line("# left out: ", s, "; not trusted")
		}
	}
	for _, s := range cfg.Overruled {
		line("# left out: ", s, "; "+overruledText(s))
	}
	return nil
}

func configExplain(p *process.Program, o session.Options, asJSON bool, args []string) error {
	_, cfg, err := session.Configuration(p, o)
	if err != nil {
		return err
	}
	all, err := cfg.Explain(args[0])
	if err != nil {
		return process.StatusError{Status: process.ExitUsage, Err: err}
	}
	if asJSON {
		return p.JSON(map[string]any{"explanations": all})
	}
	for i, e := range all {
		if i > 0 {
			fmt.Fprintln(p.Out)
		}
		process.Rows(p.Out, p.Shown(explanationText(e)))
	}
	return nil
}

func explanationText(e config.Explanation) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s = %s\n  set by %s\n", e.Asked, e.Value, e.Origin)
	if e.Key != e.Asked {
		fmt.Fprintf(&b, "  through %s\n", e.Key)
	}
	for _, s := range e.Overrides {
		fmt.Fprintf(&b, "  overrides %s = %s, set by %s\n", s.Key, s.Value, s.Origin)
	}
	for _, s := range e.Beside {
		fmt.Fprintf(&b, "  and %s, set by %s\n", s.Value, s.Origin)
	}
	for _, s := range e.Withheld {
		fmt.Fprintf(&b, "  left out until you trust the file: %s = %s in %s\n", s.Key, s.Value, s.Origin)
	}
	for _, s := range e.Overruled {
		fmt.Fprintf(&b, "  left out, since %s: %s = %s in %s\n", overruledText(s), s.Key, s.Value, s.Origin)
	}
	if e.Doc != "" {
		fmt.Fprintf(&b, "  %s\n", unlinked(e.Doc))
	}
	if strings.HasPrefix(e.Asked, "conversation.rules") {
		fmt.Fprintf(&b, "  %s\n", savedRulesText)
	}
	return b.String()
}

// savedRulesText says where other rules are kept.
const savedRulesText = "Rules made at a question are kept in rules.toml, not in the configuration; `parley rules` lists them all."

// unlinked removes the link addresses from a line of Markdown and keeps the linked words.
func unlinked(s string) string {
	var b strings.Builder
	for {
		words, rest, linked := strings.Cut(s, "](")
		at := strings.LastIndexByte(words, '[')
		_, after, closed := strings.Cut(rest, ")")
		if !linked || at < 0 || !closed {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(words[:at] + words[at+1:])
		s = after
	}
}

func configCheck(p *process.Program, o session.Options, asJSON bool, _ []string) error {
	s, cfg, err := session.Configuration(p, o)
	if asJSON {
		problems := config.Problems{}
		if err != nil && !errors.As(err, &problems) {
			return err
		}
		all, faulty := checked(s, cfg, problems, err == nil)
		if jsonErr := p.JSON(all); jsonErr != nil {
			return jsonErr
		}
		if err != nil || faulty {
			return process.StatusError{Status: process.ExitError, Err: nil}
		}
		return nil
	}
	if err != nil {
		return err
	}
	for _, w := range cfg.Withheld {
		process.Rows(p.Out, p.Shown(session.WithheldText(w))+"\n")
	}
	for _, file := range cfg.Passed {
		process.Rows(p.Out, p.Shown(session.PassedText(file))+"\n")
	}
	for _, note := range cfg.Notes {
		process.Rows(p.Out, p.Shown(note)+"\n")
	}
	for _, s := range cfg.Overruled {
		process.Rows(p.Out, p.Shown(session.OverruledText(s))+"\n")
	}
	held, trouble := s.Held(cfg)
	for _, text := range trouble {
		process.Rows(p.Out, p.Shown("rules: "+text)+"\n")
	}
	together := togetherTexts(held, s.Here())
	for _, text := range together {
		process.Rows(p.Out, p.Shown("rules: "+text)+"\n")
	}
	for _, text := range learning.Untested(cfg, s.Places.Reviewers) {
		process.Rows(p.Out, p.Shown("reviewer: "+text)+"\n")
	}
	if _, err = fmt.Fprintln(p.Out, checkedText(len(trouble), len(together))); err != nil || len(trouble) == 0 {
		return err
	}
	return process.StatusError{Status: process.ExitError, Err: nil} // the faults have been printed
}

// checkedText is the end of a check that found no problem of the configuration itself. Rules
// that are too wide together are no fault: both hold.
func checkedText(faults, pairs int) string {
	var also []string
	if faults > 0 {
		also = append(also, text.Count(faults, "fault in the rules", "faults in the rules"))
	}
	if pairs > 0 {
		also = append(also, text.Count(pairs, "pair of rules that is too wide together", "pairs of rules that are too wide together"))
	}
	if len(also) == 0 {
		return "The configuration has no faults."
	}
	return "The configuration itself has no faults; above: " + strings.Join(also, " and ") + "."
}

// checked is the result as JSON. The rules are known only if the configuration could
// be read; faulty says whether one of them cannot be used.
func checked(s session.Setup, cfg config.Config, problems config.Problems, read bool) (all map[string]any, faulty bool) {
	trouble, together, reviewers := []string{}, []string{}, []string{}
	if read {
		reviewers = append(reviewers, learning.Untested(cfg, s.Places.Reviewers)...)
		held, faults := s.Held(cfg)
		trouble, together = append(trouble, faults...), append(together, togetherTexts(held, s.Here())...)
	}
	return map[string]any{"problems": problems, "withheld": withheldList(cfg), "rules": map[string]any{"trouble": trouble, "together": together}, "reviewers": reviewers}, len(trouble) > 0
}

// withheldList is what waits for trust; an empty list rather than null.
func withheldList(cfg config.Config) []config.Withheld {
	return append([]config.Withheld{}, cfg.Withheld...)
}

// place is a file or folder that the program uses.
type place struct {
	Name   string `json:"name"`
	Path   string `json:"path"`
	Exists bool   `json:"exists"`
}

func configPath(p *process.Program, o session.Options, asJSON bool, _ []string) error {
	s, cfg, err := session.Configuration(p, o)
	if err != nil && cfg.Store.Dir == "" {
		return err
	}
	paths := []place{{Name: "user file", Path: s.Places.UserFile}}
	for _, f := range s.Sources.Workspace {
		paths = append(paths, place{Name: "workspace file", Path: f})
	}
	paths = append(paths, place{Name: "conversations", Path: cfg.Store.Dir},
		place{Name: "trust", Path: s.Places.TrustFile}, place{Name: "skills", Path: s.Places.UserSkills})
	for i := range paths {
		paths[i].Exists = process.FileExists(paths[i].Path)
	}
	if asJSON {
		return p.JSON(map[string]any{"paths": paths})
	}
	for _, x := range paths {
		note := ""
		if !x.Exists {
			note = "  (not there)"
		}
		process.Rows(p.Out, fmt.Sprintf("%-15s %s%s\n", x.Name, p.Shown(clean.Unbroken(x.Path)), note))
	}
	return nil
}

// overruledText says why a setting of a workspace file does not count.
func overruledText(s config.Setting) string {
	if strings.HasPrefix(s.Key, "mcp.") {
		return "you have set up that server yourself"
	}
	return "you have switched it off"
}
