package session

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"parley/config"
	"parley/model/cli/process"
	"parley/providers"
	"parley/store/text/clean"
)

// ListedModel is a model that a server offers.
type ListedModel struct {
	ID            string  `json:"id"`
	ContextWindow int     `json:"context_window,omitempty"`
	InputPrice    float64 `json:"input_price,omitempty"`
	CachedPrice   float64 `json:"cached_price,omitempty"`
	OutputPrice   float64 `json:"output_price,omitempty"`
	Reasoning     bool    `json:"reasoning,omitempty"`
	Images        bool    `json:"images,omitempty"`
}

// Reachable lists the servers that may answer: configured, with a key, or the
// scripted one.
func Reachable(p *process.Program, cfg config.Config) []string {
	var names []string
	kept, _ := keptKeys(p) // opening a server reports why its key is not used
	for _, k := range providers.KnownServers() {
		_, set := cfg.Providers.LLM[k.Name]
		if set || p.Variable(k.KeyEnv) != "" || kept[k.KeyEnv] != "" || cfg.Assistant.Model.Provider == k.Name {
			names = append(names, k.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(cfg.Providers.LLM)) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return append(names, Scripted)
}

// KnownModels returns the ids and aliases of models that are known without asking a server:
// those in the configuration, the well-known ones of the reachable servers, and the tour.
func KnownModels(p *process.Program, cfg config.Config, dir string) []string {
	ids := slices.Collect(maps.Keys(cfg.Providers.Aliases))
	if m := cfg.Assistant.Model; m.Name != "" {
		ids = append(ids, m.Provider+"/"+m.Name)
	}
	for _, server := range Reachable(p, cfg) {
		for model := range cfg.Providers.LLM[server].Models {
			ids = append(ids, server+"/"+model)
		}
		ids = append(ids, providers.WellKnownOf(server)...)
	}
	if scenarios, err := ModelsOf(context.Background(), p, cfg, Scripted, dir); err == nil {
		for _, m := range scenarios {
			ids = append(ids, m.ID)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// ModelsOf lists what a server offers.
func ModelsOf(ctx context.Context, p *process.Program, cfg config.Config, name, dir string) ([]ListedModel, error) {
	server, err := openServer(ctx, p, cfg, name, dir)
	if err != nil {
		return nil, err
	}
	models, err := server.Models(ctx)
	if err != nil {
		return nil, err // it names the server
	}
	var out []ListedModel
	for _, m := range models {
		out = append(out, ListedModel{
			ID: name + "/" + m.ID, ContextWindow: m.Capabilities.ContextWindow,
			InputPrice: m.Capabilities.InputPrice, CachedPrice: m.Capabilities.CachedPrice, OutputPrice: m.Capabilities.OutputPrice,
			Reasoning: m.Capabilities.Reasoning, Images: m.Capabilities.Images,
		})
	}
	return out, nil
}

// Line is a model as shown to people: its id, and what is known about it.
func (m ListedModel) Line() string {
	var known []string
	if m.ContextWindow > 0 {
		known = append(known, fmt.Sprintf("%d tokens", m.ContextWindow))
	}
	if m.InputPrice > 0 || m.OutputPrice > 0 {
		kept := ""
		if m.CachedPrice > 0 {
			kept = fmt.Sprintf(" ($%s cached)", dollars(m.CachedPrice))
		}
		known = append(known, fmt.Sprintf("$%s in%s, $%s out", dollars(m.InputPrice), kept, dollars(m.OutputPrice)))
	}
	if m.Reasoning {
		known = append(known, "reasons")
	}
	if m.Images {
		known = append(known, "sees images")
	}
	id := named(m.ID)
	if len(known) == 0 {
		return id
	}
	return id + "  " + strings.Join(known, ", ")
}

// named is the id of a model so that it looks like no other one: it comes from a server. A blank is
// marked wherever it stands, since what is known about a model stands behind two.
func named(id string) string {
	id = clean.Tabs(clean.Reveal(clean.Signs(id)))
	return strings.NewReplacer(" ", string(clean.Picture(' ')), "\n", string(clean.Picture('\n'))).Replace(id)
}

// dollars formats a price per million tokens.
func dollars(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// Ready reports what a request to the conversation's model is known to fail with, before
// anything of it is on record.
func (x *Session) Ready(ctx context.Context) error {
	cfg := x.Current()
	m, err := x.openModel(ctx, cfg.Assistant)
	if err != nil {
		return err
	}
	if name := cfg.Assistant.Model.Provider; !cfg.Providers.LLM[name].APIKeyCmd.IsZero() {
		x.mu.Lock()
		x.servers.Store(once(name), m.Provider) // the command is not run twice for the first request
		x.mu.Unlock()
	}
	return providers.Foresee(m.Provider, m.Name)
}

// once is the name of a server whose key is good for one use.
type once string
