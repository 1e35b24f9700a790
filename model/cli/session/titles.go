package session

import (
	"context"

	"parley/config"
	"parley/coordinator"
	"parley/coordinator/commands"
)

// titles reports whether a model should make the title: one is configured, and the
// conversation is new enough to have none.
func (x *Session) titles(cfg config.Config) bool {
	if cfg.Conversation.Title.Model.Provider == "" {
		return false
	}
	return coordinator.FoldAll(x.Saved.ID(), x.Saved.Log()).Asked() <= 1
}

// titler finds the model that makes titles.
func (x *Session) titler(ctx context.Context) (coordinator.Model, error) {
	cfg := x.Current()
	a := cfg.Assistant
	a.Model = cfg.Conversation.Title.Model
	return x.openModel(ctx, a)
}

// WithoutTitle keeps a run from waiting for a title. The returned function makes the
// title once everything is printed.
func (x *Session) WithoutTitle() func(context.Context, *commands.Loop) {
	env := x.Shell.State().Env
	if !env.Titles {
		return func(context.Context, *commands.Loop) {}
	}
	env.Titles = false
	x.Shell.SetEnv(env)
	return func(ctx context.Context, loop *commands.Loop) {
		if ctx.Err() != nil || x.Shell.Trouble() != nil || x.Shell.State().Folded.Open() {
			return
		}
		env := x.Shell.State().Env
		env.Titles = true
		x.Shell.SetEnv(env)
		loop.Run(ctx, coordinator.Looked{})
	}
}
