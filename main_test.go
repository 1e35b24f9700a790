//go:build unix

package main

import (
	"testing"

	"parley/teatest/scripts"
)

func TestMain(m *testing.M) { scripts.Main(m) }

// TestScripts runs the first half of testdata/scripts, the tests of teatest/scripts the second.
func TestScripts(t *testing.T) { scripts.Run(t, ".", 'a', 'o') }
