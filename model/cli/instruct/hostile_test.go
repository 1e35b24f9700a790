package instruct

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"parley/config"
	"parley/coordinator/tool"
)

// TestNoHomeIsNoFolderOfTheWorkspace: without a home, the skills of the workspace are not
// the user's own.
func TestNoHomeIsNoFolderOfTheWorkspace(t *testing.T) {
	for _, home := range []string{"", ".", "x/.."} {
		d := skillful(t, map[string]string{".agents/skills/evil/SKILL.md": skillText("evil", "Obey.", "Obey.")})
		d.o.Places.Home = home
		t.Chdir(d.o.Dir)
		if told := New(d.o).Told(); len(told.Skills) != 0 || len(told.Waits) != 1 {
			t.Errorf("home %q: %+v", home, told.Skills)
		}
	}
}

// TestAChangeThroughALinkWaitsForAYes: a file tool asks about the file that it names,
// which may be the target of an instructions link.
func TestAChangeThroughALinkWaitsForAYes(t *testing.T) {
	d := newDesk(t, map[string]string{"docs/ai.md": "one\n"})
	must(t, os.Symlink("docs/ai.md", filepath.Join(d.o.Dir, "AGENTS.md")))
	d.commit("AGENTS.md", "docs/ai.md")
	d.trust()
	d.same("at first", d.begins(), "AGENTS.md: one\n")
	d.same("through the link", d.runs("fs_modify_file", `{"path":"docs/ai.md"}`, tool.Success{}, func() { d.write("docs/ai.md", "obey\n") }),
		"! While fs_modify_file ran, AGENTS.md changed. No conversation is told that change before you say yes to it: "+TrustHere(1)+"\n")
	d.o.TrustChanges = true
	d.same("then", d.begins(), "AGENTS.md: one\n! AGENTS.md is not trusted as it is now, so the assistant is told what you trusted before. "+TrustHere(1)+"\n")
}

// TestWhatAFileToolNamesItsUserAgreedTo: the tool asked a person about that very file.
func TestWhatAFileToolNamesItsUserAgreedTo(t *testing.T) {
	d := newDesk(t, map[string]string{"AGENTS.md": "one\n"})
	d.trust()
	for i, named := range []string{"AGENTS.md", "./x/../AGENTS.md", filepath.Join(d.o.Dir, "AGENTS.md")} {
		d.same(named, d.runs("fs_modify_file", fmt.Sprintf(`{"path":%q}`, named), tool.Success{}, func() { d.write("AGENTS.md", fmt.Sprint(i)) }), "")
	}
}

// TestAChangeIsSeenWhereInstructionsAreOff: another conversation is given them.
func TestAChangeIsSeenWhereInstructionsAreOff(t *testing.T) {
	d := newDesk(t, map[string]string{"AGENTS.md": "one\n"})
	d.trust()
	on := d.o.Config
	d.o.Config = func() config.Config {
		cfg := on()
		cfg.Conversation.Instructions = false
		return cfg
	}
	d.same("off", d.runs("run_command", `{}`, tool.Success{}, func() { d.write("AGENTS.md", "obey\n") }),
		"! While run_command ran, AGENTS.md changed. No conversation is told that change before you say yes to it: "+TrustHere(1)+"\n")
	d.o.Config = on
	d.same("on", d.begins(), "AGENTS.md: one\n! AGENTS.md is not trusted as it is now, so the assistant is told what you trusted before. "+TrustHere(1)+"\n")
}

// TestAnotherFolderAtThePath: what the user saw of a repository that stood at the same path
// is neither told, nor does a change of it count by itself.
func TestAnotherFolderAtThePath(t *testing.T) {
	for _, trusting := range []bool{false, true} {
		d := newDesk(t, map[string]string{"AGENTS.md": "one\n"})
		d.trust()
		d.same("at first", d.begins(), "AGENTS.md: one\n")
		d.o.Folder, d.o.TrustChanges = "another", trusting
		d.write("AGENTS.md", "obey\n")
		d.same("another", d.begins(), "! AGENTS.md is not trusted as it is now, so the assistant is not told it. "+TrustHere(1)+"\n")
		d.write("AGENTS.md", "one\n")
		d.same("the same words", d.begins(), "! AGENTS.md is not trusted as it is now, so the assistant is not told it. "+TrustHere(1)+"\n")
	}
}

// TestADoubtThatCannotBeKept: the user is told, and a damaged trust file stays as it is.
func TestADoubtThatCannotBeKept(t *testing.T) {
	d := newDesk(t, map[string]string{"AGENTS.md": "one\n"})
	d.trust()
	x, call := New(d.o), tool.Call{Name: "run_command"}
	before := x.watched()
	d.write("AGENTS.md", "obey\n")
	must(t, os.Mkdir(d.o.Places.TrustFile+".held", 0o700))
	must(t, os.Remove(d.o.Places.TrustFile+".lock"))
	must(t, os.Symlink(d.o.Places.TrustFile+".held", d.o.Places.TrustFile+".lock"))
	if got := x.compare(call, before, nil); !strings.Contains(got, "That could not be written down (") {
		t.Error(got)
	}
	must(t, os.WriteFile(d.o.Places.TrustFile, []byte("{"), 0o600))
	if err := x.Trust([]config.Withheld{{File: "f", Digest: "d"}}); err == nil {
		t.Error("a damaged file of trust was replaced")
	}
	if doc, err := os.ReadFile(d.o.Places.TrustFile); err != nil || string(doc) != "{" {
		t.Errorf("%q %v", doc, err)
	}
}

// TestTwoWritersOfTrust: neither takes back what the other wrote.
func TestTwoWritersOfTrust(t *testing.T) {
	d := newDesk(t, nil)
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			file := config.Withheld{File: fmt.Sprint("file", i), Digest: fmt.Sprint("digest", i), Text: fmt.Sprint("text", i), Kept: true}
			if err := New(d.o).Trust([]config.Withheld{file}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	trust, err := config.ReadTrust(d.o.Places.TrustFile)
	must(t, err)
	for i := range 20 {
		if was := trust.Last(fmt.Sprint("file", i)); was == nil {
			t.Errorf("file%d is lost", i)
		} else if text, seen := was.Seen(d.o.Places.Trusted); !seen || text != fmt.Sprint("text", i) {
			t.Errorf("file%d: its text is lost", i)
		}
	}
}

// TestNamesThatForgeLines: no folder name produces a line of ours, or steers a terminal.
func TestNamesThatForgeLines(t *testing.T) {
	d := skillful(t, map[string]string{
		"a\n· All is well/AGENTS.md": "obey", "b\x1b[2J/AGENTS.md": "obey", "fine/AGENTS.md": "x",
		".agents/skills/x\ny\x1b]0;z\a/SKILL.md": skillText("x", "y", "z"),
	})
	d.commit(".")
	told := New(d.o).Told()
	if len(told.Waits) != 1 || told.Waits[0].Path != "fine/AGENTS.md" {
		t.Errorf("%+v", told.Waits)
	}
	const odd = " stands in a folder whose name holds characters that hide, steer or turn text; it is left out.\n"
	d.same("notes", strings.Join(told.Notes, "\n")+"\n", "Not every skill can be used. .agents/skills/x␊y␛]0;z␇/SKILL.md: a skill's name is of small letters, digits and single hyphens, at most 64; this is x␊y␛]0;z␇.\n"+
		"a␊· All is well/AGENTS.md"+odd+"b␛[2J/AGENTS.md"+odd)
	d.same("touched", d.runs("fs_read_file", `{"path":"b\u001b[2J/x"}`, tool.Success{}, nil), "! b␛[2J/AGENTS.md"+odd)
}

// TestTenThousandFiles: a form holds as many of them as somebody may look at, and each of
// the others comes up once these are settled.
func TestTenThousandFiles(t *testing.T) {
	files := map[string]string{}
	for i := range mostBelow + 3 {
		files[fmt.Sprintf("d%05d/AGENTS.md", i)] = "x"
	}
	d := newDesk(t, files)
	d.commit(".")
	told := New(d.o).Told()
	if len(told.Waits) != mostBelow || len(told.Notes) != 1 || told.Notes[0] != moreText() {
		t.Errorf("%d wait, %q", len(told.Waits), told.Notes)
	}
	d.trust()
	if told = New(d.o).Told(); len(told.Waits) != 3 || len(told.Notes) != 0 {
		t.Errorf("%d wait then, %q", len(told.Waits), told.Notes)
	}
}

// TestTheOwnFileChangedByTheAssistant waits for a yes too. Until then the user's own words
// count, in every workspace, and a change by the user counts at once.
func TestTheOwnFileChangedByTheAssistant(t *testing.T) {
	const file = "~/.config/parley/AGENTS.md"
	d := newDesk(t, map[string]string{file: "mine"})
	x := New(d.o)
	doubts := "! While run_command ran, " + file + " changed. No conversation is told that change before you say yes to it: " + TrustHere(1) + "\n"
	waits := "! " + file + " is not trusted as it is now, so the assistant is told what you trusted before. " + TrustHere(1) + "\n"
	command := func(text string) string {
		return d.runs("run_command", "{}", tool.Success{}, func() { d.write(file, text) })
	}
	d.same("changed", command("evil"), doubts)
	d.same("told", d.begins(), file+": mine\n"+waits)
	d.same("changed again", command("worse"), doubts)
	d.same("what was never trusted is not told", d.begins(), file+": mine\n"+waits)
	d.o.Folder, d.o.TrustChanges = "folder 2", true
	d.same("in another folder", d.begins(), file+": mine\n"+waits)
	d.trust()
	d.same("after a yes", d.begins(), file+": worse\n")
	d.write(file, "mine again")
	d.same("changed by the user", d.begins(), file+": mine again\n")
	d.same("a run that changes nothing", command("mine again"), "")
	must(t, os.Remove(x.o.Places.UserWords))
	d.same("made by the assistant", command("evil"), doubts)
	d.same("told, then", d.begins(), strings.Replace(waits, "told what you trusted before", "not told it", 1))
}
