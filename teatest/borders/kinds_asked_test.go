package borders

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"parley/coordinator"
	"parley/coordinator/tool"
	"parley/forms"
	"parley/model/conversation"
	"parley/providers"
	"parley/store"
	"parley/teatest/desk"
	"parley/teatest/desk/talk"
)

// asker is a tool that asks one question.
type asker struct{ form forms.Form }

func (asker) Spec() tool.Spec {
	return tool.Spec{Name: "x", Description: "asks", Run: tool.Unattended, Result: tool.Unattended, Repeatable: true,
		Parameters: json.RawMessage(`{"type":"object","properties":{},"additionalProperties":false}`)}
}

func (a asker) Run(_ context.Context, c tool.Call) tool.Outcome {
	if len(c.Answers) == 0 {
		return tool.NeedsInput{Form: a.form}
	}
	return tool.Success{Content: "told"}
}

// onScreen is a question on the screen, with what was left in it filled in.
type onScreen struct {
	*desk.Desk
	shell *coordinator.Shell
}

// put shows a question on the screen and waits for the moment in which it takes no key.
func put(t *testing.T, q forms.Question, drafts store.Drafts) onScreen {
	t.Helper()
	var shell *coordinator.Shell
	d := talk.New(t, func(_ *desk.Desk, o *conversation.Options) {
		env := o.Shell.State().Env
		env.Tools = desk.Registry(t, asker{forms.Restore([]forms.Question{q})})
		o.Shell.SetEnv(env)
		o.Direct, o.Drafts = true, drafts
		shell = o.Shell
	}).Start()
	d.Host.Edit = func(s string) (string, error) { return s + "1", nil }
	d.Write("go").Press("enter")
	d.Answer("", providers.Call{ID: "c1", Name: "x", Arguments: `{}`})
	d.Pass(time.Second)
	return onScreen{d, shell}
}

// answer is the recorded answer, and whether there is one.
func (s onScreen) answer() (answer string, given bool) {
	for _, ev := range s.shell.Log().All() {
		if r, ok := ev.Body.(store.InquiryResponse); ok && (r.Outcome == store.Answered || r.Outcome == store.Redacted) {
			answer, given = string(r.Answer), true
		}
	}
	return answer, given
}

// asked names what a question of a kind lacks on the screen and in the document of its
// keys.
func asked(t *testing.T, q forms.Question, s sample) (missing []string) {
	t.Helper()
	lacks := func(border string, passes bool) {
		if !passes {
			missing = append(missing, border)
		}
	}
	secret := q.AnswerType.Kind == forms.Secret
	offered := q
	if !secret { // which offers nothing
		offered.Default = json.RawMessage(s.answer)
	}
	plain := put(t, q, nil)
	filled := put(t, offered, nil)
	lacks("its default on the screen", strings.Contains(filled.Screen(), s.filled) && (secret || !strings.Contains(plain.Screen(), s.filled)))

	want := s.answer
	if secret {
		want = ""
	}
	if !secret {
		filled.Calm("enter")
		got, given := filled.answer()
		lacks("its default by Enter", given && got == want)
	}
	written := put(t, q, nil)
	written.Calm(strings.Fields(s.keys)...)
	before, after := plain.Screen(), written.Screen()
	lacks("keys that fill it in", before != after)
	again := put(t, q, lastSaved(t, written.Saved))
	if secret {
		lacks("a draft that is not kept", again.Screen() == before)
	} else {
		lacks("a draft that is opened again", again.Screen() == after)
	}
	menu := put(t, q, nil).Calm(strings.Fields(s.keys)...)
	lacks("Esc to the menu", !strings.Contains(after, "End turn") && strings.Contains(menu.Calm("esc").Screen(), "End turn"))
	written.Calm("enter")
	got, given := written.answer()
	lacks("an answer by keys", given && got == want)

	other := json.RawMessage(s.loose)
	lacks("one form of an answer", s.loose != s.answer && q.Check(other) == nil && string(q.Canonical(other)) == s.answer)

	lacks("the same answer written otherwise", q.AnswerType.Matches(json.RawMessage(s.answer), other) && q.AnswerType.Matches(other, json.RawMessage(s.answer)))
	lacks("another answer as another", !q.AnswerType.Matches(json.RawMessage(s.answer), json.RawMessage(s.wrong)))

	for _, question := range []forms.Question{q, offered} {
		if idle := put(t, question, nil).Idle(func() *desk.Desk { return put(t, question, nil).Desk }); len(idle) > 0 {
			missing = append(missing, "hinted keys that do something: "+strings.Join(idle, ", "))
		}
	}
	return append(missing, documented(t, s, q, offered)...)
}

// lastSaved are the drafts as their file has them.
func lastSaved(t *testing.T, saved []store.Drafts) (read store.Drafts) {
	t.Helper()
	if len(saved) == 0 {
		return nil
	}
	data, err := json.Marshal(saved[len(saved)-1])
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &read); err != nil {
		t.Fatal(err)
	}
	return read
}

// named are the keys that a row of a document names.
var named = regexp.MustCompile("`([^`]+)`")

// documented holds the row of the kind's keys in docs/forms.md: every key that it names
// does something in the question, with or without a default, or one field further.
func documented(t *testing.T, s sample, questions ...forms.Question) (missing []string) {
	t.Helper()
	const page = "../../docs/forms.md"
	content, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	_, row, found := strings.Cut(string(content), "\n| "+s.row+" | ")
	if !found || s.row == "" {
		return []string{"its keys in docs/forms.md"}
	}
	row, _, _ = strings.Cut(row, "\n")
	states := [][]string{nil}
	if strings.Contains(row, "`Tab`") { // else it leads to the conversation, which has keys of its own
		states = append(states, []string{"tab"})
	}
	for _, m := range named.FindAllStringSubmatch(row, -1) {
		if questions[0].AnswerType.Kind.Belongs(m[1]) { // no key
			continue
		}
		key, works := keyNamed(m[1]), false
		for _, q := range questions {
			for _, first := range states {
				if works {
					break
				}
				d := put(t, q, nil).Calm(first...)
				before := d.Traces()
				works = d.Calm(key).Traces() != before
			}
		}
		if !works {
			missing = append(missing, fmt.Sprintf("%s, which docs/forms.md names", m[1]))
		}
	}
	return missing
}

// keyNamed is a key of a document as the desk names it.
func keyNamed(shown string) string {
	if arrow, ok := map[string]string{"↑": "up", "↓": "down", "←": "left", "→": "right"}[shown]; ok {
		return arrow
	}
	if len([]rune(shown)) == 1 {
		return shown
	}
	return strings.ToLower(shown)
}
