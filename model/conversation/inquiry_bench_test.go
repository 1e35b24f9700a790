package conversation

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"parley/store"
	"parley/teatest/desk"
)

// BenchmarkForm opens a form of 40 questions with 400 options each below a text of 1,000
// paragraphs, and presses keys in it: a key, everything that follows from it, and the
// picture. Each must be within a frame, 33 ms.
func BenchmarkForm(b *testing.B) {
	options := make([]string, 400)
	for i := range options {
		options[i] = fmt.Sprintf(`{"value":"option %d","description":"what comes of it, in some words"}`, i)
	}
	context := strings.Repeat(`Some *words* about it, a line long or so.\n\n`, 1000)
	questions := make([]string, 40)
	for i := range questions {
		questions[i] = fmt.Sprintf(`{"id":"q%d","text":"Which one?","context":"%s","answer_type":"select","options":[%s]}`, i, context, strings.Join(options, ","))
	}
	d := asked(b, strings.Join(questions, ","))
	d.Send(tea.WindowSizeMsg{Width: 120, Height: 40})
	press := func(names ...string) {
		d.Press(names...)
		d.Top.View()
	}
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			press("enter") // the next question opens
			b.StopTimer()
			d.Pass(1e9)
			press("b") // and back
			d.Pass(1e9)
			b.StartTimer()
		}
	})
	b.Run("back", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			press("enter")
			d.Pass(1e9)
			b.StartTimer()
			press("b")
			b.StopTimer()
			d.Pass(1e9)
			b.StartTimer()
		}
	})
	for name, keys := range map[string][]string{"cursor": {"down", "up"}, "page": {"pgdown", "pgup"}, "filter": {"/", "3", "9", "esc", "esc"}} {
		b.Run(name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				press(keys[i%len(keys)])
			}
		})
	}
}

// BenchmarkImages sends a message with 20 images: a key, everything that follows from it,
// and the picture with the first of their lines, the rest folded. It must be within a frame, 33 ms.
func BenchmarkImages(b *testing.B) {
	images, names := map[string]store.File{}, ""
	for i := range 20 {
		f := shot()
		f.Name = fmt.Sprintf("%d.png", i)
		images[f.Name] = f
		names += " @" + f.Name
	}
	for b.Loop() {
		b.StopTimer()
		d := newDesk(b, func(d *desk.Desk, _ *Options) { d.Host.Images = images }).Start().Write("compare" + names)
		d.Send(tea.WindowSizeMsg{Width: 120, Height: 60})
		d.Top.View()
		b.StartTimer()
		d.Press("enter")
		if !strings.Contains(d.Top.View().Content, "more lines") {
			b.Fatal("the message is not on the screen")
		}
	}
}
