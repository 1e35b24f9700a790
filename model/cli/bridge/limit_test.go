package bridge

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"parley/coordinator"
	"parley/model/cli/bridge/hook"
	"parley/store"
	"parley/store/inbox"
)

// TestRequestsThatComeAtOnce are counted one after the other: no more than a session may have
// open are let in, and the others are left to the program.
func TestRequestsThatComeAtOnce(t *testing.T) {
	t.Parallel()
	const more = 5
	p := newPlace(t, "")
	m := p.message(hook.Claude, "PermissionRequest-Bash-deny")
	var all sync.WaitGroup
	refused := make(chan string, mostOpen+more)
	for range mostOpen + more {
		prog := p.prog
		var out, told bytes.Buffer
		prog.Out, prog.Err = &out, &told
		all.Go(func() {
			err := answerBy(context.Background(), &prog, m, nil, reach{p.serve, p.lives, "", p.env})
			if err != nil {
				refused <- err.Error()
			}
			if err == nil && told.Len() > 0 || err != nil && out.Len() > 0 {
				t.Errorf("%v, said %s, told %s", err, &out, &told)
			}
		})
	}
	for range 20_000 {
		if all, err := inbox.All(p.store()); err == nil && len(all)+len(refused) == mostOpen+more {
			break
		}
		pause()
	}
	for range len(refused) {
		if got := <-refused; got != fullText(mostOpen) {
			t.Error(got)
		}
	}
	for _, e := range p.waiting(mostOpen) {
		p.send(e, coordinator.Act{Do: coordinator.ActEnd})
	}
	all.Wait()
	if list, err := p.store().List(); err != nil || len(list) != mostOpen || len(refused) > 0 {
		t.Errorf("%d are on record, %v", len(list), err)
	}
}

// TestOneThatNobodyIsAskedAboutCounts as well: a reviewer has it, or a rule is being looked
// for.
func TestOneThatNobodyIsAskedAboutCounts(t *testing.T) {
	t.Parallel()
	p := newPlace(t, "")
	m := p.message(hook.Claude, "PermissionRequest-Bash-deny")
	d := desk{p: &p.prog, from: p.store()}
	c := p.asked(m.Session, 1)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	whole := readFile(t, p.store().Path(c.ID()))
	for line := range strings.Lines(whole) {
		if strings.Contains(line, `"type":"permission_request"`) {
			whole, _, _ = strings.Cut(whole, line)
		}
	}
	if err := os.WriteFile(p.store().Path(c.ID()), []byte(whole), 0o600); err != nil {
		t.Fatal(err)
	}
	if all, err := inbox.All(p.store()); len(all) > 0 || err != nil {
		t.Fatalf("%d wait, %v", len(all), err)
	}
	if n := d.unfinished(m); n != 1 {
		t.Errorf("%d count", n)
	}
	m.Session = "another"
	if n := d.unfinished(m); n != 0 {
		t.Errorf("%d of another session count", n)
	}
}

// TestAConversationThatCannotBeRead keeps no request out.
func TestAConversationThatCannotBeRead(t *testing.T) {
	t.Parallel()
	p := newPlace(t, "")
	odd := filepath.Dir(p.store().Path("576764abc001"))
	if err := os.MkdirAll(filepath.Join(odd, filepath.Base(p.store().Path("576764abc001"))), 0o700); err != nil {
		t.Fatal(err)
	}
	err := p.ask(p.message(hook.Claude, "PermissionRequest-Bash-deny"), nil, func() {
		for range 2_000 {
			if all, _ := inbox.All(p.store()); len(all) == 1 { // and an error, of the other one
				p.send(all[0], permit(store.PermitAllowed, ""))
				return
			}
			pause()
		}
		t.Errorf("nothing waits: %s", p.err.String())
	})
	if err != nil || !strings.Contains(p.out.String(), `"behavior":"allow"`) {
		t.Errorf("%v, said %s", err, p.out.String())
	}
}
