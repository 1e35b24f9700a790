package providers

import "strings"

// Profile says how a server that speaks the OpenAI protocol differs from the
// others. The zero value is the plainest server: a bearer key, max_tokens, no
// usage in streams, structure by instruction only.
type Profile struct {
	KeyHeader        string            // the header that carries the key; empty means "Authorization: Bearer"
	OnlyKeyHeader    bool              // the key is sent in no other header
	Headers          map[string]string // sent with every request
	Output           OutputSupport     // the strongest form to try for Request.Output
	CompletionTokens bool              // the limit is named max_completion_tokens, not max_tokens
	StreamUsage      bool              // takes stream_options.include_usage
	Responses        bool              // has the Responses API besides chat completions
	ReturnReasoning  bool              // expects reasoning back with the calls that it led to
	TellsWindow      bool              // reports its window as Ollama does, and cuts what does not fit
	CacheKey         bool              // caches a conversation's beginning under prompt_cache_key
	CacheMarks       bool              // accepts cache_control, for models that need it
	ListsBeside      bool              // has another, more detailed list of models, as LM Studio does
	KeepsPrefix      bool              // caches the beginning of a conversation by itself
	NineLetters      bool              // call ids have nine letters or digits
}

// CacheUse says what the cache setting does on a server.
type CacheUse int

// What the setting does.
const (
	CacheUnknown CacheUse = iota // nobody knows whether anything is cached
	CacheOwn                     // the server caches the beginning by itself, whatever it is told
	CacheSteered                 // the server caches what it is told to
)

// Cache is what the setting does for a model, in the OpenAI protocols.
func (p Profile) Cache(model string) CacheUse {
	switch {
	case p.CacheKey, p.MarksCache(model):
		return CacheSteered
	case p.KeepsPrefix:
		return CacheOwn
	}
	return CacheUnknown
}

// MarksCache reports whether a model behind a router caches only what is marked;
// others cache the beginning by themselves.
func (p Profile) MarksCache(model string) bool {
	return p.CacheMarks && (strings.HasPrefix(model, "anthropic/") || strings.HasPrefix(model, "google/"))
}

// Known is a server that Parley knows by name.
type Known struct {
	Name     string // as in a model id: "openai/…"
	Title    string // as shown to people: "OpenAI"
	BaseURL  string
	KeyEnv   string // the environment variable that holds the key
	Local    bool   // runs on the user's machine
	NeedsKey bool   // refuses requests without a key
	Start    string // how to start a local server, as part of a sentence
	Profile  Profile
}

// KnownServers lists the known servers in the order in which they are shown. The
// caller owns the result.
func KnownServers() []Known {
	return []Known{
		{
			Name: "openai", Title: "OpenAI", BaseURL: "https://api.openai.com/v1", KeyEnv: "OPENAI_API_KEY", NeedsKey: true,
			Profile: Profile{KeepsPrefix: true, Output: OutputSchema, CompletionTokens: true, StreamUsage: true, Responses: true, CacheKey: true},
		},
		{
			Name: "anthropic", Title: "Anthropic", BaseURL: "https://api.anthropic.com/v1", KeyEnv: "ANTHROPIC_API_KEY", NeedsKey: true,
			Profile: Profile{
				KeyHeader: "x-api-key", Headers: map[string]string{"anthropic-version": "2023-06-01"},
				Output: OutputTool, StreamUsage: true, // response_format is ignored there
			},
		},
		{
			Name: "google", Title: "Google", BaseURL: "https://generativelanguage.googleapis.com/v1beta/openai", KeyEnv: "GEMINI_API_KEY", NeedsKey: true,
			Profile: Profile{KeepsPrefix: true, Output: OutputSchema, StreamUsage: true},
		},
		{
			Name: "openrouter", Title: "OpenRouter", BaseURL: "https://openrouter.ai/api/v1", KeyEnv: "OPENROUTER_API_KEY", NeedsKey: true,
			Profile: Profile{KeepsPrefix: true, Output: OutputTool, StreamUsage: true, CacheMarks: true}, // it silently omits what it cannot do
		},
		{
			Name: "mistral", Title: "Mistral", BaseURL: "https://api.mistral.ai/v1", KeyEnv: "MISTRAL_API_KEY", NeedsKey: true,
			Profile: Profile{Output: OutputSchema, NineLetters: true}, // refuses unknown fields; sends usage unasked
		},
		{
			Name: "groq", Title: "Groq", BaseURL: "https://api.groq.com/openai/v1", KeyEnv: "GROQ_API_KEY", NeedsKey: true,
			Profile: Profile{KeepsPrefix: true, Output: OutputSchema, CompletionTokens: true, StreamUsage: true},
		},
		{
			Name: "deepseek", Title: "DeepSeek", BaseURL: "https://api.deepseek.com/v1", KeyEnv: "DEEPSEEK_API_KEY", NeedsKey: true,
			Profile: Profile{KeepsPrefix: true, Output: OutputTool, StreamUsage: true, ReturnReasoning: true},
		},
		{
			Name: "xai", Title: "xAI", BaseURL: "https://api.x.ai/v1", KeyEnv: "XAI_API_KEY", NeedsKey: true,
			Profile: Profile{KeepsPrefix: true, Output: OutputSchema, StreamUsage: true},
		},
		{
			Name: "cerebras", Title: "Cerebras", BaseURL: "https://api.cerebras.ai/v1", KeyEnv: "CEREBRAS_API_KEY", NeedsKey: true,
			Profile: Profile{KeepsPrefix: true, Output: OutputSchema, CompletionTokens: true, StreamUsage: true},
		},
		{
			Name: "ollama", Title: "Ollama", BaseURL: "http://localhost:11434/v1", KeyEnv: "OLLAMA_API_KEY", Local: true,
			Start: "run `ollama serve`", Profile: Profile{KeepsPrefix: true, Output: OutputSchema, StreamUsage: true, TellsWindow: true},
		},
		{
			Name: "llamacpp", Title: "llama.cpp", BaseURL: "http://localhost:8080/v1", KeyEnv: "LLAMA_API_KEY", Local: true,
			Start: "run `llama-server -m FILE --jinja`", Profile: Profile{KeepsPrefix: true, Output: OutputSchema, StreamUsage: true},
		},
		{
			Name: "lmstudio", Title: "LM Studio", BaseURL: "http://localhost:1234/v1", KeyEnv: "LMSTUDIO_API_KEY", Local: true,
			Start: "run `lms server start`", Profile: Profile{ListsBeside: true, KeepsPrefix: true, Output: OutputSchema, StreamUsage: true},
		},
	}
}

// Lookup finds a known server by its name.
func Lookup(name string) (Known, bool) {
	for _, k := range KnownServers() {
		if k.Name == name {
			return k, true
		}
	}
	return Known{}, false
}

// Custom describes an unknown server: what most servers accept is tried first, and
// what it refuses is left out from then on.
func Custom(name, baseURL string) Known {
	return Known{
		Name: name, Title: name, BaseURL: baseURL,
		Profile: Profile{Output: OutputSchema, StreamUsage: true},
	}
}
