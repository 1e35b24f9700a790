package session

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"parley/coordinator"
	"parley/coordinator/commands"
	"parley/model/cli/process"
	"parley/providers/script"
	"parley/store"
	"parley/teatest/fakeserver/server"
	"parley/teatest/goldens"
)

// twoModels plays a scenario with an assistant and a reviewer on one server, in a
// workspace of its files. The user gives answers, in order, to what comes to them; without
// answers, nobody is there. It returns the decisions and what the model was told, as
// recorded in the file, then the words that came with each question, then the remaining
// files.
func twoModels(t *testing.T, file string, answers []coordinator.Answered, sets ...string) (string, *store.Conversation) {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if m := regexp.MustCompile(`# a reason of (\d+)`).FindSubmatch(src); m != nil {
		n, err := strconv.Atoi(string(m[1]))
		if err != nil {
			t.Fatal(err)
		}
		src = bytes.ReplaceAll(src, []byte("LONG"), bytes.Repeat([]byte("x"), n))
	}
	scenario, err := script.Parse(file, src)
	if err != nil {
		t.Fatal(err)
	}
	s := server.Start(t, scenario)
	dir := t.TempDir()
	work := filepath.Join(dir, "work")
	for name, text := range scenario.Files {
		at := filepath.Join(work, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o700), os.WriteFile(at, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	p := &process.Program{
		Env: []string{"HOME=" + dir, "XDG_CONFIG_HOME=" + dir, "XDG_STATE_HOME=" + dir, "XDG_DATA_HOME=" + dir},
		Dir: work, Out: io.Discard, Err: io.Discard, Random: rand.Reader, Now: time.Now,
		Sleep: func(ctx context.Context, d time.Duration) error {
			if d > time.Minute {
				<-ctx.Done() // a guard's clock, which has more time than the test
			}
			return ctx.Err()
		},
	}
	o := Options{Sets: append([]string{
		"providers.llm.fake.base_url=" + s.URL, "assistant.model.id=fake/" + scenario.Model,
		"conversation.inquiry.assistant.model.id=fake/" + scenario.Reviewer,
	}, sets...)}
	set, cfg, err := Configuration(p, o)
	if err != nil {
		t.Fatal(err)
	}
	x, err := Open(t.Context(), p, set, cfg, "", len(answers) > 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	var came []string
	loop := &commands.Loop{Shell: x.Shell, Ask: func(_ context.Context, q coordinator.Prompt) coordinator.Input {
		if len(came) == len(answers) {
			t.Errorf("one question more than there are answers: %+v", q)
			return coordinator.EndedTurn{Key: q.Key}
		}
		words, err := json.Marshal(q.Linked)
		if err != nil {
			t.Error(err)
		}
		came = append(came, q.Inquiry.ID+" "+string(words))
		a := answers[len(came)-1]
		a.Key = q.Key
		return a
	}}
	loop.Run(t.Context(), append([]coordinator.Input{coordinator.Opened{}}, append(x.Begin, coordinator.Submitted{ID: "run", Text: "go"})...)...)
	if len(came) != len(answers) {
		t.Errorf("%d questions came, for %d answers", len(came), len(answers))
	}
	return strings.ReplaceAll(record(x.Shell.Log())+cameText(came), s.URL, "http://server") + left(t, work, slices.Sorted(maps.Keys(scenario.Files))), x.Saved
}

// record is the decisions of a log, and what the model was told, without what
// differs from run to run.
func record(log store.Log) string {
	head := regexp.MustCompile(`^\{"v":1,"seq":\d+,"event":"[^"]*","time":"[^"]*","conversation":"[^"]*","turn":1,`)
	prev := regexp.MustCompile(`,"prev":"[0-9a-f]{64}"|,"digest":"[0-9a-f]{64}"`)
	var b strings.Builder
	for _, ev := range log.All() {
		switch ev.Body.(type) {
		case store.InquiryRequest, store.InquiryResponse, store.ToolCallResponse, store.TurnEnd, store.ModelFailed:
			b.WriteString("{" + string(prev.ReplaceAll(head.ReplaceAll(ev.Line(), nil), nil)) + "\n")
		}
	}
	return b.String()
}

func cameText(came []string) string {
	if len(came) == 0 {
		return ""
	}
	return "-- came to the user --\n" + strings.Join(came, "\n") + "\n"
}

func left(t *testing.T, dir string, names []string) string {
	t.Helper()
	out := ""
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
		}
		out += "-- " + name + " --\n" + string(text)
	}
	return out
}

const (
	stories = "../../../testdata/review"
	attacks = "../../../testdata/attacks"
)

func no(note string) coordinator.Answered {
	return coordinator.Answered{Value: json.RawMessage("false"), Note: note}
}

func yes() coordinator.Answered { return coordinator.Answered{Value: json.RawMessage("true")} }

// TestTheReviewerAndTheUser plays the stories of the reviewer: it approves one patch,
// rejects one that the user then approves, and rejects one that the user rejects too, with
// words; and what becomes of it with nobody there.
func TestTheReviewerAndTheUser(t *testing.T) {
	file := filepath.Join(stories, "story.toml")
	for name, c := range map[string]struct {
		answers []coordinator.Answered
		sets    []string
	}{
		"user":     {[]coordinator.Answered{yes(), no("Keep the last line.")}, nil},
		"deny":     {nil, nil},
		"defaults": {nil, []string{"conversation.tools.fs_modify_file.detached=defaults"}},
		"auto":     {nil, []string{"conversation.tools.fs_modify_file.detached=auto"}},
		"final":    {nil, []string{"conversation.tools.fs_modify_file.questions.apply_changes.target=assistant"}},
	} {
		t.Run(name, func(t *testing.T) {
			got, _ := twoModels(t, file, c.answers, c.sets...)
			goldens.File(t, filepath.Join(stories, name+".txt"), got)
		})
	}
}

// TestAttacks plays what a reviewer, or a patch before it, does to be taken for an
// approval. Each scenario has the record and the files that must result; the user, who is
// there, says no.
func TestAttacks(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(attacks, "review-*.toml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no attack: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(file, ".toml")
		if testing.Short() && filepath.Base(name) == "review-long" {
			continue // it is long, and nothing else
		}
		t.Run(filepath.Base(name), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var answers []coordinator.Answered
			if strings.Contains(string(src), "# the user says no") {
				answers = append(answers, no("No."))
			}
			var sets []string
			for _, m := range regexp.MustCompile(`(?m)^# set: (.*)$`).FindAllStringSubmatch(string(src), -1) {
				sets = append(sets, m[1])
			}
			got, _ := twoModels(t, file, answers, sets...)
			goldens.File(t, name+".txt", got)
		})
	}
}
