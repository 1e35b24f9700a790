package mcp

import (
	"cmp"
	"fmt"
	"strings"

	"parley/store/text/clean"
)

// What people read about the state of a server.

// mostFaults is how many tools that are left out are named where a server is described in a few
// lines.
const mostFaults = 10

// Short describes a server in a few lines.
func (s State) Short() string {
	named := s.Faults[:min(len(s.Faults), mostFaults)]
	text := s.head(named)
	if more := len(s.Faults) - len(named); more > 0 {
		text += fmt.Sprintf(clean.Ours("\n  … and %s; parley mcp tools %s names all"), count(more, "more line", "more lines"), s.Name)
	}
	return text
}

// head describes a server, and these of its faults.
func (s State) head(faults []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n  %s", s.Name, s.standing(), oneLine(s.Where))
	if s.Login != "" {
		b.WriteString("\n  " + s.Login)
	}
	if s.Failed != "" && !s.Connected {
		if last := strings.TrimSpace(s.Last); last != "" {
			b.WriteString("\n  it wrote last:\n    " + strings.ReplaceAll(last, "\n", "\n    "))
		}
		if s.Log != "" && s.Last != "" {
			b.WriteString("\n  all that it wrote: " + s.Log)
		}
	}
	for _, f := range faults {
		b.WriteString("\n  " + oneLine(f))
	}
	return b.String()
}

// standing says in a few words how the server is.
func (s State) standing() string {
	good, _ := named(s.Name, s.Offers)
	switch n := count(len(good), "tool", "tools"); {
	case s.Connected:
		return n + ", connected, revision " + s.Revision
	case s.Trying && !s.Known:
		return "being reached"
	case s.Failed != "":
		return "not there, " + oneLine(s.Failed)
	case s.Known:
		return n + ", reached when one is called"
	}
	return "not reached yet"
}

// Whole describes a server with everything that it says about its tools.
func (s State) Whole() string {
	return listed(s.head(s.Faults), s.offers())
}

// mostOffers is how many tools, prompts and resources are shown before the rest is folded.
const mostOffers = 10

// Folded is [State.Whole] in two: what is shown, and what there is to unfold, "" for nothing.
func (s State) Folded() (shown, rest string) {
	all := s.offers()
	if len(all) <= mostOffers && len(s.Faults) <= mostFaults {
		return s.Whole(), ""
	}
	first := all[:min(len(all), mostOffers)]
	shown = listed(s.Short(), first)
	if more := len(all) - len(first); more > 0 {
		shown += fmt.Sprintf(clean.Ours("\n\n… and %d more of %s, folded here; parley mcp tools %s prints all"), more, s.counted(), s.Name)
	}
	var left []string
	for _, f := range s.Faults[min(len(s.Faults), mostFaults):] {
		left = append(left, oneLine(f))
	}
	if len(left) > 0 {
		left = []string{strings.Join(left, "\n")}
	}
	return shown, strings.Join(append(left, all[len(first):]...), "\n")
}

// listed is a list below its head.
func listed(head string, all []string) string {
	if len(all) == 0 {
		return head
	}
	return head + "\n\n" + strings.Join(all, "\n")
}

// counted is how many tools, prompts and resources there are.
func (s State) counted() string {
	var all []string
	for _, c := range []struct {
		n         int
		one, more string
	}{{len(s.Offers), "tool", "tools"}, {len(s.Prompts), "prompt", "prompts"}, {len(s.Resources), "resource", "resources"}} {
		if c.n > 0 {
			all = append(all, count(c.n, c.one, c.more))
		}
	}
	return strings.Join(all, ", ")
}

// offers describes each tool, prompt and resource.
func (s State) offers() (all []string) {
	below := func(text string) string {
		if text = strings.TrimSpace(text); text == "" {
			return ""
		}
		return "\n  " + strings.ReplaceAll(clean.Reveal(text), "\n", "\n  ")
	}
	for _, o := range s.Offers {
		line := toolName(s.Name, o.Name)
		if o.Title != "" {
			line += " (" + oneLine(o.Title) + ")"
		}
		all = append(all, line+below(o.Description))
	}
	for _, p := range s.Prompts {
		line := s.PromptName(p)
		for _, a := range p.Arguments {
			line += " " + oneLine(a.Name)
		}
		all = append(all, line+below(cmp.Or(p.Description, p.Title)))
	}
	for _, r := range s.Resources {
		line := "@" + s.ResourceName(r)
		if d := oneLine(strings.TrimSpace(r.Name + " " + r.Description)); d != "" {
			line += "\n  " + d
		}
		all = append(all, line)
	}
	return all
}

// PromptName is what a person types for a prompt.
func (s State) PromptName(p Prompt) string { return "/" + s.Name + ":" + p.Name }

// ResourceName is what a person types for a resource, after an @.
func (s State) ResourceName(r Resource) string { return s.Name + ":" + r.URI }

func oneLine(s string) string { return clean.Tame(clean.OneLine(s)) }

func count(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}
