package launch

// Orders say what to do if the other process ends without having restored the terminal.
type Orders struct {
	Undo   string // escape sequences that turn off what the program turned on
	Ended  string // the message for the user
	Failed string // … if the runtime gave a reason that was saved
	Unkept string // … if the reason could not be saved
	File   string // where the runtime's output is saved
	Head   string // the text before that output
}
