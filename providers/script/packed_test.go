package script

import (
	"os"
	"testing"

	"parley/store/text/packed"
)

// TestTheTourIsPacked: what is built in is what tour.toml says. With UPDATE=1 it is made of it again.
func TestTheTourIsPacked(t *testing.T) {
	want, err := os.ReadFile("tour.toml")
	if err != nil {
		t.Fatal(err)
	}
	got, err := packed.Text(packedTour)
	if err == nil && got == string(want) {
		return
	}
	if os.Getenv("UPDATE") == "" {
		t.Fatalf("tour.toml has changed (%v); UPDATE=1 go test ./providers/script -run Packed takes that over", err)
	}
	if err := os.WriteFile("tour.gz", packed.Of(string(want)), 0o644); err != nil {
		t.Fatal(err)
	}
}
