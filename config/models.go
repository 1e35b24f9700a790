package config

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"parley/store/text/spelling"
)

// NoModelError says that a model is needed and none is set.
type NoModelError struct{}

func (NoModelError) Error() string { return textNoModel }

// heldError says that a server is configured in a file that is not trusted yet. That
// is no fault of the configuration, since trust may follow.
type heldError struct{ text string }

func (e heldError) Error() string { return e.text }

// inherit stands for the main assistant's model and parameters.
const inherit = "inherit"

// Model resolves a model's id or alias to a server and the model's name there.
// The error says what is wrong and what to do.
func (c Config) Model(idOrAlias string) (provider, model string, err error) {
	id, err := c.follow(idOrAlias)
	if err != nil {
		return "", "", err
	}
	if id == inherit {
		main := first("", c.raw.Assistant.Model.ID)
		if id, err = c.follow(main); err != nil {
			return "", "", err
		}
		if id == inherit {
			return "", "", errors.New(textInheritMain)
		}
	}
	provider, model, _ = strings.Cut(id, "/")
	return provider, model, c.serverKnown(provider)
}

// follow goes from alias to alias until there is a "provider/model" or inherit.
func (c Config) follow(id string) (string, error) {
	if id == "" {
		return "", NoModelError{}
	}
	seen := []string{id}
	for at := id; ; {
		if at == inherit {
			return at, nil
		}
		next, ok := c.Providers.Aliases[at]
		if !ok {
			return at, c.wellFormed(at)
		}
		if slices.Contains(seen, next) {
			return "", errors.New(textCycle(append(seen, next)))
		}
		if len(seen) > maxAliases {
			return "", errors.New(textLongAlias)
		}
		seen = append(seen, next)
		at = next
	}
}

func (c Config) wellFormed(id string) error {
	provider, model, ok := strings.Cut(id, "/")
	switch {
	case !ok:
		near := spelling.Nearest(id, sortedKeys(c.Providers.Aliases))
		return errors.New(textNoAlias(id) + suggestion(near))
	case provider == "" || model == "":
		return errors.New(textBadModel(id))
	}
	return nil
}

// serverKnown reports a name that is not a server; nil if it is one.
func (c Config) serverKnown(name string) error {
	if c.servers == nil || slices.Contains(c.servers, name) || c.Providers.LLM[name].BaseURL != "" {
		return nil
	}
	if o, ok := c.heldBack(pathOf("providers", "llm", name)); ok {
		return heldError{textServerHeld(name, o)}
	}
	known := slices.Concat(c.servers, sortedKeys(c.Providers.LLM))
	return errors.New(textNoServer(name) + suggestion(spelling.Nearest(name, known)))
}

// heldBack says where something below a path is withheld.
func (c Config) heldBack(p path) (Origin, bool) {
	o, ok := c.held[p]
	return o, ok
}

// heldBelow is where the first setting below each table is withheld.
func heldBelow(files []Withheld) map[path]Origin {
	held := map[path]Origin{}
	for _, w := range files {
		for _, s := range w.Settings {
			p, err := parseKey(s.Key)
			if err != nil {
				panic("config: a key of ours does not parse: " + err.Error())
			}
			for p = p.parent(); p != ""; p = p.parent() {
				if _, ok := held[p]; !ok {
					held[p] = s.Origin
				}
			}
		}
	}
	return held
}

// Reviewer is the assistant that reviews a question: each field comes from its
// target, otherwise from conversation.inquiry.assistant, otherwise from assistant. It
// does not depend on whether the target names an assistant, since a policy may send a
// question to the reviewer too.
func (c Config) Reviewer(tool, question string) (Assistant, error) {
	a, _, err := c.compose(c.reviewerChain(tool, question))
	return a, err
}

// Reviewers are the models that questions go to, in the order of the tools and
// without duplicates: those of the assistant's tools, as far as their questions are
// configured or built in.
func (c Config) Reviewers() (models []string) {
	c.eachReviewer(func(a Assistant, target Target, _ Policy) {
		if target.Kind == TargetAssistant && !slices.Contains(models, a.Model.Name) {
			models = append(models, a.Model.Name)
		}
	})
	return models
}

// Relied returns the ids of the models whose answers take effect unseen, or are seen only when
// they are a no: the reviewers that questions go to, and those that decide when nobody is
// there.
func (c Config) Relied() (ids []string) {
	c.eachReviewer(func(a Assistant, target Target, nobody Policy) {
		id := a.Model.Provider + "/" + a.Model.Name
		if (target.Kind == TargetAssistant || nobody == Auto) && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	})
	return ids
}

// eachReviewer calls do with the reviewer of each configured or built-in question of the
// assistant's tools. A faulty reviewer is left out; it fails when it is asked.
func (c Config) eachReviewer(do func(a Assistant, target Target, nobody Policy)) {
	for _, tool := range c.ToolNames() {
		if !c.enable(tool).State {
			continue
		}
		ids := map[string]bool{star: true}
		for _, name := range distinct(tool, star) {
			for id := range c.raw.Conversation.Tools[name].Questions {
				ids[id] = true
			}
		}
		for id := range c.builtin[tool].Questions {
			ids[id] = true
		}
		for _, id := range sortedKeys(ids) {
			if a, err := c.Reviewer(tool, id); err == nil && a.Model.Provider != "" {
				do(a, c.target(tool, id, c.hear(tool, id)), c.Tool(tool).Detached.Tool)
			}
		}
	}
}

// ReviewerKey is the key below which the settings of a question's reviewer stand: its
// target if that names a model, otherwise the settings of all reviewers.
func (c Config) ReviewerKey(tool, question string) string {
	all := pathOf("conversation", "inquiry", "assistant")
	for _, l := range c.reviewerChain(tool, question) {
		if l.at == all || l.raw.Model.ID != nil {
			return l.at.String()
		}
	}
	return all.String()
}

// link is one layer of an assistant and where it stands.
type link struct {
	at  path
	raw rawAssistant
}

func (c Config) reviewerChain(tool, question string) []link {
	var chain []link
	for _, h := range c.hear(tool, question) {
		chain = append(chain, link{h.at.add("target"), h.raw.Target.rawAssistant})
	}
	return append(chain, c.inquiryChain()...)
}

func (c Config) inquiryChain() []link {
	return append([]link{{pathOf("conversation", "inquiry", "assistant"), c.raw.Conversation.Inquiry.Assistant}}, c.mainChain()...)
}

func (c Config) mainChain() []link {
	return []link{{pathOf("assistant"), c.raw.Assistant}}
}

// compose fills each field from the first link that sets it. An inherited model
// brings the main assistant's parameters with it; the links in between then do not
// affect those. at is the key of the model's id.
func (c Config) compose(chain []link) (a Assistant, at path, err error) {
	parameters := chain
	for i, l := range chain {
		if l.raw.Model.ID == nil {
			continue
		}
		a.Model.ID = *l.raw.Model.ID
		at = l.at.add("model").add("id")
		if id, fault := c.follow(a.Model.ID); fault == nil && id == inherit {
			parameters = append(slices.Clone(chain[:i+1]), chain[len(chain)-1])
		}
		a.Model.Provider, a.Model.Name, err = c.Model(a.Model.ID)
		break
	}
	var shape rawParameters
	for _, l := range parameters {
		shape.fill(l.raw.Model.Parameters)
	}
	a.Model.Parameters = Parameters{first(0, shape.MaxTokens), shape.Temperature, shape.TopP, first("", shape.Reasoning)}
	var prompt *string
	var request rawRequest
	for _, l := range chain {
		if prompt == nil {
			prompt = l.raw.SystemPrompt
		}
		request.fill(l.raw.Request)
	}
	a.SystemPrompt = first("", prompt)
	a.Request = Request{
		first(0, request.Retries), first(0, request.IdleTimeout), first(0, request.FirstByteTimeout),
		first(0, request.MaxResponseBytes), first(false, request.Cache),
	}
	return a, at, err
}

func (p *rawParameters) fill(from rawParameters) {
	p.MaxTokens = cmp.Or(p.MaxTokens, from.MaxTokens)
	p.Temperature = cmp.Or(p.Temperature, from.Temperature)
	p.TopP = cmp.Or(p.TopP, from.TopP)
	p.Reasoning = cmp.Or(p.Reasoning, from.Reasoning)
}

func (r *rawRequest) fill(from rawRequest) {
	r.Retries = cmp.Or(r.Retries, from.Retries)
	r.IdleTimeout = cmp.Or(r.IdleTimeout, from.IdleTimeout)
	r.FirstByteTimeout = cmp.Or(r.FirstByteTimeout, from.FirstByteTimeout)
	r.MaxResponseBytes = cmp.Or(r.MaxResponseBytes, from.MaxResponseBytes)
	r.Cache = cmp.Or(r.Cache, from.Cache)
}

// assistants resolves every assistant of the configuration, so that a bad one is
// reported on loading, with its key and place. Having no model at all is no fault
// here: one may be chosen later.
func (c *Config) assistants() Problems {
	var problems Problems
	told := map[path]bool{}
	resolve := func(chain []link) Assistant {
		a, at, err := c.compose(chain)
		if err != nil && !told[at] && !harmless(err) {
			told[at] = true
			problems = append(problems, Problem{Origin: c.origin(at), Key: at.String(), Text: err.Error()})
		}
		return a
	}
	c.Conversation.Inquiry.Configured = c.raw.Conversation.Inquiry.Assistant.Model.ID != nil
	c.Assistant = resolve(c.mainChain())
	c.Conversation.Inquiry.Assistant = resolve(c.inquiryChain())
	for _, tool := range sortedKeys(c.raw.Conversation.Tools) {
		for _, id := range sortedKeys(c.raw.Conversation.Tools[tool].Questions) {
			if len(problems) > maxFaults {
				return problems
			}
			resolve(c.reviewerChain(tool, id))
		}
	}
	if id := c.raw.Conversation.Title.Model.ID; id != "" {
		title := link{at: pathOf("conversation", "title")}
		title.raw.Model.ID = &id
		c.Conversation.Title.Model = resolve([]link{title, c.mainChain()[0]}).Model
	}
	if id := c.raw.Conversation.Window.Model; id != "" {
		window := link{at: pathOf("conversation", "window")}
		window.raw.Model.ID = &id
		c.Conversation.Window.Model = resolve([]link{window, c.mainChain()[0]}).Model
	}
	return problems
}

func harmless(err error) bool {
	var none NoModelError
	var held heldError
	return errors.As(err, &none) || errors.As(err, &held)
}
