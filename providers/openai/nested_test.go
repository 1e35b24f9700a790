package openai

import (
	"encoding/json"
	"runtime"
	"strings"
	"testing"

	"parley/providers/wire"
)

// TestWhatIsNestedWithoutEnd is read once, not once for each level.
func TestWhatIsNestedWithoutEnd(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs beside it")
	}
	long := `"` + strings.Repeat("x", 1<<18) + `"`
	const deep = 1000
	for name, read := range map[string]func(){
		"thoughts": func() {
			textIn(json.RawMessage(strings.Repeat(`[{"thinking":`, deep) + long + strings.Repeat(`}]`, deep)))
		},
		"errors": func() {
			wire.ParseFault([]byte(strings.Repeat("[", deep)+long+strings.Repeat("]", deep)), true)
		},
		"errors in errors": func() {
			wire.ParseFault([]byte(`{"error":`+strings.Repeat("[", deep)+long+strings.Repeat("]", deep)+`}`), true)
		},
		"errors of others": func() {
			wire.ParseFault([]byte(strings.Repeat(`{"error":{"metadata":{"raw":`, deep)+long+strings.Repeat(`}}}`, deep)), true)
		},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		read()
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > 100<<20 {
			t.Errorf("%s: %d MB were needed for a quarter of one", name, used>>20)
		}
	}
}
