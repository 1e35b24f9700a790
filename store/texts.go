package store

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"time"

	"parley/store/text/clean"
)

// All texts of this package that a user may read.

// Errors that a caller may want to tell apart.
var (
	// ErrNotFound: there is no such conversation.
	ErrNotFound = errors.New("there is no such conversation; `parley ls` lists them")
	// ErrNoEvent: the conversation has no event of that number.
	ErrNoEvent = errors.New("there is no such event; `parley show ID --format ndjson` prints them with their numbers")
	// ErrExists: a conversation of that id is there already.
	ErrExists = errors.New("a conversation of that id is there already")
	// ErrNotTrashed: there is no such conversation in the trash.
	ErrNotTrashed = errors.New("there is no such conversation in the trash; `parley rm --list` lists those that are")
	// ErrReadOnly: the conversation was opened for reading.
	ErrReadOnly = errors.New("it is open for reading only")
	// ErrClosed: the conversation was closed.
	ErrClosed = errors.New("it is closed")
	// ErrMoved: the file was moved or removed while it was open.
	ErrMoved = errors.New("its file was moved or removed while it was open; put it back, or go on in a new conversation")

	// ErrIntruded: another program wrote into the file while it was open here.
	ErrIntruded = errors.New("another program changed its file while it was open here")

	errNoTitle    = errors.New("the title is empty; write a word or more")
	errNotRegular = errors.New("it is not an ordinary file; move it away")
	errNotFolder  = errors.New("it is not a folder; move it away")
	errTooLong    = errors.New("it is longer than 64 MiB; move it away")
	errEndless    = errors.New("it is longer than 1 GiB, and Parley writes none that long; move its folder away")
	errFull       = errors.New("it is as long as a conversation can be; go on in a new one")
)

// LockedError says that another process is writing the conversation. PID is 0 and
// Since is zero if that process did not say.
type LockedError struct {
	ID    string
	PID   int
	Since time.Time
}

// Error names the other process and says what to do.
func (e *LockedError) Error() string {
	who := "another process"
	if e.PID > 0 {
		who = fmt.Sprintf("process %d", e.PID)
	}
	since := ""
	if !e.Since.IsZero() {
		since = " since " + e.Since.UTC().Format("2006-01-02 15:04:05 UTC")
	}
	return fmt.Sprintf("it is open in %s%s; close it there, look at it with `parley show %s`, or go on in a copy: `parley fork %s`",
		who, since, e.ID, e.ID)
}

// ObservedError says that the conversation is a session of another program, which nobody
// goes on with here.
type ObservedError struct{ ID, Program string }

// Error says what can be done instead.
func (e *ObservedError) Error() string {
	who := "another program"
	if e.Program != "" {
		who = clean.Reveal(ProgramName(e.Program))
	}
	return fmt.Sprintf("conversation %s is a session of %s, which was only looked at; nothing can be said in it or in a copy of it. "+
		"Read it with `parley show %s`, and go on in that program or in a conversation of your own", e.ID, who, e.ID)
}

// IntrudedError says that another program changed the file of a conversation that is
// open here, and where its text was moved. It matches ErrIntruded.
type IntrudedError struct{ Beside string }

// Error says what became of the text, and what to do.
func (e *IntrudedError) Error() string {
	return fmt.Sprintf("%v; nothing that it wrote counts, and it lies in %s now; the conversation stops here: look at that file, then open the conversation again, and what is open is asked again",
		ErrIntruded, e.Beside)
}

// Is matches ErrIntruded.
func (e *IntrudedError) Is(target error) bool { return target == ErrIntruded }

// InTrashError says that the conversation was thrown away. It matches ErrNotFound.
type InTrashError struct{ ID string }

// Error says how to restore it.
func (e *InTrashError) Error() string {
	return fmt.Sprintf("conversation %s is in the trash; `parley rm --undo %s` brings it back", e.ID, e.ID)
}

// Is matches ErrNotFound: what is in the trash is not among the conversations.
func (e *InTrashError) Is(target error) bool { return target == ErrNotFound }

// AmbiguousError says that a prefix matches several conversations.
type AmbiguousError struct {
	Prefix     string
	Candidates []string
}

// Error lists the conversations that match, at most ten.
func (e *AmbiguousError) Error() string {
	shown, more := e.Candidates, ""
	if len(shown) > 10 {
		more = fmt.Sprintf(" and %d more", len(shown)-10)
		shown = shown[:10]
	}
	return fmt.Sprintf("%q begins several conversations: %s%s; write more of the id", e.Prefix, strings.Join(shown, ", "), more)
}

// saveError explains a failed append.
func saveError(id string, err error) error {
	switch {
	case errors.Is(err, ErrReadOnly), errors.Is(err, ErrClosed), errors.Is(err, ErrMoved), errors.Is(err, ErrIntruded), errors.Is(err, errFull):
		return fmt.Errorf("conversation %s is not saved: %w", id, err)
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return fmt.Errorf("conversation %s is not saved: the disk is full (%w); free some space and try again", id, err)
	default:
		return fmt.Errorf("conversation %s is not saved: %w; try again", id, err)
	}
}

// openError explains why a conversation could not be opened or made.
func openError(id string, err error) error {
	return fmt.Errorf("conversation %s cannot be opened: %w", id, err)
}

// createError explains why a conversation could not be made.
func createError(id string, err error) error {
	return openError(id, elsewhere(err))
}

// forkError explains why a conversation could not be copied.
func forkError(id string, err error) error {
	return fmt.Errorf("conversation %s cannot be forked: %w", id, elsewhere(err))
}

// changedText says that a decision does not count.
func changedText(e Event) string {
	counts := "it does not count"
	switch e.Body.Type() { // the body is one that does not count
	case PermissionResponse{}.Type(), InquiryResponse{}.Type(), GuardResolved{}.Type():
		counts = "it does not count as an answer"
	}
	return fmt.Sprintf("event number %d (%s) does not fit the decision before it: the file was changed by another hand; %s", e.Seq, e.Body.Type(), counts)
}

// What is said of a file that is not the one that its holder closed.
const (
	alteredText       = "the file is not as Parley left it: another hand changed it while it was closed, so it may not say what was really said and decided"
	unsealedText      = "the seal beside the file cannot be read, so it is not known whether another hand changed the file while it was closed; it may not say what was really said and decided"
	alteredBeforeText = "another hand changed the file once while it was closed, so it may not say what was really said and decided"
)

// sealError explains why it could not be noted how a file was left.
func sealError(id string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("a change of the file of conversation %s by another hand will not be noticed: %w", id, err)
}

// lostText is what a model is told if the response of a call was lost.
const lostText = "The result of this call was lost: the line of the conversation's file that held it was damaged."

// repairError explains why a conversation could not be repaired.
func repairError(id string, err error) error {
	return fmt.Errorf("conversation %s cannot be repaired, and is as it was: %w", id, err)
}

// toldProblems is how many problems of a file are listed individually.
const toldProblems = 20

// Told puts the report into words, one line per problem: the first twenty, then how
// many more there are.
func (r Report) Told() []string {
	var out []string
	for _, p := range r.Problems[:min(len(r.Problems), toldProblems)] {
		out = append(out, p.String())
	}
	if more := len(r.Problems) - toldProblems; more > 0 {
		out = append(out, fmt.Sprintf("and %d more", more))
	}
	return out
}

// mayNotWrite reports whether an error means that a place is not writable, for this
// user or, on a read-only file system, for anybody.
func mayNotWrite(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
}

// notWritableError explains why the lock of a conversation could not be taken:
// without write access it can still be opened for reading.
func notWritableError(id string, err error) error {
	if !mayNotWrite(err) {
		return err
	}
	return fmt.Errorf("%w; you may not write here, but `parley show %s` and `parley replay %s` read it", err, id, id)
}

// elsewhere says what to do if no conversation can be created.
func elsewhere(err error) error {
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return fmt.Errorf("%w; free some space and try again", err)
	case !mayNotWrite(err):
		return err
	}
	return fmt.Errorf("%w; you may not write here; set store.dir to a folder where you may", err)
}

// unmoved says why a conversation was not moved.
func unmoved(err error) error {
	if !mayNotWrite(err) {
		return err
	}
	return fmt.Errorf("%w; you may not write here", err)
}

// String says in words what a repair did.
func (m Mended) String() string {
	var b strings.Builder
	for _, line := range m.Report.Told() {
		fmt.Fprintf(&b, "%s\n", line)
	}
	switch {
	case m.Needed():
	case b.Len() > 0:
		b.WriteString("There is nothing to repair; the file was not changed.\n")
		return b.String()
	default:
		return "Nothing is wrong with the file; it was not changed.\n"
	}
	if m.Answered > 0 {
		what := "response or end of a turn that was lost was added"
		if m.Answered > 1 {
			what = "responses or ends of turns that were lost were added"
		}
		fmt.Fprintf(&b, "%d %s, which say so\n", m.Answered, what)
	}
	b.WriteString("The file was written anew with all good lines as they were.\n")
	if m.Bad != "" {
		fmt.Fprintf(&b, "The lines that were set aside are in %s\n", m.Bad)
	}
	fmt.Fprintf(&b, "The file as it was is in %s\n", m.Original)
	return b.String()
}

// trashError explains why a conversation could not be thrown away.
func trashError(id string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrExists):
		err = fmt.Errorf("%w, in the trash; move that folder out of %s first", err, trashDir)
	}
	return fmt.Errorf("conversation %s cannot be thrown away: %w", id, unmoved(err))
}

// trashFault explains why the trash cannot be used.
func trashFault(err error) error { return fmt.Errorf("the trash cannot be used: %w", unmoved(err)) }

// restoreError explains why a conversation could not be taken out of the trash.
func restoreError(id string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrExists):
		err = fmt.Errorf("%w; move that folder away first, and this one comes back", err)
	}
	return fmt.Errorf("conversation %s cannot be taken out of the trash: %w", id, unmoved(err))
}
