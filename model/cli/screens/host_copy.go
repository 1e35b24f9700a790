package screens

// Copy copies a text to the clipboard with the system's tool, "" if there is none.
func (h host) Copy(text string) (by string, err error) { return h.x.Prog.Copy(text) }

// OpenPage shows a page in the user's browser.
func (h host) OpenPage(address string) error { return h.x.Prog.Open(address) }
