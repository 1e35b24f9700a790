package config

import (
	"slices"
	"strings"

	"parley/store/text/spelling"
)

// aliasFaults are aliases that lead nowhere, in a circle, or have a name that
// means something else.
func (c *Config) aliasFaults() Problems {
	var problems Problems
	for _, name := range sortedKeys(c.Providers.Aliases) {
		if len(problems) > maxFaults {
			break
		}
		at := pathOf("providers", "llm", "aliases", name)
		if text := c.aliasFault(name); text != "" {
			problems = append(problems, Problem{Origin: c.origin(at), Key: at.String(), Text: text})
		}
	}
	return problems
}

func (c *Config) aliasFault(name string) string {
	switch {
	case name == inherit:
		return textAliasInherit
	case strings.Contains(name, "/"):
		return textAliasSlash
	}
	id, err := c.follow(name)
	if err == nil && id != inherit {
		server, _, _ := strings.Cut(id, "/")
		err = c.serverKnown(server)
	}
	if err == nil || harmless(err) {
		return ""
	}
	return err.Error()
}

// serverFaults are new servers without an address.
func (c *Config) serverFaults(earlier map[string]bool) Problems {
	var problems Problems
	for _, name := range sortedKeys(c.raw.Providers.LLM.Servers) {
		at := pathOf("providers", "llm", name)
		if earlier[at.add("base_url").String()] {
			continue
		}
		if len(problems) > maxFaults {
			break
		}
		if _, held := c.heldBack(at); held || c.servers == nil || slices.Contains(c.servers, name) || c.Providers.LLM[name].BaseURL != "" {
			continue
		}
		near := spelling.Nearest(name, c.servers)
		problems = append(problems, Problem{c.history.met[at].origin, at.String(), textNewServer + suggestion(near), near})
	}
	return problems
}

// toolFaults are tools that are unknown, that have nothing to run, or whose name no
// model server accepts.
func (c *Config) toolFaults(earlier map[string]bool) Problems {
	var problems Problems
	tools, known := c.raw.Conversation.Tools, c.ToolNames()
	for _, name := range sortedKeys(tools) {
		if len(problems) > maxFaults {
			break
		}
		at := toolPath(name)
		for _, id := range sortedKeys(tools[name].Questions) {
			if q := at.add("questions").add(id); strings.Contains(id, ".") {
				problems = append(problems, Problem{Origin: c.history.met[q].origin, Key: q.String(), Text: textQuestionDot})
			}
		}
		if name == star && !c.named(star) || earlier[at.add("command").String()] || earlier[at.add("source").String()] {
			continue
		}
		if text, near := c.toolFault(name, known); text != "" {
			problems = append(problems, Problem{c.history.met[at].origin, at.String(), text + suggestion(near), near})
		}
	}
	return problems
}

func (c *Config) toolFault(name string, known []string) (text, nearest string) {
	_, builtin := c.builtin[name]
	if c.named(name) && (builtin || name == star || c.taken(name)) {
		return textNotInPlace, "" // also where something else of it is held back
	}
	if _, held := c.heldBack(toolPath(name)); held {
		return "", ""
	}
	command := c.command(name)
	switch c.source(name, command) {
	case "local":
		if command.IsZero() {
			return textNoCommand, ""
		}
		if !toolName(name) {
			return textToolName, ""
		}
	case "builtin":
		if !builtin {
			return textNotBuiltin, spelling.Nearest(name, known)
		}
		if c.raw.Conversation.Tools[name].Command != nil {
			return textCommandUnused, ""
		}
	case "mcp":
	default:
		// A conversation may remember a tool that no longer exists: that is no fault.
		if c.history.met[toolPath(name)].origin.Kind != FromDelta {
			return textUnknownTool, spelling.Nearest(name, known)
		}
	}
	return "", ""
}

// taken reports whether the user runs something by the name of a tool, or a server of tools offers it.
func (c *Config) taken(name string) bool {
	theirs := func(from Origin) bool { return from.Kind != FromWorkspace }
	return c.ServerOf(name) != "" || c.history.last(toolPath(name, "command"), theirs) != nil || c.history.last(toolPath(name, "source"), theirs) != nil
}

// toolName reports whether model servers accept a tool's name.
func toolName(s string) bool {
	for _, r := range s {
		if !bareKey(r) {
			return false
		}
	}
	return len(s) > 0 && len(s) <= 64
}
