package config

import (
	"testing"
	"time"
)

// TestWhatAFileWasIsNotTrustedBehindWhatItIs: a file that needs no trust any more, and then comes back as it was,
// is asked about again. One that waits, one that is as it was trusted, and one that is not there stay.
func TestWhatAFileWasIsNotTrustedBehindWhatItIs(t *testing.T) {
	var trust Trust
	for _, file := range []string{"narrower", "waits", "same", "gone"} {
		trust = trust.With(Withheld{File: file, Digest: "of " + file, Settings: []Setting{{Key: "k", Value: "v"}}}, time.Unix(0, 0))
	}
	left, is := trust.Past(map[string]string{"narrower": "another", "same": "of same", "never": "x"})
	if !is || left.Has("of narrower") || !left.Has("of waits") || !left.Has("of same") || !left.Has("of gone") {
		t.Errorf("%v, %+v", is, left)
	}
	if again, is := left.Past(map[string]string{"same": "of same"}); is || !again.Has("of same") {
		t.Errorf("with nothing to forget: %v, %+v", is, again)
	}
}
