package mcp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"parley/coordinator/tools/process"
	"parley/forms"
	"parley/store/text/clean"
	"parley/store/text/secret"
)

// Prompt is a text that a server has for a person to send.
type Prompt struct {
	Name        string     `json:"name"`
	Title       string     `json:"title,omitempty"`
	Description string     `json:"description,omitempty"`
	Arguments   []Argument `json:"arguments,omitempty"`
}

// Argument is what a prompt wants to know.
type Argument struct {
	Name        string `json:"name"`
	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty"`
	Required    bool   `json:"required,omitempty"`
}

// Resource is what can be read from a server.
type Resource struct {
	URI         string `json:"uri"`
	Name        string `json:"name,omitempty"`
	Description string `json:"description,omitempty"`
}

// listing is everything that a server offers.
type listing struct {
	tools     []Offer
	prompts   []Prompt
	resources []Resource
	untold    bool     // its tools could not be read, which says nothing about them
	lacks     []string // what of it could not be learned, or is left out, and why
}

// mostListed is how many tools, prompts or resources of a server are looked at.
const mostListed = 1000

// whole asks for everything that the server offers. Without its tools it is of no use;
// what else it does not say is told.
func (c *connection) whole(ctx context.Context, server string) (all listing, err error) {
	ctx, stop := context.WithTimeout(ctx, dialFirst)
	defer stop()
	if all.tools, err = c.list(ctx); unusable(err) != "" {
		all.lacks, all.untold = append(all.lacks, unlistedText("tools", c.hush(errors.New(unusable(err))))), true
	} else if err != nil {
		return listing{}, err
	}
	if len(all.tools) > mostListed {
		all.tools, all.lacks = all.tools[:mostListed], append(all.lacks, moreText("tools"))
	}
	vet(server, all.tools)
	r := c.session.InitializeResult()
	if r == nil || r.Capabilities == nil {
		return all, nil
	}
	if r.Capabilities.Prompts != nil {
		c.listPrompts(ctx, &all)
	}
	if r.Capabilities.Resources != nil {
		seen := 0
		for x, err := range c.session.Resources(ctx, nil) {
			if err != nil {
				all.lacks = append(all.lacks, unlistedText("resources", c.hush(c.why(err))))
				break
			}
			if seen++; seen > mostListed {
				all.lacks = append(all.lacks, moreText("resources"))
				break
			}
			if x == nil {
				x = &mcp.Resource{}
			}
			if hidden := c.hide(x.URI); hidden != x.URI {
				all.lacks = append(all.lacks, leftOutText("resource", hidden, secretNameText))
				continue
			}
			if !typeable(x.URI) {
				all.lacks = append(all.lacks, leftOutText("resource", x.URI, untypedText))
				continue
			}
			all.resources = append(all.resources, Resource{URI: x.URI, Name: cut(c.hide(x.Name)), Description: cut(c.hide(x.Description))})
		}
	}
	return all, nil
}

// listPrompts adds the prompts that the server has.
func (c *connection) listPrompts(ctx context.Context, all *listing) {
	seen, size := 0, 0
	for p, err := range c.session.Prompts(ctx, nil) {
		if err != nil {
			all.lacks = append(all.lacks, unlistedText("prompts", c.hush(c.why(err))))
			break
		}
		if seen++; seen > mostListed {
			all.lacks = append(all.lacks, moreText("prompts"))
			break
		}
		if p == nil { // the library hands on what is none
			p = &mcp.Prompt{}
		}
		if hidden := c.hide(p.Name); hidden != p.Name {
			all.lacks = append(all.lacks, leftOutText("prompt", hidden, secretNameText))
			continue
		}
		if !typeable(p.Name) || strings.Contains(p.Name, "/") {
			all.lacks = append(all.lacks, leftOutText("prompt", p.Name, untypedText))
			continue
		}
		prompt := c.promptOf(p)
		for _, a := range prompt.Arguments {
			size += len(a.Title) + len(a.Description)
		}
		if size > mostKept {
			all.lacks = append(all.lacks, longPromptsText)
			break
		}
		all.prompts = append(all.prompts, prompt)
	}
}

// typeable reports whether a name can stand in a message.
func typeable(name string) bool {
	return name != "" && len(name) <= longest && !strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r >= 0x7f })
}

func (c *connection) promptOf(p *mcp.Prompt) Prompt {
	out := Prompt{Name: p.Name, Title: cut(c.hide(p.Title)), Description: cut(c.hide(p.Description))}
	for _, a := range p.Arguments[:min(len(p.Arguments), forms.Most+1)] { // no form has more questions
		if a != nil && a.Name != "" && len(a.Name) <= longest && c.hide(a.Name) == a.Name {
			out.Arguments = append(out.Arguments, Argument{Name: a.Name, Title: cut(c.hide(a.Title)), Description: cut(c.hide(a.Description)), Required: a.Required})
		}
	}
	return out
}

// Written is what a prompt came to.
type Written struct {
	Text    string // for the user to send
	LeftOut string // what it would have the assistant or the system say, "" if nothing
}

// promptTime is how long a server may take for a prompt or a resource.
const promptTime = dialAgain

// Prompt asks a server for a prompt. Its text is the server's.
func (s *Set) Prompt(ctx context.Context, server, name string, arguments map[string]string) (Written, error) {
	l, c, err := s.reached(ctx, server)
	if err != nil {
		return Written{}, err
	}
	ctx, stop := context.WithTimeout(ctx, promptTime)
	defer stop()
	r, err := c.session.GetPrompt(ctx, &mcp.GetPromptParams{Name: name, Arguments: arguments})
	if err != nil {
		return Written{}, l.notGiven(c, err)
	}
	if r.NeedsInput() {
		return Written{}, errors.New(asksFirstText(server))
	}
	var ours, others []string
	for _, m := range r.Messages {
		if m == nil || m.Content == nil {
			continue
		}
		part, _ := partText(m.Content, 0, c.hide)
		if m.Role == "user" {
			ours = append(ours, part)
		} else {
			others = append(others, string(m.Role)+": "+part)
		}
	}
	tidy := func(parts []string) string {
		return clean.Tame(shortened(c.hide(strings.Join(parts, "\n\n"))))
	}
	return Written{Text: tidy(ours), LeftOut: tidy(others)}, nil
}

// Read reads a resource from the server that has it, and from nowhere else.
func (s *Set) Read(ctx context.Context, server, uri string) (string, error) {
	l, c, err := s.reached(ctx, server)
	if err != nil {
		return "", err
	}
	ctx, stop := context.WithTimeout(ctx, promptTime)
	defer stop()
	r, err := c.session.ReadResource(ctx, &mcp.ReadResourceParams{URI: uri})
	if err != nil {
		return "", l.notGiven(c, err)
	}
	if r.NeedsInput() {
		return "", errors.New(asksFirstText(server))
	}
	var parts []string
	for _, x := range r.Contents {
		switch {
		case x == nil:
		case x.Blob != nil:
			parts = append(parts, blobText(x.URI, x.MIMEType, len(x.Blob)))
		default:
			parts = append(parts, secret.HideText(x.Text, c.hide))
		}
	}
	if len(parts) == 0 {
		return "", fmt.Errorf("%s: %s", server, emptyText)
	}
	return shortened(c.hide(strings.Join(parts, "\n"))), nil
}

// shortened is the beginning and the end of what is too long.
func shortened(text string) string {
	out := process.NewOutput(mostContent)
	_, _ = out.Write([]byte(text)) // it never fails
	return out.Text()
}

// reached is a server that is there now.
func (s *Set) reached(ctx context.Context, server string) (*link, *connection, error) {
	l := s.named(server)
	if l == nil {
		return nil, nil, fmt.Errorf("no server is called %q", server)
	}
	c, err := l.use(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", server, err)
	}
	return l, c, nil
}

// notGiven says why a server gave nothing.
func (l *link) notGiven(c *connection, err error) error {
	if errors.Is(err, errLogIn) {
		l.lock(c)
		return l.wantsLogin()
	}
	if errors.Is(err, errRights) {
		return l.wants(err)
	}
	return fmt.Errorf("%s: %s", l.Name, oneLine(cut(c.hide(err.Error()))))
}

// same reports whether a server offers the same besides its tools.
func (a listing) same(b listing) bool {
	return slices.EqualFunc(a.prompts, b.prompts, func(x, y Prompt) bool {
		return x.Name == y.Name && x.Title == y.Title && x.Description == y.Description && slices.Equal(x.Arguments, y.Arguments)
	}) && slices.Equal(a.resources, b.resources)
}
