package main

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"parley/teatest"
)

// atOnce is how soon the program must obey whoever stops it, whatever it is doing.
const atOnce = 200 * time.Millisecond

// state is something that the program can be in the middle of.
type state struct {
	name   string
	open   func() *teatest.Terminal
	shows  string        // once it is there
	wait   time.Duration // how long it goes on then
	ctrlC  func(teatest.Screen) bool
	esc    func(teatest.Screen) bool
	keys   []string // pressed first, then
	typing string   // is typed
}

func has(texts ...string) func(teatest.Screen) bool {
	return func(s teatest.Screen) bool { return s.Has(texts...) }
}

// stopped is what the states are made of.
var stopped = map[string]string{
	"stream": "tokens_per_second = 2000\n[[answer]]\ngenerate = { kind = \"markdown\", tokens = 200000, seed = 7 }\n",
	"code":   "[[answer]]\ntext = '''\n```go\n" + strings.Repeat("if x := f(a, \"b\"); x > 0 { return x } // and so on\n", 40_000) + "```\n'''\n",
	"form":   call("ask_user", `{ questions = [{ id = "a", text = "Which?", answer_type = "select", options = ["x", "y"] }] }`),
	"text":   call("ask_user", `{ question = "What?", answer_type = "text" }`),
	"permit": call("run_command", `{ command = "true" }`),
	"tool":   call("run_command", `{ command = "sh stubborn.sh" }`),
	"patch":  call("fs_create_file", `{ path = "new.txt", content = "one" }`) + call("fs_modify_file", `{ path = "big.txt", patterns = [{ old = "line 7\n", new = "line seven\n" }] }`),
	"retry":  "[[answer]]\ntext = \"late\"\n[[answer.fault]]\nstatus = 429\nretry_after = \"60\"\n",
	"slow":   "[[answer]]\ntext = \"late\"\ndelay = \"60s\"\n",
	"guard":  strings.Repeat(call("run_command", `{ command = "true" }`), 3),
	"many":   manyCalls(1000),
}

func call(tool, arguments string) string {
	return "[[answer]]\n[[answer.call]]\nname = \"" + tool + "\"\narguments = " + arguments + "\n"
}

func manyCalls(n int) string {
	return "[[answer]]\n" + strings.Repeat("[[answer.call]]\nname = \"fs_list_files\"\narguments = { path = \".\" }\n", n)
}

// stops measures how soon Ctrl+C, Esc and SIGTERM have their effect in each state.
func (b *bench) stops() {
	p, long := b.place(), b.place()
	for name, source := range stopped {
		p.Scenario(name, source+"[[answer]]\ntext = \"ok\"\nrepeat = \"always\"\n")
	}
	p.Write("big.txt", numbered(50_000))
	p.Write("stubborn.sh", "trap '' TERM\necho begun\nsleep 600\n")
	long.Scenario("quiet", quiet)
	b.conversation(long, 50_000, usual)
	for i := range 3000 {
		b.copyOf(long, fmt.Sprintf("copy-%04d", i))
	}
	at := func(name string, flags ...string) func() *teatest.Terminal {
		return b.opens(p, append(append([]string{"-m", "script/" + name}, flags...), "go")...)
	}
	const free = `conversation.tools."*".run=unattended`
	silent, done := b.silent()
	defer done()
	menu := has("End turn", "close the menu")
	ended := func(s teatest.Screen) bool {
		return s.Has("Ask, or") && (s.Has("you ended the turn") || s.Has("stopped by you")) // a response says it itself
	}
	left := func(s teatest.Screen) bool { return !s.Has("end the search") }
	for _, s := range []state{
		{name: "an answer arrives", open: at("stream"), shows: "writes", ctrlC: ended, esc: ended},
		{name: "a long block of code arrives", open: at("code"), shows: "writes", ctrlC: ended, esc: ended},
		{name: "a choice is asked for", open: at("form"), shows: "1-2 choose", ctrlC: ended, esc: menu},
		{name: "a text is asked for", open: at("text", "-c", "forms.text_prompt=direct"), shows: "Enter submit", ctrlC: ended, esc: has("End turn", "Reply")},
		{name: "a permission is open", open: at("permit"), shows: "y run once", ctrlC: ended, esc: menu},
		{name: "a change of 50,000 lines is open", open: at("patch", "-c", `conversation.tools.fs_create_file.run=unattended`), shows: "y apply", ctrlC: ended, esc: menu},
		{name: "a guard asks", open: at("guard", "-c", free, "-c", "conversation.guards.max_iterations=1"), shows: "choose", ctrlC: ended, esc: has("End turn")},
		{name: "a command runs that ends at no signal", open: at("tool", "-c", free), shows: "begun", ctrlC: ended, esc: ended},
		{name: "a thousand calls run", open: at("many", "-c", free), shows: "List", ctrlC: ended, esc: ended},
		{name: "a request waits to be tried again", open: at("retry"), shows: "Esc stop", ctrlC: ended, esc: ended},
		{name: "a server says nothing", open: at("slow"), shows: "Esc stop", ctrlC: ended, esc: ended},
		{name: "a conversation of 50,000 events opens", open: b.opens(long, "--resume", "long"), shows: "opening"},
		{name: "… is searched for a long text", open: b.opens(long, "--resume", "long"), shows: "? help", keys: []string{"tab", "/"}, typing: strings.Repeat("words of an answer ", 20), esc: left},
		{name: "a list of 3,000 opens", open: b.opens(long, "resume"), shows: "Esc"},
		{name: "a replay of 50,000 events opens", open: b.opens(long, "replay", "long"), shows: "event"},
		{name: "the first run tries a server", open: b.opens(p), shows: "1-9 choose", typing: "1" + silent + "\r"},
	} {
		b.stop(s)
	}
}

// stop measures one state: each way to stop it, in a program of its own.
func (b *bench) stop(s state) {
	const rounds = 5
	measure := func(do func(*teatest.Terminal), seen func(teatest.Screen) bool) (most time.Duration) {
		for range rounds {
			x := s.open()
			x.Until(s.name, has(s.shows))
			pause(s.wait)
			x.Press(s.keys...)
			x.Type(s.typing)
			began := time.Now()
			do(x)
			if seen != nil {
				x.Until(s.name+": what stops it", seen)
			} else {
				x.Wait()
			}
			most = max(most, time.Since(began))
			x.Kill(9)
			x.Wait()
		}
		return most
	}
	cells, kept := []string{"", "", ""}, true
	for i, way := range []struct {
		do   func(*teatest.Terminal)
		seen func(teatest.Screen) bool
		is   bool
	}{
		{func(x *teatest.Terminal) { x.Press("ctrl+c") }, s.ctrlC, s.ctrlC != nil},
		{func(x *teatest.Terminal) { x.Press("esc") }, s.esc, s.esc != nil},
		{func(x *teatest.Terminal) { x.Kill(15) }, nil, true},
	} {
		if !way.is {
			cells[i] = "–"
			continue
		}
		d := measure(way.do, way.seen)
		cells[i], kept = ms(d), kept && d <= atOnce
	}
	row("stopped while "+s.name+": Ctrl+C, Esc, SIGTERM, the longest of 5", "", strings.Join(cells, " / "), "200 ms", kept)
}

func (b *bench) opens(p *teatest.Place, args ...string) func() *teatest.Terminal {
	return func() *teatest.Terminal { return p.Open(width, height, args...) }
}

// silent is the address of a server that says nothing.
func (b *bench) silent() (address string, done func()) {
	listen, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.t.Fatalf("%v", err)
	}
	return "http://" + listen.Addr().String() + "/v1", func() { _ = listen.Close() } // nobody connects any more
}

func numbered(n int) string {
	var out strings.Builder
	for i := range n {
		fmt.Fprintln(&out, "line", i)
	}
	return out.String()
}

// copyOf stores the beginning of the long conversation once more.
func (b *bench) copyOf(p *teatest.Place, id string) {
	const line = `{"v":1,"seq":1,"event":"e1","time":"2026-11-01T09:00:00Z","conversation":"%s","type":"config_delta","turn":0,"set":{"assistant.model.id":"script/quiet"}}
{"v":1,"seq":2,"event":"e2","time":"2026-11-01T09:00:00Z","conversation":"%[1]s","type":"turn_start","turn":1}
{"v":1,"seq":3,"event":"e3","time":"2026-11-01T09:00:00Z","conversation":"%[1]s","type":"chat_request","turn":1,"text":"What of it?"}
{"v":1,"seq":4,"event":"e4","time":"2026-11-01T09:00:00Z","conversation":"%[1]s","type":"turn_end","turn":1,"reason":"done"}
`
	dir := filepath.Join(p.Store(), id)
	err := os.MkdirAll(dir, 0o700)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "events.jsonl"), fmt.Appendf(nil, line, id), 0o600)
	}
	if err != nil {
		b.t.Fatalf("%v", err)
	}
}
