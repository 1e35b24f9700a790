package borders

import (
	"bytes"
	"encoding/json"
	"errors"
	"html"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"parley/coordinator"
	"parley/coordinator/tool"
	"parley/coordinator/tools/local"
	"parley/forms"
	"parley/store"
	"parley/store/export"
	"parley/store/record"
	"parley/teatest/goldens"
	"parley/views/markdown"
	"parley/views/replay"
	"parley/views/text"
)

// keptAndGiven names the borders that a kind of answer fails on its way into the record
// and out of it, and to the tool that asked.
func keptAndGiven(t *testing.T, q forms.Question, s sample) (missing []string) {
	t.Helper()
	lacks := func(border string, passes bool) {
		if !passes {
			missing = append(missing, border)
		}
	}
	given, fits := coordinator.QuestionRules{Statics: []coordinator.Static{{Value: json.RawMessage(s.answer), OnlyIfFits: true}}}.Static(q)
	lacks("--answers", fits && string(given.Value) == s.answer)
	lacks("a local tool", asksAndIsTold(t, s))

	secret := q.AnswerType.Kind == forms.Secret
	log, kept := recorded(t, q, s, secret)
	lacks("the record", kept)
	var document, page bytes.Buffer
	src, o := export.Source{ID: "c", Log: log}, export.Options{Now: time.Unix(9, 0).UTC()}
	if err := errors.Join(export.Markdown(&document, src, o), export.HTML(&page, src, o)); err != nil {
		t.Fatal(err)
	}
	lacks("an export", strings.Contains(document.String(), "**Answer: "+s.said+"**"))
	lacks("a page", strings.Contains(page.String(), ">"+html.EscapeString(s.said)+"<"))
	said, _, _ := strings.Cut(s.said, ";") // of a secret it says no more
	lacks("an audit", strings.Contains(record.NewAudit(log).Words(), "\n  "+said+", by you, after 1s\n"))
	lacks("a replay", replayed(q, s, log))
	return missing
}

// asksAndIsTold runs a command that asks, and one that prints what it was told.
func asksAndIsTold(t *testing.T, s sample) bool {
	question := `{"type":"needs_input","question":{"id":"q","text":"Q?","answer_type":` + s.answerType + `}}`
	asks := local.New(tool.Spec{Name: "x"}, local.Config{Command: []string{"printf", "%s", question}})
	asked, ok := asks.Run(t.Context(), tool.Call{Live: new(bytes.Buffer)}).(tool.NeedsInput)
	if !ok || asked.Form.Questions()[0].Check(json.RawMessage(s.answer)) != nil {
		return false
	}
	// A secret that the command prints would be hidden: it says whether it has it.
	told := local.New(tool.Spec{Name: "x"}, local.Config{Shell: `grep -cF '"answers":{"q":` + s.answer + `}'`})
	done, ok := told.Run(t.Context(), tool.Call{Live: new(bytes.Buffer), Answers: map[string]tool.Answer{
		"q": {Value: json.RawMessage(s.answer), Asked: asked.Form.Questions()[0]},
	}}).(tool.Success)
	return ok && strings.TrimSpace(done.Content) == "1"
}

// recorded is a log in which the question was put and answered, and whether the
// question and the answer are read back as they were.
func recorded(t *testing.T, q forms.Question, s sample, secret bool) (log store.Log, kept bool) {
	t.Helper()
	response := store.InquiryResponse{ID: "c1.q.1", Outcome: store.Answered, Answer: json.RawMessage(s.answer), AnsweredBy: &store.AnsweredBy{By: store.ByUser}}
	if secret {
		response.Outcome, response.Answer = store.Redacted, nil
	}
	for i, body := range []store.Body{
		store.TurnStart{}, store.ChatRequest{Text: "go"}, store.ToolCallRequest{Response: "1.1", ID: "c1", Name: "x", Arguments: json.RawMessage(`{}`)},
		store.ResponseEnd{Response: "1.1", Calls: 1}, store.InquiryRequest{ID: "c1.q.1", Call: "c1", Source: store.Source{Source: "tool", Name: "x"}, Target: store.TargetUser, Question: q}, response,
	} {
		made, err := store.New(store.Head{V: store.Version, Seq: int64(1 + i), ID: string(rune('a' + i)), Time: time.Unix(int64(i), 0).UTC(), Conversation: "c", Turn: 1}, body)
		if err != nil {
			t.Fatal(err)
		}
		read, err := store.Decode(made.Line())
		if err != nil {
			t.Fatal(err)
		}
		log = log.Append(read)
	}
	asked, answered := log.At(4).Body.(store.InquiryRequest), log.At(5).Body.(store.InquiryResponse)
	if secret {
		return log, !bytes.Contains(log.At(5).Line(), []byte(s.answer))
	}
	return log, asked.Question.Check(answered.Answer) == nil
}

// replayed reports whether the form's walk takes the recorded answer, and whether a replay
// shows it.
func replayed(q forms.Question, s sample, log store.Log) bool {
	form, err := forms.New([]forms.Question{q})
	if err != nil {
		return false
	}
	asked, answered := log.At(4).Body.(store.InquiryRequest), log.At(5).Body.(store.InquiryResponse)
	walk, err := forms.Start(form).Apply(forms.Answer{Value: answered.Answer, ByUser: true, Redacted: answered.Outcome == store.Redacted})
	if err != nil || !walk.Done() {
		return false
	}
	th := goldens.Must(text.NewTheme(text.ThemePlain, text.Unicode()))
	shown := replay.NewReplayed(replay.Replayed{Who: "x", Exchange: record.Exchange{Asked: time.Unix(4, 0), Closed: time.Unix(5, 0), Inquiry: &asked, Answer: &answered}}, replay.Replayed{})
	lines := shown.Draw(th, markdown.New(th, 60), 80, 20, 0).Lines
	return strings.Contains(ansi.Strip(strings.Join(lines, "\n")), s.drawn)
}
