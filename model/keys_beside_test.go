package model

import (
	"context"
	"errors"
	"iter"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/coordinator"
	"parley/coordinator/commands"
	"parley/model/firstrun"
	"parley/model/inbox"
	"parley/model/kit"
	"parley/model/rules"
	"parley/model/saved"
	"parley/model/window"
	"parley/store"
	"parley/store/search"
	"parley/teatest/desk"
)

// copies forks a conversation on the screen that of makes.
func (s *stage) copies(key string, of func(kit.Shared) tea.Model) decision {
	o := s.shared()
	screens := &desk.Screens{T: s.T.(*testing.T), Err: errors.New("the disk is full")}
	o.Screens = screens
	return decision{key: key, show: func() { s.hand(of(o)) }, did: func() bool { return len(screens.Asked) > 0 }}
}

// still is a conversation that another process has open, and to which nothing is added.
type still struct{}

func (still) ID() string                                  { return "a1" }
func (still) Log() store.Log                              { return store.Log{} }
func (still) Next(context.Context) ([]store.Event, error) { return nil, context.Canceled }
func (still) Close() error                                { return nil }

// answered is the form of an entry that any key answers.
type answered struct{ of *waits }

func (a answered) Init() tea.Cmd  { return nil }
func (a answered) View() tea.View { return tea.NewView("Which?") }
func (a answered) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, key := msg.(tea.KeyPressMsg); !key {
		return a, nil
	}
	a.of.none = true
	return a, func() tea.Msg {
		return commands.StepMsg{Input: coordinator.Forwarded{Taken: coordinator.Taken{Done: true}}}
	}
}

// goesOn has one turn in the inbox that was answered there.
func (s *stage) goesOn() decision {
	w := &waits{}
	w.paper = answered{w}
	x := inbox.New(inbox.Options{Shared: s.shared(), Inbox: w})
	x.Over(&desk.Heard{})
	return decision{key: "g", byKey: true, show: func() { s.hand(x); s.Press("enter"); s.Pass(time.Minute); s.Press("y") }, did: func() bool { return w.wentOn }}
}

// others are screens that have been there for long, on which something else to be decided comes:
// not because the user moved there.
func others() map[string]func(*stage) decision {
	return map[string]func(*stage) decision{
		"the conversation after one in the trash": func(s *stage) decision {
			x, kept := s.shelved()
			return decision{byKey: true, key: "delete", show: func() { s.hand(x); s.Pass(time.Minute); s.Press("ctrl+d") }, did: func() bool { return len(kept.thrown) > 1 }}
		},
		"a conversation that holds what is searched for": func(s *stage) decision {
			x, kept := s.shelved()
			return decision{byKey: true, key: "delete", show: func() { s.hand(x); s.Pass(time.Minute); s.Write("zz"); s.Pass(150 * time.Millisecond) }, did: func() bool { return len(kept.thrown) > 0 }}
		},
		"a conversation that a filter leaves": func(s *stage) decision {
			x, kept := s.shelved()
			return decision{byKey: true, key: "ctrl+d", show: func() { s.hand(x); s.Pass(time.Minute); s.Write("one") }, did: func() bool { return len(kept.thrown) > 0 }}
		},
		"the rule after one that was taken back": func(s *stage) decision {
			all, drops := []kit.Rule{{Verdict: "allow", Text: "run_command(ls)", Key: "k"}, {Verdict: "allow", Text: "run_command(pwd)", Key: "l"}}, 0
			x := rules.New(rules.Options{Shared: s.shared(), Rules: kit.Rules{All: all}, Drop: func(r kit.Rule) tea.Cmd {
				drops++
				return func() tea.Msg { return kit.RuleDroppedMsg{Rule: r, Rules: kit.Rules{All: all[drops:]}} }
			}})
			d := s.covers("delete", x, nil)
			d.byKey, d.show, d.did = true, func() { s.hand(x); s.Pass(time.Minute); s.Press("r") }, func() bool { return drops > 1 }
			return d
		},
		"the summary after one that was taken back": func(s *stage) decision {
			under := &desk.Heard{}
			x := window.New(window.Options{Shared: s.shared(), Window: kit.Window{All: []kit.Stands{{Event: "e1", Body: store.ContextSummary{Text: "One."}}, {Event: "e2", Body: store.ContextSummary{Text: "Two."}}}}})
			x.Over(under)
			return decision{byKey: true, key: "delete", show: func() { s.hand(x); s.Pass(time.Minute); s.Press("r") }, did: func() bool {
				backs := 0
				for _, msg := range under.Msgs {
					if _, is := msg.(kit.WindowMsg); is {
						backs++
					}
				}
				return backs > 1
			}}
		},
		"the models of a first run": func(s *stage) decision {
			b := &offers{}
			return decision{byKey: true, key: "enter", show: func() {
				s.hand(firstrun.NewFirstRun(s.shared(), b, "config.toml", "keys.toml"))
				s.Pass(time.Minute)
				s.Press("1")
			}, did: func() bool { return b.used }}
		},
	}
}

// offers has one server with two models.
type offers struct{ begins }

func (o *offers) Found() []firstrun.Server {
	return []firstrun.Server{{Name: "local", Title: "Local", Models: []string{"one", "two"}}}
}

// shelves has some conversations, which hold what is searched for.
type shelves struct {
	shelf
	thrown []string
}

func (f *shelves) List() (all []store.Summary, err error) {
	for _, id := range []string{"a", "b", "c", "d"} {
		all = append(all, store.Summary{ID: id, Title: "soy " + id, Workspace: "/w", Turns: 1})
	}
	all[0].Title = "oney"
	return append(all[1:], all[0]), nil
}

func (f *shelves) Search(context.Context, string, search.Scope) iter.Seq2[search.Match, error] {
	return func(yield func(search.Match, error) bool) {
		for _, id := range []string{"a", "b"} {
			if !yield(search.Match{ID: id, Line: "zzy"}, nil) {
				return
			}
		}
	}
}

func (f *shelves) Trash(id string) error {
	f.thrown = append(f.thrown, id)
	return nil
}

// shelved is the list of several saved conversations.
func (s *stage) shelved() (*saved.Picker, *shelves) {
	kept := &shelves{}
	return saved.NewPicker(saved.PickerOptions{Shared: s.shared(), Shelf: kept, Workspace: "/w"}), kept
}

// TestALateKeyDecidesWhatWasThere: the program got no time only once keys decided.
func TestALateKeyDecidesWhatWasThere(t *testing.T) {
	for name, of := range decisions() {
		s := &stage{Desk: desk.New(t)}
		s.Top = &before{Setting: s.shared().Setting()}
		x := of(s)
		x.show()
		s.Pass(2 * time.Second)
		since := s.Now
		s.Pass(time.Minute)
		s.Send(kit.LateMsg{Since: since})
		if s.Press(x.key); !x.did() {
			t.Errorf("%s: it does not decide:\n%s", name, s.Screen())
		}
	}
}
