//go:build unix

package scripts

import (
	"path/filepath"
	"testing"
)

func TestMain(m *testing.M) { Main(m) }

// TestScripts runs the second half of testdata/scripts.
func TestScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("a short run takes those of the package at the top")
	}
	Run(t, filepath.Join("..", ".."), 'p', 'z')
}
