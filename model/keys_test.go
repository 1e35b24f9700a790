package model

import (
	"context"
	"errors"
	"iter"
	"maps"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"parley/coordinator/tools/askuser"
	"parley/model/audit"
	"parley/model/conversation"
	"parley/model/firstrun"
	"parley/model/inbox"
	"parley/model/kit"
	"parley/model/replay"
	"parley/model/rules"
	"parley/model/saved"
	"parley/model/undo"
	"parley/model/window"
	"parley/store"
	waiting "parley/store/inbox"
	"parley/store/search"
	"parley/teatest/desk"
	"parley/teatest/desk/talk"
)

// stage is a desk whose terminal takes a picture so much later.
type stage struct {
	*desk.Desk
	lag time.Duration
}

func (s *stage) shown(since time.Time) (time.Time, bool) {
	at := since.Add(s.lag)
	return at, !at.After(s.Now)
}

// shared is what screens beside a conversation have.
func (s *stage) shared() kit.Shared {
	return kit.Shared{Theme: s.Theme(), Now: s.Clock, Tick: s.Tick, Arming: 300 * time.Millisecond, Shown: s.shown}
}

// decision is a key that decides something on a screen that show brings.
type decision struct {
	key  string
	show func()
	did  func() bool // the key has decided

	byKey bool // another key brings the screen, so that this one is not held down since before
}

// hand puts a screen in the place of one that is there, as screens do.
func (s *stage) hand(next tea.Model) {
	last := s.Top.(*before)
	var cmd tea.Cmd
	s.Top, cmd = last.Terminal.Hand(next, nil)
	s.Begun = true
	s.Settle(cmd)
	s.Send(tea.WindowSizeMsg{Width: 80, Height: 24})
}

// before is a screen that decides nothing.
type before struct{ kit.Setting }

func (b *before) Init() tea.Cmd                         { return nil }
func (b *before) View() tea.View                        { return tea.NewView("") }
func (b *before) Update(m tea.Msg) (tea.Model, tea.Cmd) { b.Hears(m); return b, nil }

// decisions are the screens that take an answer. In a list each key that decides counts as one.
func decisions() map[string]func(*stage) decision {
	ask := func(key, question string) func(*stage) decision {
		return func(s *stage) decision { return s.asks(key, question, func(m tea.Model) { s.hand(m) }) }
	}
	const choice = `{"id":"q","text":"Which?","default":"a","answer_type":"select","options":["a","b"]}`
	return map[string]func(*stage) decision{
		"a form":                     ask("y", `{"id":"q","text":"Shall we?","answer_type":"boolean"}`),
		"a choice":                   ask("enter", choice),
		"a text":                     ask("enter", `{"id":"q","text":"What?","default":"so","answer_type":"text"}`),
		"a permission":               ask("y", ""),
		"a form of the inbox":        func(s *stage) decision { return s.asks("enter", choice, s.inInbox) },
		"a conversation from a list": func(s *stage) decision { return s.asks("enter", choice, s.inList) },
		"trust": func(s *stage) decision {
			trusted := false
			o := talk.Options(s.Desk)
			o.Shown, o.Withheld = s.shown, []conversation.Withheld{{File: ".parley/config.toml", Trust: func() error { trusted = true; return nil }}}
			return decision{key: "y", show: func() { s.hand(Open(o)) }, did: func() bool { return trusted }}
		},
		"a first run": func(s *stage) decision {
			b := &begins{}
			return decision{key: "enter", show: func() { s.hand(firstrun.NewFirstRun(s.shared(), b, "config.toml", "keys.toml")) }, did: func() bool { return b.used }}
		},
		"the list":                   (*stage).trashes,
		"what another process holds": (*stage).holds,
		"the undo": func(s *stage) decision {
			sets := changes{{Path: "a.go", Ready: true, Now: "1\n", Then: "2\n"}}
			d := s.covers("y", undo.New(undo.Options{Shared: s.shared(), Of: s, Undos: sets, Sets: sets.Sets()}), func(m tea.Msg) bool { _, is := m.(kit.UndoMsg); return is })
			show := d.show
			d.show, d.byKey = func() { show(); s.Press("enter") }, true
			return d
		},
		"the rules": func(s *stage) decision {
			dropped := false
			x := rules.New(rules.Options{Shared: s.shared(), Rules: kit.Rules{All: []kit.Rule{{Verdict: "allow", Text: "run_command(ls)", Key: "k"}}}, Drop: func(kit.Rule) tea.Cmd { dropped = true; return nil }})
			d := s.covers("delete", x, func(tea.Msg) bool { return false })
			d.did = func() bool { return dropped }
			return d
		},
		"a summary": func(s *stage) decision {
			x := window.New(window.Options{Shared: s.shared(), Window: kit.Window{Proposed: &store.ContextSummary{Text: "All was said."}}})
			return s.covers("a", x, func(m tea.Msg) bool { _, is := m.(kit.WindowMsg); return is })
		},
		"the fork of a list": func(s *stage) decision {
			return s.copies("ctrl+f", func(o kit.Shared) tea.Model {
				return saved.NewPicker(saved.PickerOptions{Shared: o, Shelf: &shelf{}, Workspace: "/w"})
			})
		},
		"the fork of what another process writes": func(s *stage) decision {
			return s.copies("f", func(o kit.Shared) tea.Model {
				return saved.NewReader(o, still{}, &store.LockedError{ID: "a1", PID: 1})
			})
		},
		"the turns that were answered": (*stage).goesOn,
		"a replay": func(s *stage) decision {
			forked := false
			x := replay.NewPlayer(replay.PlayerOptions{Log: desk.StoryLog(s.T), Theme: s.Theme(), Now: s.Clock, Tick: s.Tick, Arming: 300 * time.Millisecond, Shown: s.shown, Paused: true,
				Fork: func(int64) (tea.Model, error) { forked = true; return nil, errors.New("full") }})
			d := s.covers("f", x, nil)
			d.did = func() bool { return forked }
			return d
		},
		"the decisions": func(s *stage) decision {
			forked := false
			x := audit.New(audit.Options{Shared: s.shared(), Past: kit.Past{Log: desk.StoryLog(s.T), Fork: func(int64) (tea.Model, error) { forked = true; return nil, errors.New("full") }}})
			d := s.covers("f", x, nil)
			d.did = func() bool { return forked }
			return d
		},
	}
}

// asks has a conversation ask, a permission where there is no question, once put has put it on
// the screen.
func (s *stage) asks(key, question string, put func(tea.Model)) decision {
	o := talk.Options(s.Desk)
	env := o.Shell.State().Env
	env.Tools = desk.Registry(s.T, desk.Echo{}, askuser.New())
	o.Shell.SetEnv(env)
	o.First, o.Shown, o.Direct = "go", s.shown, true
	call := desk.CallOf("c1", "echo", `{"say":"hi"}`)
	if question != "" {
		call = desk.CallOf("c1", askuser.Name, `{"questions":[`+question+`]}`)
	}
	return decision{key: key, show: func() { put(Open(o)); s.Answer("", call) }, did: func() bool {
		for _, ev := range o.Shell.Log().All() {
			switch ev.Body.(type) {
			case store.ToolCallResponse, store.PermissionResponse, store.InquiryResponse:
				return true
			}
		}
		return false
	}}
}

// covers is a screen in front of one that hears what it says.
func (s *stage) covers(key string, screen kit.Covering, heard func(tea.Msg) bool) decision {
	under := &desk.Heard{}
	screen.Over(under)
	return decision{key: key, show: func() { s.hand(screen) }, did: func() bool {
		for _, msg := range under.Msgs {
			if heard(msg) {
				return true
			}
		}
		return false
	}}
}

// changes are the files of one turn.
type changes []kit.UndoFile

func (c changes) Sets() []kit.UndoSet                   { return []kit.UndoSet{{Title: "Turn 1", Files: len(c)}} }
func (c changes) Why() string                           { return "" }
func (c changes) Look(_, from, most int) []kit.UndoFile { return c[min(from, len(c)):] }

// begins has one server with one model.
type begins struct{ used bool }

func (b *begins) Found() []firstrun.Server {
	return []firstrun.Server{{Name: "local", Title: "Local", Models: []string{"one"}}}
}
func (b *begins) Keyless() []firstrun.Server               { return nil }
func (b *begins) KeyName(string) string                    { return "" }
func (b *begins) Keep(firstrun.Server, string, bool) error { return nil }
func (b *begins) Local() []firstrun.Server                 { return nil }
func (b *begins) Models(firstrun.Server) ([]string, error) { return nil, nil }
func (b *begins) Tour() (tea.Model, error)                 { return nil, errors.New("no tour") }
func (b *begins) Use(firstrun.Server, string) (tea.Model, error) {
	b.used = true
	return nil, errors.New("the disk is full")
}

// shelf has one conversation.
type shelf struct{ trashed bool }

func (f *shelf) List() ([]store.Summary, error) {
	return []store.Summary{{ID: "a1", Title: "yy", Workspace: "/w", Turns: 1}}, nil
}
func (f *shelf) Search(context.Context, string, search.Scope) iter.Seq2[search.Match, error] {
	return func(func(search.Match, error) bool) {}
}
func (f *shelf) Rename(string, string) error { return nil }
func (f *shelf) Trash(string) error          { f.trashed = true; return nil }
func (f *shelf) Restore(string) error        { return nil }

// list is the list of saved conversations.
func (s *stage) list(next tea.Model) (*saved.Picker, *shelf) {
	o, kept := s.shared(), &shelf{}
	o.Screens = &desk.Screens{T: s.T.(*testing.T), Next: next}
	return saved.NewPicker(saved.PickerOptions{Shared: o, Shelf: kept, Workspace: "/w"}), kept
}

// inList opens a conversation from the list.
func (s *stage) inList(m tea.Model) {
	x, _ := s.list(m)
	s.hand(x)
	s.Press("enter")
}

func (s *stage) trashes() decision {
	x, kept := s.list(nil)
	return decision{key: "delete", show: func() { s.hand(x) }, did: func() bool { return kept.trashed }}
}

func (s *stage) holds() decision {
	o := s.shared()
	screens := &desk.Screens{T: s.T.(*testing.T), Err: errors.New("it is gone")}
	o.Screens = screens
	x := saved.NewHeld(o, &store.LockedError{ID: "a1", PID: 1})
	return decision{key: "enter", show: func() { s.hand(x) }, did: func() bool { return len(screens.Asked) > 0 }}
}

// waits is an inbox.
type waits struct {
	paper  tea.Model
	none   bool // nothing waits any more, but its turn to go on
	wentOn bool
}

func (w *waits) Waiting() ([]waiting.Entry, error) {
	e := waiting.Entry{Ref: "a/1", Conversation: "a", Subject: "Which?"}
	if w.none {
		e.Kind = waiting.Answered
	}
	return []waiting.Entry{e}, nil
}
func (w *waits) Paper(waiting.Entry) (tea.Model, error) { return w.paper, nil }
func (w *waits) Looked(e waiting.Entry) waiting.Entry   { return e }
func (w *waits) GoOn(waiting.Entry) (func() (string, bool), error) {
	w.wentOn = true
	return func() (string, bool) { return "", false }, nil
}
func (w *waits) Fate(waiting.Entry) (store.Body, error) { return nil, nil }

// inInbox opens a conversation as the form of an entry.
func (s *stage) inInbox(m tea.Model) {
	x := inbox.New(inbox.Options{Shared: s.shared(), Inbox: &waits{paper: m}})
	x.Over(&desk.Heard{})
	s.hand(x)
	s.Press("enter")
}

// again sends a key as the terminal does while it is held down, after so long.
func (s *stage) again(key string, after time.Duration, says bool) {
	s.Pass(after)
	for range 20 {
		k := desk.KeyOf(key)
		k.IsRepeat = says
		s.Send(k)
		s.Pass(33 * time.Millisecond)
	}
}

// TestNoKeyDecidesUnseen ranges over the screens that take an answer, and over the ways in which
// a key comes that was not pressed for what is there. Once it is let go of, it decides.
func TestNoKeyDecidesUnseen(t *testing.T) {
	const ms = time.Millisecond
	paste := func(s *stage, x decision, between func()) {
		s.Send(tea.PasteStartMsg{})
		between()
		s.Send(tea.PasteMsg{Content: "y"})
		s.Send(tea.PasteEndMsg{})
	}
	held := func(s *stage, x decision, after time.Duration, says bool) {
		if !x.byKey {
			s.Press(x.key)
		}
		x.show()
		if x.byKey {
			s.Press(x.key)
		}
		s.again(x.key, after, says)
	}
	ways := map[string]func(s *stage, x decision){
		"held since before":              func(s *stage, x decision) { held(s, x, 500*ms, false) },
		"held, after a long wait":        func(s *stage, x decision) { held(s, x, 950*ms, false) },
		"held, and the terminal says so": func(s *stage, x decision) { held(s, x, 1500*ms, true) },
		"before the terminal has the picture": func(s *stage, x decision) {
			s.lag = time.Minute
			x.show()
			s.Pass(2 * time.Second)
			s.Press(x.key)
			s.lag = 0
		},
		"early":          func(s *stage, x decision) { x.show(); s.Pass(250 * ms); s.Press(x.key) },
		"early and held": func(s *stage, x decision) { x.show(); s.Pass(100 * ms); s.Press(x.key); s.again(x.key, 500*ms, false) },
		"in a burst":     func(s *stage, x decision) { x.show(); s.Press(x.key, x.key, x.key) },
		"typed for the shell": func(s *stage, x decision) {
			x.show()
			s.Pass(time.Minute)
			s.Send(tea.ResumeMsg{})
			s.Press(x.key)
		},
		"held since fg": func(s *stage, x decision) {
			x.show()
			s.Pass(time.Minute)
			s.Send(tea.ResumeMsg{})
			if x.key == "enter" {
				s.again(x.key, 500*ms, false)
			}
		},
		"held since another window": func(s *stage, x decision) {
			x.show()
			s.Send(tea.BlurMsg{})
			s.Pass(time.Minute)
			s.Send(tea.FocusMsg{})
			s.again(x.key, 500*ms, false)
		},
		"while the program got no time": func(s *stage, x decision) {
			x.show()
			since := s.Now.Add(250 * ms)
			s.Pass(time.Minute)
			s.Send(kit.LateMsg{Since: since})
			s.Press(x.key)
		},
		"as the rest of what a slow line tore": func(s *stage, x decision) {
			x.show()
			s.Pass(time.Minute)
			s.Send(uv.UnknownEvent("\x1b[?2026;2$")) // of an answer that ends in y
			s.Press(x.key)
		},
		"let go of": func(s *stage, x decision) {
			x.show()
			s.Pass(time.Minute)
			s.Send(tea.KeyReleaseMsg(desk.KeyOf(x.key)))
		},
		"with Alt": func(s *stage, x decision) {
			x.show()
			s.Pass(time.Minute)
			k := desk.KeyOf(x.key)
			k.Mod, k.Text = tea.ModAlt, ""
			s.Send(k)
		},
		"pasted": func(s *stage, x decision) { x.show(); s.Pass(time.Minute); paste(s, x, func() {}) },
		"behind a paste that ended early": func(s *stage, x decision) {
			x.show()
			s.Pass(time.Minute)
			paste(s, x, func() {})
			s.Press(x.key, x.key)
		},
		"of a paste that began before": func(s *stage, x decision) { paste(s, x, func() { x.show(); s.Pass(time.Minute) }) },
	}
	all := decisions()
	maps.Copy(all, others())
	for name, of := range all {
		for way, come := range ways {
			t.Run(name+", "+way, func(t *testing.T) {
				s := &stage{Desk: desk.New(t)}
				s.Top = &before{Setting: s.shared().Setting()}
				x := of(s)
				if come(s, x); x.did() {
					t.Fatalf("it decided:\n%s", s.Screen())
				}
				s.Pass(3 * time.Second)
				if s.Press(x.key); !x.did() {
					t.Errorf("let go of, it does not decide:\n%s", s.Screen())
				}
			})
		}
	}
}
