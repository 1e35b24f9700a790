package bridge

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestSpreadDoesNotMultiply: what is nested thousands of levels deep stays on its line.
func TestSpreadDoesNotMultiply(t *testing.T) {
	if got := spread(map[string]json.RawMessage{"a": json.RawMessage(`[1]`)}); got != "{\n  \"a\": [\n    1\n  ]\n}" {
		t.Errorf("%s", got)
	}
	deep := strings.Repeat("[", 5000) + strings.Repeat("1,", 5000) + "1" + strings.Repeat("]", 5000)
	if got := spread(map[string]json.RawMessage{"a": json.RawMessage(deep)}); got != `{"a":`+deep+`}` {
		t.Errorf("%d bytes", len(got))
	}
}
