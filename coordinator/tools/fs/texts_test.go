package fs

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"testing"

	"parley/coordinator/git"
	"parley/coordinator/tool"
	"parley/coordinator/tools/fs/paths"
)

func TestSystemTexts(t *testing.T) {
	at := func(err error) error {
		return fmt.Errorf("around: %w", &fs.PathError{Op: "open", Path: "/secret/place", Err: err})
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{at(syscall.ENOENT), "a does not exist. List the directory with fs_list_files to find the right path."},
		{at(syscall.EEXIST), "a exists already. Choose another path."},
		{at(syscall.EACCES), "Permission to use a was denied by the system. Ask the user to change its permissions, or work on another file."},
		{at(syscall.ENOTDIR), "A part of a is a file, not a directory. List the directory with fs_list_files to find the right path."},
		{at(syscall.EISDIR), "a is a directory. Give the path of a file; fs_list_files lists a directory."},
		{at(syscall.ELOOP), "a leads through symbolic links without end. Give the path of the file itself."},
		{at(syscall.ENAMETOOLONG), "a is too long for a path. Use shorter names."},
		{paths.ErrTooDeep, "a is too long for a path, or leads through more than 200 folders. Give a shorter one, or use run_command."},
		{at(syscall.ENOSPC), "a could not be written: the disk is full. What was there is unchanged. Tell the user."},
		{at(syscall.EDQUOT), "a could not be written: the disk quota is used up. What was there is unchanged. Tell the user."},
		{at(syscall.EFBIG), "a could not be written: files of this size are not allowed here. What was there is unchanged. Tell the user."},
		{at(syscall.EROFS), "a could not be written: the file system is read-only. What was there is unchanged. Tell the user."},
		{at(syscall.EXDEV), "a cannot be moved to another file system. Nothing was moved. Copy it with run_command."},
		{errOwner, "a belongs to another user, and a changed file could not be given back to them. Nothing was changed. Ask the user to change it."},
		{paths.ErrLeadsOut, "a leads out of the workspace through a symbolic link. Give a path that stays inside it."},
		{at(syscall.EIO), "a could not be used: input/output error. Tell the user if this goes on."},
		{errors.New("odd"), "a could not be used: odd. Tell the user if this goes on."},
	} {
		if got := systemText("a", c.err); got != c.want {
			t.Errorf("%v:\n%s\nwant\n%s", c.err, got, c.want)
		}
	}
}

func TestTextsThatAreSeldomSeen(t *testing.T) {
	for want, got := range map[string]string{
		"There are more than 200,000 files here. Give the path of a smaller directory.":                                                                                   textTooMany(maxWalk),
		"There is too much here to search in one call. Give the path of a smaller directory, or set include_ignored, since checking the rules of .gitignore may be slow.": textTooMuch,
		"The question about this change could not be put: odd. Nothing was changed. Use a simpler file name.":                                                             textForm(errors.New("odd")),
		"\n1 directory could not be read: a.":                                                 textShut(1, "a"),
		"\n4 directories could not be read: a, b, c, ….":                                      textShut(4, "a, b, c"),
		"\nNot searched: 1 binary, 1,000 larger than 8,388,608 bytes, 2 unreadable.":          textLeftOut(1000, 1, 2),
		"The file changed since this was asked. What follows is about the file as it is now.": textChanged,
		"Since this was asked, the path leads somewhere else.":                                textLedAnew,
		"Since this was asked, the path leads somewhere else, or the file there has changed.": textLedOrChanged,
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestDeleteThatIsOvertaken(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1"})
	// The file changes between the look at it and its deletion.
	y.use(Options{Status: func(context.Context, string) string {
		y.put("a", y.get("a")+"y")
		return git.Clean
	}})
	y.want(y.run("fs_delete_file", deleteArguments{"a"}, nil),
		"error: a keeps changing while it is worked on. Nothing was changed. Read it again and retry when nothing else writes to it.")
	y.wantFile("a", "1yy") // what is on record is no longer what is there
}

func TestSettleWithoutLinks(t *testing.T) {
	y := newYard(t, map[string]string{"d/x": "", "taken": ""})
	// A directory cannot be linked, just as nothing can on some file systems.
	y.must(settle(y.root, "d", "e"))
	if err := settle(y.root, "e", "taken"); !errors.Is(err, errChanged) {
		t.Errorf("settled on a name that is taken: %v", err)
	}
	y.wantNames("e/ e/x taken")
}

func TestMoveToANameThatWasTakenMeanwhile(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1", "sub/b": "2"})
	s, err := openSpot(y.root, "a")
	y.must(err)
	defer s.close()
	to, err := openSpot(y.root, "sub/b")
	y.must(err)
	defer to.close()
	info, err := s.look()
	y.must(err)
	if err := settleAcross(y.root, s, to, info); !errors.Is(err, errChanged) {
		t.Errorf("moved onto a file: %v", err)
	}
	y.wantFile("sub/b", "2")
	y.wantFile("a", "1")
}

func TestMoveOntoAFileThatChangedMeanwhile(t *testing.T) {
	for _, changed := range []string{"a", "b", ""} {
		y := newYard(t, map[string]string{"a": "1", "b": "2"})
		s, err := openSpot(y.root, "a")
		y.must(err)
		to, err := openSpot(y.root, "b")
		y.must(err)
		info, err := s.look()
		y.must(err)
		there, err := to.look()
		y.must(err)
		if changed != "" {
			y.put(changed, "changed")
		}
		if err := over(y.root, s, to, info, there); errors.Is(err, errChanged) != (changed != "") {
			t.Errorf("changed %q: %v", changed, err)
		}
		y.must(errors.Join(s.close(), to.close()))
	}
}

func TestCancelledWhileChangesAreLookedFor(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1\n2\n"})
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	looks := make(chan bool)
	y.use(Options{Status: func(ctx context.Context, _ string) string {
		close(looks)
		<-ctx.Done()
		return git.Unsure
	}})
	one, call := y.call("fs_modify_file", change("a", "2", "two"), nil)
	ended := make(chan tool.Outcome)
	go func() { ended <- done(ctx, one.Run(ctx, call)) }()
	<-looks
	cancel()
	y.want(<-ended, "error: The call was cancelled before it was done. Nothing was changed.")
}
