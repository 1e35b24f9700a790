package store

// What may happen while no turn is open. Its place among the events says when it was.

// UserCommand is a command that the user runs in the workspace, without the assistant.
// It is on disk before it runs, and never run again.
type UserCommand struct {
	ID      string `json:"id"`
	Command string `json:"command"`
}

// UserCommandEnd is what came of one: exactly one for each. Exit is nil where a signal
// ended it.
type UserCommandEnd struct {
	ID     string `json:"id"`
	Exit   *int   `json:"exit,omitempty"`
	Output string `json:"output"`
	// Interrupted says that the program ended before the command was known to.
	Interrupted bool `json:"interrupted,omitempty"`
}
