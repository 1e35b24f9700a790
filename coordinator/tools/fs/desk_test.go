package fs

import (
	"context"
	"fmt"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"parley/coordinator/tool"
)

// TestRunsWorkAtADesk: no run of a file tool reads or compares while the desk is full, each goes on
// when somebody gets up, and one that is stopped waits no longer.
func TestRunsWorkAtADesk(t *testing.T) {
	for name, arguments := range map[string]string{
		"fs_read_file": `{"path":"a"}`, "fs_list_files": `{}`, "fs_grep_files": `{"pattern":"x"}`,
		"fs_create_file": `{"path":"a","content":"y\n"}`, "fs_modify_file": `{"path":"a","patterns":[{"old":"x","new":"y"}]}`,
		"fs_delete_file": `{"path":"a"}`, "fs_move_file": `{"path":"a","to":"b"}`,
	} {
		t.Run(name, func(t *testing.T) {
			y := newYard(t, map[string]string{"a": "x\n"})
			synctest.Test(t, func(t *testing.T) {
				d := newDesk(1)
				y.use(Options{desk: d})
				taken, err := d.sit(t.Context())
				y.must(err)
				ctx, stop := context.WithCancel(t.Context())
				one, call := y.call(name, arguments, nil)
				var stopped, done tool.Outcome
				go func() { stopped = one.Run(ctx, call) }()
				go func() { done = one.Run(t.Context(), call) }()
				synctest.Wait()
				if stopped != nil || done != nil {
					t.Fatalf("before there was a place: %v, %v", stopped, done)
				}
				stop()
				synctest.Wait()
				if y.want(stopped, "error: "+textCancelled); done != nil {
					t.Errorf("when another was stopped: %v", done)
				}
				taken.leave()
				synctest.Wait()
				if done == nil || told(done) == told(stopped) || len(d.seats) != 0 {
					t.Errorf("in the end: %v, %d places taken", done, len(d.seats))
				}
				if w, ok := done.(tool.Writes); ok {
					w.Drop()
				}
			})
		})
	}
}

// TestAStoppedRunHasLeft, whatever it hangs in.
func TestAStoppedRunHasLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(1)
		ctx, stop := context.WithCancel(t.Context())
		hangs, err := d.sit(ctx)
		if err != nil {
			t.Fatal(err)
		}
		stop()
		next, err := d.sit(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		hangs.leave()
		if len(d.seats) != 1 {
			t.Error("it took the place of the next with it")
		}
		next.leave()
	})
}

// TestAWalkLetsOthersGoFirst, and its time does not count what they take.
func TestAWalkLetsOthersGoFirst(t *testing.T) {
	files := map[string]string{}
	for i := range 10 {
		files[fmt.Sprintf("f%d", i)] = ""
	}
	y := newYard(t, files)
	root, err := os.OpenRoot(y.dir)
	y.must(err)
	defer root.Close()
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(1)
		at, err := d.sit(t.Context())
		y.must(err)
		seen, before := 0, 0
		w := walk{root: root, limit: time.Minute, seat: at, visit: func(entry) error {
			if seen++; seen != 3 {
				return nil
			}
			go func() {
				other, err := d.sit(t.Context())
				y.must(err)
				before = seen
				time.Sleep(time.Hour) // of the bubble's
				other.leave()
			}()
			synctest.Wait()
			return nil
		}}
		if err := w.from(t.Context(), "."); err != nil || seen != 10 || before != 3 {
			t.Errorf("%d files, of which %d before the other: %v", seen, before, err)
		}
		if at.leave(); len(d.seats) != 0 {
			t.Errorf("%d places are taken", len(d.seats))
		}
	})
}
