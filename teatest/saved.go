package teatest

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"parley/model/cli/account"
	"parley/store"
	"parley/store/system"
)

// Invented makes saved conversations, the same for the same seed: prose, code, calls,
// results and now and then a question, from a vocabulary in which few words are frequent
// and many are rare.
type Invented struct {
	rand  *rand.Rand
	words []string
	file  []byte
	id    string
	seq   int64
	turn  int
	begun time.Time
}

// Rare is a word that occurs in one of a hundred invented conversations.
const Rare = "Xylophone"

// NewInvented begins with a seed.
func NewInvented(seed uint64) *Invented {
	v := &Invented{rand: rand.New(rand.NewPCG(seed, 7)), begun: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)}
	for range 5000 {
		var w strings.Builder
		for range 1 + v.rand.IntN(4) {
			w.WriteByte("bcdfglmnprstvw"[v.rand.IntN(14)])
			w.WriteByte("aeiou"[v.rand.IntN(5)])
		}
		v.words = append(v.words, w.String())
	}
	return v
}

// Save writes a conversation of about so many bytes or, if bytes is 0, of so many events,
// into a store's directory.
func (v *Invented) Save(root, id string, bytes, events int) error {
	v.file, v.id, v.seq, v.turn = v.file[:0], id, 0, 0
	if err := errors.Join(v.add(store.ConfigDelta{Set: map[string]json.RawMessage{"assistant.model.id": json.RawMessage(`"script/quiet"`)}}),
		v.add(store.Workspace{Root: fmt.Sprint("/home/ada/project", v.rand.IntN(5))})); err != nil {
		return err
	}
	for len(v.file) < bytes || int(v.seq) < events {
		if err := v.oneTurn(); err != nil {
			return err
		}
	}
	v.begun = v.begun.Add(time.Hour)
	dir := filepath.Join(root, id)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "events.jsonl"), v.file, 0o600)
}

// Ours notes that a conversation, which a test wrote by hand, was recorded by the place's programs
// in its workspace. Otherwise it is a stranger's, whose settings do not count.
func (p *Place) Ours(id string) {
	p.t.Helper()
	c, _, err := store.Open(p.Store(), time.Now).OpenRead(id)
	if err != nil {
		p.t.Fatalf("note %s: %v", id, err)
	}
	folder, err := system.Identity(p.Dir)
	var noted store.Log
	made := account.NewMade(filepath.Join(p.Home, ".local", "state", "parley", "made"), id, folder, func() store.Log { return noted })
	written := func(events ...store.Event) error { noted = noted.Append(events...); return nil }
	var events []store.Event
	for _, ev := range c.Log().All() {
		events = append(events, ev)
	}
	if err = errors.Join(err, made.Recording(written)(events...), c.Close()); err != nil || made.Fails() != nil {
		p.t.Fatalf("note %s: %v", id, err)
	}
}

// oneTurn is a message, a call with its result, and a response.
func (v *Invented) oneTurn() error {
	v.turn++
	r, c := fmt.Sprint(v.turn, ".1"), fmt.Sprint("call_", v.turn)
	ask := ""
	if v.rand.IntN(500) == 0 {
		ask = " " + Rare
	}
	bodies := []store.Body{
		store.TurnStart{}, store.ChatRequest{Text: v.prose(5+v.rand.IntN(20)) + ask},
		store.ChatResponse{Response: r, Text: v.prose(30)},
		store.ToolCallRequest{Response: r, ID: c, Name: "fs_read_file", Arguments: json.RawMessage(fmt.Sprintf(`{"path":%q}`, v.prose(1)+".go"))},
		store.ResponseEnd{Response: r, Calls: 1, Model: "script/quiet", Finish: "tool_calls"}, store.ToolStarted{ID: c, Run: 1},
		store.ToolCallResponse{ID: c, Content: v.code(20 + v.rand.IntN(40))},
		store.ChatResponse{Response: r + "b", Text: v.prose(60 + v.rand.IntN(100))},
		store.ResponseEnd{Response: r + "b", Model: "script/quiet", Finish: "stop"}, store.TurnEnding{Reason: store.ReasonDone}, store.TurnEnd{Reason: store.ReasonDone},
	}
	for _, b := range bodies {
		if err := v.add(b); err != nil {
			return err
		}
	}
	return nil
}

func (v *Invented) add(b store.Body) error {
	v.seq++
	line, err := store.Encode(store.Head{
		V: store.Version, Seq: v.seq, ID: fmt.Sprintf("%s-%d", v.id, v.seq), Time: v.begun.Add(time.Duration(v.seq) * time.Second),
		Conversation: v.id, Turn: v.turn,
	}, b)
	v.file = append(append(v.file, line...), '\n')
	return err
}

func (v *Invented) word() string {
	x := v.rand.Float64()
	return v.words[int(x*x*x*float64(len(v.words)))] // few of them often
}

func (v *Invented) prose(n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(v.word())
		if i%12 == 11 {
			b.WriteString(".\n")
		}
	}
	return b.String()
}

func (v *Invented) code(lines int) string {
	var b strings.Builder
	for range lines {
		fmt.Fprintf(&b, "\t%s := %s(\"%s\")\n", v.word(), v.word(), v.word())
	}
	return b.String()
}

// SaveMany fills a store's directory with n conversations of about so many bytes in total,
// a few long and many short ones, and returns how many bytes they have.
func SaveMany(root string, n, bytes int) (int, error) {
	v, all := NewInvented(1), 0
	for i := range n {
		size := bytes / n / 2
		if i%10 == 0 {
			size = 5 * bytes / n // one of ten has half of it all
		}
		if err := v.Save(root, fmt.Sprintf("c%06d", i), size, 0); err != nil {
			return all, err
		}
		all += len(v.file)
	}
	return all, nil
}
