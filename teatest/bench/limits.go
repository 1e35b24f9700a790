package main

import (
	"fmt"
	"slices"
	"time"
)

// limit is what a row of docs/performance.md may come to at most, where that is a ratio of
// figures of the same run, or an amount: it holds on any machine. A limit of time is
// where it is measured, since it is that of one machine; some rows have both.
type limit struct {
	what string    // the first column
	most string    // "at most"
	at   []float64 // each of the row's figures
}

// limits is the one place where they are; a test compares the document with them.
var limits = []limit{
	{"start to first frame", "1.5 × floor", []float64{1.5}},
	{"… with a conversation of 10,000 events", "1.5 × floor", []float64{1.5}},
	{"key to echo at rest, p50 / p95 / p99", "p50 7 ms and that of the floor", []float64{1}},
	{"20,000 tokens at 200 a second: CPU", "10 s and 40 × that of Markdown as fast as possible", []float64{40}},
	{"… bytes written", "1,000 kB", []float64{1e6}},
	{"… one code block", "twice that of Markdown", []float64{2, 2}},
	{"… one paragraph", "twice that of Markdown", []float64{2, 2}},
	{"20,000 tokens from a server, an event each", "450 ms, CPU 550 ms and twice that of Markdown", []float64{2, 2}},
	{"flat at 2000 tokens a second, Markdown: CPU of the first and the last tenth", "1.2 ×", []float64{1.2}},
	{"flat at 2000 tokens a second, one code block: CPU of the first and the last tenth", "1.2 ×", []float64{1.2}},
	{"flat at 2000 tokens a second, one paragraph: CPU of the first and the last tenth", "1.2 ×", []float64{1.2}},
	{"flat at 200 tokens a second, Markdown: CPU of the first and the last tenth", "1.2 ×", []float64{1.2}},
	{"resident memory at rest", "45 MB", []float64{45e6}},
	{"… with 10,000 events", "90 MB", []float64{90e6}},
	{"… with 25,000 events, at rest / at most while 100 pages are turned", "90 MB", []float64{90e6}},
	{"… with 25,000 events of 17.7 MB, at rest / at most while 100 pages are turned", "90 MB", []float64{90e6}},
	{"CPU at rest, with 10,000 events", "0.3 % and 0.2 × floor", []float64{0.2, 0.2}},
	{"bytes written at rest in 10 s, with 10,000 events", "0", []float64{0, 0}},
	{"8 s of text at 200 tokens a second, without and with motion: CPU, medians of 5", "1.1 ×", []float64{1.1}},
	{"… bytes a second", "900", []float64{900}},
	{"start to end of parley-hook with nothing to say", "3 × an empty program", []float64{3}},
	{"stripped binary", "29 MB and 2.5 MB for servers of tools", []float64{31.5e6}},
}

// hold prints a row that has one of these limits, and remembers whether it is kept.
func (b *bench) hold(what, floor, parley string, figures ...float64) {
	b.holdIn(what, floor, parley, true, figures...)
}

// holdIn is hold for a row with limits of time as well: whether those are kept is said, but no
// more, as they are those of one machine.
func (b *bench) holdIn(what, floor, parley string, timely bool, figures ...float64) {
	for _, l := range limits {
		if l.what != what {
			continue
		}
		if len(figures) != len(l.at) {
			b.t.Fatalf("%q has %d figures and %d limits", what, len(figures), len(l.at))
		}
		kept := true
		for i, f := range figures {
			kept = kept && f <= l.at[i]
		}
		if !kept {
			b.broken = append(b.broken, what)
		}
		row(what, floor, parley, l.most, kept, timely)
		return
	}
	b.t.Fatalf("there is no limit for %q", what)
}

// check measures within some seconds what has a limit on any machine: the start beside
// the floor, responses beside each other, the hook beside an empty program, and the size.
func (b *bench) check() {
	heading()
	b.rounds, b.typical = 9, slices.Min[[]time.Duration] // what else the machine does only adds
	b.starts()
	b.fast()
	b.hook()
	b.size()
}

// verdict is an error if a limit that holds on any machine was not kept.
func (b *bench) verdict() error {
	if len(b.broken) == 0 {
		return nil
	}
	return fmt.Errorf("worse than docs/performance.md says: %q", b.broken)
}
