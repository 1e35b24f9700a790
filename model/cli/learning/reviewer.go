package learning

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"

	"github.com/spf13/cobra"

	"parley/config"
	"parley/config/private"
	"parley/coordinator"
	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/model/kit"
	"parley/providers"
	"parley/store"
)

// options are the flags of `parley reviewer test`.
type options struct {
	models []string
	last   int
	budget float64
	yes    bool
	format string
}

// ReviewerCommand returns `parley reviewer`.
func ReviewerCommand(p *process.Program) *cobra.Command {
	var t options
	test := &cobra.Command{
		Use: "test", Short: "Compare reviewing models with your own decisions", Long: testLong, Args: process.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := process.OneOf("--format", t.format, "text", "json"); err != nil {
				return err
			}
			if t.last < 1 || t.budget < 0 {
				return process.Usage("--last must be at least 1, and --budget not negative")
			}
			if err := session.Refuse(p, "`parley reviewer test`"); err != nil {
				return err
			}
			return t.run(cmd.Context(), p)
		},
	}
	f := test.Flags()
	f.StringArrayVarP(&t.models, "model", "m", nil, "test this `model` too: provider/name or an alias; may be given several times")
	f.IntVar(&t.last, "last", 50, "use at most this many of the latest `questions`")
	f.Float64Var(&t.budget, "budget", 0, "stop once this many US `dollars` have been spent; 0 for no limit")
	f.BoolVar(&t.yes, "yes", false, "do not ask before anything is sent")
	f.StringVar(&t.format, "format", "text", "text or json")
	c := &cobra.Command{Use: "reviewer", Short: "Find a reviewer that decides as you do", Args: process.NoArguments, RunE: func(c *cobra.Command, _ []string) error { return c.Help() }}
	c.AddCommand(test)
	return c
}

// trial is one question to be put to one model.
type trial struct {
	decided
	reviewer   config.Assistant
	configured bool // the configuration names it for this question
}

func (t trial) model() string { return t.reviewer.Model.Provider + "/" + t.reviewer.Model.Name }

// about is the name of the question in tables.
func (t trial) about() string { return t.Tool + "." + t.Inquiry.Question.ID }

func (t options) run(ctx context.Context, p *process.Program) (err error) {
	s, cfg, err := session.ForRecords(p)
	if err != nil {
		return err
	}
	reviewing := &session.Reviewing{Prog: p, Config: cfg, Dir: s.Dir}
	for _, model := range t.models {
		if err := reviewing.Known(ctx, model); err != nil {
			return err
		}
	}
	saved := store.Open(cfg.Store.Dir, p.Now)
	var all []decided
	err = unlessEnded(ctx, p, func() (faults []error) {
		all, faults = latest(ctx, s, saved, s.Dir, t.last)
		return faults
	})
	if err != nil {
		return err
	}
	if len(all) == 0 {
		_, err := fmt.Fprintln(p.Out, noQuestionsText)
		return err
	}
	x := &tester{options: t, p: p, saved: saved, reviewing: reviewing, file: s.Places.Reviewers}
	if err := x.plan(all); err != nil {
		return err
	}
	if x.known, err = private.ReadReviewers(x.file); err != nil {
		return err
	}
	if err := x.carryOut(ctx, cfg); err != nil {
		return err
	}
	if err := x.report(); err != nil {
		return err
	}
	if x.interrupted {
		return process.StatusError{Status: process.ExitInterrupted}
	}
	return nil
}

// latest returns the questions of a workspace that a person decided, newest first.
func latest(ctx context.Context, s session.Setup, saved store.Store, dir string, most int) (all []decided, faults []error) {
	faults = each(ctx, s, saved, dir, func(sum store.Summary, c *store.Conversation, report store.Report, here bool) {
		if r := read(sum, c, report, here); r.sound && !r.scripted {
			all = append(all, questions(sum, c.Log())...)
		}
	})
	sort.SliceStable(all, func(i, j int) bool { return all[i].time.After(all[j].time) })
	return all[:min(len(all), most)], faults
}

// tester puts the questions to the models.
type tester struct {
	options
	p           *process.Program
	saved       store.Store
	reviewing   *session.Reviewing
	file        string
	trials      []trial
	known       private.Reviewers
	spent       float64
	stopped     string // why some questions were not asked
	interrupted bool   // by a signal
}

// plan pairs each question with its configured model and with the models that were given.
func (x *tester) plan(all []decided) error {
	for _, q := range all {
		asked := map[string]bool{}
		for i, model := range append([]string{""}, x.models...) {
			a, err := x.reviewing.Of(q.Tool, q.Inquiry.Question.ID, model)
			if err != nil {
				return err
			}
			one := trial{q, a, i == 0}
			if !asked[one.model()] {
				asked[one.model()] = true
				x.trials = append(x.trials, one)
			}
		}
	}
	return nil
}

// done returns what a model said to a question in an earlier test.
func (x *tester) done(t trial) (private.Reviewed, bool) {
	list := x.known[t.model()]
	i := slices.IndexFunc(list, func(r private.Reviewed) bool { return r.Conversation == t.ID && r.Digest == t.digest })
	if i < 0 {
		return private.Reviewed{}, false
	}
	return list[i], true
}

// carryOut shows what would be sent to whom, asks for consent, and sends it.
func (x *tester) carryOut(ctx context.Context, cfg config.Config) error {
	var left []trial
	for _, t := range x.trials {
		if _, done := x.done(t); !done {
			left = append(left, t)
		}
	}
	if len(left) == 0 {
		return nil
	}
	if !x.yes {
		tty, err := x.p.Terminal()
		if err != nil {
			return errors.New(testTerminalText)
		}
		yes, err := x.agreed(ctx, tty, cfg, left)
		if err = errors.Join(err, tty.Close()); err != nil || !yes {
			return err
		}
	}
	for i, t := range left {
		if x.budget > 0 && x.spent >= x.budget {
			x.stopped = budgetText(x.budget, len(left)-i)
			return nil
		}
		r, err := x.ask(ctx, t)
		if ctx.Err() != nil {
			x.stopped, x.interrupted = interruptedText(len(left)-i), true
			return nil
		}
		if err != nil {
			return err
		}
		x.known[t.model()] = append(x.known[t.model()], r)
		if err := private.WriteReviewers(x.file, x.known); err != nil {
			return err
		}
		process.Rows(x.p.Err, x.p.Shown(progressText(i+1, len(left), t, r))+"\n")
	}
	return nil
}

// agreed shows what would be sent, and asks for consent.
func (x *tester) agreed(ctx context.Context, tty io.ReadWriter, cfg config.Config, left []trial) (bool, error) {
	if err := process.Rows(tty, x.p.Shown(sentText(left, x.reviewing.Where))); err != nil {
		return false, err
	}
	yes, ok := session.NewAsker(x.p, tty, cfg.Forms.ArmingDelay).Yes(ctx, sendText)
	if !ok || !yes {
		_, err := fmt.Fprintln(tty, notSentText)
		return false, err
	}
	return true, nil
}

// ask puts a question to a model. An unusable answer is a result; an error means that there is
// no point in asking further questions.
func (x *tester) ask(ctx context.Context, t trial) (private.Reviewed, error) {
	c, _, err := x.saved.OpenRead(t.ID)
	if err != nil {
		return private.Reviewed{}, err
	}
	m, err := x.reviewing.Model(ctx, t.reviewer)
	if err != nil {
		return private.Reviewed{}, errors.Join(err, c.Close())
	}
	can := m.Provider.Capabilities(m.Name)
	price := kit.Price{In: can.InputPrice, Cached: can.CachedPrice, Out: can.OutputPrice}
	if x.budget > 0 && price == (kit.Price{}) {
		return private.Reviewed{}, errors.Join(process.Usage(noPriceText, t.model()), c.Close())
	}
	meter := &metered{Provider: m.Provider}
	m.Provider = meter
	said, fault := coordinator.ReviewAgain(ctx, c.Log(), t.Decided, c.Kept, func(context.Context, string, string) (coordinator.Model, error) { return m, nil })
	out := private.Reviewed{Conversation: t.ID, Question: t.Inquiry.ID, Digest: t.digest, Person: t.yes, Time: x.p.Now().UTC(), Input: meter.used.Input, Output: meter.used.Output}
	if price != (kit.Price{}) {
		cost := price.Of(meter.used)
		x.spent += cost
		out.Dollars = &cost
	}
	if fault != nil {
		out.Reason = clipped(fault.Error())
		if meter.answers == 0 {
			return out, errors.Join(fmt.Errorf("%s: %w", t.model(), fault), c.Close()) // the server cannot be reached
		}
		return out, c.Close()
	}
	yes := string(said.Value) == "true"
	out.Said, out.Reason = &yes, clipped(said.Reason)
	return out, c.Close()
}

// metered counts the tokens used through a provider.
type metered struct {
	providers.Provider
	used    store.Usage
	answers int
}

func (m *metered) Stream(ctx context.Context, r providers.Request) providers.Stream {
	return &counted{m.Provider.Stream(ctx, r), m}
}

// counted is a stream whose usage is added to its meter at the end.
type counted struct {
	providers.Stream
	of *metered
}

func (c *counted) Next(ctx context.Context) (providers.Delta, error) {
	d, err := c.Stream.Next(ctx)
	if end, over := d.(providers.Finished); over {
		u := end.Response.Usage
		c.of.answers++
		c.of.used.Input += u.Input
		c.of.used.Cached += u.Cached
		c.of.used.Output += u.Output
	}
	return d, err
}
