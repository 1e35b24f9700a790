package window

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"parley/coordinator/guards"
	"parley/coordinator/tool"
	"parley/providers"
	"parley/store"
)

// DescribeTools is the tool by which a model gets to know tools of which it was told the
// names only.
const DescribeTools = "describe_tools"

// mostTold is how many tools of servers a model is told with everything that they take.
// Of more it is told the names, and what it asked about or called.
const mostTold = 40

// offers are the tools that a request has.
func (a Seen) offers(skilled bool) []providers.ToolSpec {
	var out []providers.ToolSpec
	unloaded := a.unloaded()
	names := namesByServer(unloaded)
	for _, t := range a.Tools.Specs() {
		if t.Name == guards.ReportTool && !a.Debugging || t.Name == ReadSkill && !skilled || unloaded[t.Name] != "" {
			continue
		}
		if t.Name == DescribeTools && names != "" {
			t.Description = strings.TrimSpace(t.Description) + "\n\n" + moreToolsText + names
		}
		out = append(out, providers.ToolSpec{Name: t.Name, Description: t.Description, Parameters: t.Parameters})
	}
	return out
}

// unloaded are the tools of which only the names are told, each with its server.
func (a Seen) unloaded() map[string]string {
	of, describes := map[string]string{}, false
	for _, t := range a.Tools.Specs() {
		if t.Server != "" {
			of[t.Name] = t.Server
		}
		describes = describes || t.Name == DescribeTools
	}
	if len(of) <= mostTold || !describes {
		return nil
	}
	for _, ev := range a.Log.All() {
		c, ok := ev.Body.(store.ToolCallRequest)
		if !ok {
			continue
		}
		delete(of, c.Name)
		var asked struct {
			Names []string `json:"names"`
		}
		if c.Name == DescribeTools && json.Unmarshal(c.Arguments, &asked) == nil {
			for _, name := range asked.Names {
				delete(of, name)
			}
		}
	}
	return of
}

// namesByServer are names of tools without those of their servers, a line a server.
func namesByServer(of map[string]string) string {
	var servers, lines []string
	names := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(of)) {
		server := of[name]
		if names[server] == nil {
			servers = append(servers, server)
		}
		names[server] = append(names[server], strings.TrimPrefix(name, server+tool.Joint))
	}
	for _, server := range servers {
		lines = append(lines, server+": "+strings.Join(names[server], ", "))
	}
	return strings.Join(lines, "\n")
}
