package inbox

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"parley/store/record"
)

// Head stands for a change of the checked-out commit or branch in [Entry.Changed].
const Head = "HEAD"

// filesOf returns the files of the workspace that a call of a built-in tool is about.
func filesOf(tool string, arguments json.RawMessage) (names []string) {
	var in struct{ Path, To string }
	if !record.OfFiles(tool) || json.Unmarshal(arguments, &in) != nil {
		return nil
	}
	for _, name := range []string{in.Path, in.To} {
		if name != "" && filepath.IsLocal(filepath.FromSlash(name)) {
			names = append(names, name)
		}
	}
	return names
}

// SinceText says how old an entry is and what has changed since, as in "2 h ago; HEAD and
// main.go changed since".
func (e Entry) SinceText(now time.Time) string {
	ago := record.Ago(now.Sub(e.Since))
	if len(e.Changed) == 0 {
		return ago
	}
	last := len(e.Changed) - 1
	names := e.Changed[last]
	if last > 0 {
		names = strings.Join(e.Changed[:last], ", ") + " and " + names
	}
	return ago + "; " + names + " changed since"
}

// SinceBriefly is SinceText with the number of what has changed in place of the names, as in
// "2 h ago; 2 changed".
func (e Entry) SinceBriefly(now time.Time) string {
	ago := record.Ago(now.Sub(e.Since))
	if len(e.Changed) == 0 {
		return ago
	}
	return fmt.Sprintf("%s; %d changed", ago, len(e.Changed))
}
