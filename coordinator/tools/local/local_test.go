package local_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"parley/coordinator/tool"
	"parley/coordinator/tools/local"
	"parley/coordinator/tools/process"
	"parley/forms"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func shell(line string) tool.Tool {
	return local.New(tool.Spec{Name: "deploy"}, local.Config{Shell: line})
}

func printing(output string) tool.Tool {
	return local.New(tool.Spec{Name: "deploy"}, local.Config{Command: []string{"printf", "%s", output}})
}

func TestOutcomes(t *testing.T) {
	const faulty = "This is a fault of the tool and not of your call: do not retry it in this turn; tell the user."
	cases := []struct {
		name, output string
		want         tool.Outcome
	}{
		{"success", `{"type":"success","content":"done"}`, tool.Success{Content: "done"}},
		{"with space around", "\n {\"type\":\"success\",\"content\":\"done\"}\n\n", tool.Success{Content: "done"}},
		{"content is kept as it is", `{"type":"success","content":"a\u001b[31m\n"}`, tool.Success{Content: "a\x1b[31m\n"}},
		{"content that is an object", `{"type":"success","content":{"a": [1, 2]}}`, tool.Success{Content: `{"a":[1,2]}`}},
		{"no content", `{"type":"success"}`, tool.Success{}},
		{"error", `{"type":"error","message":"no","trace":"at x","transient":true}`, tool.Failure{Message: "no", Trace: "at x", Transient: true}},
		{"error with a list as trace", `{"type":"error","message":"no","trace":["a","b"]}`, tool.Failure{Message: "no", Trace: `["a","b"]`}},
		{"error without a message", `{"type":"error"}`, tool.Failure{Message: "deploy failed without saying why."}},
		{"error that cannot be read", `{"type":"error","message":5}`, tool.Failure{Message: `deploy answered with an "error" outcome that cannot be read: message is not a string. ` + faulty}},
		{"transient that cannot be read", `{"type":"error","message":"a","transient":"yes"}`, tool.Failure{Message: `deploy answered with an "error" outcome that cannot be read: transient is not true or false. ` + faulty}},
		{"success that declares a refusal", `{"type":"success","content":"left","refused":true}`, tool.Success{Content: "left", Refused: true}},
		{"success that declares none", `{"type":"success","content":"left","refused":false}`, tool.Success{Content: "left"}},
		{"error that only repeats a no", `{"type":"error","message":"no","refused":true}`, tool.Failure{Message: "no", Refused: true}},
		{"a refusal that cannot be read", `{"type":"error","message":"no","refused":"yes"}`, tool.Failure{Message: `deploy answered with an "error" outcome that cannot be read: refused is not true or false. ` + faulty}},
		{"a success whose refusal cannot be read", `{"type":"success","content":"left","refused":1}`, tool.Failure{
			Message: `deploy ended well, but its "success" outcome cannot be read: refused is not true or false. What it did stays done. ` + faulty + " What it said follows.", Trace: "left"}},
		{"another type", `{"type":"other","content":"x"}`, tool.Success{Content: `{"type":"other","content":"x"}`, Exit: tool.Exited(0)}},
		{"no type", `{"content":"x"}`, tool.Success{Content: `{"content":"x"}`, Exit: tool.Exited(0)}},
		{"a list", `[{"type":"success"}]`, tool.Success{Content: `[{"type":"success"}]`, Exit: tool.Exited(0)}},
		{"two outcomes", `{"type":"success"}{"type":"success"}`, tool.Success{Content: `{"type":"success"}{"type":"success"}`, Exit: tool.Exited(0)}},
		{"text", "plain\n", tool.Success{Content: "plain\n", Exit: tool.Exited(0)}},
		{"nothing", "", tool.Success{Exit: tool.Exited(0)}},
		{"bad bytes", "a\xffb", tool.Success{Content: "a\ufffdb", Exit: tool.Exited(0)}},
		{"both", `{"type":"needs_input","question":{},"questions":[]}`, tool.Failure{Message: "deploy asked something that cannot be put to anybody. " + faulty + " What is wrong:\nquestion and questions: are both there; send one of them"}},
		{"no question", `{"type":"needs_input"}`, tool.Failure{Message: "deploy asked something that cannot be put to anybody. " + faulty + " What is wrong:\nquestion: is missing; send question or questions"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := printing(c.output).Run(t.Context(), tool.Call{Live: io.Discard})
			if got != c.want {
				t.Errorf("got  %#v\nwant %#v", got, c.want)
			}
		})
	}
}

func TestExitStatusDecidesRawOutput(t *testing.T) {
	cases := []struct {
		name, line string
		want       tool.Outcome
	}{
		{"well", `echo out; echo aside >&2`, tool.Success{Content: "out\n", Exit: tool.Exited(0)}},
		{"badly, with complaints", `echo out; echo no >&2; exit 2`, tool.Failure{Message: "deploy ended with exit status 2:\nno\n", Exit: tool.Exited(2)}},
		{"badly, with output only", `echo out; exit 2`, tool.Failure{Message: "deploy ended with exit status 2:\nout\n", Exit: tool.Exited(2)}},
		{"badly, without a word", `exit 2`, tool.Failure{Message: "deploy ended with exit status 2 and no output.", Exit: tool.Exited(2)}},
		{"by a signal", `kill -KILL $$`, tool.Failure{Message: "deploy was ended by a signal: killed and no output."}},
		{"an outcome, whatever the status", `echo '{"type":"success","content":"x"}'; exit 2`, tool.Success{Content: "x"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := shell(c.line).Run(t.Context(), tool.Call{Live: io.Discard}); got != c.want {
				t.Errorf("got  %#v\nwant %#v", got, c.want)
			}
		})
	}
}

func TestWhatACommandIsTold(t *testing.T) {
	call := tool.Call{
		Arguments: json.RawMessage(`{"to":"<staging>","n":90071992547409931}`),
		Answers: map[string]tool.Answer{
			"sure": {Value: json.RawMessage(`true`)},
			"pass": {Value: json.RawMessage(`"hunter22"`)},
		},
		Options: json.RawMessage(`{"region":"eu"}`), Dir: t.TempDir(), Conversation: "c1", Live: io.Discard,
	}
	got := shell("cat").Run(t.Context(), call)
	want := tool.Success{Content: `{"tool":{"name":"deploy","arguments":{"to":"<staging>","n":90071992547409931},` +
		`"answers":{"pass":"hunter22","sure":true},"options":{"region":"eu"}},` +
		`"context":{"action":"run","root":"` + call.Dir + `","conversation_id":"c1"}}` + "\n", Exit: tool.Exited(0)}
	if got != want {
		t.Errorf("got  %#v\nwant %#v", got, want)
	}
	got = shell("cat").Run(t.Context(), tool.Call{Dir: call.Dir, Live: io.Discard})
	want = tool.Success{Content: `{"tool":{"name":"deploy","arguments":{},"answers":{},"options":{}},` +
		`"context":{"action":"run","root":"` + call.Dir + `","conversation_id":""}}` + "\n", Exit: tool.Exited(0)}
	if got != want {
		t.Errorf("got  %#v\nwant %#v", got, want)
	}
}

func TestAsks(t *testing.T) {
	question := forms.Question{ID: "pass", Text: "Password?", AnswerType: forms.AnswerType{Kind: forms.Secret}}
	for _, output := range []string{
		`{"type":"needs_input","question":{"id":"pass","text":"Password?","answer_type":{"type":"secret"}}}`,
		`{"type":"needs_input","questions":[{"id":"pass","text":"Password?","answer_type":{"type":"secret"}}]}`,
	} {
		got, ok := printing(output).Run(t.Context(), tool.Call{Live: io.Discard}).(tool.NeedsInput)
		if !ok || !reflect.DeepEqual(got.Form.Questions(), []forms.Question{question}) {
			t.Errorf("%s asked %+v", output, got.Form.Questions())
		}
	}
}

// A bad question is a failure that lists every fault, never raw output.
func TestBadQuestionIsAFailure(t *testing.T) {
	bad := []forms.Question{{ID: "a.b", Text: "x\ny", AnswerType: forms.AnswerType{Kind: "x"}}}
	_, faults := forms.New(bad)
	if faults == nil {
		t.Fatal("the form is good")
	}
	got := printing(`{"type":"needs_input","question":{"id":"a.b","text":"x\ny","answer_type":{"type":"x"}}}`).Run(t.Context(), tool.Call{Live: io.Discard})
	want := tool.Failure{Message: "deploy asked something that cannot be put to anybody. This is a fault of the tool and not of your call: " +
		"do not retry it in this turn; tell the user. What is wrong:\n" + faults.Error()}
	if got != want {
		t.Errorf("got  %#v\nwant %#v", got, want)
	}
}

// An outcome that says twice what it asks is a failure, too: nobody can say which is meant.
func TestQuestionsThatStandTwiceAreFailures(t *testing.T) {
	const fault = "deploy asked something that cannot be put to anybody. This is a fault of the tool and not of your call: " +
		"do not retry it in this turn; tell the user. What is wrong:\n"
	for output, want := range map[string]string{
		`{"type":"needs_input","question":{"id":"a","text":"A?","answer_type":"boolean"},"question":{"id":"b","text":"B?","answer_type":"boolean"}}`: `"/question" is given more than once; give it once`,
		`{"type":"success","type":"needs_input","questions":[{"id":"a","text":"Delete?","text":"Keep?","answer_type":{"type":"boolean"}}]}`:          "\"/type\" is given more than once; give it once\n\"/questions/0/text\" is given more than once; give it once",
	} {
		if got := printing(output).Run(t.Context(), tool.Call{Live: io.Discard}); got != (tool.Failure{Message: fault + want}) {
			t.Errorf("%s gave %#v", output, got)
		}
	}
}

// An outcome with questions that is not one complete object is a failure, too; what merely
// resembles one is output.
func TestTornQuestionsAreFailures(t *testing.T) {
	const whole = `{"type":"needs_input","question":{"id":"q","text":"Go?","answer_type":{"type":"boolean"}}}`
	torn := tool.Failure{Message: "deploy asked something that cannot be put to anybody. This is a fault of the tool and not of your call: " +
		"do not retry it in this turn; tell the user. What is wrong:\n" +
		"The output begins as an outcome with questions, but is not one whole JSON object: it broke off, is larger than 4 MiB, or something follows it."}
	for _, output := range []string{whole[:24], whole[:60], whole[:len(whole)-1], whole + "\nDone.", "\n " + whole + whole, `{"question":{"id":"q"},"type":"needs_input","x`} {
		if got := printing(output).Run(t.Context(), tool.Call{Live: io.Discard}); got != torn {
			t.Errorf("%s gave %#v", output, got)
		}
	}
	for _, output := range []string{`{"type":"other","question":{`, `[` + whole, `needs_input`, `{"kind":"needs_input"`, `{"a":{"type":"needs_input"}`} {
		if got := printing(output).Run(t.Context(), tool.Call{Live: io.Discard}); got != (tool.Success{Content: output, Exit: tool.Exited(0)}) {
			t.Errorf("%s gave %#v", output, got)
		}
	}
	long := shell(`printf '{"type":"needs_input","question":{"id":"'; head -c 5000000 /dev/zero | tr '\0' x`).Run(t.Context(), tool.Call{Live: io.Discard})
	if long != torn {
		t.Errorf("too long gave %#v", long)
	}
}

// TestATornErrorIsAFailure, whatever the exit status is, and what it said is kept.
func TestATornErrorIsAFailure(t *testing.T) {
	const faulty = "This is a fault of the tool and not of your call: do not retry it in this turn; tell the user."
	for _, output := range []string{`{"type":"error","message":"no di`, `{"type":"error","message":"no"} Done.`, `{"message":"no","type":"err`} {
		want := tool.Failure{
			Message: "deploy answered with an \"error\" outcome that cannot be read: it is not one whole JSON object: it broke off, is larger than 4 MiB, or something follows it. " + faulty,
			Trace:   output,
		}
		if got := printing(output).Run(t.Context(), tool.Call{Live: io.Discard}); got != want {
			t.Errorf("%s gave %#v", output, got)
		}
	}
	for _, output := range []string{`{"type":"success","content":"a`, `{"type":"warning"} x`, `{"error":"no`} {
		if got := printing(output).Run(t.Context(), tool.Call{Live: io.Discard}); got != (tool.Success{Content: output, Exit: tool.Exited(0)}) {
			t.Errorf("%s gave %#v", output, got)
		}
	}
}

// What cannot even be read is also reported by its paths.
func TestUnreadableQuestionsAreFailures(t *testing.T) {
	cases := []struct{ output, starts string }{
		{`{"type":"needs_input","question":"why?"}`, "questions[0]: "},
		{`{"type":"needs_input","questions":[{"id":"a","text":"A?","answer_type":{"type":"text"}},{"id":5}]}`, "questions[1].id: "},
		{`{"type":"needs_input","questions":{}}`, "questions: "},
		{`{"type":"needs_input","questions":[]}`, "questions: "},
		{`{"type":"needs_input","question":null}`, "questions[0]"},
	}
	for _, c := range cases {
		f, ok := printing(c.output).Run(t.Context(), tool.Call{Live: io.Discard}).(tool.Failure)
		if _, why, _ := strings.Cut(f.Message, " What is wrong:\n"); !ok || !strings.HasPrefix(why, c.starts) {
			t.Errorf("%s gave %q", c.output, f.Message)
		}
	}
}

// Secrets reach the command on standard input only, and do not come back.
func TestSecretsStayWithTheCommand(t *testing.T) {
	secret := forms.Question{AnswerType: forms.AnswerType{Kind: forms.Secret}}
	call := tool.Call{Live: io.Discard, Answers: map[string]tool.Answer{
		"pass":  {Value: json.RawMessage(`"hunter22"`), Asked: secret},
		"other": {Value: json.RawMessage(`"hunter22-and-more"`), Asked: secret},
		"pin":   {Value: json.RawMessage(`"1"`), Asked: secret},
		"name":  {Value: json.RawMessage(`"Ada"`)},
	}}
	got := shell(`in=$(cat); case "$in" in *hunter22*) echo "told: hunter22, hunter22-and-more, 1, Ada";; esac; env; echo "$0 $*"`).Run(t.Context(), call)
	content := got.(tool.Success).Content
	if first, rest, _ := strings.Cut(content, "\n"); first != "told: [secret], [secret], 1, Ada" || strings.Contains(rest, "[secret]") {
		t.Errorf("got %q", content)
	}
	got = shell(`echo '{"type":"error","message":"no hunter22","trace":"hunter22"}'`).Run(t.Context(), call)
	if want := (tool.Failure{Message: "no [secret]", Trace: "[secret]"}); got != want {
		t.Errorf("got %#v", got)
	}
}

// TestNoPartOfASecretAtACut: the middle of a long output is left out; wherever it is cut,
// no part of a secret stands at the cut ends.
func TestNoPartOfASecretAtACut(t *testing.T) {
	call := tool.Call{Live: io.Discard, Answers: map[string]tool.Answer{
		"pass": {Value: json.RawMessage(`"hunter22"`), Asked: forms.Question{AnswerType: forms.AnswerType{Kind: forms.Secret}}},
	}}
	for shift := range 9 {
		if testing.Short() && shift%4 > 0 {
			continue
		}
		line := strings.Repeat("x", shift) + strings.Repeat("hunter22", 100_000)
		for stream, script := range map[string]string{"output": "cat >/dev/null; cat big", "errors": "cat >/dev/null; cat big >&2; exit 3"} {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "big"), []byte(line), 0o600); err != nil {
				t.Fatal(err)
			}
			call.Dir = dir
			var content string
			switch o := shell(script).Run(t.Context(), call).(type) {
			case tool.Success:
				content = o.Content
			case tool.Failure:
				content = o.Message
			}
			if rest := strings.ReplaceAll(content, "[secret]", ""); !strings.Contains(content, "bytes left out") || strings.Contains(rest, "hun") || strings.Contains(rest, "r22") {
				t.Errorf("%s moved by %d: %q … %q", stream, shift, content[:40], content[len(content)-40:])
			}
		}
	}
}

func TestWhereItRuns(t *testing.T) {
	here, there := t.TempDir(), t.TempDir()
	in := func(c local.Config) string {
		c.Command = []string{"pwd", "-P"}
		o := local.New(tool.Spec{Name: "x"}, c).Run(t.Context(), tool.Call{Dir: here, Live: io.Discard})
		return strings.TrimSpace(o.(tool.Success).Content)
	}
	for want, got := range map[string]string{here: in(local.Config{}), there: in(local.Config{Dir: there})} {
		if resolved, err := filepath.EvalSymlinks(want); err != nil || got != resolved {
			t.Errorf("ran in %s, want %s (%v)", got, resolved, err)
		}
	}
}

func TestEnvironmentAndOptionsOfTheConfiguration(t *testing.T) {
	c := local.Config{Shell: `echo "$SEEN|$MY_API_KEY|$HUSH"; cat`, Options: json.RawMessage(`{"a":1}`), Given: process.Environment{Drop: []string{"HUSH"}},
		Env: append(os.Environ(), "SEEN=yes", "MY_API_KEY=key", "HUSH=x")}
	got := local.New(tool.Spec{Name: "x"}, c).Run(t.Context(), tool.Call{Dir: "/", Live: io.Discard})
	want := tool.Success{Content: "yes||\n" + `{"tool":{"name":"x","arguments":{},"answers":{},"options":{"a":1}},"context":{"action":"run","root":"/","conversation_id":""}}` + "\n", Exit: tool.Exited(0)}
	if got != want {
		t.Errorf("got %#v", got)
	}
}

func TestCommandsThatCannotStart(t *testing.T) {
	got := local.New(tool.Spec{Name: "x"}, local.Config{}).Run(t.Context(), tool.Call{})
	if want := (tool.Failure{Message: "x has no command in the configuration, so it did not run. Do not retry; the user has to set conversation.tools.x.command."}); got != want {
		t.Errorf("got %#v", got)
	}
	got = local.New(tool.Spec{Name: "x"}, local.Config{Command: []string{"/no/such"}}).Run(t.Context(), tool.Call{})
	if want := (tool.Failure{Message: "x could not be started, so it did not run: process: fork/exec /no/such: no such file or directory. Do not retry; the user has to correct conversation.tools.x.command."}); got != want {
		t.Errorf("got %#v", got)
	}
	got = shell("true").Run(t.Context(), tool.Call{Arguments: json.RawMessage(`{`)})
	if want := (tool.Failure{Message: "deploy did not run: its call cannot be written as JSON."}); got != want {
		t.Errorf("got %#v", got)
	}
}

// stopper cancels once it has seen something.
type stopper struct {
	cancel context.CancelFunc
	seen   bytes.Buffer
}

func (s *stopper) Write(p []byte) (int, error) {
	s.cancel()
	return s.seen.Write(p)
}

func TestCancelAndLiveOutput(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	live := &stopper{cancel: cancel}
	got := shell(`echo begun >&2; sleep 1000`).Run(ctx, tool.Call{Live: live})
	want := tool.Failure{Message: "deploy was stopped before it ended. What it had done until then stays done.", Trace: "begun\n"}
	if got != want || live.seen.String() != "begun\n" {
		t.Errorf("got %#v, live %q", got, live.seen.String())
	}
}

func TestLimit(t *testing.T) {
	c := local.Config{Shell: "sleep 1000", Limit: time.Minute, After: func(d time.Duration) <-chan time.Time {
		due := make(chan time.Time, 1)
		if d == time.Minute {
			due <- time.Time{}
		}
		return due
	}}
	got := local.New(tool.Spec{Name: "x"}, c).Run(t.Context(), tool.Call{})
	if want := (tool.Failure{Message: "x was stopped at its time limit. What it had done until then stays done."}); got != want {
		t.Errorf("got %#v", got)
	}
}

func TestAnOutcomeMayBeLargeAndRawOutputIsCut(t *testing.T) {
	got := shell(`printf '{"type":"success","content":"'; head -c 2000000 /dev/zero | tr '\0' x; printf '"}'`).Run(t.Context(), tool.Call{})
	if want := (tool.Success{Content: strings.Repeat("x", 2000000)}); got != want {
		t.Errorf("got %T", got)
	}
	got = shell(`head -c 1048576 /dev/zero | tr '\0' x`).Run(t.Context(), tool.Call{})
	half := strings.Repeat("x", 128<<10)
	if want := (tool.Success{Content: half + "\n… 786432 bytes left out …\n" + half, Exit: tool.Exited(0)}); got != want {
		t.Errorf("got %T", got)
	}
}

// What only code can promise, the configuration cannot say.
func TestSpecPromisesNothing(t *testing.T) {
	s := local.New(tool.Spec{Name: "x", Assistant: true, Lenient: true, Repeatable: true, Run: tool.Unattended, Hidden: true}, local.Config{}).Spec()
	if s.Assistant || s.Lenient || s.Repeatable || s.Run != tool.Unattended || !s.Hidden {
		t.Errorf("got %+v", s)
	}
}
