package config

import (
	"maps"
	"slices"
	"time"

	"github.com/go-viper/mapstructure/v2"
	"github.com/knadh/koanf/providers/confmap"
	"github.com/knadh/koanf/v2"
)

// The raw types are the merged tree as it is decoded, before anything is filled in:
// nil means "not set".
type rawConfig struct {
	Assistant    rawAssistant    `koanf:"assistant"`
	Conversation rawConversation `koanf:"conversation"`
	Providers    struct {
		LLM rawServers `koanf:"llm"`
	} `koanf:"providers"`
	Store struct {
		Dir string `koanf:"dir"`
	} `koanf:"store"`
	Forms struct {
		TextPrompt  string        `koanf:"text_prompt"`
		ArmingDelay time.Duration `koanf:"arming_delay"`
	} `koanf:"forms"`
	UI struct {
		Theme  string `koanf:"theme"`
		Mouse  bool   `koanf:"mouse"`
		Notify string `koanf:"notify"`
		FPS    int    `koanf:"fps"`
		Width  int    `koanf:"width"`
		Motion bool   `koanf:"motion"`
		Links  string `koanf:"links"`
	} `koanf:"ui"`
	Notify struct {
		Command any  `koanf:"command"`
		Context bool `koanf:"context"`
	} `koanf:"notify"`
	Bridge struct {
		Wait time.Duration `koanf:"wait"`
	} `koanf:"bridge"`
	MCP map[string]rawMCP `koanf:"mcp"`
}

type rawConversation struct {
	Inquiry struct {
		Assistant rawAssistant `koanf:"assistant"`
	} `koanf:"inquiry"`
	Rules  struct{}           `koanf:"rules"` // collected, not merged
	Tools  map[string]rawTool `koanf:"tools"`
	Guards struct {
		MaxIterations        int           `koanf:"max_iterations"`
		MaxRuntime           time.Duration `koanf:"max_runtime"`
		LoopThreshold        int           `koanf:"loop_threshold"`
		MaxConsecutiveErrors int           `koanf:"max_consecutive_errors"`
	} `koanf:"guards"`
	Instructions bool `koanf:"instructions"`
	Skills       bool `koanf:"skills"`
	Window       struct {
		TrimAt      int    `koanf:"trim_at"`
		SummariseAt int    `koanf:"summarise_at"`
		Model       string `koanf:"model"`
	} `koanf:"window"`
	Title struct {
		Model struct {
			ID string `koanf:"id"`
		} `koanf:"model"`
	} `koanf:"title"`
}

type rawServers struct {
	Aliases map[string]string    `koanf:"aliases"`
	Servers map[string]rawServer `koanf:",remain"`
}

type rawServer struct {
	BaseURL   string             `koanf:"base_url"`
	APIKeyEnv string             `koanf:"api_key_env"`
	APIKeyCmd any                `koanf:"api_key_cmd"`
	Protocol  string             `koanf:"protocol"`
	Profile   string             `koanf:"profile"`
	Headers   map[string]string  `koanf:"headers"`
	Models    map[string]rawTold `koanf:"models"`
}

type rawTold struct {
	ContextWindow int      `koanf:"context_window"`
	InputPrice    *float64 `koanf:"input_price"`
	CachedPrice   *float64 `koanf:"cached_price"`
	OutputPrice   *float64 `koanf:"output_price"`
	Reasoning     *bool    `koanf:"reasoning"`
	Images        *bool    `koanf:"images"`
}

type rawAssistant struct {
	Model struct {
		ID         *string       `koanf:"id"`
		Parameters rawParameters `koanf:"parameters"`
	} `koanf:"model"`
	SystemPrompt *string    `koanf:"system_prompt"`
	Request      rawRequest `koanf:"request"`
}

type rawParameters struct {
	MaxTokens   *int     `koanf:"max_tokens"`
	Temperature *float64 `koanf:"temperature"`
	TopP        *float64 `koanf:"top_p"`
	Reasoning   *string  `koanf:"reasoning"`
}

type rawRequest struct {
	Retries          *int           `koanf:"retries"`
	IdleTimeout      *time.Duration `koanf:"idle_timeout"`
	FirstByteTimeout *time.Duration `koanf:"first_byte_timeout"`
	MaxResponseBytes *int64         `koanf:"max_response_bytes"`
	Cache            *bool          `koanf:"cache"`
}

type rawTool struct {
	Source *string `koanf:"source"`
	Enable struct {
		State       *bool   `koanf:"state"`
		AllowToggle *string `koanf:"allow_toggle"`
	} `koanf:"enable"`
	Run      *string `koanf:"run"`
	Result   *string `koanf:"result"`
	Detached struct {
		Run     *string `koanf:"run"`
		Deliver *string `koanf:"deliver"`
		Tool    *string `koanf:"tool"`
	} `koanf:"detached"`
	Command     any            `koanf:"command"`
	Environment []string       `koanf:"environment"`
	Parameters  map[string]any `koanf:"parameters"`
	Description *string        `koanf:"description"`
	Options     map[string]any `koanf:"options"`
	Style       struct {
		Hidden *bool `koanf:"hidden"`
	} `koanf:"style"`
	Questions map[string]rawQuestion `koanf:"questions"`
}

type rawQuestion struct {
	Target      rawTarget `koanf:"target"`
	Answer      *string   `koanf:"answer"` // JSON
	Exclusive   *bool     `koanf:"exclusive"`
	PromptLabel *string   `koanf:"prompt_label"`
}

type rawTarget struct {
	Kind         *string `koanf:"kind"`
	Escalation   *bool   `koanf:"escalation"`
	rawAssistant `koanf:",squash"`
}

// Load reads all sources and layers them. Its error is [Problems]: every fault of
// every source. With an error, the configuration is what the sound part gives; it is
// good for further messages, not for use.
func Load(s Sources) (Config, error) {
	r := reader{schema: schema(), digests: map[string]string{}}
	r.read(s)
	c := checker{
		schema:  r.schema,
		home:    s.Home,
		history: history{said: map[path][]Setting{}, met: map[path]meeting{}}, ruleFault: s.RuleFault,
	}
	raw, err := c.lay(r.layers, s.Builtin)
	if err != nil {
		return Config{}, Problems{{Text: textBroken(err)}}
	}
	conf := Config{raw: raw, builtin: s.Builtin, servers: s.Servers, history: c.history}
	conf.Withheld, conf.Overruled = withheld(c.withheld, c.holds, r.digests), c.overruled
	conf.Passed, conf.Conversation.Rules, conf.Notes = r.passed, c.rules, append(r.notes, replacing(c.overruled)...)
	conf.held = heldBelow(conf.Withheld)
	if conf.Whole = r.digests; len(conf.Withheld) > 0 {
		conf.Whole = maps.Clone(r.digests)
	}
	for _, w := range conf.Withheld {
		delete(conf.Whole, w.File)
	}
	problems := slices.Concat(r.problems, c.problems)
	problems = append(problems, conf.fill(s, problems)...)
	if len(problems) > 0 {
		return conf, problems.sorted().most()
	}
	return conf, nil
}

// lay checks the layers, merges them and decodes the whole.
func (c *checker) lay(layers []layer, builtin map[string]Builtin) (rawConfig, error) {
	tree := map[string]any{}
	for _, l := range layers {
		merge(tree, c.check(l))
	}
	c.settle(tree, builtin)
	k := koanf.NewWithConf(koanf.Conf{Delim: sep})
	if err := k.Load(confmap.Provider(tree, ""), nil); err != nil {
		return rawConfig{}, err
	}
	var raw rawConfig
	err := k.UnmarshalWithConf("", &raw, koanf.UnmarshalConf{
		DecoderConfig: &mapstructure.DecoderConfig{ErrorUnused: true},
	})
	return raw, err
}

// merge puts a tree over another, table by table. It changes the lower one, and may
// make parts of the upper one its own.
func merge(lower, upper map[string]any) {
	for name, v := range upper {
		is, table := v.(map[string]any)
		was, both := lower[name].(map[string]any)
		if table && both {
			merge(was, is)
			continue
		}
		lower[name] = v
	}
}
