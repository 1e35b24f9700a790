package commands

import (
	"context"

	"parley/coordinator"
	"parley/store"
)

// withoutTool asks about a call whose tool is not offered: a yes is not taken.
func (p *Plain) withoutTool(ctx context.Context, x coordinator.Prompt) coordinator.Input {
	p.say("  %s\n", lacksText(x.Tool))
	n, ok := p.choose(ctx, []string{"no, go on without it", "end the turn"})
	switch {
	case !ok:
		return nil
	case n == 0:
		return coordinator.Permitted{Key: x.Key, Scope: store.ScopeOnce, Outcome: store.PermitDenied}
	}
	return coordinator.EndedTurn{Key: x.Key}
}

// lacksText says why a call cannot be said yes to.
func lacksText(tool string) string {
	return tool + " is not offered here, so a yes is not taken: without an answer it waits until it is."
}
