package session

import (
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"parley/config"
	"parley/config/private"
	"parley/model/cli/instruct"
	"parley/model/cli/process"
	"parley/model/conversation"
	"parley/store/text/clean"
	"parley/store/text/diff"
)

// TrustForm is everything that the user trusts with a file, first what has changed
// since they last trusted it.
func TrustForm(w config.Withheld) conversation.Withheld {
	f := conversation.Withheld{File: w.File}
	if w.Variable != "" {
		words := keyWords(w.Variable)
		f.Words = &words
	}
	if w.Server != "" {
		words := filesWords(w.Server)
		f.Words = &words
	}
	add := func(title string, lines []string) {
		if len(lines) > 0 {
			f.Parts = append(f.Parts, conversation.TrustPart{Title: title, Lines: lines})
		}
	}
	if w.Last != nil {
		when := w.Last.Time.Format("2006-01-02")
		changed := diff.Signed(w.Last.Lines, w.Lines())
		if len(changed) == 0 {
			changed = []string{trustUnchangedText}
		}
		add(fmt.Sprintf(trustChangedText, when), whole(changed))
	}
	switch {
	case w.Variable != "":
		add(trustKeyText, whole(settingLines(w.Settings)))
		return f
	case w.Server != "":
		add(trustFilesText, whole(settingLines(w.Settings)))
		return f
	case w.Runs:
		add(trustRunsText, whole(w.Lines()))
		return f
	case w.Text != "":
		add(trustWholeText, whole(w.Lines()))
		return f
	}
	add(trustSetsText, whole(settingLines(w.Settings)))
	add(trustHoldsText, whole(settingLines(w.Holds)))
	return f
}

func settingLines(settings []config.Setting) []string {
	var lines []string
	for _, s := range settings {
		lines = append(lines, s.Key+" = "+s.Value)
	}
	return lines
}

// whole spells out the bytes that are not text.
func whole(lines []string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		var b strings.Builder
		for len(line) > 0 {
			r, n := utf8.DecodeRuneInString(line)
			if r == utf8.RuneError && n == 1 {
				fmt.Fprintf(&b, "<%02X>", line[0])
			} else {
				b.WriteString(line[:n])
			}
			line = line[n:]
		}
		out[i] = b.String()
	}
	return out
}

// Withheld are the workspace files that wait for the user's trust at the start, without
// those that they refused as they are, and what the conversation set in another workspace.
func (x *Session) Withheld() []conversation.Withheld {
	return append(x.waits(func(w config.Withheld) bool { return !x.refused(w) }), x.setElsewhere()...)
}

// Newly are those files that wait since the configuration was read again; each is
// returned once.
func (x *Session) Newly() []conversation.Withheld {
	return x.waits(func(w config.Withheld) bool { return !x.shown[w.Digest] && !x.refused(w) })
}

// waits are the forms for files, and notes that they were shown.
func (x *Session) waits(which func(config.Withheld) bool) (out []conversation.Withheld) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.shown == nil {
		x.shown = map[string]bool{}
	}
	for _, w := range x.Config.Withheld {
		if which(w) {
			f := TrustForm(w)
			f.Name = x.place(w)
			f.Trust = func() error { return x.trust(w) }
			f.Refuse = func() error { return private.Note(x.Setup.Places.Told, refusal(w), w.Digest) }
			out = append(out, f)
		}
		x.shown[w.Digest] = true
	}
	return out
}

// place is where a file lies in the workspace, "" for one elsewhere, and for a key.
func (x *Session) place(w config.Withheld) string {
	if w.Variable != "" || w.Server != "" {
		return ""
	}
	below, err := filepath.Rel(x.Dir, w.File)
	if err != nil || !filepath.IsLocal(below) {
		return ""
	}
	return filepath.ToSlash(below)
}

// refused reports whether the user said no to a file as it is.
func (x *Session) refused(w config.Withheld) bool {
	return private.Noted(x.Setup.Places.Told, refusal(w), w.Digest)
}

func refusal(w config.Withheld) string { return "no to " + w.File }

// setElsewhere is the form for what the conversation set in another workspace, or nobody is
// known to have set.
func (x *Session) setElsewhere() (out []conversation.Withheld) {
	set := x.FromElsewhere()
	if len(set) == 0 {
		return nil
	}
	var lines []string
	for _, key := range slices.Sorted(maps.Keys(set)) {
		lines = append(lines, key+" = "+string(set[key]))
	}
	w := conversation.Withheld{File: x.Saved.ID(), Set: set, Parts: []conversation.TrustPart{{Title: trustSetsText, Lines: whole(lines)}}}
	if x.elsewhere == "" {
		w.Words = unchosenWords()
	}
	return append(out, w)
}

// Waiting is all that waits for the user's trust now: files of settings, and together what
// the assistant would be told.
func (x *Session) Waiting() ([]conversation.Withheld, error) {
	x.Teller.LookAgain()
	out := append(x.waits(func(config.Withheld) bool { return true }), x.setElsewhere()...)
	if waits := x.Teller.Told().Waits; len(waits) > 0 {
		out = append(out, x.instructionsForm(waits))
	}
	return out, nil
}

// instructionsForm is one form for all that the assistant would be told, what changed of it
// first.
func (x *Session) instructionsForm(waits []instruct.Waiting) conversation.Withheld {
	var files []config.Withheld
	for _, w := range waits {
		files = append(files, w.Withheld)
	}
	words := instructionsWords(len(files), x.Shell.State().Folded.Asked() > 0)
	return conversation.Withheld{
		File: x.Dir, Parts: InstructionsParts(waits), Words: &words,
		Trust: func() error { return x.Teller.Trust(files) },
	}
}

// InstructionsParts are all that the user trusts with files of instructions: what changed
// of each first, then each whole.
func InstructionsParts(waits []instruct.Waiting) (parts []conversation.TrustPart) {
	for _, w := range waits {
		if w.Last != nil {
			lines := diff.Signed(w.Last.Lines, w.Lines())
			parts = append(parts, conversation.TrustPart{Title: titled(w) + ", changed since you saw it on " + w.Last.Time.Format("2006-01-02") + ":", Lines: whole(lines)})
		}
	}
	for _, w := range waits {
		parts = append(parts, conversation.TrustPart{Title: titled(w) + ", whole:", Lines: whole(w.Lines())})
	}
	return parts
}

// titled names a file of instructions, and where it stands if a link leads there.
func titled(w instruct.Waiting) string {
	if w.Leads == "" {
		return w.Path
	}
	return w.Path + ", which leads to " + w.Leads
}

// trust records that the user trusts a file in its present state.
func (x *Session) trust(w config.Withheld) error {
	trust, err := config.ChangeTrust(x.Setup.Places, func(t config.Trust) (config.Trust, error) { return t.With(w, x.Prog.Now()), nil })
	if err == nil {
		x.Setup.trust, x.Setup.Sources.Trusted = trust, trust.Has
	}
	return err
}

// PrintParts prints what is to be trusted, every byte of it to be seen. Of a line that is longer than
// a terminal of that width, 0 if it is none, the rest goes on behind … in the margin, so that no
// part of it looks like a line of ours.
func PrintParts(out io.Writer, parts []conversation.TrustPart, width int) {
	for _, part := range parts {
		process.Print(out, "", clean.Reveal(clean.Blanks(part.Title)), width)
		for _, line := range part.Lines {
			process.Print(out, "  ", clean.Reveal(line), width)
		}
	}
}
