package fs

import (
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"parley/coordinator/tool"
)

// change makes arguments of fs_modify_file from pairs of old and new.
func change(path string, pairs ...string) modifyArguments {
	in := modifyArguments{Path: path}
	for i := 0; i < len(pairs); i += 2 {
		in.Patterns = append(in.Patterns, pattern{Old: pairs[i], New: pairs[i+1]})
	}
	return in
}

const report = "package cmd\n\nfunc report() {\n\tprint()\n}\n"

func TestModifyAsksWithThePatchAndWritesAfterAYes(t *testing.T) {
	y := newYard(t, map[string]string{"cmd/report.go": report})
	in := change("./cmd/../cmd/report.go", "print()", "write(out)")
	out := y.run("fs_modify_file", in, nil)
	y.want(out, "asks apply_changes default true: Do you want to apply the following patch to cmd/report.go?\n"+
		"```diff\n--- a/cmd/report.go\n+++ b/cmd/report.go\n@@ -1,5 +1,5 @@\n package cmd\n \n func report() {\n-\tprint()\n+\twrite(out)\n }\n```\n")
	written := strings.Replace(report, "print()", "write(out)", 1)
	y.wantDigest(out, "apply_changes", Digest("cmd/report.go", []byte(report), []byte(written)))
	y.wantFile("cmd/report.go", report)

	y.want(y.run("fs_modify_file", in, y.all(out, "true")), "ok: Modified cmd/report.go: 1 line added, 1 removed.")
	y.wantFile("cmd/report.go", written)
	y.wantNames("cmd/ cmd/report.go")
}

func TestModifyAfterANo(t *testing.T) {
	y := newYard(t, map[string]string{"a": report})
	in := change("a", "print()", "x()")
	out := y.run("fs_modify_file", in, nil)
	rejected := "error: The proposed file changes were rejected. Changes were not applied. You may retry with different changes."
	y.want(y.run("fs_modify_file", in, y.all(out, "false")), rejected)
	y.wantFile("a", report)

	y.put("a", report+"// more\n")
	y.want(y.run("fs_modify_file", in, y.all(out, "false")), rejected)
	y.wantFile("a", report+"// more\n")
}

func TestModifyAsksAgainWhenTheFileChanged(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1\n2\n"})
	in := change("a", "2", "two")
	given := y.all(y.run("fs_modify_file", in, nil), "true")
	for _, first := range []string{"one", "uno"} {
		y.put("a", first+"\n2\n")
		again := y.run("fs_modify_file", in, given)
		y.want(again, "asks apply_changes default true: Do you want to apply the following patch to a?\n"+
			"The file changed since this was asked. What follows is about the file as it is now.\n\n"+
			"```diff\n--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n "+first+"\n-2\n+two\n```\n")
		y.wantFile("a", first+"\n2\n")
		given = y.all(again, "true")
	}
	y.want(y.run("fs_modify_file", in, given), "ok: Modified a: 1 line added, 1 removed.")
	y.wantFile("a", "uno\ntwo\n")
}

func TestModifyTakesNoAnswerToAnotherQuestion(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1\n2\n", "b": "1\n2\n"})
	in := change("a", "2", "two")
	for name, asked := range map[string]tool.Outcome{
		"another path": y.run("fs_modify_file", change("b", "2", "two"), nil),
		"another text": y.run("fs_modify_file", change("a", "2", "three"), nil),
	} {
		again := y.run("fs_modify_file", in, y.all(asked, "true"))
		if qs := y.questions(again); !strings.HasPrefix(qs[0].Context, textChanged) {
			t.Errorf("%s: %s", name, qs[0].Context)
		}
	}
	bare := answers{"apply_changes": {Value: json.RawMessage("true")}}
	y.questions(y.run("fs_modify_file", in, bare))
	y.want(y.run("fs_modify_file", in, answers{"apply_changes": {Value: json.RawMessage(`"yes"`)}}),
		`error: The answer to a yes-or-no question was "yes". Nothing was changed. Try again.`)
	y.wantFile("a", "1\n2\n")
}

func TestModifyThatIsOvertakenBetweenReadAndRename(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1\n2\n"})
	in := change("a", "2", "two")
	given := y.all(y.run("fs_modify_file", in, nil), "true")
	y.use(Options{Random: reader{func() { y.put("a", "eins\n2\n") }}})
	again := y.run("fs_modify_file", in, given)
	if qs := y.questions(again); !strings.HasPrefix(qs[0].Context, textChanged) {
		t.Errorf("asked %s", qs[0].Context)
	}
	y.wantFile("a", "eins\n2\n")
	y.wantNames("a")
}

func TestModifyGivesUpOnARestlessFile(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1\n2\n"})
	in := change("a", "2", "two")
	given := y.all(y.run("fs_modify_file", in, nil), "true")
	stamp, touched := time.Unix(1_000_000_000, 0), 0
	y.use(Options{Random: reader{func() {
		touched++
		y.must(os.Chtimes(y.path("a"), stamp, stamp.Add(time.Duration(touched)*time.Hour)))
	}}})
	y.want(y.run("fs_modify_file", in, given),
		"error: a keeps changing while it is worked on. Nothing was changed. Read it again and retry when nothing else writes to it.")
	if touched != tries {
		t.Errorf("%d tries", touched)
	}
	y.wantNames("a")
}

func TestModifyWritesTheEditedText(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1\n2\n3\n"})
	in := change("a", "2", "two")
	out := y.run("fs_modify_file", in, nil)
	given := y.all(out, "true")
	apply := given["apply_changes"]

	apply.Edited = &tool.Edited{Digest: "sha256:other", Content: "1\nzwei\n3\n"}
	given["apply_changes"] = apply
	y.questions(y.run("fs_modify_file", in, given))
	y.wantFile("a", "1\n2\n3\n")

	apply.Edited = &tool.Edited{Digest: apply.Asked.Digest, Content: "1\nzwei\n3\n"}
	given["apply_changes"] = apply
	y.want(y.run("fs_modify_file", in, given), "ok: a was written, but with another text than you asked for: the change was edited before it was approved. "+
		"Respect that; do not restore your own version. From your request to what was written:\n\n"+
		"```diff\n--- a/a\n+++ b/a\n@@ -1,3 +1,3 @@\n 1\n-two\n+zwei\n 3\n```")
	y.wantFile("a", "1\nzwei\n3\n")
}

func TestModifyEditedToTheSameIsPlain(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1\n2\n"})
	in := change("a", "2", "two")
	given := y.all(y.run("fs_modify_file", in, nil), "true")
	apply := given["apply_changes"]
	apply.Edited = &tool.Edited{Digest: apply.Asked.Digest, Content: "1\ntwo\n"}
	y.want(y.run("fs_modify_file", in, answers{"apply_changes": apply}), "ok: Modified a: 1 line added, 1 removed.")
}

func TestModifyFence(t *testing.T) {
	y := newYard(t, map[string]string{"a.md": "one\n````\ncode\n````\n"})
	out := y.run("fs_modify_file", change("a.md", "one", "1"), nil)
	context := y.questions(out)[0].Context
	if !strings.HasPrefix(context, "`````diff\n") || !strings.HasSuffix(context, "\n`````") {
		t.Errorf("fence of %s", context)
	}
}

// lines are n numbered lines.
func lines(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("line " + strconv.Itoa(i+1) + "\n")
	}
	return b.String()
}

func TestModifyBroad(t *testing.T) {
	ten := lines(10)
	five, six := strings.Join(strings.SplitAfter(ten, "\n")[:5], ""), strings.Join(strings.SplitAfter(ten, "\n")[:6], "")
	nine, eight := lines(9), strings.Join(strings.SplitAfter(lines(9), "\n")[:8], "")
	for name, c := range map[string]struct{ old, find, broad string }{
		"half of ten":           {ten, five, ""},
		"more than half of ten": {ten, six, "Lines removed: 6 of 10. Lines added: 1."},
		"most of nine":          {nine, eight, ""},
		"all of nine":           {nine, nine, "Lines removed: 9 of 9. Lines added: 1. A pattern matches everything in the file."},
		"all after a mark":      {bom + "x\n", "x", "Lines removed: 1 of 1. Lines added: 2. A pattern matches everything in the file."},
	} {
		t.Run(name, func(t *testing.T) {
			y := newYard(t, map[string]string{"a": c.old})
			in := change("a", c.find, "new\n")
			out := y.run("fs_modify_file", in, nil)
			qs := y.questions(out)
			if c.broad == "" {
				if len(qs) != 1 || qs[0].ID != "apply_changes" {
					t.Errorf("asked %s", told(out))
				}
				return
			}
			head := "asks broad_replacement default false: The change replaces most of a. Do you want that?\n" + c.broad +
				"\nasks apply_changes default true when broad_replacement is true: Do you want to apply the following patch to a?\n"
			if !strings.HasPrefix(told(out), head) {
				t.Errorf("got\n%s\nwant\n%s", told(out), head)
			}
			y.want(y.run("fs_modify_file", in, answers{"broad_replacement": {Value: json.RawMessage("false"), Asked: qs[0]}}),
				"error: Replacing most of a was rejected. Changes were not applied. You may retry with patterns that match only the lines that must change.")
			y.wantFile("a", c.old)
			if got := told(y.run("fs_modify_file", in, y.all(out, "true"))); !strings.HasPrefix(got, "ok: Modified a: ") {
				t.Error(got)
			}
		})
	}
}

// TestModifyBySayingAllOfIt: a pattern that matches a whole file and replaces little of it is
// asked about, and not as if most of the file were replaced.
func TestModifyBySayingAllOfIt(t *testing.T) {
	four := lines(4)
	for name, c := range map[string]struct{ old, find, replace, broad string }{
		"one line of four":    {four, four, strings.Replace(four, "line 2", "line two", 1), "Lines removed: 1 of 4. Lines added: 1."},
		"all but white space": {"\n x \n", "x", "new\n", "Lines removed: 1 of 2. Lines added: 2."},
	} {
		t.Run(name, func(t *testing.T) {
			y := newYard(t, map[string]string{"a": c.old})
			in := change("a", c.find, c.replace)
			out := y.run("fs_modify_file", in, nil)
			head := "asks broad_replacement default false: A pattern matches all of a. Do you want the change all the same?\n" +
				c.broad + " A pattern matches everything in the file.\n"
			if !strings.HasPrefix(told(out), head) {
				t.Errorf("got\n%s\nwant\n%s", told(out), head)
			}
			y.want(y.run("fs_modify_file", in, answers{"broad_replacement": {Value: json.RawMessage("false"), Asked: y.questions(out)[0]}}),
				"error: A pattern that matches all of a was rejected. Changes were not applied. You may retry with patterns that match only the lines that must change.")
		})
	}
}

func TestModifyDirty(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1\n2\n", "clean": "1\n2\n"})
	y.commit()
	y.put("a", "1\n2\nmore\n")
	in := change("a", "2", "two")
	out := y.run("fs_modify_file", in, nil)
	y.want(out, "asks modify_dirty_file: a has uncommitted changes. Do you want to modify it all the same?\n"+
		"It has changes that are not staged.\n"+
		"asks apply_changes default true when modify_dirty_file is true: Do you want to apply the following patch to a?\n"+
		"```diff\n--- a/a\n+++ b/a\n@@ -1,3 +1,3 @@\n 1\n-2\n+two\n more\n```\n")
	qs := y.questions(out)
	y.want(y.run("fs_modify_file", in, answers{"modify_dirty_file": {Value: json.RawMessage("false"), Asked: qs[0]}}),
		"error: a has uncommitted changes, and modifying it was rejected. Changes were not applied. Ask the user to commit or stash them first, or work on another file.")

	// The yes to a dirty file is about git's letters, the yes to the patch about bytes.
	y.put("a", "1\n2\nother\n")
	again := y.run("fs_modify_file", in, y.all(out, "true"))
	if qs := y.questions(again); len(qs) != 1 || qs[0].ID != "apply_changes" || qs[0].When != nil {
		t.Errorf("asked again: %s", told(again))
	}
	given := y.all(out, "true")
	given["apply_changes"] = y.all(again, "true")["apply_changes"]
	y.want(y.run("fs_modify_file", in, given), "ok: Modified a: 1 line added, 1 removed.")

	if qs := y.questions(y.run("fs_modify_file", change("clean", "2", "two"), nil)); len(qs) != 1 {
		t.Errorf("a clean file asks %d questions", len(qs))
	}
}

func TestModifyOfAFileThatGitDoesNotKnow(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1\n"})
	y.commit()
	y.put("new", "1\n2\n")
	if qs := y.questions(y.run("fs_modify_file", change("new", "2", "two"), nil)); len(qs) != 1 || qs[0].ID != "apply_changes" {
		t.Errorf("asked %+v", qs)
	}
}

func TestQuestionsSurviveTheRecord(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1\xff\xc3<FF>\n2\n"})
	q := y.questions(y.run("fs_modify_file", change("a", "2", "two"), nil))[0]
	if want := "```diff\n--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n 1<FF><C3><U+003C>FF>\n-2\n+two\n```"; q.Context != want {
		t.Errorf("got %q, want %q", q.Context, want)
	}
}

func TestModifyAsksAllThreeInOrder(t *testing.T) {
	y := newYard(t, map[string]string{"a": "1\n"})
	y.commit()
	y.put("a", lines(12))
	out := y.run("fs_modify_file", change("a", lines(12), "x\n"), nil)
	var got []string
	for _, q := range y.questions(out) {
		line := q.ID
		if q.When != nil {
			line += " when " + q.When.QuestionID
		}
		got = append(got, line)
	}
	want := "modify_dirty_file, broad_replacement when modify_dirty_file, apply_changes when broad_replacement"
	if strings.Join(got, ", ") != want {
		t.Errorf("asked %s, want %s", strings.Join(got, ", "), want)
	}
	y.want(y.run("fs_modify_file", change("a", lines(12), "x\n"), y.all(out, "true")), "ok: Modified a: 1 line added, 12 removed.")
}

func TestModifyRefuses(t *testing.T) {
	y := newYard(t, map[string]string{"a": "one\ntwo\n  two  three\n", "bin": "a\x00b", "empty": "", "sub/x": "", "big": strings.Repeat("x", maxChange+1)})
	y.must(os.Symlink("a", y.path("link")))
	y.put("ro", "1\n2\n")
	y.must(os.Chmod(y.path("ro"), 0o444))
	for _, c := range []struct {
		in   modifyArguments
		want string
	}{
		{change("a"), "patterns is empty. Give at least one pattern with old and new."},
		{change("none", "a", "b"), "none does not exist. List the directory with fs_list_files to find the right path."},
		{change("no/ne", "a", "b"), "no/ne does not exist. List the directory with fs_list_files to find the right path."},
		{change("a/b", "a", "b"), "A part of a/b is a file, not a directory. List the directory with fs_list_files to find the right path."},
		{change("sub", "a", "b"), "sub is a directory. Give the path of a file; fs_list_files lists a directory."},
		{change(".", "a", "b"), ". is a directory. Give the path of a file; fs_list_files lists a directory."},
		{change("link", "a", "b"), "link is a symbolic link to a. Nothing was changed. Give the path of the file itself."},
		{change("bin", "a", "b"), "bin is a binary file and cannot be changed by text patterns. Nothing was changed. Use run_command with a program for its format."},
		{change("big", "y", "b"), "big is too large to change with this tool (2,097,153 bytes, at most 2,097,152). Nothing was changed. Use run_command."},
		{change("a", "one", strings.Repeat("y", maxChange)), "The new text of a is too large (2,097,170 bytes, at most 2,097,152). Nothing was changed. Write it in several files, or produce it with run_command."},
		{change("a", "one", "1", "1", "one"), "The patterns change nothing in a. Give patterns whose new differs from what stands in the file."},
		{change("a", "x", "x", "two", "2", "", "z", "two three", "3", "\uFFFD", "4", "nowhere", "5"), "a was not changed:\n" +
			"patterns[0]: old and new are equal. Leave the pattern out, or give the text that shall stand there.\n" +
			"patterns[1]: old stands in the file 2 times (lines 2, 3). Add lines around it until it is unique, or set all to true to replace every one.\n" +
			"patterns[2]: old is empty, but the file is not. To insert text, give the line beside the place as old and repeat it in new.\n" +
			"patterns[3]: old is not in the file. Line 3 begins the same text with other white space; read it again and copy it exactly.\n" +
			"patterns[4]: old is not in the file. It holds U+FFFD, which fs_read_file shows in place of bytes that are not UTF-8; give the text before or after them.\n" +
			"patterns[5]: old is not in the file. Read the file again and copy the text exactly as it stands there."},
	} {
		y.want(y.run("fs_modify_file", c.in, nil), "error: "+c.want)
	}
	in := change("ro", "1", "one")
	y.want(y.run("fs_modify_file", in, y.all(y.run("fs_modify_file", in, nil), "true")),
		"error: ro is read-only (mode 0444). Nothing was changed. Ask the user to make it writable, or work on another file.")
	y.wantNames("a big bin empty link ro sub/ sub/x")
}

// approve runs a change and says yes to everything.
func (y *yard) approve(in modifyArguments) {
	y.t.Helper()
	out := y.run("fs_modify_file", in, nil)
	if got := told(y.run("fs_modify_file", in, y.all(out, "true"))); !strings.HasPrefix(got, "ok: Modified ") {
		y.t.Errorf("%+v: %s", in, got)
	}
}

func TestModifyKeepsWhatItWasNotAskedToChange(t *testing.T) {
	for name, c := range map[string]struct {
		old  string
		in   modifyArguments
		want string
	}{
		"CR LF":                      {"a\r\nb\r\nc\r\n", change("f", "b\nc", "x\ny"), "a\r\nx\r\ny\r\n"},
		"CR LF, one line made two":   {"a\r\nb\r\nc\r\n", change("f", "b", "x\ny"), "a\r\nx\r\ny\r\nc\r\n"},
		"CR LF from a line feed on":  {"a\r\nb\r\n", change("f", "\nb", "\nx\nb"), "a\r\nx\r\nb\r\n"},
		"CR LF asked for as CR LF":   {"a\r\nb\r\n", change("f", "a\r\nb", "x\r\ny"), "x\r\ny\r\n"},
		"LF asked for as CR LF":      {"a\nb\nc\n", change("f", "a\r\nb", "x\r\ny"), "x\ny\nc\n"},
		"mixed, found as it is":      {"a\r\nb\nc\r\nd\n", change("f", "b\nc", "x\ny"), "a\r\nx\ny\r\nd\n"},
		"mixed, found as CR LF":      {"a\r\nb\nc\r\nd\n", change("f", "c\nd", "x\ny"), "a\r\nb\nx\r\ny\n"},
		"byte order mark":            {bom + "a\nb\n", change("f", "a", "x"), bom + "x\nb\n"},
		"no last newline":            {"a\nb", change("f", "a", "x"), "x\nb"},
		"bytes that are not UTF-8":   {"a\xff\xfe\nb\nc\xc3\n", change("f", "b", "x"), "a\xff\xfe\nx\nc\xc3\n"},
		"a lone CR":                  {"a\rb\nc\n", change("f", "c", "x"), "a\rb\nx\n"},
		"an empty file":              {"", change("f", "", "x\n"), "x\n"},
		"nothing but a mark":         {bom, change("f", "", "x\n"), bom + "x\n"},
		"all":                        {"a b a\n", modifyArguments{"f", []pattern{{"a", "x", true}}}, "x b x\n"},
		"one after the other":        {"a\nb\n", change("f", "a", "b1", "b1\n", ""), "b\n"},
		"characters that look alike": {"a\u00e9 ae\u0301\n", change("f", "e\u0301", "x"), "a\u00e9 ax\n"},
	} {
		t.Run(name, func(t *testing.T) {
			y := newYard(t, map[string]string{"f": c.old})
			y.approve(c.in)
			y.wantFile("f", c.want)
		})
	}
}

func TestModifyKeepsTheMode(t *testing.T) {
	for _, mode := range []os.FileMode{0o600, 0o640, 0o755, 0o777} {
		y := newYard(t, map[string]string{"f": "1\n2\n"})
		y.must(os.Chmod(y.path("f"), mode))
		y.approve(change("f", "1", "one"))
		info, err := os.Stat(y.path("f"))
		y.must(err)
		if info.Mode() != mode {
			t.Errorf("%v became %v", mode, info.Mode())
		}
	}
}

func TestModifyDropsSetUserID(t *testing.T) {
	y := newYard(t, map[string]string{"f": "1\n2\n"})
	y.must(os.Chmod(y.path("f"), 0o755|os.ModeSetuid))
	y.approve(change("f", "1", "one"))
	info, err := os.Stat(y.path("f"))
	y.must(err)
	if info.Mode() != 0o755 {
		t.Errorf("mode %v", info.Mode())
	}
}

func TestModifyLeavesHardLinksTheOldText(t *testing.T) {
	y := newYard(t, map[string]string{"f": "1\n2\n"})
	y.must(os.Link(y.path("f"), y.path("g")))
	y.approve(change("f", "1", "one"))
	y.wantFile("f", "one\n2\n")
	y.wantFile("g", "1\n2\n")
}
