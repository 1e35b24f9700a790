package main

import (
	"fmt"
	"os/exec"
	"strings"
	"time"

	"parley/teatest"
)

// tokens is how long the long responses are.
const tokens = 20_000

// answers are the three kinds of long response, as tables of a scenario.
func answers() []struct{ name, table string } {
	return []struct{ name, table string }{
		{"Markdown", generated(tokens)},
		{"one code block", fmt.Sprintf("[[answer]]\ntext = %q\n", "```go\n"+strings.Repeat("\tif n > 10 { return n - 1 }\n", tokens*9/100)+"```\n")},
		{"one paragraph", fmt.Sprintf("[[answer]]\ntext = %q\n", strings.Repeat("some plain words of one paragraph ", tokens/6))},
	}
}

func generated(n int) string {
	return fmt.Sprintf("[[answer]]\ngenerate = { kind = \"markdown\", tokens = %d, seed = 7 }\n", n)
}

// streams measures long responses.
func (b *bench) streams() {
	p, n := b.place(), tokens/10
	if b.long {
		n = tokens
	}
	p.Scenario("slow", "tokens_per_second = 200\n"+generated(n)+quiet)
	fast := b.asFast()
	_, cpu, bytes := b.answered(p.Command("-m", "script/slow"), time.Duration(n)*time.Second/200)
	scale := tokens / n
	cpu, bytes = cpu*time.Duration(scale), bytes*scale
	said := ""
	if scale > 1 {
		said = fmt.Sprintf("%d times what %d take: ", scale, n)
	}
	b.holdIn("20,000 tokens at 200 a second: CPU", "", said+ms(cpu), cpu <= 10*time.Second, float64(cpu)/float64(fast.cpu))
	b.hold("… bytes written", "", fmt.Sprintf("%d kB", bytes/1000), float64(bytes))
	b.fast()
}

// fast measures the long responses as fast as they come.
func (b *bench) fast() {
	p := b.place()
	markdown := b.asFast()
	for i, a := range answers() {
		if i == 0 {
			took, cpu := markdown.took, markdown.cpu
			row("20,000 tokens as fast as possible, "+a.name, "", fmt.Sprintf("%s, CPU %s", ms(took), ms(cpu)), "1.2 s, CPU 1.2 s", took <= 1200*time.Millisecond, cpu <= 1200*time.Millisecond)
			continue
		}
		p.Scenario("fast", a.table+quiet)
		r := b.least(p, "fast")
		b.hold("… "+a.name, "", fmt.Sprintf("%s, CPU %s", ms(r.took), ms(r.cpu)), float64(r.took)/float64(markdown.took), float64(r.cpu)/float64(markdown.cpu))
	}
}

// response is what one took.
type response struct{ took, cpu time.Duration }

// asFast is what Markdown takes as fast as possible, measured once: other figures of the run
// are compared with it.
func (b *bench) asFast() response {
	if b.markdown.took == 0 {
		p := b.place()
		p.Scenario("fast", answers()[0].table+quiet)
		b.markdown = b.least(p, "fast")
	}
	return b.markdown
}

// least is the least that a response took of three: what else the machine does only adds.
func (b *bench) least(p *teatest.Place, scenario string) response {
	var r response
	for i := range 3 {
		took, cpu, _ := b.answered(p.Command("-m", "script/"+scenario), 0)
		if i == 0 {
			r = response{took, cpu}
		}
		r = response{min(r.took, took), min(r.cpu, cpu)}
	}
	return r
}

// motions measures what the spinner adds while text arrives at 200 tokens a second: the
// processor time of so many seconds of the same response with it and without, in turns.
func (b *bench) motions() {
	const rounds, lasts = 5, 8 * time.Second
	p := b.place()
	p.Scenario("slow", "tokens_per_second = 200\n"+generated(tokens/10)+quiet)
	measure := func(flags ...string) time.Duration {
		cmd := p.Command(append([]string{"-m", "script/slow"}, flags...)...)
		x := b.ask(cmd)
		x.WaitFor("writes")
		before := used(b.t, cmd)
		pause(lasts)
		cpu := used(b.t, cmd) - before
		b.leave(x)
		return cpu
	}
	var turns, still []time.Duration
	for range rounds {
		still = append(still, measure("-c", "ui.motion=false"))
		turns = append(turns, measure())
	}
	ratio := float64(median(turns)) / float64(median(still))
	b.hold("8 s of text at 200 tokens a second, without and with motion: CPU, medians of 5", "",
		fmt.Sprintf("%s, %s (%.2f ×)", ms(median(still)), ms(median(turns)), ratio), ratio)
}

// flats measures whether the end of a response costs more than its beginning: the
// processor time of the first and the last tenth of 20,000 tokens.
func (b *bench) flats() {
	p := b.place()
	measure := func(name, table string, rate int) {
		p.Scenario("flat", fmt.Sprintf("tokens_per_second = %d\n", rate)+table+quiet)
		first, last := b.tenths(p, time.Duration(tokens)*time.Second/time.Duration(rate))
		ratio := float64(last) / float64(first)
		b.hold(fmt.Sprintf("flat at %d tokens a second, %s: CPU of the first and the last tenth", rate, name), "",
			fmt.Sprintf("%s, %s (%.2f ×)", ms(first), ms(last), ratio), ratio)
	}
	for _, a := range answers() {
		measure(a.name, a.table, 2000)
	}
	if b.long {
		measure("Markdown", generated(tokens), 200)
	}
}

// tenths lets a model respond at an even pace and returns the processor time of the first
// and of the last tenth.
func (b *bench) tenths(p *teatest.Place, lasts time.Duration) (first, last time.Duration) {
	cmd := p.Command("-m", "script/flat")
	x := b.ask(cmd)
	var at []time.Duration
	for range 11 {
		at = append(at, used(b.t, cmd))
		pause(lasts / 10)
	}
	b.end(x)
	b.leave(x)
	return at[1] - at[0], at[10] - at[9]
}

// answered lets the model of a program respond once, which lasts so long at least.
func (b *bench) answered(cmd *exec.Cmd, lasts time.Duration) (took, cpu time.Duration, bytes int) {
	x := b.open(cmd)
	cpuBefore, bytesBefore := used(b.t, cmd), len(x.Raw())
	began := time.Now()
	x.Press("enter")
	pause(lasts) // beyond what is waited for patiently
	b.end(x)
	took, cpu, bytes = time.Since(began), used(b.t, cmd)-cpuBefore, len(x.Raw())-bytesBefore
	b.leave(x)
	return took, cpu, bytes
}

// open starts the program and writes a message.
func (b *bench) open(cmd *exec.Cmd) *teatest.Terminal {
	x := teatest.Start(b.t, width, height, cmd)
	x.WaitFor("Ask, or")
	x.Type("go")
	x.WaitFor("go")
	return x
}

// ask starts the program and sends a message.
func (b *bench) ask(cmd *exec.Cmd) *teatest.Terminal {
	x := b.open(cmd)
	x.Press("enter")
	return x
}

// end waits for the end of the response.
func (b *bench) end(x *teatest.Terminal) {
	x.Until("the answer's end", func(s teatest.Screen) bool {
		return s.Has(" tokens") && !s.Busy()
	})
}
