package model

import (
	"encoding/json"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/forms"
	"parley/store"
	"parley/views"
)

// ask is what is before the user: a permission or a question, and what was done
// with it so far.
type ask struct {
	open       bool
	own        bool // the screen's own question, see trust.go
	prompt     coordinator.Prompt
	field      views.Field
	permission views.Permission
	armedAt    time.Time // until then no key answers
	full       bool      // it has the whole screen
	most       int       // how far its text can be scrolled
}

// armedMsg says that a prompt takes answers now.
type armedMsg struct{}

// opened puts a prompt on the screen.
func (m *Model) opened(p coordinator.Prompt) tea.Cmd {
	now, ok := m.o.Shell.State().Prompt()
	if !ok || now.Key != p.Key || m.ask.open && (m.ask.own || m.ask.prompt.Key == p.Key) {
		return nil // it is gone, or here already, or waits for the screen's own
	}
	m.ask = ask{open: true, prompt: now}
	if now.Permission != nil {
		m.ask.permission = m.newPermission(now)
	} else {
		m.ask.field = m.newField(now)
	}
	m.focus = onPrompt
	return tea.Batch(m.arm(), m.notify())
}

// arm starts the moment in which keys do not answer.
func (m *Model) arm() tea.Cmd {
	m.ask.armedAt = m.o.Now().Add(m.o.Arming)
	return m.o.Tick(m.o.Arming, func(time.Time) tea.Msg { return armedMsg{} })
}

func (m *Model) armed() bool { return !m.o.Now().Before(m.ask.armedAt) }

func (m *Model) newPermission(p coordinator.Prompt) views.Permission {
	r := p.Permission
	x := views.Permission{
		Tool: r.Tool, Text: r.Text, Arguments: r.Arguments, Covers: r.Covers, Waiting: p.Of, MustEdit: r.Edit,
	}
	if r.Kind == store.PermitDeliver && p.Result != nil {
		x.Result = &p.Result.Outcome.Content
	}
	return views.NewPermission(m.o.Theme, x)
}

func (m *Model) newField(p coordinator.Prompt) views.Field {
	q := p.Inquiry.Question
	draft := views.Draft{}
	if v, ok := p.Walk.Draft(q.ID); ok {
		draft.Value = v
	}
	if d, ok := m.drafts.question(m.draftKey()); ok {
		draft = views.Draft{Text: d.Text, Value: d.Value, Cursor: d.Cursor}
	}
	return views.NewField(m.o.Theme, q, views.Rules{
		CanGoBack: p.Walk.CanGoBack(), CanReply: true, Remember: p.Memorable,
		Escalated: p.Inquiry.EscalatedFrom != "", Direct: m.o.Direct,
	}, draft)
}

// draftKey is where the open question's draft is kept.
func (m *Model) draftKey() string {
	p := m.ask.prompt
	if p.Inquiry == nil {
		return ""
	}
	return store.QuestionDraft(store.InquiryRequest{ID: p.Inquiry.ID, Call: p.Call, Question: p.Inquiry.Question})
}

// closePrompt takes the prompt away; its draft stays where it was saved.
func (m *Model) closePrompt() {
	m.ask = ask{}
	if m.focus == onPrompt {
		m.focus = onComposer
	}
}

// reopen puts what the turn asks on the screen after the screen's own question.
func (m *Model) reopen() tea.Cmd {
	if p, ok := m.o.Shell.State().Prompt(); ok && !m.ask.open {
		return m.opened(p)
	}
	return nil
}

// intent lets the open prompt take what a key meant.
func (m *Model) intent(in views.Intent) tea.Cmd {
	var act views.Act
	if m.ask.prompt.Permission != nil {
		m.ask.permission, act = m.ask.permission.Update(in)
		m.ask.permission = m.ask.permission.Clamp(m.ask.most)
	} else {
		m.ask.field, act = m.ask.field.Update(in)
		m.ask.field = m.ask.field.Clamp(m.ask.most)
		m.keepDraft()
	}
	if act == nil {
		return nil
	}
	if m.ask.own {
		return m.trusted(act)
	}
	if p := m.ask.prompt; p.Permission != nil {
		return m.permitted(*p.Permission, act)
	}
	return m.moved(act)
}

func (m *Model) keepDraft() {
	q := m.ask.prompt.Inquiry.Question
	if m.ask.own || q.AnswerType.Kind == forms.Secret {
		return
	}
	d := m.ask.field.Draft()
	m.drafts.keep(m.draftKey(), store.Draft{Text: d.Text, Value: d.Value, Cursor: d.Cursor, Updated: m.o.Now().UTC()})
}

// moved turns what a field came to into a message of the coordinator.
func (m *Model) moved(act views.Act) tea.Cmd {
	key := m.ask.prompt.Key
	switch a := act.(type) {
	case views.Answered:
		if err := m.ask.prompt.Inquiry.Question.Check(a.Value); err != nil {
			m.ask.field = m.ask.field.WithFaults(strings.Split(err.Error(), "\n")...)
			return nil
		}
		return m.send(coordinator.Answered{Key: key, Value: a.Value, Remember: a.Remember != ""})
	case views.WentBack:
		return m.send(coordinator.WentBack{Key: key})
	case views.Replied:
		return m.send(coordinator.Replied{Key: key, Text: a.Text})
	case views.EndedTurn:
		return m.send(coordinator.EndedTurn{Key: key})
	}
	return nil
}

// permitted turns what a permission came to into a message of the coordinator.
func (m *Model) permitted(r store.PermissionRequest, act views.Act) tea.Cmd {
	out := coordinator.Permitted{Key: m.ask.prompt.Key, Scope: store.ScopeOnce}
	switch a := act.(type) {
	case views.Allowed:
		out.Outcome = store.PermitAllowed
		if a.Turn {
			out.Scope = store.ScopeTurn
		}
		if a.Edited != nil {
			out.Outcome = store.PermitEdited
			if r.Kind == store.PermitDeliver {
				out.Content = a.Edited
			} else {
				out.Arguments = json.RawMessage(*a.Edited)
			}
		}
	case views.Denied:
		out.Outcome, out.Reason = store.PermitDenied, a.Reason
		if a.Turn {
			out.Scope = store.ScopeTurn
		}
		if a.Reason != "" {
			out.Outcome = store.PermitSkipped
		}
	case views.EndedTurn:
		return m.send(coordinator.EndedTurn{Key: m.ask.prompt.Key})
	}
	return m.send(out)
}

// drawPrompt draws what is before the user in at most height lines.
func (m *Model) drawPrompt(height int) views.Drawn {
	p := m.ask.prompt
	hints := m.hints()
	if p.Permission != nil {
		x := m.ask.permission
		x.Hints, x.Waiting = hints, p.Of
		return x.Draw(m.w, height)
	}
	at, of := p.Walk.Progress()
	v := views.Prompt{Who: p.Label, Asks: true, At: at, Of: of, Waiting: p.Of, Hints: hints, Field: m.ask.field}
	if p.Linked != nil {
		v.Escalated = &views.Escalation{Model: p.Linked.Model, Reason: p.Linked.Reason}
	}
	return v.Draw(m.md, m.w, height)
}
