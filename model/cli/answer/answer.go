// Package answer has the commands for what waits for a person: the list of it, and the
// answers to it, without a screen.
package answer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	tools "parley/coordinator/tools/process"

	"parley/coordinator"
	"parley/model/cli/headless"
	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/model/cli/socket"
	"parley/store"
	"parley/store/inbox"
)

// AnswerCommand is `parley answer`.
func AnswerCommand(p *process.Program) *cobra.Command {
	var s said
	var reply, who string
	var goOn, told bool
	c := &cobra.Command{
		Use: "answer ref", Short: "Answer what waits in a conversation, without a screen", Long: answerLong, ValidArgsFunction: waiting(p),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return process.Usage("name what is answered as `parley inbox` prints it, or one conversation")
			}
			if cmd.Flags().Changed("reply") {
				s.reply = &reply
			}
			if cmd.Flags().Changed("value") && s.value == "" {
				return process.Usage("--value takes JSON")
			}
			if err := s.check(); err != nil {
				return process.Usage("%w", err)
			}
			a := answering{p: p, said: s, who: who, goOn: goOn}
			if told {
				var err error
				if a.token, err = tokenOf(p.In, args[0]); err != nil {
					return process.Usage("%w", err)
				}
				if err := a.alone(); err != nil {
					return process.Usage("%w", err)
				}
			}
			return a.run(cmd.Context(), args[0])
		},
	}
	f := c.Flags()
	f.BoolVar(&s.yes, "yes", false, "yes, or run it once")
	f.BoolVar(&s.no, "no", false, "no")
	f.StringVar(&s.value, "value", "", "the answer as `JSON`; an object answers a whole form by its questions' ids, or what is asked, if that takes an object")
	f.StringVar(&reply, "reply", "", "answer in words instead; with --no the reason, to a permission a reason not to run it")
	f.BoolVar(&s.end, "end-turn", false, "end the turn")
	f.BoolVar(&goOn, "go-on", false, "then go on with the turn where it is parked, until it ends or waits again")
	f.BoolVar(&told, "token-stdin", false, "answer by the token that notify.command was given: standard input is the token, or the whole question")
	f.StringVar(&who, "via", "", "who answers, in `words` of your own; they stand on record beside what the system knows")
	return c
}

// answering is one run of the command.
type answering struct {
	p    *process.Program
	said said
	who  string
	goOn bool

	token string // that notify.command was given, "" for none
}

func (a answering) run(ctx context.Context, ref string) (err error) {
	prefix, digest, err := inbox.SplitRef(ref)
	if err != nil {
		return process.Usage("%w", err)
	}
	if digest == "" && a.said.any() {
		return process.Usage("an answer names the very question: `parley inbox` prints what to write in place of %s. Without an answer it is shown on the terminal, and asked", ref)
	}
	id, err := a.find(prefix)
	if err != nil {
		return err
	}
	dir := ""
	if err := a.at(ctx, id, digest, &dir); err != nil || !a.goOn {
		return err
	}
	if dir == "" {
		return nil // whoever has it open goes on
	}
	there := a.p.At(dir)
	err = headless.Run(ctx, &there, session.Options{Park: true, NonInteractive: true, FromElsewhere: dir != a.p.Dir}, id, "", "text")
	var locked *store.LockedError
	if errors.As(err, &locked) {
		process.Say(a.p.Err, elsewhereText(locked))
		return nil
	}
	return err
}

// find is the conversation that an id begins.
func (a answering) find(prefix string) (string, error) {
	saved, _, _, err := session.Looking(a.p) // opening it says what is left out
	if err != nil {
		return "", err
	}
	return saved.Find(prefix)
}

// at answers at the desk of a conversation. dir is where its turn can be gone on with, if
// nobody does that.
func (a answering) at(ctx context.Context, id, digest string, dir *string) (err error) {
	d, err := Open(ctx, a.p, id, a.token)
	var over *store.ObservedError
	if digest != "" && errors.As(err, &over) { // nobody is waiting there with that question any more
		return a.overError(id, digest)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	kin := process.Self(tools.Mark)
	via := ViaOf(kin, a.who)
	prompt, now, asked := d.Prompt()
	if a.token != "" && kin.Known && !strings.HasPrefix(now, digest) { // whoever has it open looks at the token, and says what became of it
		return a.send(ctx, d, digest, coordinator.Act{Do: barredAct}, via)
	}
	if a.token == "" && session.Below(a.p) {
		if err := a.bar(ctx, d, prompt, digest, socket.BelowText, via); err != nil {
			return err
		}
		return session.Refuse(a.p, "`parley answer`")
	}
	if !kin.Known {
		return errors.Join(a.bar(ctx, d, prompt, digest, unknownText, via), errors.New("`parley answer` is refused here: "+unknownText))
	}
	switch {
	case digest != "" && !strings.HasPrefix(now, digest):
		return goneError(d.ID(), d.Log(), digest)
	case !asked:
		return process.StatusError{Status: process.ExitUnanswered, Err: errors.New(nothingWaitsText(id))}
	}
	if a.said.any() {
		err = a.give(ctx, d, prompt, now, via)
	} else {
		d, err = a.ask(ctx, d, via)
	}
	if err == nil {
		*dir = d.Dir()
		a.tell(d)
		if _, _, more := d.Prompt(); more {
			d.AwaitTold()
		}
	}
	return err
}

// overError says what became of a question that another program had asked.
func (a answering) overError(id, digest string) error {
	_, cfg, err := session.ForRecords(a.p)
	if err != nil {
		return err
	}
	c, _, err := store.Open(cfg.Store.Dir, a.p.Now).OpenRead(id)
	if err != nil {
		return err
	}
	return goneError(id, c.Log(), digest)
}

// bar puts on record that this process tried to answer and may not.
func (a answering) bar(ctx context.Context, d Desk, prompt coordinator.Prompt, digest, why string, via store.Via) error {
	about := cmp.Or(digest, prompt.Line)
	if about != "" {
		return d.Bar(ctx, about, why, via)
	}
	return nil
}

// give gives the answer of the command line, and those to the rest of the form that it
// holds.
func (a answering) give(ctx context.Context, d Desk, prompt coordinator.Prompt, digest string, via store.Via) error {
	act, rest, err := a.said.act(prompt)
	if err != nil {
		return process.Usage("%w", err)
	}
	if a.token != "" && len(rest) > 0 {
		return process.Usage("a token answers one question, and not a whole form; leave out what is not asked now")
	}
	call, form := prompt.Call, prompt.Walk.Form()
	for {
		partial := string(act.Value) == "true" && prompt.Inquiry != nil && prompt.Inquiry.Question.Digest != "" && prompt.Partial(a.drafts(d.ID()))
		if err := a.send(ctx, d, digest, act, via); err != nil {
			return err
		}
		if e := prompt.Edited; e != nil && string(act.Value) == "true" {
			process.Say(a.p.Err, takenText(*e))
		} else if partial {
			process.Say(a.p.Err, partialText)
		}
		var asked bool
		prompt, digest, asked = d.Prompt()
		if !asked || prompt.Call != call || prompt.Inquiry == nil || !same(form, prompt.Walk.Form()) {
			break
		}
		value, given := rest[prompt.Inquiry.Question.ID]
		if !given {
			break
		}
		delete(rest, prompt.Inquiry.Question.ID)
		act = coordinator.Act{Do: coordinator.ActAnswer, Value: value}
	}
	for id := range rest {
		process.Say(a.p.Err, unaskedText(id))
	}
	return nil
}

// send gives one answer.
func (a answering) send(ctx context.Context, d Desk, digest string, act coordinator.Act, via store.Via) error {
	taken, err := d.Answer(ctx, digest, act, via)
	switch {
	case err != nil:
		return err
	case taken.Done:
		return nil
	case taken.Refused != "":
		return errors.New(refusedText(d.GoesOn(), taken.Refused))
	case taken.First != nil:
		r, _ := coordinator.RequestOf(d.Log(), digest)
		r.Answer = taken.First
		return process.StatusError{Status: process.ExitUnanswered, Err: errors.New(firstText(r.Exchange()))}
	case errors.Is(taken.Fault, coordinator.ErrNotAsked):
		return goneError(d.ID(), d.Log(), digest)
	}
	return process.Usage("%w", taken.Fault)
}

// drafts are those of a conversation. Where they cannot be read, its own screen says so.
func (a answering) drafts(id string) store.Drafts {
	quiet := *a.p
	quiet.Err = io.Discard // what is left out was said when it was opened
	saved, _, _, err := session.Looking(&quiet)
	if err != nil {
		return nil
	}
	all, _ := saved.LoadDrafts(id)
	return all
}

// ask shows what waits on the terminal, and asks until nothing waits there any more. While it
// asks, nothing is held: whoever is first elsewhere has answered. It returns the desk at which
// the last answer was given.
func (a answering) ask(ctx context.Context, d Desk, via store.Via) (at Desk, err error) {
	tty, err := a.p.Terminal()
	if err != nil {
		return d, process.Usage("there is no terminal to ask on; give the answer with --yes, --no, --value, --reply or --end-turn, to what `parley inbox` names")
	}
	defer func() { err = errors.Join(err, tty.Close()) }()
	quiet := *a.p
	quiet.Err = io.Discard // what is left out was said when it was opened
	_, cfg, err := session.ForRecords(&quiet)
	if err != nil {
		return d, err
	}
	plain := session.Plainly(a.p, tty, cfg.Forms.ArmingDelay).Drafted(func() store.Drafts { return a.drafts(d.ID()) })
	defer plain.End(ctx)
	for {
		prompt, digest, asked := d.Prompt()
		if !asked {
			return d, nil
		}
		if said := sinceText(d, digest, a.p.Now()); said != "" {
			if _, err := fmt.Fprintln(tty, process.Terminal(said)); err != nil {
				return d, err
			}
		}
		away, err := rest(a.p, d, a.token)
		if err != nil {
			return d, err
		}
		d = away
		in := plain.Ask(ctx, prompt)
		if in == nil {
			return d, errors.New("no answer; it stays open")
		}
		act, ok := coordinator.ActOf(in)
		if !ok {
			return d, errors.New("that cannot be answered from here; open the conversation")
		}
		if err := away.regain(ctx); err != nil {
			return d, err
		}
		if err := a.send(ctx, d, digest, act, via); err != nil {
			return d, err
		}
	}
}

// tell says what is next where nothing goes on by itself.
func (a answering) tell(d Desk) {
	if a.goOn {
		return
	}
	if d.GoesOn() {
		return
	}
	text, tool := recordedText(d.ID(), d.Dir()), d.Lacks()
	switch _, digest, more := d.Prompt(); {
	case more:
		text = moreText(inbox.Ref(d.ID(), digest))
	case !coordinator.FoldAll(d.ID(), d.Log()).Open():
		text = endedText
	case tool != "":
		text = recordedWithoutText(tool, d.ID(), d.Dir())
	}
	process.Say(a.p.Err, text)
}

// goneError says what became of what a reference named: somebody else answered it, or it is
// not asked any more.
func goneError(id string, log store.Log, digest string) error {
	text := goneText
	if r, known := coordinator.RequestOf(log, digest); known && r.Answer != nil {
		text = firstText(r.Exchange())
		if anew, asked := askedAnew(log, r); asked {
			text = anewText(inbox.Ref(id, store.Digest(anew.Line())), anew.Body.(store.PermissionRequest))
		}
		if why, dropped := droppedFor(log, r); dropped {
			text = droppedText(why)
		}
	}
	return process.StatusError{Status: process.ExitUnanswered, Err: errors.New(text)}
}

// askedAnew is what is asked in the place of a permission that was closed because it is for
// something else by now; false if nothing is.
func askedAnew(log store.Log, r coordinator.Request) (store.Event, bool) {
	was, is := r.Event.Body.(store.PermissionRequest)
	closed, _ := r.Answer.(store.PermissionResponse)
	if !is || closed.Reason != store.CancelAmiss {
		return store.Event{}, false
	}
	for _, ev := range log.All() {
		if b, is := ev.Body.(store.PermissionRequest); is && ev.Seq > r.Event.Seq && b.Call == was.Call && b.Kind == was.Kind {
			return ev, true
		}
	}
	return store.Event{}, false
}

// droppedFor is what the call of a question was told that was closed because it is for something
// else by now, "" if nothing; false if it was not.
func droppedFor(log store.Log, r coordinator.Request) (string, bool) {
	was, is := r.Event.Body.(store.InquiryRequest)
	closed, _ := r.Answer.(store.InquiryResponse)
	if !is || closed.Reason != store.CancelAmiss {
		return "", false
	}
	for _, ev := range log.All() {
		if b, is := ev.Body.(store.ToolCallResponse); is && ev.Seq > r.Event.Seq && b.ID == was.Call {
			return b.Content, true
		}
	}
	return "", true
}

// ViaOf is what is known of a process, for the record.
func ViaOf(k process.Kin, who string) store.Via {
	return store.Via{Program: k.Program, PID: k.PID, Terminal: k.Terminal, Parents: k.Parents, Said: who}
}
