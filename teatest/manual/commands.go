package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// commandPages are the pages of a command and of those below it. The first names the
// statuses that the program ends with, and the documents.
func commandPages(c *cobra.Command, statuses [][2]string, documents []page, e edition) []page {
	name := pageOf(c)
	var r roff
	r.begin(name, "1", c.Short, e)
	r.section("Synopsis")
	use := c.UseLine()
	for below := range strings.SplitSeq(c.CommandPath(), " ") {
		use = strings.TrimPrefix(strings.TrimPrefix(use, below), " ")
	}
	r.line(bold(escape(c.CommandPath())) + " " + escape(use))
	if shown(c) != nil {
		r.WriteString(".br\n")
		r.line(bold(escape(c.CommandPath())) + " " + italic("command") + " …")
	}
	r.section("Description")
	r.prose(said(c))
	r.options(c)
	if below := shown(c); below != nil {
		r.section("Commands")
		for _, b := range below {
			r.WriteString(".TP\n")
			r.line(bold(escape(pageOf(b))) + "(1)\n" + escape(b.Short))
		}
	}
	if c.Example != "" {
		r.section("Examples")
		r.verbatim(c.Example)
	}
	if !c.HasParent() {
		r.statuses(statuses)
	}
	r.seeAlso(c, documents)
	pages := []page{{name + ".1", r.page()}}
	for _, b := range shown(c) {
		pages = append(pages, commandPages(b, nil, about(b, documents), e)...)
	}
	return pages
}

// subjects are the documents that are about a command, where none has its name.
var subjects = map[string][]string{
	"answer": {"inbox"}, "audit": {"who-answers", "conversations"}, "config": {"configuration"}, "export": {"conversations"},
	"fork": {"conversations"}, "ls": {"conversations", "finding"}, "models": {"providers"}, "rename": {"conversations"},
	"repair": {"conversations"}, "replay": {"conversations"}, "resume": {"finding", "conversations"}, "rm": {"conversations"},
	"run": {"scripting"}, "search": {"conversations"}, "show": {"conversations", "events"}, "suggest": {"rules"}, "tools": {"configuration", "local-tools"},
	"version": {"platforms"},
}

// about are those documents that are about a command or what stands above it. Without them
// a reader of parley-rules(1) would not learn of parley-rules(7).
func about(c *cobra.Command, documents []page) (list []page) {
	for c.HasParent() && c.Parent().HasParent() {
		c = c.Parent()
	}
	for _, d := range documents {
		name, _, _ := strings.Cut(strings.TrimPrefix(d.name, "parley-"), ".")
		if name == c.Name() || slices.Contains(subjects[c.Name()], name) {
			list = append(list, d)
		}
	}
	return list
}

// pageOf names the page of a command: parley-mcp-login.
func pageOf(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// shown are the commands below one that its help lists.
func shown(c *cobra.Command) (list []*cobra.Command) {
	for _, b := range c.Commands() {
		if !b.Hidden && b.Name() != "help" {
			list = append(list, b)
		}
	}
	return list
}

// said is what a command says about itself.
func said(c *cobra.Command) string {
	if c.Long != "" {
		return c.Long
	}
	return c.Short + "."
}

// prose writes the help of a command: paragraphs, and lines that are set in.
func (r *roff) prose(text string) {
	for block := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		if strings.HasPrefix(block, " ") || strings.Contains(block, "\n ") {
			r.verbatim(block)
			continue
		}
		r.WriteString(".PP\n")
		r.line(escape(block))
	}
}

func (r *roff) options(c *cobra.Command) {
	c.InitDefaultHelpFlag()
	r.section("Options")
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		r.WriteString(".TP\n")
		names := bold(escape("--" + f.Name))
		if f.Shorthand != "" {
			names = bold(escape("-"+f.Shorthand)) + ", " + names
		}
		if value != "" {
			if f.NoOptDefVal != "" && f.Value.Type() != "bool" {
				names += "[=" + italic(escape(value)) + "]"
			} else {
				names += " " + italic(escape(value))
			}
		}
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "0" && f.DefValue != "[]" && f.DefValue != "0s" {
			usage += " (" + f.DefValue + " if it is not given)"
		}
		r.line(names + "\n" + escape(usage))
	})
}

func (r *roff) statuses(rows [][2]string) {
	r.section("Exit status")
	for _, row := range rows {
		r.WriteString(".TP\n")
		r.line(bold(row[0]) + "\n" + row[1])
	}
}

func (r *roff) seeAlso(c *cobra.Command, documents []page) {
	var pages []string
	if p := c.Parent(); p != nil {
		pages = append(pages, bold(escape(pageOf(p)))+"(1)")
	}
	for _, d := range documents {
		name, section, _ := strings.Cut(d.name, ".")
		pages = append(pages, fmt.Sprintf("%s(%s)", bold(escape(name)), section))
	}
	r.section("See also")
	r.line(strings.Join(pages, ",\n"))
}
