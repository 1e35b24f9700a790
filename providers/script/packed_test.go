package script

import (
	"os"
	"testing"

	"parley/teatest/goldens"
)

// TestTheTourIsPacked: what is built in is what tour.toml says. With UPDATE=1 it is made of it again.
func TestTheTourIsPacked(t *testing.T) {
	goldens.Packed(t, "tour.gz", packedTour, string(goldens.Must(os.ReadFile("tour.toml"))))
}
