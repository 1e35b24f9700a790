package conversation

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/forms"
	"parley/model/kit"
	"parley/store"
	"parley/store/record"
	"parley/views/chrome"
	"parley/views/patch"
	"parley/views/prompt"
)

// ask is what the user is being asked: a permission or a question, and what was done
// with it so far.
type ask struct {
	open       bool
	own        bool                     // the screen's own question, see askOwn
	taken      func(prompt.Act) tea.Cmd // handles its answer
	prompt     coordinator.Prompt
	field      prompt.Field
	permission prompt.Permission
	lasting    bool  // the list of rules is open over a question about a change, as for a permission
	from       focus // what the keys went to before
	due        bool  // an armedMsg is on its way
	full       bool  // it has the whole screen
	met        bool  // a key was meant for it, so none is a part of the message any more
	most       int   // how far its text can be scrolled
	reading    bool  // the latest action was to read on in it
	unused     unused
	drawn      prompt.Drawn
	patch      patching
	attaching  *prompt.Answered // the answer whose images are being read
}

// opened puts a prompt on the screen.
func (m *Model) opened(p coordinator.Prompt) tea.Cmd {
	now, ok := m.o.Shell.State().Prompt()
	if !ok || now.Key != p.Key || m.ask.open && (m.ask.own || m.ask.prompt.Key == p.Key) {
		return nil // it is gone, or shown already, or waits for the screen's own question
	}
	if cmd, wait := m.seekPatch(now); wait {
		return cmd
	}
	m.ask = ask{open: true, prompt: now, full: now.Review, from: m.focus}
	if now.Permission != nil {
		m.ask.permission = m.newPermission(now)
	} else {
		m.ask.field = m.newField(now)
	}
	m.focus = onPrompt
	return kit.Batch(m.arm(), m.notify(), m.openPatch())
}

// telling is what is said about the call of a prompt.
type telling struct {
	key coordinator.Key
	record.Telling
}

func (m *Model) newPermission(p coordinator.Prompt) prompt.Permission {
	r := p.Permission
	if m.telling.key != p.Key {
		m.telling = telling{p.Key, record.Tell(*r)}
	}
	x := prompt.Permission{
		Telling: &m.telling.Telling,
		Tool:    r.Tool, Text: r.Text, Arguments: r.Arguments, Said: record.Cautions(*r), Covers: r.Covers, Waiting: p.Of, MustEdit: r.Edit,
		Draft: m.permissionDraft(), Server: p.Server, Described: p.Described, Why: p.Ruling.Because(), Offers: offersOf(p.Ruling),
		Own: prompt.OwnRule{Why: p.Ruling.Own.Why, Rules: p.Ruling.Own.Rules, Together: p.Ruling.Own.Together},
	}
	if named := record.CalledByServer(p.Named); named != "" {
		x.Said = append([]string{named}, x.Said...)
	}
	if m.o.Strange {
		x.Said = append([]string{textNotAskedHere}, x.Said...)
	}
	if p.Lacks {
		x.Said, x.OnlyNo, x.MustEdit, x.Covers = append(x.Said, unallowedText(r.Tool)), true, false, ""
	}
	if r.Kind == store.PermitDeliver && p.Result != nil {
		x.Result = &p.Result.Outcome.Content
		if with := record.GoesWith(p.Result.Outcome.Files); with != "" {
			x.Said = append(x.Said, with)
		}
	}
	return prompt.NewPermission(m.o.Theme, x)
}

func (m *Model) newField(p coordinator.Prompt) prompt.Field {
	q := p.Inquiry.Question
	given, _ := p.Walk.Draft(q.ID)
	return prompt.NewField(m.o.Theme, q, prompt.Rules{
		CanGoBack: p.Walk.CanGoBack(), CanReply: p.Guard == "", CanDecline: p.Declinable, Remember: p.Memorable,
		Escalated: p.Inquiry.EscalatedFrom != "", Direct: m.o.Direct, Given: given,
	}, m.fieldDraft())
}

// closePrompt removes the prompt; its draft stays saved.
func (m *Model) closePrompt() {
	m.ask = ask{}
	if m.focus == onPrompt {
		m.focus = onComposer
	}
}

// reopen puts the turn's question on the screen after the screen's own question.
func (m *Model) reopen() tea.Cmd {
	if p, ok := m.o.Shell.State().Prompt(); ok && !m.ask.open {
		return m.opened(p)
	}
	return nil
}

// intent gives the open prompt an intent.
func (m *Model) intent(in prompt.Intent) tea.Cmd {
	_, m.ask.reading = in.(prompt.Scroll)
	if m.isPatch() {
		return m.patchIntent(in)
	}
	var act prompt.Act
	if m.permitting() {
		m.ask.permission, act = m.ask.permission.Update(in)
		m.ask.permission = m.ask.permission.Clamp(m.ask.most)
		if made, is := act.(prompt.AllowedByRule); is && m.ask.lasting {
			return m.makeRules(made)
		}
		if m.ask.lasting && !m.ask.permission.InRules() {
			m.ask.lasting = false
			return m.arm()
		}
	} else {
		m.ask.field, act = m.ask.field.Clamp(m.ask.most).Update(in)
		m.ask.field = m.ask.field.Clamp(m.ask.most)
	}
	m.keepDraft()
	if act != nil {
		return m.acted(act)
	}
	if _, back := in.(prompt.Replace); back {
		return m.arm() // the form is on the screen again, after the editor
	}
	return nil
}

func (m *Model) acted(act prompt.Act) tea.Cmd {
	if m.ask.own {
		return m.ask.taken(act)
	}
	if p := m.ask.prompt; p.Permission != nil {
		return m.permitted(*p.Permission, act)
	}
	return m.moved(act)
}

// moved turns the act of a field into a message for the coordinator. A draft is
// dropped when its answer is given; the end of the turn keeps it.
func (m *Model) moved(act prompt.Act) tea.Cmd {
	key := m.ask.prompt.Key
	switch a := act.(type) {
	case prompt.Answered:
		if err := m.ask.prompt.Inquiry.Question.Check(a.Value); err != nil {
			m.ask.field = m.ask.field.WithFaults(m.faults(err)...)
			return nil
		}
		if names := m.namedInAnswer(a.Value); len(names) > 0 {
			return m.attachToAnswer(a, names)
		}
		return m.answer(a, nil)
	case prompt.WentBack:
		return m.send(coordinator.WentBack{Key: key})
	case prompt.Replied:
		m.dropDraft()
		return m.send(coordinator.Replied{Key: key, Text: a.Text})
	case prompt.Declined:
		m.dropDraft()
		return m.send(coordinator.Declined{Key: key})
	case prompt.Visited:
		return m.openPage(key, a.Address)
	case prompt.EndedTurn:
		return m.send(coordinator.EndedTurn{Key: key})
	}
	return nil
}

// answer gives an answer, with the images that go with it.
func (m *Model) answer(a prompt.Answered, files []store.File) tea.Cmd {
	m.dropDraft()
	again := m.ask.patch.stale && string(a.Value) == "true"
	return m.send(coordinator.Answered{Key: m.ask.prompt.Key, Value: a.Value, Again: again, Remember: a.Remember != "" && !again, Files: files})
}

// asksText reports whether the answer on the screen is a text, to which images can go.
func (m *Model) asksText() bool {
	p := m.ask.prompt
	return m.ask.open && !m.ask.own && p.Inquiry != nil && p.Guard == "" && p.Inquiry.Question.AnswerType.Kind == forms.Text
}

// namedInAnswer are the images that the user named in an answer, where they are seen. What
// the asker proposed names none, also where it was folded or joined to other words.
func (m *Model) namedInAnswer(value json.RawMessage) []string {
	if !m.asksText() || string(value) == "null" {
		return nil
	}
	opened := prompt.NewField(m.o.Theme, m.ask.prompt.Inquiry.Question, prompt.Rules{}, prompt.Draft{})
	theirs := chrome.Drawn(opened.Typed())
	return slices.DeleteFunc(chrome.ImageNames(m.ask.field.Shown()), func(name string) bool {
		return strings.Contains(theirs, "@"+name) || strings.Contains(theirs, `@"`+name)
	})
}

// attachToAnswer reads the images that an answer names; the question stays open until then.
func (m *Model) attachToAnswer(a prompt.Answered, names []string) tea.Cmd {
	if m.ask.attaching != nil {
		return nil // they are being read
	}
	m.ask.attaching, m.note = &a, m.o.Theme.Glyphs.More(textAttaching)
	host, msg := m.o.Host, attachedMsg{of: m.o.Shell, key: m.ask.prompt.Key, text: m.ask.field.Typed()}
	return func() tea.Msg {
		msg.files, msg.err = host.Attach(names)
		return msg
	}
}

// attachedToAnswer gives the answer, unless another one stands there by now.
func (m *Model) attachedToAnswer(msg attachedMsg) tea.Cmd {
	a := m.ask.attaching
	if msg.of != m.o.Shell || a == nil || !m.ask.open || m.ask.prompt.Key != msg.key {
		return nil // of a question that is gone
	}
	m.ask.attaching, m.note = nil, ""
	switch {
	case msg.err != nil:
		m.ask.field = m.ask.field.WithFaults(unansweredText(msg.err))
		return nil
	case m.ask.field.Typed() != msg.text:
		m.ask.field = m.ask.field.WithFaults(textAnswerChanged)
		return nil
	}
	return m.answer(*a, msg.files)
}

// faults are the reasons why an answer is invalid, with line numbers for a schema
// answer.
func (m *Model) faults(err error) []string {
	var schema forms.SchemaFaults
	if errors.As(err, &schema) {
		return prompt.PlaceFaults(m.ask.field.Typed(), schema)
	}
	return strings.Split(err.Error(), "\n")
}

// permitted turns the act of a permission into a message for the coordinator.
func (m *Model) permitted(r store.PermissionRequest, act prompt.Act) tea.Cmd {
	if a, is := act.(prompt.Allowed); is && a.Edited != nil && r.Kind == store.PermitRun {
		if whole, other := m.o.Shell.State().Completed(r.Tool, json.RawMessage(*a.Edited)); other {
			m.ask.permission = m.ask.permission.WithWhole(whole)
			return nil
		}
	}
	switch act.(type) {
	case prompt.EndedTurn, prompt.AllowedByRule:
	default:
		m.dropDraft()
	}
	out := coordinator.Permitted{Key: m.ask.prompt.Key, Scope: store.ScopeOnce}
	switch a := act.(type) {
	case prompt.Allowed:
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
	case prompt.Denied:
		out.Outcome, out.Reason = store.PermitDenied, a.Reason
		if a.Turn {
			out.Scope = store.ScopeTurn
		}
		if a.Reason != "" {
			out.Outcome = store.PermitSkipped
		}
	case prompt.AllowedByRule:
		return m.makeRules(a)
	case prompt.EndedTurn:
		return m.send(coordinator.EndedTurn{Key: m.ask.prompt.Key})
	}
	return m.send(out)
}

// offersOf are the rules that a yes can make.
func offersOf(r coordinator.Ruling) []prompt.RuleOffer {
	var out []prompt.RuleOffer
	for _, o := range r.Offers {
		x := prompt.RuleOffer{Where: o.Where, Words: o.Covers, Would: o.Would, Together: o.Together}
		for _, one := range o.Rules {
			x.Rules = append(x.Rules, one.String())
		}
		out = append(out, x)
	}
	for _, s := range r.Own.Scopes { // there are none where rules are offered
		out = append(out, prompt.RuleOffer{Where: s.Words()})
	}
	return out
}

// A yes to a call, or to a change of a file, can be made to last. The rules are saved
// first; only then is the answer given.

// permitting reports whether the keys are those of a permission: one is being asked,
// or the list of rules is open over a question about a change.
func (m *Model) permitting() bool { return m.ask.prompt.Permission != nil || m.ask.lasting }

// lastingChange reports whether a yes to the change on display can be made to last:
// only to the whole change as proposed.
func (m *Model) lastingChange() bool {
	v := m.ask.patch.view
	return m.isPatch() && v.Shown() && !m.ask.patch.editing && len(m.ask.prompt.Ruling.Offers) > 0 &&
		v.Mode() == patch.PatchReading && v.Rules.Notice == "" && !v.Held() && !v.Edited() && v.Taken() == v.Hunks()
}

// openLasting opens the list of rules over the change.
func (m *Model) openLasting() tea.Cmd {
	p := m.ask.prompt
	arguments, err := json.Marshal(map[string]string{"path": m.ask.patch.view.Proposed().Path})
	if err != nil {
		return nil // a string always marshals
	}
	m.ask.lasting = true
	m.ask.permission = prompt.NewPermission(m.o.Theme, prompt.Permission{
		Tool: p.Label, Asks: textChangeLasts, Text: p.Inquiry.Question.Text, Arguments: arguments, Offers: offersOf(p.Ruling), Waiting: p.Of,
	}).WithRules()
	return m.arm()
}

// rulesMadeMsg says whether rules were saved.
type rulesMadeMsg struct {
	key   coordinator.Key
	rules []store.RuleAdded
	err   error
}

// makeRules writes the rules of an offer. The call runs only once they are saved;
// until then the prompt stays open.
func (m *Model) makeRules(a prompt.AllowedByRule) tea.Cmd {
	host, key, ruling := m.o.Host, m.ask.prompt.Key, m.ask.prompt.Ruling
	var words []string
	if a.Words != "" {
		words = strings.Split(a.Words, "\n")
	}
	return func() tea.Msg {
		made, err := host.MakeRules(ruling, a.Offer, words)
		return rulesMadeMsg{key, made, err}
	}
}

// rulesMade gives the yes that was made to last.
func (m *Model) rulesMade(msg rulesMadeMsg) tea.Cmd {
	here := m.ask.open && m.ask.prompt.Key == msg.key && m.permitting()
	switch {
	case msg.err != nil && here:
		m.ask.permission = m.ask.permission.WithFault("The rule could not be kept: " + msg.err.Error())
		return nil
	case msg.err != nil:
		return nil // the prompt is gone, and nothing was saved
	case here && m.ask.lasting:
		m.dropDraft()
		return m.send(coordinator.Answered{Key: msg.key, Value: json.RawMessage("true"), Rules: msg.rules})
	case here:
		m.dropDraft()
		return m.send(coordinator.Permitted{Key: msg.key, Outcome: store.PermitAllowed, Scope: store.ScopeOnce, Rules: msg.rules})
	}
	return m.send(coordinator.RulesChanged{Added: msg.rules})
}
