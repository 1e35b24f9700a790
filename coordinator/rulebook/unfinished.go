package rulebook

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// What git has begun and not ended lies in files of its repository, which say what its next
// commands do: which program merges, what is put into the work tree. Whatever such a file
// says that is not known to be harmless counts as a program.

// steps are those of a rebase, or of several commits picked or reverted, that run nothing.
const steps = " pick p reword r edit e squash s fixup f drop d break b label l reset t merge m update-ref u noop revert "

// rebasing are the files of a rebase whatever they say; those that are looked into are below.
const rebasing = " amend author-script done drop_redundant_commits keep_redundant_commits end git-rebase-todo git-rebase-todo.backup head-name interactive " +
	"message message-fixup message-squash current-fixups msgnum no-reschedule-failed-exec reschedule-failed-exec onto orig-head patch quiet verbose signoff " +
	"refs-to-delete update-refs rewritten-list rewritten-pending squash-onto stopped-sha allow_rerere_autoupdate ignore_date cdate_is_adate strategy gpg_sign_opt "

// picking are the options of several commits to be picked, all but the names of programs.
const picking = " [options] no-commit edit signoff record-origin allow-ff allow-empty allow-empty-message drop-redundant-commits keep-redundant-commits " +
	"mainline allow-rerere-auto default-msg-cleanup "

// strategies are the ways to merge that are git's own. Of any other name it runs a program.
const strategies = " ort recursive resolve octopus ours subtree "

// states are files in a repository's own folder that say what git has begun, and do no harm.
const states = " MERGE_MODE MERGE_RR AUTO_MERGE BISECT_LOG BISECT_TERMS BISECT_NAMES BISECT_EXPECTED_REV BISECT_ANCESTORS_OK BISECT_FIRST_PARENT BISECT_RUN " +
	"BISECT_START NOTES_MERGE_REF NOTES_MERGE_PARTIAL EDIT_DESCRIPTION "

// harmlessState reports whether nothing that git has begun in a work tree's own folder runs a
// program or writes into the work tree what nobody looked at.
func harmlessState(at string) bool {
	rebase, pick := filepath.Join(at, "rebase-merge"), filepath.Join(at, "sequencer")
	return without(at, "rebase-apply") &&
		only(at, func(name string) bool {
			return strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") != "" || strings.HasSuffix(name, "HEAD") || strings.HasSuffix(name, "_MSG") ||
				strings.HasSuffix(name, "_EDITMSG") || oneOf(states, name)
		}) &&
		lines(filepath.Join(at, "BISECT_START"), func(line string) bool { return !strings.HasPrefix(line, "-") }) && // it would be a flag
		only(rebase, func(name string) bool { return oneOf(rebasing, name) }) &&
		lines(filepath.Join(rebase, "git-rebase-todo"), harmlessStep) &&
		lines(filepath.Join(rebase, "strategy"), func(line string) bool { return oneOf(strategies, line) }) &&
		lines(filepath.Join(rebase, "gpg_sign_opt"), func(line string) bool { return line == "-S" }) && // the user's own key
		only(pick, func(name string) bool { return slices.Contains([]string{"todo", "head", "abort-safety", "opts"}, name) }) &&
		lines(filepath.Join(pick, "todo"), harmlessStep) &&
		lines(filepath.Join(pick, "opts"), func(line string) bool {
			key, value, _ := strings.Cut(line, "=")
			return oneOf(picking, strings.TrimSpace(key)) && !strings.Contains(value, `\`)
		})
}

// harmlessStep reports whether a line of what is still to be done runs nothing.
func harmlessStep(line string) bool { return oneOf(steps, strings.Fields(line)[0]) }

// oneOf reports whether a word is in a list.
func oneOf(list, word string) bool {
	return word != "" && !strings.Contains(word, " ") && strings.Contains(list, " "+word+" ")
}

// only reports whether a folder is not there, or all names in it are harmless.
func only(dir string, harmless func(name string) bool) bool {
	list, err := os.ReadDir(dir)
	for _, d := range list {
		if !harmless(d.Name()) {
			return false
		}
	}
	return err == nil || errors.Is(err, fs.ErrNotExist)
}
