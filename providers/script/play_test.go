package script_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"parley/providers"
	"parley/providers/script"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestPlaces: which response comes is read from the messages, whatever was asked before.
func TestPlaces(t *testing.T) {
	for _, c := range []struct {
		name, src string
		told      []string // what is said to the model, turn by turn
		want      string   // the first letters of the responses
	}{
		{"one after the other", answers(`text="a"`, `text="b"`, `text="c"`), []string{"x", "x", "x"}, "abc"},
		{"repeated twice", answers("text='a'\nrepeat=2", `text="b"`), []string{"x", "x", "x"}, "aab"},
		{"for ever", answers(`text="a"`, "text='b'\nrepeat='always'", `text="c"`), []string{"x", "x", "x", "x"}, "abbb"},
		{"around", "loop=true\n" + answers(`text="a"`, `text="b"`), []string{"x", "x", "x", "x", "x"}, "ababa"},
		{"one around", "loop=true\n" + answers(`text="a"`), []string{"x", "x", "x"}, "aaa"},
		{"around to one that fits", "loop=true\n" + answers("text='a'\nwhen='one'", "text='b'\nwhen='two'", `text="c"`), []string{"x", "two", "x"}, "cbc"},
		{"when passed over", answers("text='a'\nwhen='yes'", `text="b"`), []string{"no"}, "b"},
		{"when taken", answers("text='a'\nwhen='yes'", `text="b"`), []string{"oh yes", "x"}, "ab"},
		{"when repeats while it holds", answers("text='a'\nwhen='yes'\nrepeat='always'", `text="b"`), []string{"yes", "yes", "no"}, "aab"},
		{"then skips", answers("text='a'\nwhen='yes'\nthen='end'", `text="b"`, "text='c'\nname='end'"), []string{"yes", "x"}, "ac"},
		{"then goes back", answers("text='a'\nname='top'", "text='b'\nthen='top'"), []string{"x", "x", "x", "x"}, "abab"},
		{"then after repeats", answers("text='a'\nname='top'\nrepeat=2\nthen='end'", `text="b"`, "text='c'\nname='end'"), []string{"x", "x", "x"}, "aac"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := parse(t, c.src)
			var history []providers.Message
			got := ""
			for _, told := range c.told {
				history = append(history, user(told))
				text := ask(t, script.New(s, script.Options{}), history...).Text // a new one each time: it holds no place
				got += text
				history = append(history, said(text))
			}
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// answers writes a scenario of these responses.
func answers(bodies ...string) string {
	return "[[answer]]\n" + strings.Join(bodies, "\n[[answer]]\n") + "\n"
}

// TestSameAgain: the same request gets the same response, in any order.
func TestSameAgain(t *testing.T) {
	s := parse(t, answers(`text="a"`, "text='b'\nwhen='1'", "text='c'\nrepeat=3", "text='d'\nrepeat='always'"))
	p := script.New(s, script.Options{})
	rapid.Check(t, func(rt *rapid.T) {
		var history []providers.Message
		for range rapid.IntRange(0, 6).Draw(rt, "answers") {
			history = append(history, user(rapid.StringMatching("[012]").Draw(rt, "told")), said("x"))
		}
		history = append(history, user(rapid.StringMatching("[012]").Draw(rt, "told")))
		first := ask(t, p, history...)
		if again := ask(t, script.New(s, script.Options{}), history...); !reflect.DeepEqual(first, again) {
			rt.Fatalf("%+v, then %+v", first, again)
		}
	})
}

// TestLoudEnds: a request that a scenario does not expect is an error that shows both.
func TestLoudEnds(t *testing.T) {
	first := providers.Request{Messages: []providers.Message{user("one\ntwo")}}
	second := providers.Request{Messages: []providers.Message{user("one"), said("a"), user("more")}}
	reviewed := first
	reviewed.Output = &providers.Output{Name: "answer", Schema: []byte(`{}`)}
	for _, c := range []struct {
		name, src string
		req       providers.Request
		want      string
	}{
		{"unexpected", answers("text='a'\nexpect=['two','three']"), first,
			`The scenario test.toml (line 1) expected the model to be told "three", but it was told "one\ntwo". Change the scenario, or what leads up to it.`},
		{"over", answers("text='a'"), second,
			`The scenario test.toml has nothing for answer 2 of this conversation: it has 1, and none fits here. The model was told "more". Change the scenario, or what leads up to it.`},
		{"no review", answers("text='a'") + "[[review]]\nmatch='z'\nanswer=true", reviewed,
			`The scenario test.toml has no review that matches the question "one\ntwo". Change the scenario, or what leads up to it.`},
		{"refused", answers("text='a'"), providers.Request{},
			`The model server refused the request: there are no messages.`},
		{"long", answers("text='a'\nexpect='b'"), providers.Request{Messages: []providers.Message{user(strings.Repeat("é", 401))}},
			`The scenario test.toml (line 1) expected the model to be told "b", but it was told "` + strings.Repeat("é", 400) + `…". Change the scenario, or what leads up to it.`},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.req.Limits.Retries = 3
			deltas, err := drain(script.New(parse(t, c.src), script.Options{}).Stream(context.Background(), c.req))
			var known *providers.Error
			if !errors.As(err, &known) || known.Error() != c.want || known.Transient || known.Status != 400 || len(deltas) != 0 {
				t.Errorf("got %v after %d deltas\nwant %s", err, len(deltas), c.want)
			}
		})
	}
}

func TestStream(t *testing.T) {
	p := script.New(parse(t, answers(`reasoning="hm hm"
text=["Hel","lo"]
[[answer.call]]
name="f"
arguments={ a = "bcdefgh" }
[[answer.call]]
id="mine"
name="g"
arguments=""`)), script.Options{})
	got, err := drain(p.Stream(context.Background(), providers.Request{Model: "m", System: "sys", Messages: []providers.Message{user("hello")}}))
	if err != nil {
		t.Fatal(err)
	}
	want := []providers.Delta{
		providers.ReasoningDelta{Text: "hm"}, providers.ReasoningDelta{Text: " hm"},
		providers.TextDelta{Text: "Hel"}, providers.TextDelta{Text: "lo"},
		providers.CallDelta{Index: 0, Name: "f", Text: `{"a":"`}, providers.CallDelta{Index: 0, Name: "f", Text: "bcdefg"}, providers.CallDelta{Index: 0, Name: "f", Text: `h"}`},
		providers.CallDelta{Index: 1, Name: "g"},
		providers.Finished{Response: providers.Response{
			Text: "Hello", Reasoning: "hm hm", Model: "m", Finish: "tool_calls",
			Calls: []providers.Call{{ID: "call_1_1", Name: "f", Arguments: `{"a":"bcdefgh"}`}, {ID: "mine", Name: "g"}},
			Usage: providers.Usage{Input: 2, Output: 7, Reasoning: 2},
		}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
}

// TestFaults: what a client sees of each fault, with two retries allowed.
func TestFaults(t *testing.T) {
	retry := func(attempt int, wait time.Duration, reason string) string {
		return fmt.Sprintf("retry %d/3 in %v: %s", attempt, wait, reason)
	}
	for _, c := range []struct {
		name, faults string
		want         []string
	}{
		{"passes", "status=429\nretry_after='7'", []string{retry(1, 7*time.Second, "The model server answered 429 Too Many Requests."), "abcdef", "end"}},
		{"passes at last", "status=503\nbody=\"away\\n\\u001b[31m\"\ntimes=2", []string{
			retry(1, time.Second, "The model server answered 503 Service Unavailable: away [31m."),
			retry(2, 2*time.Second, "The model server answered 503 Service Unavailable: away [31m."), "abcdef", "end"}},
		{"does not pass", "status=500\ntimes='always'", []string{
			retry(1, time.Second, "The model server answered 500 Internal Server Error."),
			retry(2, 2*time.Second, "The model server answered 500 Internal Server Error."),
			"passing 500 The model server answered 500 Internal Server Error."}},
		{"is final", "status=401\nbody='no key.'", []string{"final 401 The model server answered 401 Unauthorized: no key."}},
		{"refuse", "kind='refuse'", []string{retry(1, time.Second, "The model server closed the connection without an answer."), "abcdef", "end"}},
		{"cut at once", "kind='cut'", []string{retry(1, time.Second, "The connection to the model server broke off in the middle of the answer."), "abcdef", "end"}},
		{"cut", "kind='cut'\nafter=4", []string{"abcd", "passing 0 The connection to the model server broke off in the middle of the answer."}},
		{"cut on the wire", "kind='cut'\nafter=4\nwire=true", []string{"abcd", "passing 0 The connection to the model server broke off in the middle of the answer."}},
		{"cut after all", "kind='cut'\nafter=400", []string{"abcdef", "passing 0 The connection to the model server broke off in the middle of the answer."}},
		{"silent", "kind='silent'\nafter=3", []string{"abc", "passing 0 The model server sent nothing for 2 min."}},
		{"garbage", "kind='garbage'", []string{"final 0 The model server sent something that is not an answer."}},
		{"error", "kind='error'\nafter=3\nbody='Overloaded.'", []string{"abc", "passing 0 The model server reported an error: Overloaded."}},
		{"error in JSON", "kind='error'\nafter=3\nbody='{\"error\":{\"message\":\"Overloaded.\",\"type\":\"x\"}}'", []string{"abc", "passing 0 The model server reported an error: Overloaded."}},
		{"status in JSON", "status=401\nbody='{\"message\":\"no key\"}'", []string{"final 401 The model server answered 401 Unauthorized: no key."}},
		{"JSON without a message", "status=401\nbody='{\"detail\":1}'", []string{"final 401 The model server answered 401 Unauthorized: {\"detail\":1}."}},
		{"error of no body", "kind='error'\nafter=3", []string{"abc", "passing 0 The model server reported an error: the model stopped working."}},
		{"error without words", "kind='error'\nafter=3\nbody=\" \\n.\"", []string{"abc", "passing 0 The model server reported an error without a word about it."}},
		{"no finish", "kind='no_finish'\nafter=5", []string{"abcde", "end"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := script.New(parse(t, answers("text=['abc','def']\n[[answer.fault]]\n"+c.faults)), script.Options{})
			got := tell(p, providers.Request{Messages: []providers.Message{user("x")}, Limits: providers.Limits{Retries: 2}})
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("got\n%q\nwant\n%q", got, c.want)
			}
		})
	}
}

// TestFaultsArePassed: the same request made again succeeds, another does not.
func TestFaultsArePassed(t *testing.T) {
	p := script.New(parse(t, answers("text='abcdef'\nrepeat='always'\n[[answer.fault]]\nkind='cut'\nafter=2\n[[answer.fault]]\nkind='error'\nafter=1\nbody='e'")), script.Options{})
	one := providers.Request{Messages: []providers.Message{user("one")}}
	two := providers.Request{Messages: []providers.Message{user("two")}}
	cut := "passing 0 The connection to the model server broke off in the middle of the answer."
	for i, c := range []struct {
		req  providers.Request
		want []string
	}{
		{one, []string{"ab", cut}},
		{two, []string{"ab", cut}},
		{one, []string{"a", "passing 0 The model server reported an error: e."}},
		{one, []string{"abcdef", "end"}},
		{two, []string{"a", "passing 0 The model server reported an error: e."}},
		{one, []string{"abcdef", "end"}},
	} {
		if got := tell(p, c.req); !reflect.DeepEqual(got, c.want) {
			t.Errorf("request %d: got %q, want %q", i, got, c.want)
		}
	}
}

// TestCutAtACharacter: a cut never splits a character.
func TestCutAtACharacter(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.String().Draw(rt, "text")
		after := rapid.IntRange(0, len(text)+2).Draw(rt, "after")
		s := script.Scenario{Answers: []script.Answer{{Speech: script.Speech{Text: script.Tokens(text), Faults: []script.Fault{{Kind: script.FaultCut, After: after}}}}}}
		take, err := script.NewPlayer(s).Take(providers.Request{Messages: []providers.Message{user("x")}})
		if err != nil {
			rt.Fatal(err)
		}
		got := ""
		for _, p := range take.Pieces() {
			got += p.Text
		}
		if !strings.HasPrefix(text, got) || len(got) > after || after <= len(text) && after-len(got) > 3 || after > len(text) && got != text {
			rt.Fatalf("%q cut after %d is %q", text, after, got)
		}
		if strings.ToValidUTF8(got, "") != got {
			rt.Fatalf("%q is no text", got)
		}
	})
}

// TestWaits: delays, the rate and the silence are waited for, in this order.
func TestWaits(t *testing.T) {
	s := parse(t, "tokens_per_second=250\n"+answers("text=['a','b','c','d','e','f']\ndelay='3s'\n[[answer.fault]]\nstatus=429\nretry_after='9'\n[[answer.fault]]\nkind='silent'\nafter=1"))
	var waits []time.Duration
	p := script.New(s, script.Options{Sleep: func(_ context.Context, d time.Duration) error {
		waits = append(waits, d)
		return nil
	}})
	req := providers.Request{Messages: []providers.Message{user("x")}, Limits: providers.Limits{Retries: 1, IdleTimeout: 40 * time.Second}}
	got := append(tell(p, req), tell(p, req)...)
	want := []string{"retry 1/2 in 9s: The model server answered 429 Too Many Requests.", "a", "passing 0 The model server sent nothing for 40 s.", "abcdef", "end"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	s3, ms12 := 3*time.Second, 12*time.Millisecond
	if want := []time.Duration{s3, 9 * time.Second, s3, 40 * time.Second, s3, ms12, ms12}; !reflect.DeepEqual(waits, want) {
		t.Errorf("waited %v, want %v", waits, want)
	}
}

// TestStopped: a wait ends with either context and with Close.
func TestStopped(t *testing.T) {
	type end func(streamCancel, nextCancel context.CancelFunc, s providers.Stream)
	for name, stop := range map[string]end{
		"the stream's context": func(cancel, _ context.CancelFunc, _ providers.Stream) { cancel() },
		"the context of Next":  func(_, cancel context.CancelFunc, _ providers.Stream) { cancel() },
		"Close": func(_, _ context.CancelFunc, s providers.Stream) {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			asleep := make(chan struct{})
			p := script.New(parse(t, answers("text='a'\ndelay='1h'")), script.Options{Sleep: func(ctx context.Context, _ time.Duration) error {
				close(asleep)
				<-ctx.Done()
				return ctx.Err()
			}})
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			next, cancelNext := context.WithCancel(context.Background())
			defer cancelNext()
			s := p.Stream(ctx, providers.Request{Messages: []providers.Message{user("x")}})
			go func() {
				<-asleep
				stop(cancel, cancelNext, s)
			}()
			if _, err := s.Next(next); !errors.Is(err, context.Canceled) {
				t.Errorf("got %v", err)
			}
			if _, err := s.Next(context.Background()); !errors.Is(err, context.Canceled) {
				t.Errorf("then %v", err)
			}
		})
	}
}

// TestRealSleep ends with its context and otherwise waits.
func TestRealSleep(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	if err := script.RealSleep(ctx, time.Microsecond); err != nil {
		t.Error(err)
	}
	cancel()
	if err := script.RealSleep(ctx, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestAfterTheEnd(t *testing.T) {
	s := script.New(scenario(t, "hello"), script.Options{}).Stream(context.Background(), providers.Request{Messages: []providers.Message{user("x")}})
	if _, err := drain(s); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Next(context.Background()); !errors.Is(err, io.EOF) {
		t.Errorf("got %v", err)
	}
}

// TestTokens: the pieces are the text, and none is empty or long.
func TestTokens(t *testing.T) {
	if got, want := script.Tokens("One  extraordinary\n\nway. "), []string{"One", "  extrao", "rdinar", "y", "\n\nway.", " "}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.String().Draw(rt, "text")
		pieces := script.Tokens(text)
		if strings.Join(pieces, "") != text {
			rt.Fatalf("%q is not %q", pieces, text)
		}
		for _, p := range pieces {
			if p == "" || len([]rune(strings.TrimSpace(p))) > 6 {
				rt.Fatalf("a piece %q", p)
			}
		}
	})
}

// TestMarkdown: the same bytes each time, of the length asked for.
func TestMarkdown(t *testing.T) {
	s := scenario(t, "long-markdown")
	text := s.Answers[0].Text
	if len(text) != 20000 {
		t.Fatalf("%d tokens", len(text))
	}
	whole := strings.Join(text, "")
	if got, want := digest(whole), "7177cc6a9f767dcd"; got != want {
		t.Errorf("the text's digest is %s, not %s", got, want)
	}
	if short := strings.Join(script.Markdown(100, 7), ""); !strings.HasPrefix(whole, short) {
		t.Error("fewer tokens are another text")
	}
	if other := strings.Join(script.Markdown(100, 8), ""); strings.HasPrefix(whole, other) {
		t.Error("another seed is the same text")
	}
	for _, part := range []string{"\n## ", "\n- ", "\n| ", "\n```go\n", "**", "](https://"} {
		if !strings.Contains(whole, part) {
			t.Errorf("no %q in it", part)
		}
	}
}

// BenchmarkStream is the cost of an answer of 20,000 tokens, a delta.
func BenchmarkStream(b *testing.B) {
	p := script.New(scenario(b, "long-markdown"), script.Options{})
	req := providers.Request{Messages: []providers.Message{user("x")}}
	s := p.Stream(context.Background(), req)
	for b.Loop() {
		if _, err := s.Next(context.Background()); errors.Is(err, io.EOF) {
			s = p.Stream(context.Background(), req)
		} else if err != nil {
			b.Fatal(err)
		}
	}
}
