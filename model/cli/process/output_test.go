package process

import (
	"io"
	"os"
	"testing"
)

// TestTheFileBehindTheOutput: drawing goes to it, though writing is watched for faults.
func TestTheFileBehindTheOutput(t *testing.T) {
	for name, w := range map[string]io.Writer{"itself": os.Stdout, "watched": &Output{W: os.Stdout}} {
		if f, ok := FileOf(w); !ok || f != os.Stdout {
			t.Errorf("%s: %v", name, f)
		}
	}
	if f, ok := FileOf(&Output{W: io.Discard}); ok {
		t.Errorf("no file: %v", f)
	}
}
