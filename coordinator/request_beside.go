package coordinator

import (
	"parley/providers"
	"parley/store"
)

// beside collects what is told with the next message of the user's: what happened beside
// the turns since the last one.
type beside struct {
	commands map[string]string // by id, those without an end
	known    map[string]bool   // the ids of all commands
	next     []string          // the texts
}

func (b *beside) add(body store.Body) {
	switch ev := body.(type) {
	case store.UserCommand:
		if b.known == nil {
			b.known, b.commands = map[string]bool{}, map[string]string{}
		}
		if !b.known[ev.ID] {
			b.known[ev.ID], b.commands[ev.ID] = true, ev.Command
		}
	case store.UserCommandEnd:
		if command, open := b.commands[ev.ID]; open {
			delete(b.commands, ev.ID)
			b.next = append(b.next, userCommandText(command, ev))
		}
	}
}

// told are the messages of what is told now.
func (b *beside) told() (out []providers.Message) {
	for _, text := range b.next {
		out = append(out, providers.Message{Role: providers.User, Text: text})
	}
	b.next = nil
	return out
}
