package record

import (
	"encoding/json"
	"testing"

	"parley/store"
)

// TestWhatACallRunsWith: what its model wrote, or what somebody was asked about, or what they put in
// its place. A request that was taken back for showing something else says nothing.
func TestWhatACallRunsWith(t *testing.T) {
	asked := &store.PermissionRequest{ID: "c.run", Kind: store.PermitRun, Arguments: json.RawMessage(`{"asked":1}`)}
	for name, c := range map[string]struct {
		exchanges []Exchange
		want      string
	}{
		"nobody was asked":       {nil, `{"model":1}`},
		"it is asked":            {[]Exchange{{Permission: asked}}, `{"asked":1}`},
		"it is allowed":          {[]Exchange{{Permission: asked, Permitted: &store.PermissionResponse{Outcome: store.PermitAllowed}}}, `{"asked":1}`},
		"it is edited":           {[]Exchange{{Permission: asked, Permitted: &store.PermissionResponse{Outcome: store.PermitEdited, Arguments: json.RawMessage(`{"edited":1}`)}}}, `{"edited":1}`},
		"it showed another one":  {[]Exchange{{Permission: asked, Permitted: &store.PermissionResponse{Outcome: store.PermitCancelled, Reason: store.CancelAmiss}}}, `{"model":1}`},
		"it has none, as of old": {[]Exchange{{Permission: &store.PermissionRequest{Kind: store.PermitRun}}}, `{"model":1}`},
		"its result is asked":    {[]Exchange{{Permission: asked}, {Permission: &store.PermissionRequest{Kind: store.PermitDeliver}}}, `{"asked":1}`},
	} {
		call := ToolCall{Arguments: json.RawMessage(`{"model":1}`), Exchanges: c.exchanges}
		if got := string(call.Ran()); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
