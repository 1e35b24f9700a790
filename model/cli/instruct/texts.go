package instruct

import (
	"fmt"
	"slices"
	"strings"

	"parley/coordinator/instructions"
	"parley/store/text/clean"
)

// named is how many files are named where one line should name them.
const named = 20

// waitTexts say so of those of which an earlier version is told meanwhile, and of the others.
func waitTexts(files []Waiting, how How) (all []string) {
	told := func(w Waiting) bool { return w.Last != nil && !w.Skill }
	if slices.ContainsFunc(files, func(w Waiting) bool { return w.Skill && w.Last != nil }) {
		all = append(all, waitsText(slices.DeleteFunc(slices.Clone(files), told), how))
		files = slices.DeleteFunc(slices.Clone(files), func(w Waiting) bool { return !told(w) })
	}
	if len(files) > 0 {
		all = append([]string{waitsText(files, how)}, all...)
	}
	return all
}

// waitsText says that files of the workspace wait for the user's trust, and how to give
// it.
func waitsText(files []Waiting, how How) string {
	var names []string
	before := true // all of them were trusted as they were
	for _, w := range files {
		names = append(names, w.Path)
		before = before && w.Last != nil && !w.Skill
	}
	if more := len(names) - named; more > 0 {
		names = append(names[:named], fmt.Sprintf("%d more", more))
	}
	are, they, them := "is", "it is", "it"
	if len(names) > 1 {
		are, they, them = "are", "they are", "them"
	}
	if before {
		them = "what you trusted before"
		return fmt.Sprintf("%s %s not trusted as %s now, so the assistant is told %s. %s", listed(names), are, they, them, how(len(names)))
	}
	return fmt.Sprintf("%s %s not trusted as %s now, so the assistant is not told %s. %s", listed(names), are, they, them, how(len(names)))
}

// unreadText says why files of folders below are not found.
func unreadText(err error) string {
	return fmt.Sprintf("The repository's list of files cannot be read (%s), so files of instructions in folders below are left out.", instructions.Shown(strings.TrimPrefix(err.Error(), "git: ")))
}

// listed joins names with an "and".
func listed(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return revealed(names)
	}
	return revealed(names[:last]) + " and " + instructions.Shown(names[last])
}

// How says how so many files that wait are trusted.
type How func(files int) string

// TrustHere says that in a conversation.
func TrustHere(files int) string {
	if files > 1 {
		return "/trust shows them and asks you."
	}
	return "/trust shows it and asks you."
}

// TrustElsewhere says that on a command line.
func TrustElsewhere(int) string { return "Run `parley config trust` to look and to trust." }

// doubtText says that a run of the assistant's changed files that the user trusted.
func doubtText(tool string, files []Waiting) string {
	var names []string
	for _, w := range files {
		names = append(names, w.Path)
	}
	that, it := "that change", "it"
	if len(names) > 1 {
		that, it = "those changes", "them"
	}
	return fmt.Sprintf("While %s ran, %s changed. No conversation is told %s before you say yes to %s: %s", tool, listed(names), that, it, TrustHere(len(names)))
}

// doubtLostText says that a change may later look like the user's own.
func doubtLostText(err error) string {
	return fmt.Sprintf("That could not be written down (%s): look at the change yourself.", clean.Reveal(strings.ReplaceAll(err.Error(), "\n", " ")))
}

// leftOutText says which files of instructions have no room.
func leftOutText(paths []string) string {
	return fmt.Sprintf("Instructions are longer than %d KiB together. The assistant is told that these are left out: %s.", instructions.Most>>10, revealed(paths))
}

// moreText says that not all files below were looked at.
func moreText() string {
	return fmt.Sprintf("More than %d files of instructions below this folder are new or changed. The others are looked at once these are settled.", mostBelow)
}

// Unseen says, for a run without a screen, which text of a file holds.
func (c Change) Unseen() string {
	return fmt.Sprintf("%s has changed since you saw it; the assistant is told what you saw. --trust-changes tells it what stands there now.", instructions.Shown(c.Path))
}

// changedTrustedText says that such a run was told to accept changes.
func changedTrustedText(path string) string {
	return fmt.Sprintf("%s has changed since you saw it; the assistant is told what stands there now, as --trust-changes says.", instructions.Shown(path))
}

func revealed(paths []string) string {
	out := make([]string, len(paths))
	for i, p := range paths {
		out[i] = instructions.Shown(p)
	}
	return strings.Join(out, ", ")
}

// skillFaultsText says which skills cannot be used.
func skillFaultsText(faults []string) string {
	if more := len(faults) - 3; more > 0 {
		faults = append(faults[:3:3], fmt.Sprintf("and %d more, which are named once these are mended or removed", more))
	}
	return "Not every skill can be used. " + clean.Reveal(strings.Join(faults, "; ")) + "."
}
