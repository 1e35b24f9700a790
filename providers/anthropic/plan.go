package anthropic

import (
	"strconv"
	"strings"

	"parley/providers"
	"parley/providers/wire"
)

// defaultTokens is the token limit of a response if nobody sets one: the protocol
// requires a number. A model that allows less names its own limit when it refuses.
const defaultTokens = 32_000

// quirks are what a server turned out to require for a model. They are learned from
// refusals, used by the next attempt at once, and kept when it succeeds.
type quirks struct {
	most     int  // limit on response tokens, 0 if unknown
	budget   bool // thinking takes a budget, not an effort
	noEffort bool // leave out output_config.effort
	silent   bool // thinking is refused: earlier calls have none
	weaker   int  // steps down from the strongest form of structured output
	noCache  bool // leave out the cache marks
}

// plan is how one attempt is made.
type plan struct {
	tokens   int
	thinking thinking
	budget   int    // for thinking, in tokens
	effort   string // "" omits it
	output   providers.OutputSupport
	cache    bool
}

// thinking says how a model is asked to think.
type thinking int

const (
	asUsual thinking = iota // not specified
	notAtAll
	adaptive
	budgeted
)

func (p *Provider) plan(req providers.Request, q quirks) plan {
	l := plan{tokens: defaultTokens, output: weaken(q.weaker), cache: req.Limits.Cache && !q.noCache}
	if n := req.Parameters.MaxTokens; n > 0 {
		l.tokens = n
	}
	if q.most > 0 {
		l.tokens = min(l.tokens, q.most)
	}
	switch effort := req.Parameters.Reasoning; {
	case q.silent || effort == "" || req.Output != nil && l.output == providers.OutputTool:
		// a forced tool and thinking exclude each other
	case effort == "none":
		l.thinking = notAtAll
	case q.budget || !thinksByItself(req.Model):
		if broken := lacksThinking(p, req); !broken && l.tokens > 2*leastBudget {
			l.thinking, l.budget = budgeted, min(budgetOf(effort), l.tokens-leastBudget)
		}
	default:
		l.thinking = adaptive
		if !q.noEffort {
			l.effort = effortOf(effort)
		}
	}
	return l
}

// forced is the tool whose arguments are the response's text, "" for none.
func (l plan) forced(req providers.Request) string {
	if req.Output != nil && l.output == providers.OutputTool {
		return req.Output.Name
	}
	return ""
}

func weaken(steps int) providers.OutputSupport {
	return max(providers.OutputPrompted, providers.OutputSchema-providers.OutputSupport(steps))
}

// leastBudget is the smallest budget that the protocol accepts.
const leastBudget = 1024

// budgetOf converts an effort to thinking tokens.
func budgetOf(effort string) int {
	switch effort {
	case "minimal":
		return leastBudget
	case "low":
		return 2048
	case "medium":
		return 8192
	case "high":
		return 16384
	}
	return 28_000
}

// effortOf is an effort in the protocol's words.
func effortOf(effort string) string {
	if effort == "minimal" {
		return "low"
	}
	return effort
}

// thinksByItself reports whether a model decides how much it thinks: from 4.6 on.
// Earlier models need a budget.
func thinksByItself(model string) bool {
	for _, older := range []string{"claude-3", "claude-2", "-4-0", "-4-1", "-4-5", "-4-2025", "-4@"} {
		if strings.Contains(model, older) {
			return false
		}
	}
	return true
}

// lacksThinking reports whether the running turn has calls but does not begin with
// thinking of this model, as after calls of another model: going on with a thinking
// budget would then be refused. User text next to tool results does not end a turn,
// since both go in one message. Later calls in a turn need no thinking, since a model
// may think once for the whole turn. Models that decide by themselves are exempt.
func lacksThinking(p *Provider, req providers.Request) bool {
	turns := turnsOf(req.Messages)
	first := -1 // the message at which the running turn begins
	for i := len(turns) - 1; i > 0 && turns[i][0].Role == providers.Tool; i -= 2 {
		first = i - 1
	}
	return first >= 0 && !p.restore(turns[first][0].Provider, req.Model).startsWithThought()
}

// mend learns from a refusal.
func (q quirks) mend(l plan, req providers.Request, f *wire.Failure) (quirks, bool) {
	if f.Err.Status != 400 && f.Err.Status != 422 {
		return q, false
	}
	ft := f.Fault
	switch {
	case q.most == 0 && ft.Says("max_tokens") && mostIn(ft.Message, l.tokens) > 0:
		q.most = mostIn(ft.Message, l.tokens)
	case (l.thinking == adaptive || l.thinking == budgeted) && ft.Says("expected `thinking`", "must start with a thinking block"):
		q.silent = true
	case l.thinking == adaptive && !q.budget && ft.Says("adaptive"):
		q.budget = true
	case l.effort != "" && ft.Says("effort"):
		q.noEffort = true
	case l.cache && ft.Says("cache_control"):
		q.noCache = true
	case req.Output != nil && l.output == providers.OutputSchema && ft.Says("output_config", "output_format", "structured output", "schema"):
		q.weaker++
	case req.Output != nil && l.output == providers.OutputTool && ft.Says("tool"):
		q.weaker++
	default:
		return q, false
	}
	return q, true
}

// mostIn finds the number in a refusal that is below what was asked for: "max_tokens:
// 32000 > 8192, which is the maximum allowed number of output tokens".
func mostIn(text string, asked int) int {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r < '0' || r > '9' }) {
		if n, err := strconv.Atoi(word); err == nil && n >= 256 && n < asked {
			return n
		}
	}
	return 0
}
