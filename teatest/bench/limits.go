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
	slow []float64 // the same for -check, if a slower processor or slower pages of memory make them larger
}

// limits is the one place where they are; a test compares the document with them.
var limits = []limit{
	{what: "start to first frame", most: "1.5 × floor", at: []float64{1.5}, slow: []float64{3.5}},
	{what: "… with a conversation of 10,000 events", most: "1.5 × floor", at: []float64{1.5}, slow: []float64{3.5}},
	{what: "key to echo at rest, p50 / p95 / p99", most: "p50 7 ms and that of the floor", at: []float64{1}},
	{what: "20,000 tokens at 200 a second: CPU", most: "10 s and 40 × that of Markdown as fast as possible", at: []float64{40}},
	{what: "… bytes written", most: "1,000 kB", at: []float64{1e6}},
	{what: "… one code block", most: "twice that of Markdown", at: []float64{2, 2}},
	{what: "… one paragraph", most: "twice that of Markdown", at: []float64{2, 2}},
	{what: "20,000 tokens from a server, an event each", most: "450 ms, CPU 550 ms and twice that of Markdown", at: []float64{2, 2}},
	{what: "flat at 2000 tokens a second, Markdown: CPU of the first and the last tenth", most: "1.2 ×", at: []float64{1.2}},
	{what: "flat at 2000 tokens a second, one code block: CPU of the first and the last tenth", most: "1.2 ×", at: []float64{1.2}},
	{what: "flat at 2000 tokens a second, one paragraph: CPU of the first and the last tenth", most: "1.2 ×", at: []float64{1.2}},
	{what: "flat at 200 tokens a second, Markdown: CPU of the first and the last tenth", most: "1.2 ×", at: []float64{1.2}},
	{what: "resident memory at rest", most: "45 MB", at: []float64{45e6}},
	{what: "… with 10,000 events", most: "90 MB", at: []float64{90e6}},
	{what: "… with 25,000 events, at rest / at most while 100 pages are turned", most: "90 MB", at: []float64{90e6}},
	{what: "… with 25,000 events of 17.7 MB, at rest / at most while 100 pages are turned", most: "90 MB", at: []float64{90e6}},
	{what: "CPU at rest, with 10,000 events", most: "0.3 % and 0.2 × floor", at: []float64{0.2, 0.2}},
	{what: "bytes written at rest in 10 s, with 10,000 events", most: "0", at: []float64{0, 0}},
	{what: "8 s of text at 200 tokens a second, without and with motion: CPU, medians of 5", most: "1.1 ×", at: []float64{1.1}},
	{what: "… bytes a second", most: "900", at: []float64{900}},
	{what: "start to end of parley-hook with nothing to say", most: "3 × an empty program", at: []float64{3}},
	{what: "stripped binary", most: "29 MB and 2.5 MB for servers of tools", at: []float64{31.5e6}},
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
		at, most, kept := l.at, l.most, true
		if b.brief && l.slow != nil {
			at, most = l.slow, fmt.Sprintf("%g × floor", l.slow[0])
		}
		for i, f := range figures {
			kept = kept && f <= at[i]
		}
		if !kept {
			b.broken = append(b.broken, what)
		}
		row(what, floor, parley, most, kept, timely)
		return
	}
	b.t.Fatalf("there is no limit for %q", what)
}

// check measures within some seconds what has a limit on any machine: the start beside
// the floor, responses beside each other, the hook beside an empty program, and the size.
func (b *bench) check() {
	heading()
	b.brief, b.rounds, b.typical = true, 9, slices.Min[[]time.Duration] // what else the machine does only adds
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
