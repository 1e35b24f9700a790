package openai

import (
	"errors"
	"fmt"
	"strings"

	goopenai "github.com/sashabaranov/go-openai"

	"parley/providers"
	"parley/providers/wire"
)

// quirks are what a server turned out to require for a model. They are learned from
// refusals, used by the next attempt at once, and kept when it succeeds.
type quirks struct {
	responses   bool // the model requires the Responses API
	chat        bool // the server has no Responses API
	noUsage     bool // leave out stream_options
	otherTokens bool // use the other name of the token limit
	nineLetters bool // call ids have nine letters or digits
	noCache     bool // leave out the cache settings
	otherwise   bool // reasoning goes back with calls, or does not, contrary to expectation
	weaker      int  // steps down from the strongest form of structured output
	noSummary   bool // leave out reasoning.summary
	noEncrypted bool // leave out reasoning.encrypted_content
}

func (p *Provider) quirksOf(model string) quirks {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.learned[model]
}

func (p *Provider) learn(model string, q quirks) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.learned[model] = q
}

// plan is how one attempt is made.
type plan struct {
	responses  bool
	usage      bool
	completion bool // the token limit is named max_completion_tokens
	ids        wire.IDForm
	cacheKey   bool // prompt_cache_key
	cacheMarks bool // cache_control
	marked     bool // for the message being written
	reasoning  bool // reasoning goes back with the calls that it led to
	output     providers.OutputSupport
	summary    bool
	encrypted  bool
}

func (p *Provider) plan(req providers.Request, q quirks) plan {
	l := plan{
		responses:  p.responses(req, q),
		usage:      p.Profile.StreamUsage && !q.noUsage,
		completion: (p.Profile.CompletionTokens || reasons(req.Model)) != q.otherTokens,
		reasoning:  (p.Profile.ReturnReasoning || returnsReasoning(req.Model)) != q.otherwise,
		output:     weaken(p.declared(req.Model), q.weaker),
		summary:    !q.noSummary,
		encrypted:  !q.noEncrypted,
	}
	if req.Limits.Cache && !q.noCache {
		l.cacheKey, l.cacheMarks = p.Profile.CacheKey, p.Profile.MarksCache(req.Model)
	}
	if p.Profile.NineLetters || q.nineLetters {
		l.ids = wire.NineLetters
	}
	return l
}

// responses reports whether a request goes to the Responses API. All of OpenAI's
// reasoning models use it, since only there does their reasoning continue between
// calls.
func (p *Provider) responses(req providers.Request, q quirks) bool {
	switch p.Protocol() {
	case "chat":
		return false
	case "responses":
		return true
	}
	return q.responses || p.Profile.Responses && !q.chat && (reasons(req.Model) || responsesOnly(req))
}

func weaken(o providers.OutputSupport, steps int) providers.OutputSupport {
	return max(providers.OutputPrompted, o-providers.OutputSupport(steps))
}

// mend learns from a refusal. It reports false if no other form of the same request
// would help; each mend is made at most once per stream, so that retrying ends.
func (q quirks) mend(p *Provider, l plan, req providers.Request, f *wire.Failure) (quirks, bool) {
	switch f.Err.Status {
	case 400, 404, 405, 415, 422, 501:
	default:
		return q, false
	}
	ft := f.Fault
	switch {
	case !l.responses && p.Protocol() == "" && ft.Says("v1/responses", "responses api"):
		q.responses = true
	case l.responses && p.Protocol() == "" && !q.responses && !q.chat && (f.Err.Status == 404 || f.Err.Status == 405) && !ft.Says("model"):
		q.chat = true
	case l.responses && l.summary && ft.Says("reasoning.summary", "reasoning summar"):
		q.noSummary = true
	case l.responses && l.encrypted && ft.Says("encrypted"):
		q.noEncrypted = true
	case (l.cacheKey || l.cacheMarks) && ft.Says("prompt_cache_key", "cache_control"):
		q.noCache = true
	case !l.responses && l.usage && ft.Says("stream_options", "include_usage"):
		q.noUsage = true
	case !l.responses && !q.otherTokens && req.Parameters.MaxTokens > 0 && ft.Says("max_tokens", "max_completion_tokens"):
		q.otherTokens = true
	case !l.responses && l.ids == wire.AnyID && hasCalls(req) && ft.Says("tool call id", "tool_call_id") && ft.Says("length of 9"):
		q.nineLetters = true
	case !l.responses && !q.otherwise && hasCalls(req) && (ft.Says(reasoningField) || l.reasoning && refusesReasoning(ft)):
		q.otherwise = true
	case req.Output != nil && l.output == providers.OutputSchema &&
		ft.Says("response_format", "json_schema", "text.format", "structured output", "schema"):
		q.weaker++
	case req.Output != nil && l.output == providers.OutputTool && ft.Says("tool", "function"):
		q.weaker++
	default:
		return q, false
	}
	return q, true
}

// refusesReasoning reports whether a server does not know the field in which
// reasoning was sent back, whatever its name there.
func refusesReasoning(ft wire.Fault) bool {
	return ft.Says("reasoning") && !ft.Says("effort", "reasoning_details")
}

// reasons reports whether a model is one of OpenAI's reasoning models, wherever it
// runs.
func reasons(model string) bool {
	model = model[strings.LastIndexByte(model, '/')+1:]
	for _, prefix := range []string{"o1", "o3", "o4", "gpt-5", "gpt-6"} {
		if strings.HasPrefix(model, prefix) {
			return true
		}
	}
	return false
}

// responsesOnly reports whether chat completions cannot do what the model is asked:
// go-openai refuses it there, or only the Responses API has it.
func responsesOnly(req providers.Request) bool {
	for _, part := range []string{"-pro", "-codex", "-deep-research"} {
		if reasons(req.Model) && strings.Contains(req.Model, part) {
			return true
		}
	}
	return errors.Is(validate(req), goopenai.ErrReasoningToolsRequireResponses)
}

// shell is the part of a request that go-openai judges before it sends; the bytes
// that are sent are ours.
func shell(req providers.Request) goopenai.ChatCompletionRequest {
	r := goopenai.ChatCompletionRequest{
		Model: req.Model, Stream: true,
		MaxCompletionTokens: req.Parameters.MaxTokens,
		ReasoningEffort:     req.Parameters.Reasoning,
	}
	if t := req.Parameters.Temperature; t != nil {
		r.Temperature = float32(*t)
	}
	if t := req.Parameters.TopP; t != nil {
		r.TopP = float32(*t)
	}
	if len(req.Tools) > 0 {
		r.Tools = []goopenai.Tool{{Type: goopenai.ToolTypeFunction}}
	}
	return r
}

func validate(req providers.Request) error {
	return goopenai.NewReasoningValidator().Validate(shell(req))
}

// unsendable says what is wrong with a request before any server has seen it.
func (p *Provider) unsendable(req providers.Request, err error) *wire.Failure {
	var f *wire.Failure
	switch {
	case errors.Is(err, goopenai.ErrReasoningEffortUnsupported):
		f = p.Fail(0, false, fmt.Sprintf(textNoReasoning, p.Title(), req.Model, req.Parameters.Reasoning), "", fmt.Sprintf(helpNoReasoning, req.Limits.Key("model.parameters.reasoning")))
	case errors.Is(err, goopenai.ErrReasoningModelLimitationsOther), errors.Is(err, goopenai.ErrReasoningSamplingUnsupported):
		f = p.Fail(0, false, fmt.Sprintf(textNoSampling, p.Title(), req.Model), "", fmt.Sprintf(helpNoSampling, req.Limits.Key("model.parameters")))
	default:
		f = p.Fail(0, false, textModelRefused, err.Error(), helpNoModel)
	}
	f.Err.Err = err
	return f
}
