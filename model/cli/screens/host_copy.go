package screens

// Copy copies a text to the clipboard with the system's tool, "" if there is none.
func (h host) Copy(text string) (by string, err error) { return h.x.Prog.Copy(text) }
