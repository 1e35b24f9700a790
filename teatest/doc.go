// Package teatest drives programs as a person would and sees them as a person does: any
// tea.Model in memory (Driver), and any program in a pseudo-terminal with an emulator
// behind it (Terminal). Nothing in it waits for a fixed time: a Driver knows when its
// model is at rest, and a Terminal wakes when something arrives. It does not know what
// Parley does; its tests do.
package teatest

import "time"

// T is what the harness needs of a test. *testing.T and *testing.B are such, and Alone
// makes one for a program that is not a test. Fatalf must not return.
type T interface {
	Helper()
	Fatalf(format string, args ...any)
	Cleanup(func())
	TempDir() string
}

// patience is how long anything may take before it counts as failed. It only limits
// failures: success is noticed at once.
const patience = 2 * time.Minute
