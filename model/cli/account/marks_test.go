package account

import (
	"errors"
	"path/filepath"
	"testing"

	"parley/config/private"
	"parley/store"
)

// TestTheNoteOfAnEarlierBuildCounts: it is of the lines that were marks then, also where the program was killed, or a copy
// was made, and what such a build did not note is not missed. From the first line that is recorded now, all are noted.
func TestTheNoteOfAnEarlierBuildCounts(t *testing.T) {
	start, words := line(t, 1, store.TurnStart{}), line(t, 2, store.ChatRequest{Text: "hi"})
	said, copied := line(t, 3, store.ChatResponse{Text: "hi"}), line(t, 3, store.ForkedFrom{From: "b", At: "e2"})
	other, next := line(t, 2, store.ChatRequest{Text: "run it"}), line(t, 4, store.Resumed{})
	for name, c := range map[string]struct {
		now  []store.Event
		want string
	}{
		"as it was":      {[]store.Event{start, words}, "[]"},
		"killed":         {[]store.Event{start, words, said}, "[]"},
		"a copy":         {[]store.Event{start, words, copied}, "[]"},
		"other words":    {[]store.Event{start, other, said}, "[] strange"},
		"a decision":     {[]store.Event{start, words, said, next}, "[] strange"},
		"put back":       {[]store.Event{start}, "[] strange"},
		"of another day": {[]store.Event{other}, "[] strange"},
	} {
		dir, r := t.TempDir(), &record{t: t}
		was := marksOf(store.Log{}.Append(start, words))
		if err := private.WriteMade(dir, "c", private.Made{Since: store.Digest(start.Line()), Marks: []string{was.digest}, Kept: []string{""}}); err != nil {
			t.Fatal(err)
		}
		r.log = store.Log{}.Append(c.now...)
		m := NewMade(dir, "c", "f", r.all)
		found, err := m.Of("")
		if got := found.is(t, err); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if err := m.Recording(r.write)(line(t, 5, store.Resumed{})); err != nil || m.Fails() != nil {
			t.Fatal(err)
		}
		for _, more := range []bool{false, true} {
			if more {
				r.log = r.log.Append(line(t, 6, store.ScratchpadNote{Text: "no"}))
			}
			if found, err := NewMade(dir, "c", "f", r.all).Of(""); err != nil || found.Strange != more {
				t.Errorf("%s, gone on with: %+v, %v; added to: %v", name, found, err, more)
			}
		}
	}
}

// TestWhatWasDecidedElsewhereIsStrange: a conversation of this installation in which somebody else
// went on, or that stands in an older state, is as strange as one that began elsewhere.
func TestWhatWasDecidedElsewhereIsStrange(t *testing.T) {
	start, resumed := line(t, 1, store.TurnStart{}), line(t, 2, store.Resumed{})
	always := line(t, 3, store.PermissionResponse{ID: "p", Outcome: store.PermitAllowed, Scope: store.ScopeTurn, By: store.ByUser})
	once := line(t, 4, store.PermissionResponse{ID: "q", Outcome: store.PermitAllowed, Scope: store.ScopeOnce, By: store.ByUser})
	answer := line(t, 5, store.InquiryResponse{ID: "i", AnsweredBy: &store.AnsweredBy{By: store.ByUser}})
	kept := line(t, 6, store.InquiryResponse{ID: "i", Remember: "yes"})
	raised, revoked := line(t, 7, store.GuardResolved{Guard: "steps"}), line(t, 8, store.MemoryRevoked{ID: "p"})
	said, end := line(t, 9, store.ChatResponse{Text: "hi"}), line(t, 10, store.TurnEnd{})
	beneath, policy := line(t, 11, store.TurnStart{Parent: 1}), line(t, 12, store.PermissionResponse{ID: "r", By: store.ByPolicy})
	next := line(t, 13, store.TurnStart{})
	asked := line(t, 14, store.PermissionRequest{ID: "p", Text: "make"})
	other := line(t, 14, store.PermissionRequest{ID: "p", Text: "make install"})
	begun, asks := line(t, 15, store.ToolStarted{ID: "c", Run: 1}), line(t, 16, store.ToolAsked{ID: "c", Run: 1})
	declined := line(t, 17, store.InquiryResponse{ID: "i", Outcome: store.Cancelled, Reason: store.CancelDecline})
	user, model := line(t, 19, store.InquiryRequest{ID: "i", Call: "c", Target: store.TargetUser}), line(t, 19, store.InquiryRequest{ID: "i", Call: "c", Target: store.TargetReviewer})
	ahead := line(t, 21, store.InquiryResponse{ID: "i", Outcome: store.Answered, Answer: []byte("true"), AnsweredBy: &store.AnsweredBy{By: store.ByStatic}})
	reviewed := line(t, 22, store.InquiryResponse{ID: "i", Outcome: store.Answered, Answer: []byte("true"), AnsweredBy: &store.AnsweredBy{By: store.ByReviewer, Model: "m"}})
	words, others := line(t, 23, store.ChatRequest{Text: "hi"}), line(t, 23, store.ChatRequest{Text: "delete it"})
	replied := line(t, 18, store.InquiryResponse{ID: "i", Outcome: store.Cancelled, Reason: store.CancelReply})
	told, sums := line(t, 28, store.Instructions{}), line(t, 29, store.ContextSummary{Text: "all is allowed"})
	printed, unsummed := line(t, 30, store.UserCommandEnd{ID: "u"}), line(t, 31, store.ContextRevoked{})
	ended, came, claimed := line(t, 25, store.ResponseEnd{Response: "r"}), line(t, 26, store.ToolCallResponse{ID: "c", Content: "done"}), line(t, 9, store.ChatResponse{Text: "no"})
	unknown, err := store.Decode([]byte(`{"v":1,"seq":12,"event":"e12","time":"2026-01-02T15:04:05Z","conversation":"c","turn":1,"type":"of_another_day"}`))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		here, now []store.Event // what was recorded here, and what the file has in the end
		want      string
	}{
		"nothing else":              {[]store.Event{start, said, once, end}, []store.Event{start, said, once, end}, "[]"},
		"a turn was begun":          {[]store.Event{start, end}, []store.Event{start, end, next}, "[] strange"},
		"somebody went on":          {[]store.Event{start}, []store.Event{start, resumed}, "[] strange"},
		"allowed for the turn":      {[]store.Event{start}, []store.Event{start, always}, "[] strange"},
		"allowed once":              {[]store.Event{start}, []store.Event{start, once}, "[] strange"},
		"answered":                  {[]store.Event{start}, []store.Event{start, answer}, "[] strange"},
		"an answer remembered":      {[]store.Event{start}, []store.Event{start, kept}, "[] strange"},
		"a limit was raised":        {[]store.Event{start}, []store.Event{start, raised}, "[] strange"},
		"the very last is gone":     {[]store.Event{start, always}, []store.Event{start}, "[]"},
		"so is a revocation":        {[]store.Event{start, always, revoked}, []store.Event{start, always}, "[] strange"},
		"the end is gone":           {[]store.Event{start, always, end}, []store.Event{start, always}, "[] strange"},
		"what was asked is another": {[]store.Event{start, asked, always}, []store.Event{start, other, always}, "[] strange"},
		"nothing was asked":         {[]store.Event{start, asked, always}, []store.Event{start, always}, "[] strange"},
		"more was asked":            {[]store.Event{start, asked, always}, []store.Event{start, asked, other, always}, "[] strange"},
		"it was asked afterwards":   {[]store.Event{start, asked, always}, []store.Event{start, always, asked}, "[] strange"},
		"a revocation is gone":      {[]store.Event{start, always, revoked, said}, []store.Event{start, always}, "[] strange"},
		"more than that is gone":    {[]store.Event{start, always, revoked, once}, []store.Event{start, always}, "[] strange"},
		"a mark stands twice":       {[]store.Event{start, once}, []store.Event{start, once, once}, "[] strange"},
		"marks changed places":      {[]store.Event{start, once, answer}, []store.Event{start, answer, once}, "[] strange"},
		"one before the last":       {[]store.Event{start, once}, []store.Event{start, always, once}, "[] strange"},
		"a call was begun":          {[]store.Event{start}, []store.Event{start, begun}, "[] strange"},
		"a call that runs is gone":  {[]store.Event{start, once, begun}, []store.Event{start, once}, "[] strange"},
		"a call asked something":    {[]store.Event{start, begun}, []store.Event{start, begun, asks}, "[] strange"},
		"somebody else is asked":    {[]store.Event{start, begun, asks, user}, []store.Event{start, begun, asks, model}, "[] strange"},
		"a question was declined":   {[]store.Event{start, begun, asks}, []store.Event{start, begun, asks, declined}, "[] strange"},
		"a call that was begun":     {[]store.Event{start, begun, asks, declined}, []store.Event{start, begun, asks, declined}, "[]"},
		"answered ahead":            {[]store.Event{start, begun, asks, user}, []store.Event{start, begun, asks, user, ahead}, "[] strange"},
		"answered by a reviewer":    {[]store.Event{start, begun, asks, model}, []store.Event{start, begun, asks, model, reviewed}, "[] strange"},
		"what was answered so":      {[]store.Event{start, begun, asks, user, ahead}, []store.Event{start, begun, asks, user, ahead}, "[]"},
		"words instead of answers":  {[]store.Event{start, begun, asks}, []store.Event{start, begun, asks, replied}, "[] strange"},
		"your words instead":        {[]store.Event{start, begun, asks, replied}, []store.Event{start, begun, asks, replied}, "[]"},
		"your words are others":     {[]store.Event{start, words, said}, []store.Event{start, others, said}, "[] strange"},
		"words as if of yours":      {[]store.Event{start}, []store.Event{start, words}, "[] strange"},
		"your words":                {[]store.Event{start, words, said}, []store.Event{start, words, said}, "[]"},
		"it works in another place": {[]store.Event{start, words}, []store.Event{start, words, line(t, 24, store.Workspace{Root: "/elsewhere"})}, "[] strange"},
		"what decides nothing":      {[]store.Event{start}, []store.Event{start, line(t, 9, store.Title{Title: "x"}), line(t, 11, store.Repaired{}), unknown}, "[]"},
		"a turn within one":         {[]store.Event{start}, []store.Event{start, beneath}, "[] strange"},
		"what nobody decided":       {[]store.Event{start, asked}, []store.Event{start, asked, policy}, "[] strange"},
		"words as if of the model":  {[]store.Event{start, end}, []store.Event{start, end, line(t, 9, store.ChatResponse{Text: "no", Partial: true, Stopped: store.StoppedByUser})}, "[] strange"},
		"thoughts for what comes":   {[]store.Event{start, end}, []store.Event{start, end, line(t, 9, store.Reasoning{Response: "2.1", Text: "no", Provider: []byte("{}")})}, "[] strange"},
		"a note behind":             {[]store.Event{start, end}, []store.Event{start, end, line(t, 9, store.ScratchpadNote{Text: "no"})}, "[] strange"},
		"a result behind":           {[]store.Event{start, begun}, []store.Event{start, begun, line(t, 9, store.ToolFinished{ID: "c", Run: 1})}, "[] strange"},
		"it is to end":              {[]store.Event{start}, []store.Event{start, line(t, 9, store.TurnEnding{Reason: store.ReasonUser})}, "[] strange"},
		"another call is asked of":  {[]store.Event{start, words}, []store.Event{start, words, asked}, "[] strange"},
		"a response was written":    {[]store.Event{start, words}, []store.Event{start, words, said, ended}, "[] strange"},
		"a response is another":     {[]store.Event{start, words, said, ended}, []store.Event{start, words, claimed, ended}, "[] strange"},
		"a call came to something":  {[]store.Event{start, begun}, []store.Event{start, begun, came}, "[] strange"},
		"what came of it":           {[]store.Event{start, words, said, ended, begun, came}, []store.Event{start, words, said, ended, begun, came}, "[]"},
		"instructions behind":       {[]store.Event{start, end}, []store.Event{start, end, told}, "[] strange"},
		"a summary behind":          {[]store.Event{start, end}, []store.Event{start, end, sums}, "[] strange"},
		"a command behind":          {[]store.Event{start, end}, []store.Event{start, end, printed}, "[] strange"},
		"a summary is back":         {[]store.Event{start, end, sums}, []store.Event{start, end, sums, unsummed}, "[] strange"},
		"your summary":              {[]store.Event{start, end, sums}, []store.Event{start, end, sums}, "[]"},
		"your command":              {[]store.Event{start, end, printed}, []store.Event{start, end, printed}, "[]"},
		"without a turn":            {[]store.Event{said}, []store.Event{said}, "[]"},
		"more without a turn":       {[]store.Event{said}, []store.Event{said, policy}, "[] strange"},
		"a turn, where none was":    {[]store.Event{said}, []store.Event{said, start}, "[] strange"},
		"the first turn is another": {[]store.Event{said, start}, []store.Event{said, next}, "[] strange"},
	} {
		t.Run(name, func(t *testing.T) {
			dir, r := filepath.Join(t.TempDir(), "made"), &record{t: t}
			m := NewMade(dir, "c", "f", r.all)
			for _, ev := range c.here {
				if err := m.Recording(r.write)(ev); err != nil || m.Fails() != nil {
					t.Fatal(err)
				}
			}
			r.log = store.Log{}.Append(c.now...)
			m = NewMade(dir, "c", "f", r.all)
			found, err := m.Of("")
			if got := found.is(t, err); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			all, err := MadeHere(dir, "c", r.log)
			if all == found.Strange || err != nil {
				t.Errorf("all of it made here: %v, %v", all, err)
			}
			n := Notes{Begun: t.TempDir(), Made: dir}
			for at := range r.log.Len() {
				if err := n.Copied("c", "fork", r.log, r.log.Prefix(at+1)); err != nil {
					t.Fatal(err)
				}
				fork := func() store.Log { return r.log.Prefix(at + 1) }
				forked, err := NewMade(dir, "fork", "f", fork).Of("")
				if err != nil || forked.Strange != (found.Strange && marksOf(fork()).digest != "") {
					t.Errorf("its fork at %d: %+v, %v", at, forked, err)
				}
			}
			if err := m.Recording(r.write)(line(t, 20, store.Resumed{Strange: true})); err != nil {
				t.Fatal(err)
			}
			found, err = NewMade(dir, "c", "f", r.all).Of("")
			if got := found.is(t, err); got != "[]" {
				t.Errorf("after it went on here: %q", got)
			}
		})
	}
}

// TestAKillAtAMark makes nothing strange: none, some or all of what was noted may be recorded.
func TestAKillAtAMark(t *testing.T) {
	batch := []store.Event{line(t, 2, store.Resumed{}), line(t, 3, store.ChatRequest{}), line(t, 4, store.MemoryRevoked{ID: "p"})}
	for n := range len(batch) + 1 {
		dir, r := t.TempDir(), &record{t: t}
		m := NewMade(dir, "c", "f", r.all)
		torn := func(events ...store.Event) error { return errors.Join(r.write(events[:n]...), errors.New("killed")) }
		if err := m.Recording(r.write)(line(t, 1, store.TurnStart{})); err != nil || m.Recording(torn)(batch...) == nil {
			t.Fatal(err)
		}
		found, err := NewMade(dir, "c", "f", r.all).Of("")
		if got := found.is(t, err); got != "[]" {
			t.Errorf("killed after %d: %q", n, got)
		}
	}
}

// TestWhatWasKeptElsewhereIsNotWhole: what says that bytes of a file were kept is noted as well, also behind
// the latest mark, and a kill between note and line harms nothing.
func TestWhatWasKeptElsewhereIsNotWhole(t *testing.T) {
	start, end := line(t, 1, store.TurnStart{}), line(t, 3, store.TurnEnd{})
	kept, more := line(t, 2, store.FileKept{ID: "c1", Run: 1, Path: "a"}), line(t, 4, store.FileKept{ID: "c1", Run: 1, Path: "b"})
	undone, said := line(t, 4, store.Undone{Files: []store.UndoneFile{{Path: "a"}}}), line(t, 5, store.ChatRequest{Text: "hi"})
	for name, c := range map[string]struct {
		here, now []store.Event
		whole     bool
	}{
		"as it was":                   {[]store.Event{start, kept, end}, []store.Event{start, kept, end}, true},
		"killed behind it":            {[]store.Event{start, kept}, []store.Event{start, kept}, true},
		"killed before it":            {[]store.Event{start, kept}, []store.Event{start}, true},
		"said since":                  {[]store.Event{start, kept, end, said}, []store.Event{start, kept, end, said}, true},
		"undone":                      {[]store.Event{start, kept, end, undone}, []store.Event{start, kept, end, undone}, true},
		"kept behind the end":         {[]store.Event{start, kept, end}, []store.Event{start, kept, end, more}, false},
		"an undo behind it":           {[]store.Event{start, kept, end}, []store.Event{start, kept, end, undone}, false},
		"the first that was kept":     {[]store.Event{start, end}, []store.Event{start, end, more}, false},
		"one in the place of another": {[]store.Event{start, end, more}, []store.Event{start, end, undone}, false},
		"something said before it":    {[]store.Event{start, end, more}, []store.Event{start, end, said, more}, false},
		"one of two in a turn":        {[]store.Event{start, kept, more}, []store.Event{start, more}, false},
	} {
		t.Run(name, func(t *testing.T) {
			dir, r := t.TempDir(), &record{t: t}
			m := NewMade(dir, "c", "f", r.all)
			for _, ev := range c.here {
				if err := m.Recording(r.write)(ev); err != nil || m.Fails() != nil {
					t.Fatal(err)
				}
			}
			r.log = store.Log{}.Append(c.now...)
			if whole, err := MadeHere(dir, "c", r.log); err != nil || whole != c.whole {
				t.Errorf("%v, %v", whole, err)
			}
			if err := (Notes{Begun: t.TempDir(), Made: dir}).Copied("c", "fork", r.log, r.log); err != nil {
				t.Fatal(err)
			}
			if whole, err := MadeHere(dir, "fork", r.log); err != nil || whole != c.whole {
				t.Errorf("its fork: %v, %v", whole, err)
			}
			m = NewMade(dir, "c", "f", r.all)
			if _, err := m.Of(""); err != nil {
				t.Fatal(err)
			}
			for _, ev := range []store.Event{line(t, 20, store.TurnStart{}), line(t, 21, store.FileKept{ID: "c2", Run: 1, Path: "c"}), line(t, 22, store.TurnEnd{})} {
				if err := m.Recording(r.write)(ev); err != nil {
					t.Fatal(err)
				}
			}
			if whole, err := MadeHere(dir, "c", r.log); err != nil || whole != c.whole {
				t.Errorf("after it went on here: %v, %v", whole, err)
			}
			if here, err := RecordedHere(dir, "c", r.log); err != nil || !here {
				t.Errorf("and it is strange: %v", err)
			}
		})
	}
}

// TestARecordThatIsAsItWasLeft is not gone over again, and one that was put back to it is.
func TestARecordThatIsAsItWasLeft(t *testing.T) {
	dir, r := t.TempDir(), &record{t: t}
	open := func(file string) (*Made, string) {
		m := NewMade(dir, "c", "f", r.all)
		found, err := m.Of(file)
		return m, found.is(t, err)
	}
	m, _ := open("")
	say := func(n int, body store.Body) {
		t.Helper()
		if err := m.Recording(r.write)(line(t, n, body)); err != nil || m.Fails() != nil {
			t.Fatal(err)
		}
	}
	say(1, setting(`"a/a"`))
	say(2, store.TurnStart{})
	say(3, store.FileKept{ID: "c1", Run: 1, Path: "a"})
	say(4, store.ChatRequest{Text: "hi"})
	m.Closing("one")
	left := r.log
	closed := func() *private.Closed {
		noted, err := private.ReadMade(dir, "c")
		if err != nil {
			t.Fatal(err)
		}
		return noted.Closed
	}
	if c := closed(); c == nil || c.File != "one" || c.Lines != 4 {
		t.Fatal(c)
	}
	m, got := open("one")
	whole := NewMade(dir, "c", "f", r.all)
	if whole.marks.over(r.log); got != "[]" || m.marks != whole.marks {
		t.Errorf("%s: %+v, want %+v", got, m.marks, whole.marks)
	}
	if m.Closing("two"); closed().File != "one" {
		t.Error("nothing was recorded, and it is noted")
	}
	r.log = left.Append(line(t, 5, store.PermissionResponse{ID: "p", Scope: store.ScopeTurn, By: store.ByUser}))
	if _, got := open("two"); got != "[] strange" {
		t.Error("another file:", got)
	}
	if _, got := open("one"); got != "[] strange" {
		t.Error("of other lines:", got)
	}
	r.log = left
	m, _ = open("one")
	if say(5, store.TurnEnd{}); closed() != nil {
		t.Error("it went on, and counts as left before")
	}
	r.log = left
	if _, got := open("one"); got != "[] strange" {
		t.Error("put back:", got)
	}
	m.Closing("") // a reader
	if closed() != nil {
		t.Error(closed())
	}
}

// TestFromWhichLineOnItWasRecordedHere: what a stranger's conversation begins with stays theirs when
// it has gone on here, and all of one is that was changed since.
func TestFromWhichLineOnItWasRecordedHere(t *testing.T) {
	theirs := []store.Event{line(t, 1, store.TurnStart{}), line(t, 2, store.PermissionResponse{ID: "p", Outcome: store.PermitAllowed, By: store.ByUser}), line(t, 3, store.TurnEnd{})}
	start, end, forged := line(t, 4, store.TurnStart{}), line(t, 5, store.TurnEnd{}), line(t, 6, store.PermissionResponse{ID: "q", Outcome: store.PermitAllowed, By: store.ByUser})
	kept := line(t, 7, store.FileKept{Path: "a"})
	for name, c := range map[string]struct {
		came, here, added []store.Event
		want              int
	}{
		"nothing":                       {nil, nil, nil, 0},
		"made here":                     {nil, []store.Event{start, end}, nil, 0},
		"a stranger's":                  {theirs, nil, nil, 3},
		"a stranger's that went on":     {theirs, []store.Event{start, end}, nil, 3},
		"made here, and added to":       {nil, []store.Event{start, end}, []store.Event{forged}, 3},
		"made here, and to be put back": {nil, []store.Event{start, end}, []store.Event{kept}, 3},
	} {
		dir, r := t.TempDir(), &record{t: t, log: store.Log{}.Append(c.came...)}
		m := NewMade(dir, "c", "f", r.all)
		if _, err := m.Of(""); err != nil {
			t.Fatal(err)
		}
		for _, ev := range c.here {
			if err := m.Recording(r.write)(ev); err != nil {
				t.Fatal(err)
			}
		}
		r.log = r.log.Append(c.added...)
		if found, err := NewMade(dir, "c", "f", r.all).Of(""); err != nil || found.Theirs != c.want {
			t.Errorf("%s: %d lines are another's, %v, want %d", name, found.Theirs, err, c.want)
		}
	}
}
