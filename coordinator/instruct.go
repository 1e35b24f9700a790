package coordinator

import (
	"context"
	"path"
	"slices"

	"parley/coordinator/tool"
	"parley/store"
)

// Instructor finds the files that a model is given as instructions, and keeps their bytes.
// It reads files, so it is called only in jobs.
type Instructor interface {
	// Tell finds what accompanies a message: for the first message of a conversation,
	// everything that counts where it works; and, if the message calls a skill, the skill of
	// that name. The error says why there is none of that name.
	Tell(ctx context.Context, first bool, skill string) (store.Instructions, error)
	// Around is called when a run of a tool begins, and the function it returns when the run
	// has ended: it finds the instructions of the folders that the run touched.
	Around(call tool.Call) func(tool.Outcome) Touched
}

// Touched is the outcome for a run: what the model is told about folders that it is the
// first to touch, and what the user is told.
type Touched struct {
	Told  store.Instructions
	Notes []string
}

// Instruct finds what accompanies the queued message with an ID, before a turn begins with
// it.
type Instruct struct {
	ID    string
	First bool   // it is the first message of the conversation
	Skill string // the skill that it calls, "" for none
}

// Key is "instruct/<id>".
func (e Instruct) Key() Key { return Key{Kind: OfInstructions, ID: e.ID} }

// Instructed is what was found. Fault says that there is no such skill; then the message
// is not sent.
type Instructed struct {
	Key   Key
	Told  store.Instructions
	Fault string
}

func (Instructed) input() {}

// due is what must be found for a message before a turn begins with it, zero for nothing.
func (s State) due(q Queued) Instruct {
	first := s.Env.Instructs && (s.Folded.asked == 0 || s.Folded.past.anew) && !s.Folded.past.told
	if s.found.id == q.ID && q.ID != "" || !first && q.Skill == "" {
		return Instruct{}
	}
	return Instruct{ID: q.ID, First: first, Skill: q.Skill}
}

// waits reports whether a message has to wait while no turn is open: for what accompanies
// it, or for the messages before it.
func (s State) waits(q Queued) bool {
	return s.due(q) != (Instruct{}) || len(s.Queue) > 0
}

// foundFor is what was found for a message and is sent with it.
type foundFor struct {
	id   string
	told store.Instructions
}

// instructed records what was found for a message.
func (s State) instructed(m Instructed) State {
	s.Wanted = Instruct{}
	at := slices.IndexFunc(s.Queue, func(q Queued) bool { return q.ID == m.Key.ID })
	switch {
	case at < 0: // it was withdrawn
	case m.Fault != "":
		s.Queue = slices.Delete(slices.Clone(s.Queue), at, at+1)
	default:
		s.found = foundFor{m.Key.ID, m.Told}
	}
	return s
}

// fresh is the part of the instructions that was not given before.
func (f Folded) fresh(told store.Instructions) (store.Instructions, bool) {
	told.Files = slices.DeleteFunc(slices.Clone(told.Files), func(file store.Instruction) bool {
		return f.past.instructed.has(file.Key())
	})
	if f.past.skilled {
		told.Skills = nil
	}
	room := mostInstructed - f.past.instructedBytes
	told.Files = slices.DeleteFunc(told.Files, func(file store.Instruction) bool {
		if isSkill(file) {
			return false
		}
		if over := file.Bytes > room; over {
			told.LeftOut = append(slices.Clip(told.LeftOut), file.Path)
			return true
		}
		room -= file.Bytes
		return false
	})
	told.LeftOut = slices.DeleteFunc(slices.Clone(told.LeftOut), f.past.leftOut.has)
	return told, len(told.Files)+len(told.Skills)+len(told.LeftOut) > 0
}

// mostInstructed is how many bytes of instructions a conversation is given, not counting
// those of skills: what was given is never left out later.
const mostInstructed = 64 << 10

// isSkill reports whether a file is that of a skill.
func isSkill(file store.Instruction) bool { return path.Base(file.Path) == "SKILL.md" }

// told are the events of instructions, if there is anything new in them.
func (f Folded) told(found store.Instructions) []store.Body {
	if fresh, any := f.fresh(found); any {
		return []store.Body{fresh}
	}
	return nil
}

// instructing performs an Instruct.
func instructing(by Instructor, e Instruct) Performer {
	return func(ctx context.Context) (Input, Performer) {
		if by == nil {
			return Instructed{Key: e.Key()}, nil
		}
		told, err := by.Tell(ctx, e.First, e.Skill)
		if ctx.Err() != nil {
			return Gone{Key: e.Key()}, nil
		}
		if err != nil {
			return Instructed{Key: e.Key(), Fault: err.Error()}, nil
		}
		return Instructed{Key: e.Key(), Told: told}, nil
	}
}

// around adds the instructions of what a run touched to its result.
func (s *Shell) around(call tool.Call, run Performer) Performer {
	if s.World.Instruct == nil {
		return run
	}
	return func(ctx context.Context) (Input, Performer) {
		return telling(run, s.World.Instruct.Around(call))(ctx)
	}
}

func telling(job Performer, ended func(tool.Outcome) Touched) Performer {
	return func(ctx context.Context) (Input, Performer) {
		in, rest := job(ctx)
		if done, is := in.(ToolDone); is {
			done.Touched = ended(done.Outcome)
			return done, nil
		}
		if rest != nil {
			rest = telling(rest, ended)
		}
		return in, rest
	}
}
