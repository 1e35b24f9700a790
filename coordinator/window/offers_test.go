package window

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"parley/coordinator/tool"
	"parley/store"
)

// toldTool is a tool that is only told of.
type toldTool struct{ spec tool.Spec }

func (n toldTool) Spec() tool.Spec                           { return n.spec }
func (toldTool) Run(context.Context, tool.Call) tool.Outcome { panic("not called") }

// offered are the names of the tools of a request, and what describe_tools says.
func offered(t *testing.T, n int, log ...store.Body) (names []string, describes string) {
	t.Helper()
	var entries []tool.Entry
	add := func(s tool.Spec) { entries = append(entries, tool.Entry{Tool: toldTool{s}, Spec: s}) }
	add(tool.Spec{Name: DescribeTools, Description: "Describes."})
	add(tool.Spec{Name: "reader", Description: "Reads."})
	for i := range n {
		server := []string{"files", "web"}[i%2]
		add(tool.Spec{Name: fmt.Sprintf("%s__number_%03d", server, i), Server: server, Description: strings.Repeat("long ", 100)})
	}
	r, err := tool.NewRegistry(entries...)
	if err != nil {
		t.Fatal(err)
	}
	var events store.Log
	for i, b := range log {
		ev, err := store.New(store.Head{V: store.Version, Conversation: "c", Time: time.Unix(1_800_000_000, 0), Seq: int64(i + 1), ID: fmt.Sprint(i), Turn: 1}, b)
		if err != nil {
			t.Fatal(err)
		}
		events = events.Append(ev)
	}
	request := Seen{Log: events, Tools: r}.Request(Model{})
	for _, x := range request.Tools {
		names = append(names, x.Name)
		if x.Name == DescribeTools {
			describes = x.Description
		}
	}
	return names, describes
}

func TestManyToolsAreToldByName(t *testing.T) {
	if names, _ := offered(t, mostTold); len(names) != mostTold+2 {
		t.Errorf("%d tools are told of %d", len(names), mostTold+2)
	}
	names, describes := offered(t, mostTold+1,
		store.ToolCallRequest{Response: "1.1", ID: "a", Name: DescribeTools, Arguments: json.RawMessage(`{"names":["files__number_000","web__number_003"]}`)},
		store.ToolCallRequest{Response: "1.1", ID: "b", Name: "web__number_005", Arguments: json.RawMessage(`{}`)})
	if got, want := strings.Join(names, " "), "describe_tools files__number_000 reader web__number_003 web__number_005"; got != want {
		t.Errorf("told are %s, want %s", got, want)
	}
	var files, web []string
	for i := range mostTold + 1 {
		name := fmt.Sprintf("number_%03d", i)
		switch {
		case i == 0 || i == 3 || i == 5:
		case i%2 == 0:
			files = append(files, name)
		default:
			web = append(web, name)
		}
	}
	want := "Describes.\n\n" + moreToolsText + "files: " + strings.Join(files, ", ") + "\nweb: " + strings.Join(web, ", ")
	if describes != want {
		t.Errorf("got:\n%s\nwant:\n%s", describes, want)
	}
}

// TestFiveHundredToolsAreFewTokens by the measure of the window, three bytes each.
func TestFiveHundredToolsAreFewTokens(t *testing.T) {
	_, describes := offered(t, 500)
	if tokens := len(describes) / 3; tokens > 4000 {
		t.Errorf("%d tokens", tokens)
	}
}
