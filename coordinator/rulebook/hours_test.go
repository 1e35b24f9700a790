package rulebook

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parley/coordinator"
	"parley/coordinator/rules"
)

// hours is somebody's work in a workspace: the commands that they are asked about, and the
// rules that they make.
type hours struct {
	t        *testing.T
	book     *Book
	held     []rules.Held
	approved []coordinator.Subject
	own      map[string]bool // rules that they were told they may write
}

// run is a call of a command, and what became of it.
func (h *hours) run(command string) (said string, asked bool) {
	arguments, err := json.Marshal(map[string]string{"command": command})
	if err != nil {
		h.t.Fatal(err)
	}
	s := coordinator.Subject{ID: "x", Tool: "run_command", Arguments: arguments}
	r := h.book.Judge(h.t.Context(), []coordinator.Subject{s}, func() []coordinator.Subject { return h.approved })[0]
	if r.Verdict == rules.Allowed {
		return h.explained(command), false
	}
	h.approved = append(h.approved, s)
	widest := -1
	for i, o := range r.Offers {
		if o.Scope.Root != "" {
			widest = i
		}
	}
	again := slices.ContainsFunc(r.Own.Rules, func(text string) bool { return h.own[text] })
	for _, text := range r.Own.Rules {
		h.own[text] = true
	}
	switch {
	case widest >= 0:
		said = "asked; a makes"
		for _, one := range r.Offers[widest].Rules {
			h.hold(one, r.Offers[widest].Scope)
			said += " " + one.String()
		}
		return said, true
	case again:
		return h.written(r), true
	case len(r.Own.Rules) > 0:
		return "asked; y, since " + r.Own.Why, true
	}
	if r.Own.Why == "" {
		return "asked; y, since " + r.Why, true
	}
	return "asked; y, and no rule holds, since " + r.Own.Why, true
}

// hold keeps a rule, as the prompt does.
func (h *hours) hold(one rules.Offered, at rules.Scope) {
	h.held = append(h.held, rules.Held{Rule: one.Rule, Kind: rules.Allow, Scope: at, Digest: one.Digest, Where: "rules.toml"})
}

// written keeps the rules that the prompt says would cover the call, as they are written
// behind its key a.
func (h *hours) written(r coordinator.Ruling) string {
	said := "asked; a, written by hand:"
	var made []rules.Offered
	for _, text := range r.Own.Rules {
		one, err := rules.Parse(rules.Allow, text)
		if err != nil {
			h.t.Errorf("%s is said to cover %s: %v", text, r.Call.Command, err)
			continue
		}
		made = append(made, rules.Offered{Rule: one})
		said += " " + one.String()
	}
	if why := h.book.Lacks(h.t.Context(), r.Call, made); why != "" {
		h.t.Errorf("%s does not cover %s: %s", said, r.Call.Command, why)
	}
	for _, one := range made {
		h.hold(one, r.Own.Scopes[len(r.Own.Scopes)-1])
	}
	return said
}

// explained is what `parley rules test` says of a call: which rule allows each part.
func (h *hours) explained(command string) string {
	r := h.book.Explain(h.t.Context(), rules.Call{Tool: "run_command", Command: command})
	if r.Verdict != rules.Allowed {
		h.t.Errorf("%s was allowed, and is explained as %s, %s", command, r.Verdict, r.Why)
	}
	var parts []string
	for _, p := range r.Parts {
		if p.Verdict != rules.Allowed || p.Why == "" {
			h.t.Errorf("%s was allowed, and of %s is said: %s, %s", command, p.Text, p.Verdict, p.Why)
		}
		if p.Rule == nil {
			parts = append(parts, p.Text+" "+p.Why)
			continue
		}
		parts = append(parts, p.Rule.String())
	}
	return "ran by " + strings.Join(parts, ", ")
}

// TestHoursOfWork: if work continues as it began, its second half asks at most an eighth of
// what the first half asked, and a rule is named for everything that runs.
func TestHoursOfWork(t *testing.T) {
	git := map[string]string{
		".git/HEAD": "ref: refs/heads/main\n", ".git/objects/x": "", ".git/refs/x": "", ".git/hooks/pre-commit.sample": "exit 1\n",
		".git/config": "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n[remote \"origin\"]\n\turl = https://x.example/y.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n",
		"README.md":   "x\n",
	}
	inGo := []string{"go.mod", "Makefile", "internal/store/store.go", "internal/store/store_test.go", "internal/wire/wire.go"}
	inJS := []string{"package.json", "tsconfig.json", "scripts/check.js", "src/index.js", "src/user.js", "src/a.js", "src/b.js", "src/words.txt", "src/api/client.js", "dist/index.js"}
	for name, files := range map[string][]string{"go": inGo, "js": inJS, "piped": inGo, "npx": inJS} {
		if testing.Short() && name != "go" {
			continue // nothing in it runs side by side
		}
		t.Run(name, func(t *testing.T) {
			all := map[string]string{}
			for f, text := range git {
				all[f] = text
			}
			for _, f := range files {
				all[f] = ""
			}
			h := &hours{t: t, own: map[string]bool{}}
			book, dir := place(t, all)
			book.o.Here = rules.Here{Conversation: "c1", Root: dir, Folder: "f1"}
			book.o.Read = func() ([]rules.Held, []string) { return h.held, nil }
			book.o.Stamp = func() string { return fmt.Sprint(len(h.held)) }
			h.book = book
			file := filepath.Join("..", "..", "testdata", "rules", "hours", name+".txt")
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got, first, second := h.work(string(want))
			if os.Getenv("UPDATE") != "" {
				err = os.WriteFile(file, []byte(got), 0o600)
			} else if got != string(want) {
				t.Errorf("it is now\n%s", got)
			}
			if err != nil {
				t.Error(err)
			}
			if first < 10 || second*8 > first {
				t.Errorf("%d permissions were asked for in the first half, and %d in the second", first, second)
			}
		})
	}
}

// work plays a file: each of its commands, with the outcome on the lines below.
func (h *hours) work(text string) (played string, first, second int) {
	var out strings.Builder
	asked, n := &first, 0
	for line := range strings.Lines(text) {
		command, is := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "$ ")
		switch {
		case is:
			said, was := h.run(command)
			if n++; was {
				*asked++
			}
			fmt.Fprintf(&out, "%s    %s\n", line, said)
		case strings.HasPrefix(line, "== second"):
			fmt.Fprintf(&out, "== %d of %d were asked about\n%s", first, n, line)
			asked, n = &second, 0
		case strings.HasPrefix(line, "#"), strings.HasPrefix(line, "== first"):
			out.WriteString(line)
		}
	}
	fmt.Fprintf(&out, "== %d of %d were asked about\n", second, n)
	return out.String(), first, second
}
