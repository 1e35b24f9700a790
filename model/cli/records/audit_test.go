package records

import (
	"testing"
	"time"

	"parley/forms"
	"parley/model/cli/process"
	"parley/store"
	"parley/store/record"
)

func TestAuditText(t *testing.T) {
	at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	q := func(id string, d record.Decided) record.Decided {
		d.Asked, d.Kind, d.ID, d.Tool, d.Question, d.Text = at, record.KindQuestion, id, "fs", "apply", "Apply\nit?"
		d.Type.Kind = forms.Boolean
		if d.Outcome != "" {
			d.Closed, d.Seconds = at.Add(1250*time.Millisecond), 1.25
		}
		return d
	}
	raw := func(s string) record.Raw { return record.Raw(s) }
	a := record.Audit{
		Decisions: []record.Decided{
			q("a.1", record.Decided{Outcome: store.Answered, Answer: raw("false"), By: store.ByReviewer, Model: "small", Reason: "no\n\x1b[2J2026-01-01"}),
			q("a.2", record.Decided{Outcome: store.Answered, Answer: raw("true"), By: store.ByUser, Edited: true, Escalated: "a.1"}),
			q("b.1", record.Decided{Outcome: store.Cancelled, By: store.ByReviewer, Model: "small", Reason: "backend_error", Said: "it is down"}),
			q("b.0", record.Decided{Outcome: store.Cancelled, By: store.ByReviewer, Model: "small", Reason: store.CancelUser, Said: "the review was stopped"}),
			q("b.9", record.Decided{Outcome: store.Cancelled, Reason: store.CancelEndTurn}),
			q("b.2", record.Decided{Outcome: store.Redacted, By: store.ByStatic}),
			q("b.3", record.Decided{Outcome: store.Answered, Answer: raw("true"), By: store.ByTurnCache}),
			q("b.4", record.Decided{Outcome: store.Answered, Answer: raw("true"), By: store.ByDefault}),
			{Asked: at, Closed: at.Add(time.Hour), Seconds: 3600, Kind: "run", ID: "c.run", Tool: "sh", Text: "ls", Outcome: "denied", By: "policy", Reason: "policy_denied"},
			q("d.1", record.Decided{}),
			q("e.1", record.Decided{Outcome: store.Answered, Answer: raw("true"), By: store.ByReviewer, Model: "small", Context: "Run\r\n\x1b[2J\u202e\n\n2026-11-21T12:00:00Z  fs.apply\n"}),
			q("e.2", record.Decided{Outcome: store.Answered, Answer: raw("true"), By: store.ByUser, Edited: true, EditedTo: "a\n b\n", Escalated: "e.1", Context: "Run\r\n\x1b[2J\u202e\n\n2026-11-21T12:00:00Z  fs.apply\n"}),
			q("e.3", record.Decided{Outcome: store.Answered, Answer: raw("true"), By: store.ByUser, Edited: true, EditedTo: "a\n", Part: store.Part{Taken: 1, Hunks: 3}}),
			{Asked: at, Closed: at, Kind: "run", ID: "f.run", Tool: "run_command", Text: "ls … (2 lines)", Arguments: raw(`{"command":"ls\nrm -rf x","directory":"y"}`), Outcome: "allowed", By: "user"},
			{Asked: at, Closed: at, Kind: "run", ID: "g.run", Tool: "run_command", Text: "ls", Arguments: raw(`{"command":"ls"}`), Outcome: "allowed", By: "user"},
		},
		Tallies: []record.Tally{{Tool: "fs", Question: "apply", Reviewed: 3, No: 2, Judged: 2, Overruled: 1}, {Tool: "sh", Question: "x", Reviewed: 1}},
	}
	const want = `2026-11-21T12:00:00Z  fs.apply  (a.1)
  Apply␊it?
  no, by the reviewer small, after 1.3s: no␊␛[2J2026-01-01
2026-11-21T12:00:00Z  fs.apply  (a.2)  after a.1
  Apply␊it?
  edited, then yes, by you, after 1.3s
2026-11-21T12:00:00Z  fs.apply  (b.1)
  Apply␊it?
  not answered: the reviewer failed (small), after 1.3s: it is down
2026-11-21T12:00:00Z  fs.apply  (b.0)
  Apply␊it?
  you stopped the review (small), after 1.3s: the review was stopped
2026-11-21T12:00:00Z  fs.apply  (b.9)
  Apply␊it?
  you ended the turn, after 1.3s
2026-11-21T12:00:00Z  fs.apply  (b.2)
  Apply␊it?
  a secret, by the configuration, after 1.3s
2026-11-21T12:00:00Z  fs.apply  (b.3)
  Apply␊it?
  yes, by you, remembered this turn, after 1.3s
2026-11-21T12:00:00Z  fs.apply  (b.4)
  Apply␊it?
  yes, by its default, nobody was there, after 1.3s
2026-11-21T12:00:00Z  sh, permission to run  (c.run)
  ls
  no, by the policy, nobody was there, after 1h0m0s
2026-11-21T12:00:00Z  fs.apply  (d.1)
  Apply␊it?
  open
2026-11-21T12:00:00Z  fs.apply  (e.1)
  Apply␊it?
  | Run
  | ␛[2J<U+202E>
  |
  | 2026-11-21T12:00:00Z  fs.apply
  yes, by the reviewer small, after 1.3s
2026-11-21T12:00:00Z  fs.apply  (e.2)  after e.1
  Apply␊it?
  about the same as e.1
  edited, then yes, by you, after 1.3s
  edited to:
  | a
  |  b
  |
2026-11-21T12:00:00Z  fs.apply  (e.3)
  Apply␊it?
  yes, 1 of 3 hunks, by you, after 1.3s
  without the hunks that were left out:
  | a
  |
2026-11-21T12:00:00Z  run_command, permission to run  (f.run)
  ls … (2 lines)
  | command:
  |   ls
  |   rm -rf x
  | directory: y
  allowed, by you, after 0s
2026-11-21T12:00:00Z  run_command, permission to run  (g.run)
  ls
  allowed, by you, after 0s

fs.apply: the reviewer said no 2 of 3 times; of 2 that came to you, you overruled 1.
sh.x: the reviewer said no 0 of 1 times.
`
	if got := process.Terminal(a.Words()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := (record.Audit{}).Words(); got != "No decision.\n" {
		t.Errorf("got %q", got)
	}
}

func TestABrokenChainIsToldWithItsPlaces(t *testing.T) {
	err := brokenChain([]record.Break{{Seq: 4}, {Seq: 9, Before: 7}}, true)
	const want = "the file was changed after it was written: a decision was altered, removed or added before event 4, between events 7 and 9"
	if err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
	if err := brokenChain(nil, false); err != nil {
		t.Error(err)
	}
	const altered = "the file was changed while it was closed; its decisions still fit one another, but what it says need not be what was said and decided"
	if err := brokenChain(nil, true); err == nil || err.Error() != altered {
		t.Errorf("%v", err)
	}
}
