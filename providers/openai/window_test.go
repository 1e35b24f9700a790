package openai

import (
	"strings"
	"testing"

	"parley/providers"
)

func document(body string) reply { return reply{kind: "application/json", chunks: []string{body}} }

// ollama is a provider whose server reports its window.
func ollama() func(*Config) {
	return profile(providers.Profile{TellsWindow: true})
}

func TestOllamaTellsItsWindow(t *testing.T) {
	const loaded = `{"models":[{"name":"other:latest","context_length":1},{"name":"m:latest","model":"m:latest","context_length":4096}]}`
	long := func(r *providers.Request) { r.System = strings.Repeat("word ", 6000) }
	s := serve(t, document(loaded))
	_, err := ask(t, s.provider(t, ollama()), hello(long))
	equal(t, err.Error(), "testing gives m a window of 4096 tokens, and this takes at least 5000: it would be cut without a word. "+
		"Start Ollama with OLLAMA_CONTEXT_LENGTH=16384, or take tools away with -T. On the screen, /compact sums the conversation up.")
	equal(t, s.seen()[0].method+" "+s.seen()[0].path, "GET /api/ps")
	equal(t, len(s.seen()), 1)
	// A model that is not loaded yet has the window in its file.
	s = serve(t, document(`{"models":[]}`), document(`{"parameters":"stop \"x\"\nnum_ctx 2048\n"}`))
	_, err = ask(t, s.provider(t, ollama()), hello(long))
	equal(t, strings.HasPrefix(err.Error(), "testing gives m a window of 2048 tokens"), true)
	equal(t, s.seen()[1].body, `{"model":"m"}`)
	// If it does not say, or says nonsense, it is asked like any other.
	s = serve(t, document(`nonsense`), reply{status: 404}, chat(hi, stop))
	equal(t, answered(t, s.provider(t, ollama()), hello(long)).Text, "hi")
}

// A response to as much as the window holds is a response to a truncated conversation.
func TestInputOfTheWholeWindowIsTold(t *testing.T) {
	usage := `{"choices":[],"usage":{"prompt_tokens":4096,"completion_tokens":1}}`
	s := serve(t, document(`{"models":[{"model":"m","context_length":4096}]}`), chat(hi, stop, usage),
		chat(hi, stop, strings.Replace(usage, "4096", "4095", 1)))
	p := s.provider(t, ollama())
	equal(t, answered(t, p, hello()).Finish, "input_cut")
	equal(t, answered(t, p, hello()).Finish, "stop")
}
