package teatest

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// tree is what is in the workspace.
func (d *day) tree() map[string]string {
	out, _ := d.look()
	return out
}

// look is what is in the workspace, and what killed writes left there.
func (d *day) look() (out map[string]string, left []string) {
	out = map[string]string{}
	err := filepath.WalkDir(d.place.Dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() && e.Name() != ".parley" {
			return err
		}
		if e.IsDir() {
			return fs.SkipDir
		}
		if strings.HasPrefix(e.Name(), ".parley-") {
			left = append(left, path) // what a killed write left
			return nil
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel(d.place.Dir, path)
		out[rel] = string(data)
		return err
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return out, left
}

func (d *day) same(what string, want map[string]string) {
	d.t.Helper()
	if got := d.tree(); !maps.Equal(got, want) {
		d.t.Errorf("%s:\ngot  %q\nwant %q", what, got, want)
	}
}

// whole compares every file with what it can contain: no write is seen half done, and what
// is the user's is as they left it.
func (d *day) whole() {
	d.t.Helper()
	file := regexp.MustCompile(`^(slot 1: (old|new)\nslot 2: (old|new)\nslot 3: (old|new)\nslot 4: (old|new)\nslot 5: (old|new)\nslot 6: (old|new)\n)(mine\n)?$`)
	for f, got := range d.tree() {
		want, own := d.own[f]
		if own && got != want || !own && !file.MatchString(got) {
			d.t.Errorf("%s holds %q", f, got)
		}
	}
	for f := range d.own {
		if _, there := d.tree()[f]; !there {
			d.t.Errorf("%s is gone", f)
		}
	}
}

// run runs the program, and kills it in the middle if it is to be killed; it returns
// whether it was.
func (d *day) run(what string, args ...string) (killed bool) {
	cmd := d.place.Command(args...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr, cmd.SysProcAttr = &out, &out, alone()
	stop, started := func() {}, make(chan struct{})
	if d.kills > 0 && d.chance.IntN(2) == 0 {
		d.kills--
		stop = d.killer(cmd, started, d.chance.IntN(50))
	}
	if err := cmd.Start(); err != nil {
		d.t.Fatal(err)
	}
	close(started)
	err := cmd.Wait()
	stop()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		d.t.Fatal(err)
	}
	if killed = cmd.ProcessState.Sys().(syscall.WaitStatus).Signaled(); killed {
		d.killed[what]++
	} else if err != nil && what == "write" {
		d.t.Errorf("%q: %v\n%s", args, err, &out)
	}
	return killed
}

// killer kills a program that is about to start, at some change that it makes in the
// workspace or beside the record, until stop is called. Started is closed once it runs.
func (d *day) killer(cmd *exec.Cmd, started <-chan struct{}, at int) (stop func()) {
	watch, err := unix.InotifyInit1(unix.IN_CLOEXEC | unix.IN_NONBLOCK)
	if err != nil {
		d.t.Fatal(err)
	}
	queue := os.NewFile(uintptr(watch), "inotify")
	dirs := []string{d.place.Dir, filepath.Join(d.place.Dir, "d"), filepath.Join(d.place.Dir, "n"), filepath.Join(d.place.Dir, "moved")}
	if d.id != "" {
		dirs = append(dirs, filepath.Join(d.place.Store(), d.id), filepath.Join(d.place.Store(), d.id, "files"))
	}
	for _, dir := range dirs {
		if _, err := unix.InotifyAddWatch(watch, dir, unix.IN_CREATE|unix.IN_MODIFY|unix.IN_MOVED_TO|unix.IN_DELETE); err != nil && !errors.Is(err, fs.ErrNotExist) {
			d.t.Fatal(err)
		}
	}
	counted := make(chan struct{})
	go func() {
		defer close(counted)
		buf := make([]byte, unix.SizeofInotifyEvent+unix.NAME_MAX+1) // one or a few at a time
		for seen := 0; seen <= at; {
			n, err := queue.Read(buf)
			if err != nil {
				return // closed: it has ended
			}
			for o := 0; o < n; seen++ {
				o += unix.SizeofInotifyEvent + int(buf[o+12]) // no name fills its room
			}
		}
		<-started
		_ = cmd.Process.Kill() // it may have ended just now
	}()
	return func() {
		if err := queue.Close(); err != nil {
			d.t.Error(err)
		}
		<-counted
	}
}

// names are the conversations.
func (d *day) names() (all []string) {
	entries, err := os.ReadDir(d.place.Store())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		d.t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() {
			all = append(all, e.Name())
		}
	}
	return all
}

// find finds out which conversation it is.
func (d *day) find() {
	if all := d.names(); len(all) == 1 {
		d.id = all[0]
	}
}

func (d *day) events() facts {
	shown := d.place.Run("show", "--format", "ndjson", d.id)
	r, err := parseRecord(strings.Split(strings.TrimSuffix(shown.Out, "\n"), "\n"))
	if err != nil || shown.Status != 0 {
		d.t.Fatalf("%v: %+v", err, shown)
	}
	return r
}

// begun is how many turns are on record.
func (d *day) begun() int {
	if d.find(); d.id == "" || d.t.Failed() {
		return 0
	}
	return len(d.events().of("turn_start"))
}

// open reports whether a turn is open.
func (d *day) open() bool {
	r := d.events()
	return !d.t.Failed() && len(r.of("turn_start")) > len(r.of("turn_end"))
}

func (d *day) show() {
	if !d.t.Failed() {
		return
	}
	for _, f := range d.events() {
		d.t.Log(f.line)
	}
}
