package script_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley/providers"
	"parley/providers/script"
)

// TestFaultsOfAFile compares the faults of testdata/*.toml with the .txt beside
// each, word for word. UPDATE=1 rewrites them.
func TestFaultsOfAFile(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.toml")
	if err != nil || len(paths) < 5 {
		t.Fatalf("%d files, %v", len(paths), err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			src, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			_, err = script.Parse(filepath.Base(path), src)
			var problems script.Problems
			if !errors.As(err, &problems) {
				t.Fatalf("got %v, not Problems", err)
			}
			golden := strings.TrimSuffix(path, ".toml") + ".txt"
			if os.Getenv("UPDATE") == "1" {
				if err := os.WriteFile(golden, []byte(err.Error()+"\n"), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, readErr := os.ReadFile(golden)
			if readErr != nil {
				t.Fatal(readErr)
			}
			if err.Error()+"\n" != string(want) {
				t.Errorf("got\n%v\nwant\n%s", err, want)
			}
		})
	}
}

func TestTooLong(t *testing.T) {
	_, err := script.Parse("big.toml", make([]byte, 8<<20+1))
	want := "big.toml:1: a scenario has at most 8388608 bytes; this one has 8388609"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestParsed(t *testing.T) {
	s, err := script.Parse("dir/all.toml", []byte("\ufeff"+`
about = "everything"
reviewer = "judge"
output = "tool"
context_window = 8_000
tokens_per_second = 2.5
loop = true
files."dir/a.txt" = "alpha\n"
[[answer]]
name = "one"
when = "w"
then = "one"
repeat = "always"
expect = ["a", "b"]
reasoning = ["think", " more"]
text = "Hello you"
finish = "length"
usage = { input = 3, output = 4, cached = 1, reasoning = 2 }
delay = "1m30s"
tokens_per_second = 9
wire = "crlf"
[[answer.call]]
id = ""
name = "f"
[answer.call.arguments]
z = 1
a = [true, 1.5, "<&>", { k = -1 }]
[[answer.fault]]
kind = "cut"
after = 2
wire = true
times = 3
[[review]]
match = "m"
answer = { b = 1, a = 2 }
reason = "because"
`))
	if err != nil {
		t.Fatal(err)
	}
	empty, because := "", "because"
	want := script.Scenario{
		Name: "dir/all.toml", About: "everything", Model: "all", Reviewer: "judge", Output: providers.OutputTool,
		ContextWindow: 8000, Rate: 2.5, Loop: true, Files: map[string]string{"dir/a.txt": "alpha\n"},
		Answers: []script.Answer{{
			Name: "one", When: "w", Then: "one", Repeat: script.Always, Expect: []string{"a", "b"},
			Calls: []script.Call{{ID: &empty, Name: "f", Arguments: `{"z":1,"a":[true,1.5,"<&>",{"k":-1}]}`}},
			Speech: script.Speech{
				Line: 9, Reasoning: []string{"think", " more"}, Text: []string{"Hello", " you"}, Finish: "length",
				Usage: &providers.Usage{Input: 3, Output: 4, Cached: 1, Reasoning: 2}, Delay: 90 * time.Second, Rate: 9,
				Wire:   []script.Wire{script.WireCRLF},
				Faults: []script.Fault{{Kind: script.FaultCut, After: 2, Wire: true, Times: 3, Line: 28}},
			},
		}},
		Reviews: []script.Review{{Match: "m", Reason: &because, Answer: json.RawMessage(`{"b":1,"a":2}`), Speech: script.Speech{Line: 33}}},
	}
	got, wanted := show(t, s), show(t, want)
	if got != wanted {
		t.Errorf("got\n%s\nwant\n%s", got, wanted)
	}
}

// show writes a value so that two can be compared.
func show(t *testing.T, v any) string {
	t.Helper()
	b, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestRepositoryScenarios: each scenario of the repository can be read, and says what it
// is about.
func TestRepositoryScenarios(t *testing.T) {
	paths, err := filepath.Glob("../../testdata/scenarios/*.toml")
	if err != nil || len(paths) < 8 {
		t.Fatalf("%d scenarios, %v", len(paths), err)
	}
	for _, path := range paths {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		s, err := script.Parse(path, src)
		if err != nil {
			t.Error(err)
		}
		if err == nil && s.About == "" {
			t.Errorf("%s says not what it is about", path)
		}
	}
}

// FuzzParse: any bytes give a scenario or problems with a place, and a scenario can be
// asked anything.
func FuzzParse(f *testing.F) {
	for _, pattern := range []string{"testdata/*.toml", "../../testdata/scenarios/*.toml"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, path := range paths {
			src, err := os.ReadFile(path)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(src)
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		s, err := script.Parse("f.toml", src)
		if err != nil {
			var problems script.Problems
			if !errors.As(err, &problems) || len(problems) == 0 {
				t.Fatalf("not problems: %v", err)
			}
			for _, p := range problems {
				if p.Line < 1 || p.Line > strings.Count(string(src), "\n")+2 || p.Text == "" {
					t.Errorf("a problem without a place: %+v", p)
				}
			}
			return
		}
		if len(s.Answers) == 0 || s.Model == "" {
			t.Fatalf("a scenario with nothing to say: %+v", s)
		}
		req := providers.Request{Messages: []providers.Message{user("x"), said("y"), user("z")}}
		if take, err := script.NewPlayer(s).Take(req); err == nil && take.Number != 2 {
			t.Errorf("answer %d", take.Number)
		}
	})
}

func BenchmarkParseTour(b *testing.B) {
	for b.Loop() {
		if _, found := script.Embedded("tour"); !found {
			b.Fatal("no tour")
		}
	}
}
