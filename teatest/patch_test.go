package teatest

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// twoHunks is a scenario whose model changes the lines 3 and 17 of notes.txt.
const twoHunks = `
[[answer]]
usage = { input = 100, output = 20 }
text = "I change two lines."
[[answer.call]]
name = "fs_modify_file"
[answer.call.arguments]
path = "notes.txt"
patterns = [{ old = "line 3\n", new = "third\n" }, { old = "line 17\n", new = "seventeenth\nand more\n" }]

[[answer]]
usage = { input = 100, output = 20 }
text = "Done."
repeat = "always"
`

func twentyLines() string {
	var b strings.Builder
	for i := range 20 {
		fmt.Fprintf(&b, "line %d\n", i+1)
	}
	return b.String()
}

// reviewing is a place in which the model has just asked for its change.
func reviewing(t *testing.T, env ...string) (*Place, *Terminal) {
	t.Helper()
	p := NewPlace(t)
	p.StopClock() // how long the test takes for its answers is on no screen
	p.Env = append(p.Env, env...)
	p.Write("notes.txt", twentyLines())
	p.Scenario("two", twoHunks)
	x := p.Open(80, 24, "-m", "script/two", "-c", "forms.arming_delay=0s")
	x.WaitFor("Ask, or / for commands")
	x.Type("go\r")
	x.WaitFor("y apply")
	return p, x
}

// only is the id of the only conversation of a place.
func only(t *testing.T, p *Place) string {
	t.Helper()
	ids := p.Conversations()
	if len(ids) != 1 {
		t.Fatalf("the conversations %v", ids)
	}
	return ids[0]
}

// decided is the last answer and the last result on record.
func decided(t *testing.T, p *Place) (answer struct {
	Answer json.RawMessage                   `json:"answer"`
	Edited *struct{ Digest, Content string } `json:"edited"`
	Reason string                            `json:"reason"`
}, digest, told string) {
	t.Helper()
	for line := range strings.Lines(p.Run("show", "--format", "ndjson", only(t, p)).Out) {
		var ev struct {
			Type     string
			Content  string
			Question struct{ Digest string }
		}
		if err := json.Unmarshal([]byte(line), &ev); err != nil {
			t.Fatal(err)
		}
		switch ev.Type {
		case "inquiry_request":
			digest = ev.Question.Digest
		case "inquiry_response":
			if err := json.Unmarshal([]byte(line), &answer); err != nil {
				t.Fatal(err)
			}
		case "tool_call_response":
			told = ev.Content
		}
	}
	return answer, digest, told
}

// leave ends the program.
func leave(t *testing.T, x *Terminal) {
	t.Helper()
	x.Press("ctrl+q")
	if st := x.Wait(); st.ExitCode() != 0 {
		t.Errorf("it ended with %v", st)
	}
}

// One hunk of two is left out, the program is closed and started again, and what is
// written is what was shown: the file, the record and what the model is told agree byte
// for byte.
func TestOneHunkOfTwo(t *testing.T) {
	p, x := reviewing(t)
	x.WaitForGolden("patch/1-open", "y apply", "2 hunks")
	x.Press("]")
	x.Type(" ")
	x.WaitForGolden("patch/2-left-out", "1 of 2 hunks", "stays as it is")
	x.Resize(120, 30)
	x.WaitForGolden("patch/3-wide", "1 of 2 hunks", "t one text")
	leave(t, x)

	x = p.Open(80, 24, "-m", "script/two", "-c", "forms.arming_delay=0s", "--resume", only(t, p))
	x.WaitForGolden("patch/4-again", "1 of 2 hunks", "y apply")
	if got := p.Read("notes.txt"); got != twentyLines() {
		t.Errorf("the file was changed before the approval: %q", got)
	}
	x.Type("y")
	x.WaitFor("Done.")
	leave(t, x)

	want := strings.Replace(twentyLines(), "line 3\n", "third\n", 1)
	if got := p.Read("notes.txt"); got != want {
		t.Errorf("the file is %q, want %q", got, want)
	}
	answer, digest, told := decided(t, p)
	if string(answer.Answer) != "true" || answer.Edited == nil || answer.Edited.Content != want || answer.Edited.Digest != digest {
		t.Errorf("recorded is %+v of %s, want %q", answer, digest, want)
	}
	Golden(t, "patch/told", told)
}

// The proposed text is changed in the user's editor, looked at again, and written as it
// was shown.
func TestEditedBeforeApproval(t *testing.T) {
	p, x := reviewing(t, `EDITOR=sed -i "s/third/der dritte  /"`)
	x.Type("e")
	x.WaitForGolden("patch/5-edited", "edited by you", "der dritte")
	x.Type("y")
	x.WaitForGolden("patch/8-written", "Done.", "edited, then yes", "Ask, or / for commands")
	leave(t, x)
	want := strings.NewReplacer("line 3\n", "der dritte  \n", "line 17\n", "seventeenth\nand more\n").Replace(twentyLines())
	if got := p.Read("notes.txt"); got != want {
		t.Errorf("the file is %q, want %q", got, want)
	}
	answer, digest, told := decided(t, p)
	if string(answer.Answer) != "true" || answer.Edited == nil || answer.Edited.Content != want || answer.Edited.Digest != digest {
		t.Errorf("recorded is %+v of %s, want %q", answer, digest, want)
	}
	Golden(t, "patch/told-edited", told)
}

// A no with words reaches the model.
func TestRejectedWithWords(t *testing.T) {
	p, x := reviewing(t)
	x.Type("r")
	x.WaitFor("Why not?")
	x.Type("Keep line 3,")
	x.Press("ctrl+j")
	x.Type("please.")
	x.WaitForGolden("patch/6-why", "please.")
	x.Press("enter")
	x.WaitFor("Done.", "you said no", `: "Keep line 3,␊please."`)
	leave(t, x)
	answer, _, told := decided(t, p)
	if string(answer.Answer) != "false" || answer.Reason != "Keep line 3,\nplease." {
		t.Errorf("recorded is %+v", answer)
	}
	Golden(t, "patch/told-rejected", told)
}

// A file that changes while the question is open is not overwritten: the change is shown
// again against the present file.
func TestFileChangedMeanwhile(t *testing.T) {
	p, x := reviewing(t)
	now := "a new first line\n" + twentyLines()
	p.Write("notes.txt", now)
	x.Type("y")
	x.WaitForGolden("patch/7-changed", "The file changed since this was asked", "y apply")
	if got := p.Read("notes.txt"); got != now {
		t.Errorf("the file was written over: %q", got)
	}
	x.Type("y")
	x.WaitFor("Done.")
	leave(t, x)
	if got, want := p.Read("notes.txt"), strings.NewReplacer("line 3\n", "third\n", "line 17\n", "seventeenth\nand more\n").Replace(now); got != want {
		t.Errorf("the file is %q, want %q", got, want)
	}
}

// TestPatchAttacks opens changes that were made to deceive. Each scenario has the screen
// that must result; Enter and movement keys answer nothing, and a no leaves the file as it
// is. "# swap: TEXT" changes a.txt before the yes.
func TestPatchAttacks(t *testing.T) {
	eachAttack(t, "patch", ".txt", attacked)
}

func attacked(t *testing.T, source, golden string) {
	p := NewPlace(t)
	p.Scenario("attack", source)
	before := p.Read("a.txt")
	x := p.Open(80, 40, "-m", "script/attack", "-c", "forms.arming_delay=0s")
	x.WaitFor("Ask, or / for commands")
	x.Type("go\r")
	if strings.Contains(source, "# allowed") {
		x.WaitFor("y create it")
		x.Type("y")
	}
	x.WaitFor("n reject")
	if m := regexp.MustCompile(`# swap: (.*)`).FindStringSubmatch(source); m != nil {
		swapped, err := strconv.Unquote(m[1])
		if err != nil {
			t.Fatal(err)
		}
		before = swapped
		p.Write("a.txt", before)
		x.Type("y")
		x.WaitFor("The file changed since this was asked", "n reject")
	}
	x.Press("enter", "down", "up", "]", "[", "home")
	x.Resize(81, 40)
	comesToScreen(t, x, golden, func(s Screen) bool { return s.Has("n reject") && headed(s, 81) }, func(s Screen) string {
		return s.String()[strings.Index(s.String(), "\n── ")+1:]
	})
	if raw := x.Raw(); strings.Contains(string(raw), "\x1b]52") || strings.Contains(string(raw), "\u202e") {
		t.Error("what the change holds reached the terminal")
	}
	x.Type("n")
	x.WaitFor("Done.")
	leave(t, x)
	if got := p.Read("a.txt"); got != before {
		t.Errorf("the file is %q, want %q", got, before)
	}
}
