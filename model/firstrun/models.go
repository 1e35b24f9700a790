package firstrun

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
	"parley/views/chrome"
)

func (f *FirstRun) fittingModels() []chrome.Choice {
	return kit.Fitting(f.models.Choices, f.typed.Text())
}

// modelsOf continues with the models of a server; if there is only one, it is used at
// once.
func (f *FirstRun) modelsOf(s Server) tea.Cmd {
	f.to(choosingModel)
	f.asks++
	f.server, f.models = s, kit.Listing{}
	switch {
	case len(s.Models) == 1:
		return f.use(s.Models[0])
	case len(s.Models) > 1:
		f.models = kit.Listing{Here: true, Choices: kit.FileChoices(s.Models)}
		return nil
	}
	begin, ask := f.begin, f.asks
	return func() tea.Msg {
		models, err := begin.Models(s)
		return serverModelsMsg{ask, models, err}
	}
}

func (f *FirstRun) chooseModel() tea.Cmd {
	if fit := f.fittingModels(); len(fit) > 0 {
		return f.use(fit[f.at].Name)
	}
	if name := strings.TrimSpace(f.typed.Text()); name != "" {
		return f.use(name)
	}
	return nil
}

func (f *FirstRun) use(model string) tea.Cmd {
	if f.server.Key != "" && !f.keep(f.server.Key) {
		return nil
	}
	f.busy = fmt.Sprintf("writing %s…", f.file)
	begin, s := f.begin, f.server
	return func() tea.Msg { m, err := begin.Use(s, model); return beganMsg{m, err} }
}
