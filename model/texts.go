package model

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"parley/coordinator"
	"parley/forms"
	"parley/providers"
	"parley/store"
	"parley/views"
)

// The words of the screen, kept together.

const (
	textCopied    = "copied"
	textCleared   = "cleared; ↑ brings it back"
	textEarly     = "one moment; what you type now goes into your message"
	textQuitAgain = "press Ctrl+C again to leave"

	textListingFiles  = "listing the files…"
	textNoFile        = "no file fits"
	textAskingServers = "asking the servers for their models…"
	textNoModel       = "no model fits"
	textNoCommand     = "no command begins like this"
)

func doingText(b coordinator.Busy) string {
	switch b {
	case coordinator.Held:
		return "interrupted; Enter goes on, Ctrl+C ends the turn"
	case coordinator.Thinking:
		return "waiting for the model"
	case coordinator.Answering:
		return "answering"
	case coordinator.Working:
		return "working"
	case coordinator.Reviewing:
		return "reviewing"
	case coordinator.Stopping:
		return "stopping"
	}
	return ""
}

// queuedText says how many messages wait; editable, that a key takes the last of
// them back.
func queuedText(n int, editable bool) string {
	switch {
	case n == 1 && editable:
		return "1 message queued (↑ edits it)"
	case n == 1:
		return "1 message queued"
	case editable:
		return fmt.Sprintf("%d messages queued (↑ edits the last)", n)
	}
	return fmt.Sprintf("%d messages queued", n)
}

// retryText says which try failed, and how long it is to the next.
func retryText(r providers.Retrying, left time.Duration) string {
	wait := "trying again"
	if s := int((left + time.Second - 1) / time.Second); s > 0 {
		wait = fmt.Sprintf("again in %d s", s)
	}
	return fmt.Sprintf("attempt %d of %d failed, %s (%s)", r.Attempt, r.Max, wait, views.Line(r.Reason, 60))
}

func failureText(f *store.Failure) string {
	if f.Final {
		return f.Error
	}
	return f.Error + " The answer is asked for again."
}

func markText(b store.Body) string {
	switch b := b.(type) {
	case store.TurnEnd:
		switch b.Reason {
		case store.ReasonUser:
			return "You ended the turn."
		case store.ReasonGuard, store.ReasonCancelled, store.ReasonPaused:
			return "The turn ended: " + b.Reason + "."
		}
	case store.Resumed:
		return "The program was stopped here and started again."
	case store.ConfigDelta:
		if id, ok := b.Set["assistant.model.id"]; ok && len(b.Set) == 1 {
			return "Model: " + plainText(id)
		}
		return "Settings of this conversation changed: " + deltaText(b)
	}
	return ""
}

func deltaText(d store.ConfigDelta) string {
	var parts []string
	for key, value := range d.Set {
		parts = append(parts, key+" = "+string(value))
	}
	return strings.Join(parts, ", ")
}

func permitted(p store.PermissionResponse) string {
	switch p.Outcome {
	case store.PermitAllowed:
		if p.Scope == store.ScopeTurn {
			return "allowed for this turn"
		}
		return "allowed"
	case store.PermitEdited:
		return "allowed, edited"
	case store.PermitDenied:
		if p.Scope == store.ScopeTurn {
			return "refused for this turn"
		}
		return "refused"
	case store.PermitSkipped:
		return "skipped"
	case store.PermitCancelled:
		return "not answered"
	}
	return p.Outcome
}

func who(by, model string) string {
	switch by {
	case store.ByUser:
		return "you"
	case store.ByReviewer:
		return model
	case store.ByStatic:
		return "configuration"
	case store.ByTurnCache:
		return "remembered"
	case store.ByDefault:
		return "default, nobody was there"
	case "policy":
		return "policy, nobody was there"
	}
	return by
}

func cancelText(tag string) string {
	switch tag {
	case store.CancelReply:
		return "replied instead"
	case store.CancelEndTurn:
		return "turn ended"
	case store.CancelBack:
		return "went back"
	case store.CancelBackendError:
		return "no usable review"
	case store.CancelUser:
		return "stopped by you"
	}
	return "not answered (" + tag + ")"
}

// answerText is an answer as the user reads it: yes and no, the labels of
// options, text as it is.
func answerText(t forms.AnswerType, v json.RawMessage) string {
	switch t.Kind {
	case forms.Boolean:
		if string(v) == "true" {
			return "yes"
		}
		return "no"
	case forms.Select:
		return label(t, v)
	case forms.MultiSelect:
		var values []json.RawMessage
		if json.Unmarshal(v, &values) == nil {
			names := make([]string, len(values))
			for i, x := range values {
				names[i] = label(t, x)
			}
			if len(names) == 0 {
				return "none"
			}
			return strings.Join(names, ", ")
		}
	}
	return plainText(v)
}

func label(t forms.AnswerType, v json.RawMessage) string {
	for _, o := range t.Options {
		if forms.Equal(o.Value, v) && o.Label != "" {
			return o.Label
		}
	}
	return plainText(v)
}

func plainText(v json.RawMessage) string {
	var s string
	if json.Unmarshal(v, &s) == nil {
		return s
	}
	return string(v)
}

func smallLines(w, h int) []string {
	text := fmt.Sprintf("Parley needs %d×%d; this is %d×%d.", leastWidth, leastHeight, w, h)
	if h < 1 || w < 1 {
		return nil
	}
	return []string{views.Line(text, w)}
}

// helpLines are the keys that work where the help was asked for, and the
// commands.
func (m *Model) helpLines() []string {
	th := m.o.Theme
	lines := []string{th.Strong.Render(" Keys")}
	for _, b := range m.bindings() {
		words := b.help
		if words == "" {
			words = b.words
		}
		if b.shown != "" && words != "" {
			lines = append(lines, views.Line(fmt.Sprintf("   %-14s %s", b.shown, words), m.w))
		}
	}
	lines = append(lines, "", th.Strong.Render(" Commands"))
	for _, s := range slashes() {
		lines = append(lines, views.Line(fmt.Sprintf("   %-22s %s", s.name+" "+s.argument, s.help), m.w))
	}
	lines = append(lines, "", th.Dim.Render(views.Line(" any key goes back", m.w)))
	if len(lines) > m.h {
		lines = append(lines[:m.h-1], th.Dim.Render(views.Line(" … a larger window shows the rest; any key goes back", m.w)))
	}
	return lines
}
