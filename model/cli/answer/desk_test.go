package answer

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley/coordinator"
	"parley/coordinator/commands"
	"parley/model/cli/headless"
	"parley/model/cli/process"
	"parley/model/cli/session"
	"parley/model/cli/socket"
	"parley/store"
	"parley/store/inbox"
)

// parkedCall is a run without anybody that called a tool, which is parked, and the reference of
// what it asks.
func parkedCall(t *testing.T, config, call string) (p *process.Program, e inbox.Entry, write func(name, text string)) {
	t.Helper()
	dir := t.TempDir()
	work := filepath.Join(dir, "work")
	write = func(name, text string) {
		at := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o700), os.WriteFile(at, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	write("work/.parley/scenarios/s.toml", "[[answer]]\n[[answer.call]]\n"+call+"\n[[answer]]\ntext = \"done\"\n")
	write("parley/config.toml", config)
	p = &process.Program{
		Env: []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "XDG_CONFIG_HOME=" + dir, "XDG_STATE_HOME=" + dir, "XDG_DATA_HOME=" + dir, "XDG_RUNTIME_DIR=" + dir},
		Dir: work, Out: io.Discard, Err: io.Discard, Random: rand.Reader, Now: time.Now,
		Sleep: func(ctx context.Context, _ time.Duration) error { <-ctx.Done(); return ctx.Err() }, // a guard's clock
	}
	err := headless.Run(t.Context(), p, session.Options{Park: true, NonInteractive: true, Sets: []string{"assistant.model.id=script/s"}}, "", "hi", "text")
	var status process.StatusError
	if !errors.As(err, &status) || status.Status != process.ExitParked {
		t.Fatalf("it is not parked: %v", err)
	}
	_, cfg, err := session.ForRecords(p)
	if err != nil {
		t.Fatal(err)
	}
	all, err := new(inbox.Watch).All(store.Open(cfg.Store.Dir, p.Now), "")
	if err != nil || len(all) != 1 {
		t.Fatalf("%d wait: %v", len(all), err)
	}
	return p, all[0], write
}

// give gives an answer to a reference, which has only the beginning of a digest, as the inbox
// does, and says whether anything came on record.
func give(t *testing.T, p *process.Program, ref string, act coordinator.Act) (taken coordinator.Taken, recorded bool, err error) {
	t.Helper()
	id, digest, err := inbox.SplitRef(ref)
	if err != nil {
		t.Fatal(err)
	}
	d, err := Open(t.Context(), p, id, "")
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}()
	before := d.Log().Len()
	taken, err = d.Answer(t.Context(), digest, act, store.Via{Program: "parley"})
	return taken, d.Log().Len() > before, err
}

// TestASecretIsNotTakenWhereNothingGoesOn: nor is it lost, by whatever way it comes.
func TestASecretIsNotTakenWhereNothingGoesOn(t *testing.T) {
	const asks = `{"type":"needs_input","question":{"id":"key","text":"Key?","answer_type":"secret"}}`
	p, e, _ := parkedCall(t, "[conversation.tools.deploy]\ncommand = ['printf', '%s', '"+asks+"']\nrun = 'unattended'\ndescription = 'Deploy.'\nparameters = { type = 'object' }\n",
		"name = \"deploy\"\narguments = {}")
	taken, recorded, err := give(t, p, e.Ref, coordinator.Act{Do: coordinator.ActAnswer, Value: json.RawMessage(`"abc"`)})
	if err != nil || recorded || taken.Fault == nil || taken.Fault.Error() != secretText(e.Conversation) {
		t.Errorf("%+v, on record %v, %v", taken, recorded, err)
	}
}

// TestAYesIsNotTakenWithoutItsTool: a no is.
func TestAYesIsNotTakenWithoutItsTool(t *testing.T) {
	p, e, write := parkedCall(t, "", "name = \"run_command\"\narguments = { command = \"make\" }")
	write("parley/config.toml", "[conversation.tools.run_command]\nenable = false\n")
	taken, recorded, err := give(t, p, e.Ref, coordinator.Act{Do: coordinator.ActPermit, Outcome: store.PermitAllowed})
	if err == nil || recorded || err.Error() != lacksText("run_command", e.Conversation, p.Dir) {
		t.Errorf("%+v, on record %v, %v", taken, recorded, err)
	}
	taken, recorded, err = give(t, p, e.Ref, coordinator.Act{Do: coordinator.ActPermit, Outcome: store.PermitDenied})
	if err != nil || !recorded || !taken.Done {
		t.Errorf("a no: %+v, on record %v, %v", taken, recorded, err)
	}
}

// TestAFailedNoticeIsSaid by whatever asked without a screen.
func TestAFailedNoticeIsSaid(t *testing.T) {
	const failed = "parley: notify.command failed, so perhaps nobody was told of what waits: it ended with status 7\n"
	p, e, write := parkedCall(t, "", "name = \"ask_user\"\narguments = { questions = [{ id = \"a\", text = \"A?\", answer_type = \"boolean\" }, { id = \"b\", text = \"B?\", answer_type = \"boolean\" }] }")
	write("parley/config.toml", "[notify]\ncommand = \"exit 7\"\n")
	var out bytes.Buffer
	p.Err = &out
	if err := (answering{p: p, said: said{value: "true"}}).run(t.Context(), e.Ref); err != nil || strings.Count(out.String(), failed) != 1 {
		t.Errorf("%v, said %q", err, out.String())
	}
	out.Reset()
	err := headless.Run(t.Context(), p, session.Options{Park: true, NonInteractive: true, Sets: []string{"assistant.model.id=script/s"}}, "", "hi", "text")
	if strings.Count(out.String(), failed) != 1 {
		t.Errorf("%v, said %q", err, out.String())
	}
}

// TestTheOwnAnswerOfBefore: who sends an answer once more, because its holder said nothing, is told that
// it was taken, and another process that has the same said of it is told who was first.
func TestTheOwnAnswerOfBefore(t *testing.T) {
	for name, pid := range map[string]int{"own": os.Getpid(), "another's": os.Getpid() + 1} {
		r := newRaceTrack(t)
		c, _, err := r.store.OpenWrite(raced)
		if err != nil {
			t.Fatal(err)
		}
		s := recording(shell(t, c, "holder", true, false))
		(&commands.Loop{Shell: s}).Run(t.Context(), coordinator.Opened{})
		serve := func() *socket.Server {
			srv, err := socket.Serve(r.run, raced, "NO_SUCH_MARK=1", nil)
			if err != nil {
				t.Fatal(err)
			}
			return srv
		}
		srv, first, done := serve(), make(chan coordinator.Sent, 1), make(chan struct{})
		go func(before *socket.Server) {
			sent := (<-before.Inputs()).(coordinator.Sent)
			if err := before.Close(); err != nil {
				t.Error(err)
			}
			first <- sent
		}(srv)
		h := r.racer(t, name, nil)
		h.sleep = func(ctx context.Context, _ time.Duration) error { // it had the answer, and takes it only now
			sent := <-first
			sent.Stays, sent.Told = nil, func(coordinator.Taken) {}
			(&commands.Loop{Shell: s}).Run(ctx, sent)
			srv = serve()
			go func() {
				defer close(done)
				(&commands.Loop{Shell: s}).Run(ctx, <-srv.Inputs())
			}()
			return nil
		}
		taken, err := h.Answer(t.Context(), r.digest, coordinator.Act{Do: coordinator.ActPermit, Outcome: store.PermitAllowed, Scope: store.ScopeOnce}, store.Via{Said: "me", PID: pid})
		<-done
		if own := name == "own"; err != nil || taken.Done != own || (taken.First == nil) != own {
			t.Errorf("%s: %+v, %v", name, taken, err)
		}
		if err := errors.Join(srv.Close(), c.Close()); err != nil {
			t.Error(err)
		}
	}
}
