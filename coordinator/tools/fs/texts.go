package fs

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"syscall"

	"parley/coordinator/git"
	"parley/coordinator/tools/fs/paths"
)

// Texts for the model: what is wrong, and what to do next.
const (
	textCancelled    = "The call was cancelled before it was done. Nothing was changed."
	textArguments    = "The arguments do not fit the tool's parameters. Nothing was done. Give an object with the parameters that the tool names."
	textNoPath       = "path is empty. Give a path relative to the workspace, such as cmd/report.go."
	textNullInPath   = "path holds a null character. Give a path relative to the workspace, such as cmd/report.go."
	textNoPatterns   = "patterns is empty. Give at least one pattern with old and new."
	textFurther      = "The patterns behind these were not looked at."
	textNoPattern    = "pattern is empty. Give a regular expression to look for; to list files, use fs_list_files."
	textRejected     = "The proposed file changes were rejected. Changes were not applied. You may retry with different changes."
	textSame         = "old and new are equal. Leave the pattern out, or give the text that shall stand there."
	textOldEmpty     = "old is empty, but the file is not. To insert text, give the line beside the place as old and repeat it in new."
	textMissing      = "old is not in the file. Read the file again and copy the text exactly as it stands there."
	textMissingBytes = "old is not in the file. It holds U+FFFD, which fs_read_file shows in place of bytes that are not UTF-8; give the text before or after them."
)

// Why a change can only be taken or left as it is, for the user.
const (
	textWholeMove  = "a move replaces the whole file"
	textWholeBytes = "it holds bytes that are not UTF-8"
)

// textChanged opens the context of a question that is asked again.
const textChanged = "The file changed since this was asked. What follows is about the file as it is now."

// textLedAnew opens the context of a question about where a path leads that is asked again.
const textLedAnew = "Since this was asked, the path leads somewhere else."

// textLedOrChanged does so where the question was also about the file that is there.
const textLedOrChanged = "Since this was asked, the path leads somewhere else, or the file there has changed."

// Sentences about what cannot be seen in a text that was read.
const (
	textHasBOM        = "It begins with a byte order mark, which is kept."
	textHasCRLF       = "Its lines end in CR LF; write plain line feeds, they are converted."
	textHasBytes      = "Bytes that are not UTF-8 are shown as U+FFFD."
	textNoLastNewline = "The last line has no newline."
)

// textNoMatches is the result of a search that found nothing.
const textNoMatches = "No matches."

func textForm(err error) string {
	return fmt.Sprintf("The question about this change could not be put: %v. Nothing was changed. Use a simpler file name.", err)
}

func textNotBoolean(value string) string {
	return "The answer to a yes-or-no question was " + value + ". Nothing was changed. Try again."
}

func textOutside(p string) string {
	return fmt.Sprintf("%s is outside the workspace. Give a path inside it, relative to its root.", paths.Show(p))
}

func textGitOwn(p string) string {
	return fmt.Sprintf("%s belongs to git, and file tools do not change it. Nothing was changed. Use git through run_command.", paths.Show(p))
}

func textBadName(p, why string) string {
	return fmt.Sprintf("%s is not a name for a file that is written: %s. Nothing was changed. Choose another name.", paths.Show(p), why)
}

// textClosedRoot is for a workspace that is itself closed.
const textClosedRoot = "This workspace lies in a folder of Parley's own or of another assistant of the user, which file tools neither read nor change. " +
	"Do not try to get at it in another way; tell the user to start Parley in the folder of a project."

func textClosed(p string) string {
	return fmt.Sprintf("%s belongs to Parley itself or to another assistant of the user, and file tools neither read nor change it. "+
		"Do not try to get at it in another way; ask the user if you need to know something of it.", paths.Show(p))
}

// textHidden says that a rule keeps a path from the tool.
func textHidden(p, why string) string {
	return fmt.Sprintf("%s is %s, and only the user changes rules, so nothing is done there. "+
		"Do not try to get at it in another way; ask the user if you need to know something of it.", paths.Show(p), why)
}

// textKept says to a person why nobody is told of a file, by one of its ways: what ends a sentence
// about it.
func textKept(p, way, why string) string {
	leads := ""
	if way != p {
		leads = "leads to " + paths.Show(way) + ", which "
	}
	if why == "" {
		return leads + "belongs to Parley itself or to another assistant"
	}
	return leads + "may not be read by the assistant (" + why + ")"
}

func textIsDirectory(p string) string {
	return fmt.Sprintf("%s is a directory. Give the path of a file; fs_list_files lists a directory.", paths.Show(p))
}

func textNotDirectory(p string) string {
	return fmt.Sprintf("%s is not a directory. Use fs_read_file to read it.", paths.Show(p))
}

func textNotRegular(p, kind string) string {
	return fmt.Sprintf("%s is %s. File tools work on regular files only.", paths.Show(p), kind)
}

func textIsLink(p, to string) string {
	return fmt.Sprintf("%s is a symbolic link to %s. Nothing was changed. Give the path of the file itself.", paths.Show(p), paths.Show(to))
}

func textReadOnly(p string, perm fs.FileMode) string {
	return fmt.Sprintf("%s is read-only (mode %04o). Nothing was changed. Ask the user to make it writable, or work on another file.", paths.Show(p), uint32(perm))
}

func textTooLargeToChange(p string, size int64) string {
	return fmt.Sprintf("%s is too large to change with this tool (%s bytes, at most %s). Nothing was changed. Use run_command.", paths.Show(p), number(size), number(maxChange))
}

func textTooLargeToWrite(p string, size int64) string {
	return fmt.Sprintf("The new text of %s is too large (%s bytes, at most %s). Nothing was changed. Write it in several files, or produce it with run_command.", paths.Show(p), number(size), number(maxChange))
}

func textTooLargeToRead(p string, size int64) string {
	return fmt.Sprintf("%s is too large to read (%s bytes, at most %s). Use fs_grep_files or run_command to take out the part you need.", paths.Show(p), number(size), number(maxRead))
}

func textBinary(p string) string {
	return fmt.Sprintf("%s is a binary file and cannot be changed by text patterns. Nothing was changed. Use run_command with a program for its format.", paths.Show(p))
}

func textBinaryRead(p string, size int64) string {
	return fmt.Sprintf("%s is a binary file of %s bytes. It has no text to show: use run_command with a program for its format.", paths.Show(p), number(size))
}

func textPatterns(p string, faults []string) string {
	return fmt.Sprintf("%s was not changed:\n%s", paths.Show(p), strings.Join(faults, "\n"))
}

func textManyPatterns(n int) string {
	return fmt.Sprintf("There are %d patterns, and a call may have %d. Make the change in several calls, or with fewer and longer patterns.", n, mostPatterns)
}

func textSeveral(n int, lines []int) string {
	names := make([]string, len(lines))
	for i, l := range lines {
		names[i] = strconv.Itoa(l)
	}
	more := ""
	if len(lines) < n && len(lines) == 5 {
		more = ", …"
	}
	return fmt.Sprintf("old stands in the file %d times (%s %s%s). Add lines around it until it is unique, or set all to true to replace every one.",
		n, plural(len(lines), "line", "lines"), strings.Join(names, ", "), more)
}

func textMissingSpaces(line int) string {
	return fmt.Sprintf("old is not in the file. Line %d begins the same text with other white space; read it again and copy it exactly.", line)
}

func textNoChange(p string) string {
	return fmt.Sprintf("The patterns change nothing in %s. Give patterns whose new differs from what stands in the file.", paths.Show(p))
}

func textNothingLeft(p string) string {
	return fmt.Sprintf("The text that was approved for %s is the one that stands there already. Changes were not applied. You may retry with different changes.", paths.Show(p))
}

func textRestless(p string) string {
	return fmt.Sprintf("%s keeps changing while it is worked on. Nothing was changed. Read it again and retry when nothing else writes to it.", paths.Show(p))
}

func textSamePath(p string) string {
	return fmt.Sprintf("path and to are the same file, %s. Give another path in to.", paths.Show(p))
}

func textMoveToDirectory(dir, suggestion string) string {
	return fmt.Sprintf("%s is a directory. Nothing was moved. Give the whole new path in to, such as %s.", paths.Show(dir), paths.Show(suggestion))
}

func textBadRange(start, end int) string {
	return fmt.Sprintf("start_line %d and end_line %d name no lines. Lines count from 1, and end_line must not be before start_line.", start, end)
}

func textPastEnd(p string, start, total int) string {
	return fmt.Sprintf("%s has %s %s; start_line %d is past its end.", paths.Show(p), number(int64(total)), plural(total, "line", "lines"), start)
}

func textBadGlob(pattern string) string {
	return fmt.Sprintf("%s is not a file pattern. Use *, ?, [a-z] within a name and ** for any directories, such as **/*.go.", paths.Show(pattern))
}

func textBadPattern(pattern string, err error) string {
	return fmt.Sprintf("%s is not a regular expression: %s. The syntax is RE2, without look-around and back references; escape ( [ { . * + ? with a backslash to search for them.",
		paths.Show(pattern), strings.TrimPrefix(err.Error(), "error parsing regexp: "))
}

func textTooMany(limit int) string {
	return fmt.Sprintf("There are more than %s files here. Give the path of a smaller directory.", number(int64(limit)))
}

const textTooMuch = "There is too much here to search in one call. Give the path of a smaller directory, or set include_ignored, since checking the rules of .gitignore may be slow."

// Texts of questions, which a person or a reviewing model reads.

func textAskApply(p string) string {
	return fmt.Sprintf("Do you want to apply the following patch to %s?", paths.Name(p))
}

func textAskBroad(p string, most bool) string {
	if !most {
		return fmt.Sprintf("A pattern matches all of %s. Do you want the change all the same?", paths.Name(p))
	}
	return fmt.Sprintf("The change replaces most of %s. Do you want that?", paths.Name(p))
}

func textAskModifyDirty(p, status string) string {
	return fmt.Sprintf("%s %s uncommitted changes. Do you want to modify it all the same?", paths.Name(p), has(status))
}

func textAskDeleteDirty(p, status string) string {
	return fmt.Sprintf("%s %s uncommitted changes, which git cannot bring back. Do you want to delete it all the same?", paths.Name(p), has(status))
}

func textAskOverwrite(p string) string {
	return fmt.Sprintf("%s exists already. Do you want to replace it?", paths.Name(p))
}

func textAskMoveOver(from, to string) string {
	return fmt.Sprintf("%s exists already. Do you want to replace it with %s?", paths.Name(to), paths.Name(from))
}

func textBroad(removed, lines, added int, whole bool) string {
	text := fmt.Sprintf("Lines removed: %s of %s. Lines added: %s.", number(int64(removed)), number(int64(lines)), number(int64(added)))
	if whole {
		text += " A pattern matches everything in the file."
	}
	return text
}

func textReplacesBinary(old, new int64) string {
	return fmt.Sprintf("The contents cannot be shown as text: %s bytes are replaced by %s bytes.", number(old), number(new))
}

func textAskCreateGrant(p string) string {
	return fmt.Sprintf("%s gives permission. Do you want it to be created?", paths.Name(p))
}

func textAskDeleteGrant(p string) string {
	return fmt.Sprintf("%s gives permission. Do you want it to be deleted?", paths.Name(p))
}

func textAskMoveGrant(from, to string) string {
	return fmt.Sprintf("Do you want %s to be moved to %s? One of them gives permission.", paths.Name(from), paths.Name(to))
}

func textSize(n int64) string {
	return fmt.Sprintf("The file is too large to be shown: %s bytes.", number(n))
}

// has is as sure of uncommitted changes as git's letters are.
func has(status string) string {
	if status == git.Unsure {
		return "may have"
	}
	return "has"
}

// gitText puts git's two letters into words: the first is what is staged, the
// second what is not.
func gitText(status string) string {
	switch {
	case status == git.Untracked:
		return "git does not know this file yet."
	case status == git.Unsure:
		return "Whether it has uncommitted changes cannot be told: only git could say, and programs that the repository names would run for that."
	case strings.Contains(status, "U"), status == "AA", status == "DD":
		return "It has a merge conflict."
	case status[0] == ' ':
		return "It has changes that are not staged."
	case status[1] == ' ':
		return "It has staged changes."
	}
	return "It has staged changes, and changes that are not staged."
}

// Texts for the model after a no.

func textRefusedBroad(p string, most bool) string {
	what := "Replacing most of " + paths.Show(p)
	if !most {
		what = "A pattern that matches all of " + paths.Show(p)
	}
	return what + " was rejected. Changes were not applied. You may retry with patterns that match only the lines that must change."
}

func textRefusedModifyDirty(p, status string) string {
	return fmt.Sprintf("%s %s uncommitted changes, and modifying it was rejected. Changes were not applied. Ask the user to commit or stash them first, or work on another file.", paths.Show(p), has(status))
}

func textRefusedDeleteDirty(p, status string) string {
	return fmt.Sprintf("%s %s uncommitted changes, and deleting it was rejected. Nothing was deleted. Ask the user to commit or stash them first, or leave the file.", paths.Show(p), has(status))
}

func textRefusedOverwrite(p string) string {
	return fmt.Sprintf("%s exists already, and replacing it was rejected. Nothing was written. Choose another path, or change the file with fs_modify_file.", paths.Show(p))
}

func textRefusedMoveOver(from, to string) string {
	return fmt.Sprintf("%s exists already, and replacing it was rejected. %s was not moved. Choose another path.", paths.Show(to), paths.Show(from))
}

// textDeclined is told after a no to a question that would not be put any more.
func textDeclined(question string) string {
	return fmt.Sprintf("To the question %q the answer was no. Nothing was changed.", question)
}

// textAskedOfElse is told where what a person said yes to is not what has the name any more.
func textAskedOfElse(p string) string {
	return fmt.Sprintf("Since the user was asked, something has changed: %s is not what was shown to them, or what it was to replace is gone. Nothing was changed. Call it again if it is still needed; the user is asked then.", paths.Show(p))
}

// textNothingToReplace is told where a file was removed that a person had said yes to replacing. What would
// be created is not what they were shown: line endings and permissions, or what they had left out, are other ones.
func textNothingToReplace(p string) string {
	return fmt.Sprintf("%s was removed while the user was asked whether to replace it. Nothing was written. Create it again if it is still needed; the user is asked then.", paths.Show(p))
}

func textRefusedGrant(p string) string {
	return fmt.Sprintf("%s gives permission, and changing it was rejected. Nothing was changed. Do not try to get the same done in another way; "+
		"say what the user is to change themselves.", paths.Show(p))
}

func textRefusedMoveGrant(from string) string {
	return fmt.Sprintf("Moving %s would change what gives permission, and was rejected. Nothing was moved. Do not try to get the same done in another way.", paths.Show(from))
}

// systemText says what an error of the system means for the one who asked.
func systemText(p string, err error) string {
	p = paths.Show(p)
	for _, known := range []struct {
		is   error
		text string
	}{
		{errOwner, p + " belongs to another user, and a changed file could not be given back to them. Nothing was changed. Ask the user to change it."},
		{fs.ErrNotExist, p + " does not exist. List the directory with fs_list_files to find the right path."},
		{fs.ErrExist, p + " exists already. Choose another path."},
		{fs.ErrPermission, "Permission to use " + p + " was denied by the system. Ask the user to change its permissions, or work on another file."},
		{syscall.ENOTDIR, "A part of " + p + " is a file, not a directory. List the directory with fs_list_files to find the right path."},
		{syscall.EISDIR, p + " is a directory. Give the path of a file; fs_list_files lists a directory."},
		{syscall.ELOOP, p + " leads through symbolic links without end. Give the path of the file itself."},
		{syscall.ENAMETOOLONG, p + " is too long for a path. Use shorter names."},
		{paths.ErrTooDeep, p + " is too long for a path, or leads through more than 200 folders. Give a shorter one, or use run_command."},
		{syscall.ENOSPC, p + " could not be written: the disk is full. What was there is unchanged. Tell the user."},
		{syscall.EDQUOT, p + " could not be written: the disk quota is used up. What was there is unchanged. Tell the user."},
		{syscall.EFBIG, p + " could not be written: files of this size are not allowed here. What was there is unchanged. Tell the user."},
		{syscall.EROFS, p + " could not be written: the file system is read-only. What was there is unchanged. Tell the user."},
		{syscall.EXDEV, p + " cannot be moved to another file system. Nothing was moved. Copy it with run_command."},
	} {
		if errors.Is(err, known.is) {
			return known.text
		}
	}
	if errors.Is(err, paths.ErrLeadsOut) || strings.Contains(err.Error(), "path escapes from parent") {
		return p + " leads out of the workspace through a symbolic link. Give a path that stays inside it."
	}
	var of *fs.PathError
	if errors.As(err, &of) {
		err = of.Err // without the path on this machine
	}
	return fmt.Sprintf("%s could not be used: %v. Tell the user if this goes on.", p, err)
}
