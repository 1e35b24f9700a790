package rules

import (
	"fmt"
	"strings"
	"testing"
)

// thousand is a thousand rules of every kind, as somebody has who never removes one.
func thousand(t testing.TB) *Set {
	t.Helper()
	var held []Held
	add := func(kind Kind, text string) {
		r, err := Parse(kind, text)
		if err != nil {
			t.Fatal(err)
		}
		held = append(held, Held{Rule: r, Kind: kind})
	}
	for i := range 160 {
		add(Allow, fmt.Sprintf("run_command(git log -- docs/%d *)", i))
		add(Allow, fmt.Sprintf("run_command(tool%d --flag %d *)", i, i))
		add(Allow, fmt.Sprintf("run_command(go test ./pkg%d -run *)", i))
		add(Allow, fmt.Sprintf("fs_create_file(docs/%d/**)", i))
		add(Ask, fmt.Sprintf("run_command(git push remote%d *)", i))
		add(Deny, fmt.Sprintf("run_command(danger%d *)", i))
	}
	for i := range 40 {
		add(Deny, fmt.Sprintf("fs_*(secret/%d/**/.env*)", i))
	}
	return NewSet(held, Here{})
}

// hundred is a line of a hundred commands, each covered by a rule.
func hundred() string {
	var parts []string
	for i := range 50 {
		parts = append(parts, fmt.Sprintf("git log -- docs/%d 'a b' more/than/one", i), fmt.Sprintf("go test ./pkg%d -run TestX -count=1", i))
	}
	return strings.Join(parts, " && ")
}

// BenchmarkDecide decides about a line of a hundred commands with a thousand rules; at
// most 2 ms.
func BenchmarkDecide(b *testing.B) {
	set, call := thousand(b), Call{Tool: commandTool, Root: root, Command: hundred()}
	facts := Facts{Paths: map[string]Place{}, Programs: map[string]Program{}, Configs: map[string]Config{}}
	for {
		got := Decide(set, call, facts)
		if got.Wants.Empty() {
			if got.Verdict != Allowed {
				b.Fatal(got.Why)
			}
			break
		}
		know(facts, got.Wants)
	}
	for b.Loop() {
		Decide(set, call, facts)
	}
}

// BenchmarkNewSet reads a thousand rules and makes them ready.
func BenchmarkNewSet(b *testing.B) {
	held := thousand(b).held
	for b.Loop() {
		var again []Held
		for _, h := range held {
			r, err := Parse(h.Kind, h.String())
			if err != nil {
				b.Fatal(err)
			}
			again = append(again, Held{Rule: r, Kind: h.Kind})
		}
		NewSet(again, Here{})
	}
}

// BenchmarkTables reads the tables, which happens once per process, when they are first
// needed.
func BenchmarkTables(b *testing.B) {
	for b.Loop() {
		all, err := unpacked()
		if err != nil {
			b.Fatal(err)
		}
		if _, err := readTables(all); err != nil {
			b.Fatal(err)
		}
	}
}
