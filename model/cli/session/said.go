package session

import (
	"maps"
	"slices"

	"parley/config/private"
	"parley/coordinator/tools/process"
	cli "parley/model/cli/process"
	saying "parley/store/said"
)

// Said is where the user's messages are kept.
func (s Setup) Said(p *cli.Program) saying.File {
	secret := process.Keys(s.Sources.Env)
	keys, _, _ := private.ReadKeys(s.Places.Keys) // whoever needs a key reports why there is none
	return saying.File{Path: s.Places.Messages, Now: p.Now, Secret: slices.AppendSeq(secret, maps.Values(keys))}
}

// Earlier gives access to the messages of all conversations, and stores those of this
// one.
func (x *Session) Earlier() Earlier { return Earlier{x.Setup.Said(x.Prog), x.Saved.ID()} }

// Earlier stores what is said in a conversation.
type Earlier struct {
	file         saying.File
	conversation string
}

// Add stores a message.
func (e Earlier) Add(text string) error { return e.file.Add(e.conversation, text) }

// Texts are all messages, oldest first.
func (e Earlier) Texts() ([]string, error) { return e.file.Texts() }
