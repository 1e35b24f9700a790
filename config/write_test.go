package config

import "testing"

func TestChoiceIsAdded(t *testing.T) {
	known := Choice{ID: "ollama/qwen3:8b"}
	own := Choice{ID: `example-com/a "b"`, Provider: "example-com", BaseURL: "https://example.com/v1", APIKeyEnv: "EXAMPLE_KEY"}
	for _, c := range []struct {
		choice       Choice
		before, want string
	}{
		{known, "", "[assistant.model]\nid = \"ollama/qwen3:8b\"\n"},
		{known, " \n", "[assistant.model]\nid = \"ollama/qwen3:8b\"\n"},
		{known, "# mine\n[ui]\ntheme = 'dark' # so\n\n", "# mine\n[ui]\ntheme = 'dark' # so\n\n[assistant.model]\nid = \"ollama/qwen3:8b\"\n"},
		{own, "[ui]\r\nmouse = true", "[ui]\r\nmouse = true\n\n[assistant.model]\nid = \"example-com/a \\\"b\\\"\"\n\n" +
			"[providers.llm.example-com]\nbase_url = \"https://example.com/v1\"\napi_key_env = \"EXAMPLE_KEY\"\n"},
	} {
		got, err := c.choice.AddTo([]byte(c.before))
		if err != nil || string(got) != c.want {
			t.Errorf("%q: %q %v, want %q", c.before, got, err, c.want)
		}
	}
	_, err := known.AddTo([]byte("[assistant.model]\nparameters.max_tokens = 5\n"))
	const want = "the file already has a part that the choice belongs to; write these lines into it yourself:\n[assistant.model]\nid = \"ollama/qwen3:8b\"\n"
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %q", err, want)
	}
}
