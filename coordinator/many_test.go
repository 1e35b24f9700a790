package coordinator

import (
	"encoding/json"
	"fmt"
	"reflect"
	"runtime"
	"testing"
	"time"

	"parley/coordinator/route"
	"parley/coordinator/tool"
	"parley/providers"
	"parley/store"
)

// looked counts how often the rules of a question are asked for: once per look at a call
// that asks.
type looked struct {
	storyRules
	n *int
}

func (l looked) Question(name, id string) QuestionRules {
	*l.n++
	return l.storyRules.Question(name, id)
}

// many plays a turn with one response of n calls to its end: every run ends, and every
// question and permission is answered in the order in which they come.
type many struct {
	t     testing.TB
	state State
	seq   int
	looks int // looks at the rules of a question
	log   []store.Event
	most  int // events of one step
}

func newMany(t testing.TB, name string, n int) *many {
	return newManyAt(t, name, n, func(i int) string { return fmt.Sprintf("%d.go", i) })
}

func newManyAt(t testing.TB, name string, n int, path func(int) string) *many {
	m := &many{t: t}
	m.state = State{
		Folded: Folded{Conversation: storyConversation},
		Env:    Env{Tools: storyTools(), Rules: looked{storyRules{detached: route.PolicyDeny}, &m.looks}, SomebodyThere: true},
	}
	m.send(Submitted{ID: "m", Text: "go"})
	a := providers.Response{}
	for i := range n {
		a.Calls = append(a.Calls, providers.Call{ID: fmt.Sprint("c", i), Name: name, Arguments: fmt.Sprintf(`{"path":%q}`, path(i))})
	}
	m.send(ModelDone{Key: m.state.Running[0].Key, Response: a})
	return m
}

func (m *many) send(in Input) {
	for {
		m.seq++
		s, did := Step(m.state, Msg{Time: time.Unix(1_800_000_000+int64(m.seq), 0), Nonce: fmt.Sprint("n", m.seq, "-"), Body: in})
		if did.Err != nil {
			m.t.Fatal(did.Err)
		}
		m.state = s
		m.log = append(m.log, did.Events...)
		m.most = max(m.most, len(did.Events))
		for _, k := range did.Cancel {
			m.send(Gone{Key: k})
		}
		if !m.state.more {
			return
		}
		in = Settling{}
	}
}

// play continues until the model is asked again.
func (m *many) play() {
	for {
		if p, ok := m.state.Prompt(); ok {
			if p.Permission != nil {
				m.send(Permitted{Key: p.Key, Outcome: store.PermitAllowed})
			} else {
				m.send(Answered{Key: p.Key, Value: json.RawMessage("true")})
			}
			continue
		}
		key := m.state.Running[0].Key
		if key.Kind != OfTool {
			return
		}
		t, _ := m.state.Folded.Current()
		c, _ := t.Call(key.ID)
		out := tool.Outcome(tool.Success{Content: "done"})
		if c.Name == "patcher" && c.Run == 1 {
			out = tool.NeedsInput{Form: mustForm(boolean(false, "true"))}
		}
		m.send(ToolDone{Key: key, Outcome: out})
	}
}

// spent is what a turn of n calls costs in memory, its looks, and its longest
// step.
func spent(t *testing.T, name string, n int) (bytes uint64, m *many) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	m = newMany(t, name, n)
	m.play()
	runtime.ReadMemStats(&after)
	turn, _ := m.state.Folded.Current()
	if turn.Calls.Len() != n || !turn.settled() {
		t.Fatalf("%d calls of %s did not end", n, name)
	}
	return after.TotalAlloc - before.TotalAlloc, m
}

// TestManyCallsCostTheirNumber checks that a turn with a thousand calls costs at most
// three times as much as one with five hundred, in memory and in looks at the
// configuration, whatever its tools ask for.
func TestManyCallsCostTheirNumber(t *testing.T) {
	for _, name := range []string{"reader", "writer", "patcher", "giver"} {
		calls := 500
		if testing.Short() {
			calls = 100 // what grows too fast does so here as well
		}
		bytes5, m5 := spent(t, name, calls)
		bytes10, m10 := spent(t, name, 2*calls)
		if bytes10 > 3*bytes5 || m10.looks > 3*m5.looks {
			t.Errorf("%s: %d bytes became %d, %d looks became %d", name, bytes5, bytes10, m5.looks, m10.looks)
		}
	}
}

// TestTooManyCallsAreRefused: of a response with more calls than are carried out, the
// first are on record, none runs, and the last says how many more there were.
func TestTooManyCallsAreRefused(t *testing.T) {
	m := newMany(t, "writer", mostCalls+19000)
	var said []string
	requested, left := 0, 0
	for _, ev := range m.log {
		switch b := ev.Body.(type) {
		case store.ToolCallRequest:
			requested++
		case store.ResponseEnd:
			left = b.LeftOut
		case store.ToolCallResponse:
			said = append(said, b.Content)
		case store.ToolStarted, store.PermissionRequest:
			t.Fatalf("%+v", b)
		}
	}
	one := "writer was not carried out: your response held 20000 tool calls, and a response with more than 1000 is not carried out at all. Call fewer tools at once."
	last := one + " 19000 more calls of that response came after this one; nothing was done about them either."
	if requested != mostCalls || left != 19000 || len(said) != mostCalls || said[0] != one || said[mostCalls-2] != one || said[mostCalls-1] != last {
		t.Errorf("%d requested, %d left out, %d refused, %q, %q", requested, left, len(said), said[0], said[len(said)-1])
	}
	if key := m.state.Running[0].Key; key.Kind != OfModel {
		t.Errorf("%s runs", key)
	}
	if live := m.state.Folded; !reflect.DeepEqual(live, foldEvents(m.log)) {
		t.Error("the fold of the log is another state")
	}
}

// TestAThousandAreNotTooMany: all are carried out, in the order of the response, and never more
// at once than may run; another begins whenever one has ended.
func TestAThousandAreNotTooMany(t *testing.T) {
	m := newMany(t, "reader", mostCalls)
	for ended := 0; ended < mostCalls; ended++ {
		turn, _ := m.state.Folded.Current()
		for i := range mostCalls {
			if c, begun := turn.Calls.At(i), i < min(ended+mostAtOnce, mostCalls); c.Done != (i < ended) || c.Running != (begun && !c.Done) {
				t.Fatalf("%d have ended: call %d has ended %v, runs %v", ended, i, c.Done, c.Running)
			}
		}
		m.send(ToolDone{Key: m.state.Running[0].Key, Outcome: tool.Success{Content: "done"}})
	}
	if key := m.state.Running[0].Key; key.Kind != OfModel {
		t.Errorf("%s runs", key)
	}
}

// TestAStepIsShort checks that what follows from a message comes in slices, and that a
// wish to stop between two of them is heard at once.
func TestAStepIsShort(t *testing.T) {
	if testing.Short() {
		return // nothing in it runs side by side
	}
	m := newMany(t, "reader", 1000)
	m.most = 0
	m.play()
	if m.most > sliceSize+1 {
		t.Errorf("a step of %d events", m.most)
	}
	m = newMany(t, "reader", 1000)
	s, did := Step(m.state, Msg{Time: time.Unix(1_900_000_000, 0), Nonce: "x-", Body: Interrupted{}})
	if len(did.Events) > sliceSize+1 || !did.More || len(did.Cancel) != mostAtOnce {
		t.Errorf("%d events, more %v, %d cancelled", len(did.Events), did.More, len(did.Cancel))
	}
	for n := 0; s.more && n < 10; n++ {
		s, did = Step(s, Msg{Time: time.Unix(1_900_000_000, 0), Nonce: fmt.Sprint("x", n, "-"), Body: Settling{}})
	}
	if s.Folded.Open() || s.more {
		t.Errorf("open %v, more %v", s.Folded.Open(), s.more)
	}
}

func BenchmarkManyCalls(b *testing.B) {
	for _, name := range []string{"reader", "writer", "patcher", "giver"} {
		for _, n := range []int{500, 1000} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				for b.Loop() {
					newMany(b, name, n).play()
				}
			})
		}
	}
}
