package teatest

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A day of changes: the assistant changes files turn by turn, the user changes some as
// well, the program is killed in the middle of writes and of undos, and at the end
// everything is undone. What an undo announces is what the files hold afterwards, and
// nothing else is touched.
//
//	go test ./teatest -run UndoDay -kills 300 -seed 7 -v

// slot is one change of a text: it says old before and new after.
func slot(path string, n int) string {
	return fmt.Sprintf("[[answer.call]]\nname = \"fs_modify_file\"\narguments = { path = %q, patterns = [{ old = \"slot %d: old\", new = \"slot %d: new\" }] }\n", path, n, n)
}

func creates(path, content string) string {
	return fmt.Sprintf("[[answer.call]]\nname = \"fs_create_file\"\narguments = { path = %q, content = %q }\n", path, content)
}

func deletes(path string) string {
	return fmt.Sprintf("[[answer.call]]\nname = \"fs_delete_file\"\narguments = { path = %q }\n", path)
}

func moves(path, to string) string {
	return fmt.Sprintf("[[answer.call]]\nname = \"fs_move_file\"\narguments = { path = %q, to = %q }\n", path, to)
}

const slots = "slot 1: old\nslot 2: old\nslot 3: old\nslot 4: old\nslot 5: old\nslot 6: old\n"

// dayTurns are the changes of each turn: 46 changes in 14 files, none of which depends on
// another outside its own file.
func dayTurns() [][]string {
	return [][]string{
		{slot("f1", 1), slot("f2", 1), slot("f3", 1), slot("f4", 1), slot("d/f5", 1)},
		{slot("d/f6", 1), slot("d/f7", 1), creates("n/one", slots), deletes("gone"), moves("old", "moved/here")},
		{slot("f1", 2), slot("f1", 3), slot("f2", 2), slot("n/one", 1), slot("f3", 2)},
		{creates("n/two", slots), slot("f4", 2), slot("d/f5", 2), slot("d/f6", 2), slot("d/f7", 2)},
		{slot("n/two", 1), slot("moved/here", 1), slot("f1", 4), slot("f2", 3), slot("f3", 3)},
		{slot("f4", 3), slot("d/f5", 3), slot("d/f6", 3), deletes("d/f7"), creates("n/three", slots)},
		{slot("f4", 4), slot("d/f5", 4), slot("d/f6", 4), slot("f2", 4), slot("n/two", 2), slot("n/one", 2)},
		{slot("f1", 5), slot("f3", 5), slot("f4", 5), slot("d/f5", 5), slot("d/f6", 5)},
		{slot("f1", 6), slot("f3", 6), slot("f4", 6), slot("d/f5", 6), slot("d/f6", 6)},
	}
}

// nothingLeft is how an undo begins that finds nothing.
const nothingLeft = "parley: there is nothing to put back"

// day is a workspace and what is known of it.
type day struct {
	t      *testing.T
	place  *Place
	chance *rand.Rand
	id     string
	kills  int // how often the program is still to be killed
	killed map[string]int
	own    map[string]string // what is the user's alone
	shared string            // f2, as the user left it
}

func TestUndoDay(t *testing.T) {
	t.Logf("-kills %d -seed %d", *kills, *seed)
	chance := rand.New(rand.NewPCG(*seed, 1))
	killed := map[string]int{}
	for left, n := *kills, 1; left > 0 && !t.Failed(); n++ {
		t.Run(fmt.Sprintf("day %d", n), func(t *testing.T) {
			d := newDay(t, chance)
			d.killed = killed
			d.kills = min(left, 6) / 3
			d.work()
			d.kills = min(left, 6) - min(left, 6)/3
			d.undoAll()
			left -= min(left, 6)
		})
	}
	t.Logf("killed: %v", killed)
}

func newDay(t *testing.T, chance *rand.Rand) *day {
	d := &day{t: t, place: NewPlace(t), chance: chance, own: map[string]string{}}
	t.Cleanup(d.show)
	var b strings.Builder
	b.WriteString("about = \"A day\"\n")
	for i, calls := range dayTurns() {
		fmt.Fprintf(&b, "[[answer]]\ntext = \"Turn %d.\"\n%s[[answer]]\ntext = \"Done.\"\n", i+1, strings.Join(calls, ""))
	}
	d.place.Scenario("day", b.String())
	for _, f := range []string{"f1", "f2", "f3", "f4", "d/f5", "d/f6", "d/f7", "gone", "old"} {
		d.place.Write(f, slots)
	}
	for i, f := range []string{"mine", "d/mine", "n/mine", "moved/mine", ".hidden"} {
		d.own[f] = fmt.Sprintf("mine %d\n", i)
		d.place.Write(f, d.own[f])
	}
	if err := errors.Join(os.Chmod(filepath.Join(d.place.Dir, "f4"), 0o755), os.Chmod(filepath.Join(d.place.Dir, "gone"), 0o640)); err != nil {
		t.Fatal(err)
	}
	answers := filepath.Join(d.place.Home, "answers.json")
	if err := os.WriteFile(answers, []byte(`{"fs_modify_file.apply_changes": true, "fs_modify_file.broad_replacement": true}`), 0o600); err != nil {
		t.Fatal(err)
	}
	return d
}

// flags are those of a run of the day.
func (d *day) flags() []string {
	flags := []string{"--non-interactive", "--answers", filepath.Join(d.place.Home, "answers.json")}
	for _, name := range []string{"create", "delete", "move"} {
		flags = append(flags, "-c", "conversation.tools.fs_"+name+"_file.run=unattended")
	}
	return flags
}

// message runs the program for one more message.
func (d *day) message() []string {
	args := append([]string{"run", "-m", "script/day"}, d.flags()...)
	if d.find(); d.id != "" {
		args = append(args, "--resume", d.id)
	}
	return args
}

// work is the day up to its evening.
func (d *day) work() {
	for turn := range dayTurns() {
		for !d.t.Failed() && d.begun() <= turn { // a kill may come before it
			d.run("write", append(d.message(), "go")...)
			d.whole()
		}
		for d.open() {
			d.run("write", append(append([]string{"resume"}, d.flags()...), d.id)...)
			d.whole()
		}
		if turn == 4 { // the user works, too
			d.shared = d.place.Read("f2") + "mine\n"
			d.place.Write("f2", d.shared)
			d.place.Write("d/own", "mine\n")
			d.own["d/own"] = "mine\n"
		}
	}
	if n := len(d.events().of("file_kept")); n < 30 {
		d.t.Errorf("only %d changes were made", n)
	}
}

// undoAll undoes turn by turn, newest first; each undo is taken back once, and repeated.
func (d *day) undoAll() {
	fork := d.place.Run("fork", d.id)
	if fork.Status != 0 {
		d.t.Fatalf("fork: %+v", fork)
	}
	names := d.names()
	for turn := len(dayTurns()); turn > 0 && !d.t.Failed(); turn-- {
		if put := d.undo(turn); put && turn == 4 {
			before := d.tree()
			if !d.said("undo", d.id, "--redo", "--yes") {
				d.t.Errorf("turn %d: the undo is not taken back", turn)
			}
			d.undo(turn)
			d.same(fmt.Sprintf("turn %d, undone again", turn), before)
		}
	}
	// Everything is as it was in the morning, except what the user changed.
	for f, want := range map[string]string{"f1": slots, "f3": slots, "f4": slots, "d/f5": slots, "d/f7": slots, "gone": slots, "old": slots, "f2": d.shared} {
		if got := d.place.Read(f); got != want {
			d.t.Errorf("in the end %s holds %q", f, got)
		}
	}
	for f, want := range map[string]fs.FileMode{"f4": 0o755, "gone": 0o640} {
		if info, err := os.Stat(filepath.Join(d.place.Dir, f)); err != nil || info.Mode() != want {
			d.t.Errorf("in the end %s is %v, %v", f, info.Mode(), err)
		}
	}
	// The fork finds everything undone already.
	before := d.tree()
	for _, id := range d.names() {
		if !slices.Contains(names, id) || id == d.id {
			continue
		}
		for turn := range dayTurns() {
			if r := d.place.Run("undo", id, "--turn", fmt.Sprint(turn+1), "--yes"); r.Status != 1 || !strings.HasPrefix(r.Err, nothingLeft) {
				d.t.Errorf("the fork, turn %d: %+v", turn+1, r)
			}
		}
	}
	d.same("the fork", before)
}

// undo undoes a turn. Only what was announced is put back, however often the program is
// killed. It returns whether anything was left to put back after the last kill.
func (d *day) undo(turn int) (put bool) {
	args := []string{"undo", d.id, "--turn", fmt.Sprint(turn)}
	before := d.tree()
	said := d.place.Run(args...)
	d.same(fmt.Sprintf("turn %d, looked at", turn), before)
	after := d.patched(before, said.Out)
	for d.kills > 0 && d.run("undo", append(args, "--yes")...) {
		for f, got := range d.tree() {
			if got != before[f] && got != after[f] {
				d.t.Errorf("turn %d: after a kill %s holds %q", turn, f, got)
			}
		}
	}
	put = d.said(append(args, "--yes")...)
	d.same(fmt.Sprintf("turn %d", turn), after)
	if _, left := d.look(); left != nil {
		d.t.Errorf("turn %d left %q", turn, left)
	}
	for _, left := range regexp.MustCompile(`(?m)^left as it is: (.*): .*$`).FindAllStringSubmatch(said.Out, -1) {
		// The user changed f2; and a kill prevents a change from being made, or from being
		// reported.
		if left[1] != "f2" && !strings.HasSuffix(left[0], ": it stands as it stood before") {
			d.t.Errorf("turn %d: %s", turn, left[0])
		}
	}
	d.whole()
	return put
}

// said runs an undo to its end: it puts something back, or finds nothing to put back.
func (d *day) said(args ...string) (put bool) {
	d.t.Helper()
	r := d.place.Run(args...)
	if r.Status != 0 && !strings.HasPrefix(r.Err, nothingLeft) {
		d.t.Errorf("%q: %+v", args, r)
	}
	return r.Status == 0
}

// patched is a workspace with the changes of a diff.
func (d *day) patched(tree map[string]string, said string) map[string]string {
	out := maps.Clone(tree)
	hunk := regexp.MustCompile(`^@@ -(\d+)(?:,\d+)? \+\d+(?:,\d+)? @@`)
	path, was, at := "", []string(nil), 0
	var now []string
	end := func() {
		if path == "" {
			return
		}
		now = append(now, was[at:]...)
		if out[path] = strings.Join(now, ""); out[path] == "" {
			delete(out, path)
		}
		path = ""
	}
	for l := range strings.Lines(said) {
		m := hunk.FindStringSubmatch(l)
		switch {
		case strings.HasPrefix(l, "--- "):
			end()
			was, now, at = nil, nil, 0
			if name, ok := strings.CutPrefix(l, "--- a/"); ok {
				path = strings.TrimSpace(name)
				was = slices.Collect(strings.Lines(tree[path]))
			}
		case strings.HasPrefix(l, "+++ "):
			if name, ok := strings.CutPrefix(l, "+++ b/"); ok {
				path = strings.TrimSpace(name)
			}
		case m != nil:
			n := 0
			if _, err := fmt.Sscan(m[1], &n); err != nil {
				d.t.Fatal(err)
			}
			for ; at < n-1; at++ {
				now = append(now, was[at])
			}
		case path == "":
		case l[0] == ' ':
			now = append(now, l[1:])
			at++
		case l[0] == '-':
			if at >= len(was) || was[at] != l[1:] {
				d.t.Fatalf("the diff takes %q out of %s:\n%s", l[1:], path, said)
			}
			at++
		case l[0] == '+':
			now = append(now, l[1:])
		default:
			end()
		}
	}
	end()
	return out
}
