package config

import (
	"os"
	"strings"
	"testing"
)

const referenceFile = "../docs/configuration.md"

// TestReference compares docs/configuration.md with the table of keys.
func TestReference(t *testing.T) {
	if os.Getenv("UPDATE") == "1" {
		if err := os.WriteFile(referenceFile, []byte(Reference()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	doc, err := os.ReadFile(referenceFile)
	if err != nil {
		t.Fatal(err)
	}
	if string(doc) != Reference() {
		t.Error("docs/configuration.md is not what the table of keys says; run UPDATE=1 go test ./config -run Reference")
	}
}

// TestTableOfKeys: each key occurs once, says what it is, and takes its own default.
func TestTableOfKeys(t *testing.T) {
	seen := map[string]bool{}
	for _, row := range specs() {
		if seen[row.Pattern] || row.Doc == "" || !strings.HasSuffix(row.Doc, ".") {
			t.Errorf("%s: twice, or without a sentence", row.Pattern)
		}
		seen[row.Pattern] = true
		if row.Default == nil {
			continue
		}
		if _, fault := convert(&row, row.Default, ""); fault != "" {
			t.Errorf("%s: its default %s", row.Pattern, fault)
		}
	}
	for _, key := range []string{
		"assistant.model.id", "assistant.request.max_response_bytes", "conversation.inquiry.assistant.system_prompt",
		"conversation.tools.<tool>.style.hidden", "conversation.tools.<tool>.questions.<question>.target.request.cache",
		"providers.llm.<provider>.api_key_cmd", "providers.llm.aliases.<alias>", "ui.notify",
	} {
		if !seen[key] {
			t.Errorf("%s is not in the table", key)
		}
	}
}
