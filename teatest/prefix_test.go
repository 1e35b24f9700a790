package teatest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"parley/providers/script"
	"parley/teatest/fakeserver/server"
)

// callsOfATurn is how long the turn is whose requests are compared.
const callsOfATurn = 21

// TestRequestsBeginAsTheOneBefore checks what makes a server's cache worthwhile: at least
// nine tenths of the input of a turn's requests are, byte for byte, the beginning of the
// previous request. Cache marks do not count as input.
func TestRequestsBeginAsTheOneBefore(t *testing.T) {
	var source strings.Builder
	for i := range callsOfATurn {
		fmt.Fprintf(&source, "[[answer]]\nreasoning = \"I look at part %d.\"\ntext = \"Part %d.\"\n[[answer.call]]\nname = \"fs_read_file\"\narguments = { path = \"part.txt\", start_line = %d }\n", i, i, i+1)
	}
	source.WriteString("[[answer]]\ntext = \"Done.\"\n")
	for _, c := range []struct{ provider, rules string }{{"fake", ""}, {"anthropic", "anthropic"}, {"openai", "openai"}, {"openrouter", "openrouter"}} {
		t.Run(c.provider, func(t *testing.T) {
			head := "model = \"gpt-5\"\n"
			if c.rules != "" {
				head += "server = \"" + c.rules + "\"\n"
			}
			s, err := script.Parse("turn.toml", []byte(head+source.String()))
			if err != nil {
				t.Fatal(err)
			}
			fake := server.Start(t, s)
			p := NewPlace(t)
			p.Write("part.txt", strings.Repeat("A line of some length, as files have them.\n", 60))
			p.Env = append(p.Env, "NO_PROXY=127.0.0.1", "PARLEY_PROVIDERS__LLM__"+strings.ToUpper(c.provider)+"__BASE_URL="+fake.URL)
			res := p.Run("run", "--non-interactive", "-m", c.provider+"/gpt-5", "-c", "conversation.guards.loop_threshold=0", "Read all of it")
			if res.Status != 0 {
				t.Fatalf("it ended with %d: %s", res.Status, res.Err)
			}
			sum, same, before := 0, 0, ""
			for i, r := range server.Asked(fake.Requests()) {
				input := inputOf(t, r.Body)
				if i > 0 {
					sum, same = sum+len(input), same+common(before, input)
				}
				before = input
			}
			if n := len(server.Asked(fake.Requests())); n != callsOfATurn+1 || same*10 < sum*9 {
				t.Errorf("of %d bytes of %d requests %d are as before", sum, n, same)
			}
		})
	}
}

// inputOf is what a model reads of a request, in the order in which servers put it.
func inputOf(t *testing.T, body []byte) string {
	t.Helper()
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(body, &fields); err != nil {
		t.Fatal(err)
	}
	input := ""
	for _, key := range []string{"tools", "system", "instructions", "messages", "input"} {
		input += unmarked(t, fields[key])
	}
	return strings.TrimRight(input, "]")
}

// unmarked takes the marks of a cache out, and the lists of parts that they stand in.
func unmarked(t *testing.T, raw json.RawMessage) string {
	t.Helper()
	text := strings.ReplaceAll(string(raw), `,"cache_control":{"type":"ephemeral"}`, "")
	return strings.NewReplacer(`"content":[{"type":"text","text":`, `"content":`, `"}]}`, `"}`).Replace(text)
}

// common is how many bytes two texts have in common at the beginning.
func common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
