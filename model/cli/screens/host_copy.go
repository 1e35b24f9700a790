package screens

// Copy gives a text to the system's clipboard by its own tool, "" if there is none.
func (h host) Copy(text string) (by string, err error) { return h.x.Prog.Copy(text) }
