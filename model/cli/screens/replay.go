package screens

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/spf13/cobra"

	"parley/config"
	"parley/coordinator"
	"parley/coordinator/tool"
	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/model/replay"
	"parley/store"
	"parley/views/pane"
)

const replayLong = `Replay a saved conversation as it happened: who said what, what was asked, who
answered what and after how long. It plays by the conversation's own time, long
waits shortened; Space pauses, the arrows step, ? lists the keys.

Nothing is sent, run or written, and no lock is taken: a conversation that
another Parley is writing can be replayed up to where it is.`

// reels are the options of a replay's start.
type reels struct {
	speed string
	at    int64
	step  bool
}

// ReplayCommand is `parley replay`.
func ReplayCommand(p *process.Program) *cobra.Command {
	var o reels
	c := &cobra.Command{
		Use: "replay id", Short: "Replay a saved conversation as it happened", Long: replayLong, Args: process.OneID,
		RunE: func(cmd *cobra.Command, args []string) error { return playReplay(cmd.Context(), p, args[0], o) },
	}
	c.Flags().StringVar(&o.speed, "speed", "1", "how many `times` as fast, from 0.25 to 16")
	c.Flags().Int64Var(&o.at, "at", 0, "begin with the event of this `number`")
	c.Flags().BoolVar(&o.step, "step", false, "begin paused, to step by hand")
	return c
}

// speedOf parses "2", "0.5" or "2x".
func speedOf(text string) (float64, error) {
	speed, err := strconv.ParseFloat(strings.TrimRight(text, "x×"), 64)
	if err != nil || !(speed >= 0.25 && speed <= 16) {
		return 0, process.Usage("--speed takes a number from 0.25 to 16, such as 2, not %q", text)
	}
	return speed, nil
}

// playReplay shows a conversation that is read in a command, so that the screen
// appears at once.
func playReplay(ctx context.Context, p *process.Program, prefix string, o reels) (err error) {
	speed, err := speedOf(o.speed)
	if err != nil {
		return err
	}
	if o.at < 0 {
		return process.Usage("--at takes the number of an event, from 1; `parley show --format ndjson` lists them as \"seq\"")
	}
	if !p.OutTTY || !process.FromTerminal(p.In) || p.Variable("TERM") == "dumb" {
		return errors.New(noTerminalReplayText)
	}
	_, cfg, err := session.ForRecords(p)
	if err != nil {
		return err
	}
	id, err := store.Open(cfg.Store.Dir, p.Now).Find(prefix)
	if err != nil {
		return err
	}
	life, end := context.WithCancel(context.Background())
	defer end()
	b := &beginning{prog: p, life: life}
	defer func() { err = errors.Join(err, b.close()) }()
	r, err := b.playerOptions(cfg, id)
	if err != nil {
		return err
	}
	r.At, r.Paused, r.Speed = o.at, o.step, speed
	p.Drawn = terminalOf(p, cfg.UI.FPS)
	return draw(ctx, p, replay.NewPlayer(r), cfg.Forms.ArmingDelay)
}

// Replay replays a saved conversation.
func (b *beginning) Replay(id string) (tea.Model, error) {
	_, cfg, err := session.Configuration(b.prog, b.options)
	if err != nil {
		return nil, err
	}
	o, err := b.playerOptions(cfg, id)
	if err != nil {
		return nil, err
	}
	return replay.NewPlayer(o), nil
}

// playerOptions are the inputs for the replay of a saved conversation.
func (b *beginning) playerOptions(cfg config.Config, id string) (replay.PlayerOptions, error) {
	p, kept := b.prog, store.Open(cfg.Store.Dir, b.prog.Now)
	theme, ground, err := themes(p, cfg.UI)
	if err != nil {
		return replay.PlayerOptions{}, err
	}
	tools, err := session.Registry(cfg, nil, nil, session.DebugTool())
	if err != nil {
		return replay.PlayerOptions{}, err
	}
	env := coordinator.Env{Tools: tools, Rules: session.Rules{Config: cfg, Answers: nil}}
	return replay.PlayerOptions{
		Theme: theme, Ground: ground, Now: p.Now, Tick: tick, Mouse: cfg.UI.Mouse, Arming: cfg.Forms.ArmingDelay, Shown: whenShown(p),
		Teller: tellerOf(tools), Label: env.Label,
		Read: func() (replay.Tape, error) { return readFor(kept, id) },
		Fork: func(seq int64) (tea.Model, error) {
			fork, err := b.Fork(id, seq)
			if err != nil {
				return nil, err
			}
			return b.Conversation(fork)
		},
	}, nil
}

// tellerOf describes calls in the words of their tools.
func tellerOf(tools tool.Registry) pane.Teller {
	return pane.Teller{
		Hidden: func(name string) bool { e, ok := tools.Get(name); return ok && e.Spec.Hidden },
		Describe: func(name string, arguments json.RawMessage) string {
			if e, ok := tools.Get(name); ok {
				return e.Describe(arguments)
			}
			return ""
		},
		Took: true,
	}
}

// readFor reads a conversation without a lock, and what is wrong with its file.
func readFor(kept store.Store, id string) (replay.Tape, error) {
	c, report, err := kept.OpenRead(id)
	if err != nil {
		return replay.Tape{}, err
	}
	return replay.Tape{Log: c.Log(), Notes: report.Told(), Altered: report.Edited()}, c.Close()
}
