package server

import (
	"encoding/json"
	"net/http"

	"parley/providers/script"
)

// listed is a model in the list of models, in the words of its server.
type listed map[string]any

// listing puts a model in the words of the scenario's server. Numbers that a scenario does
// not give are made up, the same for all.
func listing(one script.Scenario, id string) listed {
	m := listed{"id": id, "object": "model", "created": 0, "owned_by": "scenario"}
	switch one.Server {
	case "openrouter":
		m["context_length"] = one.ContextWindow
		m["pricing"] = map[string]string{"prompt": "0.000002", "completion": "0.000008", "input_cache_read": "0.0000005", "image": "0"}
		m["supported_parameters"] = []string{"tools", "reasoning", "structured_outputs"}
		m["architecture"] = map[string]any{"input_modalities": []string{"text", "image"}}
	case "groq":
		m["context_window"], m["active"] = one.ContextWindow, true
	case "mistral":
		m["max_context_length"] = one.ContextWindow
		m["capabilities"] = map[string]bool{"completion_chat": true, "function_calling": true, "vision": true}
	case "vllm":
		m["max_model_len"] = one.ContextWindow
	case "llamacpp":
		m["meta"] = map[string]int{"n_ctx_train": 131072, "n_ctx": one.ContextWindow}
	case "anthropic":
		return listed{"type": "model", "id": id, "display_name": id, "created_at": "2026-01-01T00:00:00Z", "max_input_tokens": one.ContextWindow}
	case "google":
		m["id"] = "models/" + id
	case "lmstudio", "ollama", "openai", "xai", "cerebras", "deepseek", "kimi":
	default:
		if one.ContextWindow > 0 {
			m["context_length"] = one.ContextWindow
		}
	}
	return m
}

func (s *Server) list(w http.ResponseWriter, _ *http.Request, seen *Request) {
	data := []listed{}
	for _, one := range s.Scenarios() {
		for _, id := range models(one) {
			data = append(data, listing(one, id))
		}
	}
	reply(w, seen, http.StatusOK, map[string]any{"object": "list", "data": data})
}

// show describes a model as Ollama does.
func (s *Server) show(w http.ResponseWriter, _ *http.Request, seen *Request) {
	var asked struct {
		Model string `json:"model"`
	}
	if err := json.Unmarshal(seen.Body, &asked); err != nil {
		refuse(w, seen, http.StatusBadRequest, err.Error())
		return
	}
	player := s.player(asked.Model)
	if player == nil || player.Scenario().Server != "ollama" {
		reply(w, seen, http.StatusNotFound, map[string]string{"error": "model '" + asked.Model + "' not found"})
		return
	}
	reply(w, seen, http.StatusOK, map[string]any{
		"parameters": "stop \"<|im_end|>\"", "capabilities": []string{"completion", "tools", "thinking", "vision"},
		"model_info": map[string]int{"fake.context_length": 131072},
	})
}

// besides is LM Studio's own list.
func (s *Server) besides(w http.ResponseWriter, _ *http.Request, seen *Request) {
	data := []listed{}
	for _, one := range s.Scenarios() {
		if one.Server != "lmstudio" {
			continue
		}
		for _, id := range models(one) {
			data = append(data, listed{"type": "llm", "key": id, "max_context_length": 131072, "capabilities": map[string]bool{"vision": true, "trained_for_tool_use": true},
				"loaded_instances": []listed{{"id": id, "config": map[string]int{"context_length": one.ContextWindow}}}})
		}
	}
	reply(w, seen, http.StatusOK, map[string]any{"models": data})
}
