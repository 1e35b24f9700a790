package window

import (
	"slices"
	"strings"

	"parley/providers"
	"parley/store"
	"parley/store/picture"
	"parley/store/record"
)

// beside collects what is told with the user's next message: what happened beside the
// turns since the last one.
type beside struct {
	commands map[string]string // by id, those without an end
	known    map[string]bool   // the ids of all commands
	next     []aside           // what is told
}

// aside is a text, or an undo whose text follows from what became of it.
type aside struct {
	text string
	undo *store.Undone
}

// undone adds an undo. What it leaves out was not put back, even if one before it says that
// it was to be.
func (b *beside) undone(u store.Undone) {
	for i, x := range b.next {
		if x.undo == nil {
			continue
		}
		was := *x.undo
		was.Files = slices.DeleteFunc(slices.Clone(was.Files), func(f store.UndoneFile) bool { return slices.Contains(u.LeftOut, f.Path) })
		was.LeftOut = slices.DeleteFunc(slices.Clone(was.LeftOut), func(path string) bool {
			return slices.Contains(u.LeftOut, path) || slices.ContainsFunc(u.Files, func(f store.UndoneFile) bool { return f.Path == path })
		})
		b.next[i].undo = &was
	}
	b.next = append(b.next, aside{undo: &u})
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
			b.next = append(b.next, aside{text: userCommandText(command, ev)})
		}
	case store.Undone:
		b.undone(ev)
	}
}

// told are the messages for what is told now.
func (b *beside) told() (out []providers.Message) {
	for _, x := range b.next {
		text := x.text
		if u := x.undo; u != nil {
			if len(u.Files)+len(u.LeftOut) == 0 {
				continue
			}
			text = undoneText(*u)
		}
		out = append(out, providers.Message{Role: providers.User, Text: text})
	}
	b.next = nil
	return out
}

// message is a message of the user's with its images. Each is named in the text, and so is
// why one is not there. What was read of servers comes last, as data.
func (b *builder) message(ev store.ChatRequest) providers.Message {
	words, read := ev.Parts()
	m := b.withImages(words, ev)
	if read != "" {
		m.Text = strings.TrimRight(m.Text, "\n") + "\n\n" + readText + read
	}
	return m
}

// withImages is a message of these words with its images.
func (b *builder) withImages(words string, ev store.ChatRequest) providers.Message {
	m := providers.Message{Role: providers.User, Text: words}
	if len(ev.Files) == 0 {
		return m
	}
	lines := strings.Split(record.FileWords(ev.Files), "\n")
	for i, f := range ev.Files {
		data, there := bytesOf(b.files, f.Digest)
		switch {
		case b.reviewer, b.summing:
		case b.blind:
			lines[i] += blindText
		case !there || len(data) > picture.MaxBytes || f.Type == "" || picture.TypeOf(data) != f.Type:
			lines[i] += noImageText
		default:
			m.Images = append(m.Images, providers.Image{Type: f.Type, Data: data, Width: f.Width, Height: f.Height})
		}
	}
	m.Text = strings.TrimLeft(strings.TrimRight(m.Text, "\n")+"\n\n"+strings.Join(lines, "\n"), "\n")
	return m
}

// ImageHint is what to say about a refusal of a request with images, "" for one without.
func ImageHint(m Model, r providers.Request) string {
	if slices.ContainsFunc(r.Messages, func(m providers.Message) bool { return len(m.Images) > 0 }) {
		return imagesRefusedText(m.ID)
	}
	return ""
}

// instructions is the text for a model about instruction files, "" if it had them
// before. Those before the first message belong to the system prompt. What another hand says was given is left out: nobody
// here trusted it, and the user's own are given anew.
func (b *builder) instructions(ev store.Instructions) string {
	if b.here < b.theirs {
		return ""
	}
	var fresh []store.Instruction
	for _, f := range ev.Files {
		if !b.told[f.Key()] {
			b.told[f.Key()] = true
			fresh = append(fresh, f)
		}
	}
	var parts []string
	if len(fresh) > 0 {
		parts = append(parts, instructionsText(fresh, b.files))
	}
	if len(ev.LeftOut) > 0 {
		parts = append(parts, leftOutFilesText(ev.LeftOut))
	}
	if len(ev.Skills) > 0 && !b.skilled {
		b.skilled = true
		parts = append(parts, skillsText(ev.Skills))
	}
	if len(parts) == 0 {
		return ""
	}
	text := strings.Join(parts, "\n\n")
	if b.reviewer {
		text = reviewInstructionsText + " " + reviewDataText + "\n" + fenced(text)
	}
	if !b.begun {
		b.system = append(b.system, text)
	}
	return text
}
