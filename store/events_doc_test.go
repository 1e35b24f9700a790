package store

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// headKeys are the keys of a line's head, in the order they are written. No
// body may use one of them.
var headKeys = [...]string{"v", "seq", "event", "time", "conversation", "turn", "type"}

// bodies is one value of every type, in no order. TestEveryTypeIsInTheTable compares it
// with the source.
func bodies() []Body {
	return []Body{
		TurnStart{}, TurnEnding{}, TurnEnd{}, Resumed{}, ChatRequest{}, ChatResponse{}, Reasoning{},
		ToolCallRequest{}, ResponseEnd{}, ResponseDropped{}, ModelFailed{}, ToolStarted{}, ToolAsked{},
		ToolFinished{}, ToolCallResponse{}, PermissionRequest{}, PermissionResponse{}, MemoryRevoked{},
		InquiryRequest{}, InquiryResponse{}, GuardTripped{}, GuardResolved{}, ScratchpadNote{},
		ConfigDelta{}, Title{}, ForkedFrom{}, Repaired{}, Workspace{}, RuleAdded{}, RuleRevoked{},
		UserCommand{}, UserCommandEnd{}, Instructions{}, ContextTrimmed{}, ContextSummary{}, ContextRevoked{}, SummaryAsked{}, SummaryDropped{}, FileKept{}, Undone{}, Observed{}, AnswerRefused{},
	}
}

// declared are the names that the Type methods in event.go return.
func declared(t *testing.T) []string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "event.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	ast.Inspect(f, func(n ast.Node) bool {
		fn, ok := n.(*ast.FuncDecl)
		if !ok || fn.Recv == nil || fn.Name.Name != "Type" {
			return true
		}
		if lit, ok := fn.Body.List[0].(*ast.ReturnStmt).Results[0].(*ast.BasicLit); ok {
			name, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, name)
		}
		return false
	})
	return names
}

func TestEveryTypeIsInTheTable(t *testing.T) {
	var have []string
	for _, b := range bodies() {
		have = append(have, b.Type())
		if _, known := bodyReader(b.Type()); !known {
			t.Errorf("bodyReader does not know %s", b.Type())
		}
	}
	want := declared(t)
	slices.Sort(have)
	slices.Sort(want)
	if !slices.Equal(have, want) {
		t.Errorf("types in the tests %v, in event.go %v", have, want)
	}
	if b, _ := read[Title]([]byte(`{"title":"x"}`)); b.Type() != "title" {
		t.Errorf("read gives a %s", b.Type())
	}
}

func TestNoBodyUsesAKeyOfTheHead(t *testing.T) {
	for _, b := range bodies() {
		for _, f := range fieldsOf(b) {
			if slices.Contains(headKeys[:], strings.Fields(f)[0]) {
				t.Errorf("%s has the field %s of the head", b.Type(), f)
			}
		}
	}
}

// fieldsOf are the wire names of a body's fields, with " optional" after those that are
// left out when empty.
func fieldsOf(b Body) []string {
	var out []string
	rt := reflect.TypeOf(b)
	for _, f := range reflect.VisibleFields(rt) {
		if f.Anonymous {
			continue // its fields stand for themselves
		}
		name, opts, _ := strings.Cut(f.Tag.Get("json"), ",")
		if strings.Contains(opts, "omitempty") {
			name += " optional"
		}
		out = append(out, name)
	}
	return out
}

// section is what docs/events.md says about a type.
type section struct {
	fields   []string
	examples []string
}

// documented splits docs/events.md into its types.
func documented(t *testing.T) (head []string, types map[string]section) {
	t.Helper()
	data, err := os.ReadFile("../docs/events.md")
	if err != nil {
		t.Fatal(err)
	}
	heading := regexp.MustCompile("^### `([a-z_]+)`$")
	row := regexp.MustCompile("^\\| `([a-z_]+)` \\| (.*) \\|$")
	types = make(map[string]section)
	name, at := "", ""
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "## ") {
			name, at = "", line
		}
		if m := heading.FindStringSubmatch(line); m != nil {
			name = m[1]
			types[name] = section{}
		}
		s := types[name]
		if m := row.FindStringSubmatch(line); m != nil {
			field := m[1]
			if strings.HasPrefix(m[2], "*optional*") {
				field += " optional"
			}
			if at == "## Every line" {
				head = append(head, field)
			}
			s.fields = append(s.fields, field)
		}
		if strings.HasPrefix(line, "{") {
			s.examples = append(s.examples, line)
		}
		if name != "" {
			types[name] = s
		}
	}
	return head, types
}

func TestDocumentOfEventsSaysWhatTheCodeDoes(t *testing.T) {
	head, types := documented(t)
	if !slices.Equal(head, headKeys[:]) {
		t.Errorf("fields of every line: documented %v, written %v", head, headKeys)
	}
	for _, b := range bodies() {
		s, ok := types[b.Type()]
		if !ok {
			t.Errorf("%s is not documented", b.Type())
			continue
		}
		delete(types, b.Type())
		if want := fieldsOf(b); !slices.Equal(s.fields, want) {
			t.Errorf("%s: documented %q, in the code %q", b.Type(), s.fields, want)
		}
		if len(s.examples) != 1 {
			t.Errorf("%s: %d examples, want 1", b.Type(), len(s.examples))
			continue
		}
		example(t, b, s.examples[0])
	}
	for name := range types {
		t.Errorf("%s is documented and not in the code", name)
	}
}

// example checks that a documented line is what the codec reads and writes.
func example(t *testing.T, b Body, line string) {
	t.Helper()
	e, err := Decode([]byte(line))
	if err != nil {
		t.Errorf("%s: %v", b.Type(), err)
		return
	}
	if reflect.TypeOf(e.Body) != reflect.TypeOf(b) {
		t.Errorf("the example of %s is a %s", b.Type(), e.Body.Type())
		return
	}
	again, err := Encode(e.Head, e.Body)
	if err != nil || string(again) != line {
		t.Errorf("%s: documented\n%s\nwritten\n%s (%v)", b.Type(), line, again, err)
	}
}
