package fs

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"parley/coordinator/tool"
	"parley/forms"
)

// patch is what a call wants shown, and the question that it is about.
func (y *yard) patch(name, arguments string) (tool.Patch, forms.Question, error) {
	y.t.Helper()
	one, call := y.call(name, arguments, nil)
	patcher, ok := one.(tool.Patcher)
	if !ok {
		y.t.Fatalf("%s shows no patch", name)
	}
	p, err := patcher.Patch(context.Background(), call)
	if needs, asks := one.Run(context.Background(), call).(tool.NeedsInput); asks {
		for _, q := range needs.Form.Questions() {
			if patcher.Patches(q.ID) {
				return p, q, err
			}
		}
	}
	return p, forms.Question{}, err
}

// A patch is the whole of what its question is about, bound by the same digest; showing it
// changes nothing.
func TestPatchIsWhatIsAsked(t *testing.T) {
	for _, c := range []struct {
		name, tool, arguments string
		files                 map[string]string
		want                  tool.Patch
		persistence           forms.Persistence
	}{
		{"modify", "fs_modify_file", `{"path":"d/../a.txt","patterns":[{"old":"two","new":"zwei"}]}`, map[string]string{"a.txt": "one\r\ntwo\r\n", "d/": ""},
			tool.Patch{Path: "a.txt", Old: "one\r\ntwo\r\n", New: "one\r\nzwei\r\n"}, ""},
		{"modify other bytes", "fs_modify_file", `{"path":"a.txt","patterns":[{"old":"two","new":"zwei"}]}`, map[string]string{"a.txt": "one\xff\ntwo\n"},
			tool.Patch{Path: "a.txt", Old: "one\xff\ntwo\n", New: "one\xff\nzwei\n", Whole: "it holds bytes that are not UTF-8"}, forms.PersistNone},
		{"overwrite", "fs_create_file", `{"path":"a.txt","content":"new\n"}`, map[string]string{"a.txt": "old\r\n"},
			tool.Patch{Path: "a.txt", Old: "old\r\n", New: "new\r\n"}, ""},
		{"overwrite a binary file", "fs_create_file", `{"path":"a.txt","content":"new\n"}`, map[string]string{"a.txt": "o\x00ld\n"},
			tool.Patch{Path: "a.txt", Old: "o\x00ld\n", New: "new\n"}, forms.PersistNone},
		{"move", "fs_move_file", `{"path":"b.txt","to":"a.txt"}`, map[string]string{"a.txt": "old\n", "b.txt": "new\n"},
			tool.Patch{Path: "a.txt", Old: "old\n", New: "new\n", Whole: "a move replaces the whole file"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			y := newYard(t, c.files)
			before := y.names()
			got, q, err := y.patch(c.tool, c.arguments)
			y.must(err)
			c.want.Digest = q.Digest
			if q.Digest == "" || got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
			if q.Persistence != c.persistence {
				t.Errorf("its answer is remembered as %q, want %q", q.Persistence, c.persistence)
			}
			if y.names() != before || y.get("a.txt") != c.files["a.txt"] {
				t.Error("something was changed")
			}
		})
	}
}

func TestPatchThatIsNoneAnyMore(t *testing.T) {
	for _, c := range []struct {
		name, tool, arguments string
		files                 map[string]string
		want                  string
	}{
		{"the file is gone", "fs_modify_file", `{"path":"a.txt","patterns":[{"old":"a","new":"b"}]}`, nil, "a.txt does not exist. List the directory with fs_list_files to find the right path."},
		{"the text is gone", "fs_modify_file", `{"path":"a.txt","patterns":[{"old":"a","new":"b"}]}`, map[string]string{"a.txt": "x\n"}, "a.txt was not changed:\npatterns[0]: old is not in the file. Read the file again and copy the text exactly as it stands there."},
		{"nothing is overwritten", "fs_create_file", `{"path":"a.txt","content":"x"}`, nil, "a.txt does not exist. List the directory with fs_list_files to find the right path."},
		{"a link that leads out", "fs_modify_file", `{"path":"../a.txt","patterns":[{"old":"a","new":"b"}]}`, nil, "../a.txt is outside the workspace. Give a path inside it, relative to its root."},
		{"nothing is moved", "fs_move_file", `{"path":"b.txt","to":"a.txt"}`, map[string]string{"a.txt": "x\n"}, "b.txt does not exist. List the directory with fs_list_files to find the right path."},
	} {
		t.Run(c.name, func(t *testing.T) {
			y := newYard(t, c.files)
			one, call := y.call(c.tool, c.arguments, nil)
			patcher, ok := one.(tool.Patcher)
			if !ok {
				t.Fatal("it shows no patch")
			}
			if _, err := patcher.Patch(context.Background(), call); err == nil || err.Error() != c.want {
				t.Errorf("got %v", err)
			}
		})
	}
}

// An approved text that equals the old one writes nothing, and the model is told so.
func TestNothingIsLeftOfAnApproval(t *testing.T) {
	for _, c := range []struct{ tool, id, arguments string }{
		{"fs_modify_file", "apply_changes", `{"path":"a.txt","patterns":[{"old":"old","new":"new"}]}`},
		{"fs_create_file", "overwrite_file", `{"path":"a.txt","content":"new\n"}`},
	} {
		y := newYard(t, map[string]string{"a.txt": "one\nold\n"})
		given := y.all(y.run(c.tool, c.arguments, nil), "true")
		answer := given[c.id]
		answer.Edited = &tool.Edited{Digest: answer.Asked.Digest, Content: "one\nold\n"}
		given[c.id] = answer
		y.want(y.run(c.tool, c.arguments, given), "error: The text that was approved for a.txt is the one that stands there already. Changes were not applied. You may retry with different changes.")
		y.wantFile("a.txt", "one\nold\n")
	}
}

// Many small changes are not a broad replacement: each counts for what it is.
func TestManySmallChangesAreNotBroad(t *testing.T) {
	var text strings.Builder
	var patterns []pattern
	for i := range 2000 {
		fmt.Fprintf(&text, "line %d.\n", i)
		if i%10 == 5 {
			patterns = append(patterns, pattern{Old: fmt.Sprintf("line %d.\n", i), New: "another\n"})
		}
	}
	y := newYard(t, map[string]string{"a.txt": text.String()})
	arguments, err := json.Marshal(modifyArguments{"a.txt", patterns})
	y.must(err)
	questions := y.questions(y.run("fs_modify_file", string(arguments), nil))
	if len(questions) != 1 || questions[0].ID != "apply_changes" {
		t.Fatalf("it asks %+v", questions)
	}
	if got := strings.Count(questions[0].Context, "\n-"); got != 200+1 { // and the line that names the old file
		t.Errorf("%d lines go, want 200", got-1)
	}
}
