package cli

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"parley/model/cli/process"
	"parley/model/cli/session"
)

func modelsCommand(p *process.Program) *cobra.Command {
	var format string
	c := &cobra.Command{
		Use: "models [provider…]", Short: "List the models that the configured servers offer", Long: modelsLong,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := process.OneOf("--format", format, "text", "json"); err != nil {
				return err
			}
			return listModels(cmd.Context(), p, args, format)
		},
	}
	c.Flags().StringVar(&format, "format", "text", "text or json")
	return c
}

func listModels(ctx context.Context, p *process.Program, names []string, format string) error {
	s, cfg, err := session.Configuration(p, session.Options{})
	if err != nil {
		return err
	}
	asked := len(names) > 0
	if !asked {
		names = session.Reachable(p, cfg)
	}
	var found []session.ListedModel
	var faults []error
	for _, name := range names {
		if !slices.Contains(session.ServerNames(), name) && cfg.Providers.LLM[name].BaseURL == "" {
			return process.Usage("there is no provider %q%s", name, otherProvider(name))
		}
		list, err := session.ModelsOf(ctx, p, cfg, name, s.Dir)
		if ctx.Err() != nil {
			return process.StatusError{Status: process.ExitInterrupted, Err: nil}
		}
		if err != nil {
			faults = append(faults, err)
			continue
		}
		found = append(found, list...)
	}
	if err := printModels(p, found, format); err != nil {
		return err
	}
	if !asked && slices.Equal(names, []string{session.Scripted}) && format == "text" {
		process.Say(p.Err, noServerText)
	}
	if asked || len(found) == 0 {
		return errors.Join(faults...)
	}
	for _, err := range faults {
		process.Say(p.Err, p.Shown(err.Error()))
	}
	return nil
}

// otherProvider says what there is in place of an unknown provider.
func otherProvider(name string) string {
	names := session.ServerNames()
	if near := process.DidYouMean(name, names); near != "" {
		return near
	}
	return "; there are " + strings.Join(names, ", ") + ", and those of yours under providers.llm"
}

func printModels(p *process.Program, found []session.ListedModel, format string) error {
	if format == "json" {
		return p.JSON(map[string]any{"models": append([]session.ListedModel{}, found...)})
	}
	for _, m := range found {
		process.Rows(p.Out, p.Shown(m.Line())+"\n")
	}
	return nil
}
