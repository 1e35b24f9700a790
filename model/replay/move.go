package replay

import (
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"parley/model/kit"
	"parley/store"
	"parley/views/replay"
)

// speeds are those that + and - go through.
func speeds() []float64 { return []float64{0.25, 0.5, 1, 2, 4, 8, 16} }

// playedMsg says that it is time to check how far the replay has come.
type playedMsg struct {
	of  *Player
	run int
}

func noteKey(i int) string { return "replay/" + strconv.Itoa(i) }

// play starts the clock, from the beginning if the replay was at its end.
func (p *Player) play() tea.Cmd {
	if p.reel.last() == 0 {
		return nil
	}
	if p.point == p.reel.last() {
		if p.playing || p.reel.last() == 1 {
			return nil
		}
		p.jump(1)
	}
	p.playing, p.since = true, p.o.Now()
	return p.tick()
}

func (p *Player) stop() { p.playing = false }

// tick asks to be called when something changes: the next event, or the displayed
// seconds.
func (p *Player) tick() tea.Cmd {
	p.run++
	wait := time.Second - p.clock%time.Second
	if p.point < p.reel.last() {
		wait = min(wait, p.reel.at[p.point+1]-p.clock)
	}
	p.waited = max(time.Duration(float64(wait)/p.speed), kit.FrameTime)
	run := p.run
	return p.o.Tick(p.waited, func(time.Time) tea.Msg { return playedMsg{p, run} })
}

// played advances by the elapsed time. Time during which the computer slept does not
// count.
func (p *Player) played(msg playedMsg) tea.Cmd {
	if msg.of != p || msg.run != p.run || !p.playing {
		return nil
	}
	p.advance()
	if !p.playing {
		return nil
	}
	return p.tick()
}

// advance shows what has happened since the last look.
func (p *Player) advance() {
	if !p.playing {
		return
	}
	now := p.o.Now()
	passed := min(max(now.Sub(p.since), 0), p.waited+time.Second)
	p.since = now
	clock := p.clock + time.Duration(float64(passed)*p.speed)
	if point := p.reel.reached(clock); point > p.point {
		p.show(point)
	}
	p.clock = clock
	if p.point == p.reel.last() {
		p.clock = p.reel.at[p.point]
		p.stop()
	}
}

// pause stops the replay where it is now.
func (p *Player) pause() tea.Cmd {
	p.advance()
	p.stop()
	return nil
}

// faster switches to the next speed, or the previous one.
func (p *Player) faster(by int) tea.Cmd {
	p.advance()
	all := speeds()
	switch {
	case by > 0:
		for _, s := range all {
			if s > p.speed {
				p.speed = s
				break
			}
		}
	default:
		for i := len(all) - 1; i >= 0; i-- {
			if all[i] < p.speed {
				p.speed = all[i]
				break
			}
		}
	}
	return p.retick()
}

// retick restarts the ticks after a change, if the replay plays.
func (p *Player) retick() tea.Cmd {
	if !p.playing {
		return nil
	}
	p.since = p.o.Now()
	return p.tick()
}

// step goes on by events and stops there.
func (p *Player) step(by int) tea.Cmd {
	p.stop()
	if to := p.point + by; to >= 1 && to <= p.reel.last() {
		p.jump(to)
	}
	return nil
}

// decisionBy goes to the next or the previous decision, so that it can be read.
func (p *Player) decisionBy(by int) tea.Cmd { return p.stopAt(p.reel.marks, by) }

// stopAt goes to the next or the previous of some points and stops there. If there is
// none, playing goes on.
func (p *Player) stopAt(points []int, by int) tea.Cmd {
	p.advance()
	if _, ok := next(points, p.point, by); ok {
		p.stop()
	}
	return p.along(points, by)
}

// along goes to the next or the previous of some points.
func (p *Player) along(points []int, by int) tea.Cmd {
	to, ok := next(points, p.point, by)
	switch {
	case ok:
		p.jump(to)
	case by > 0:
		p.note = textReplayNoMore
	default:
		p.note = textReplayNoLess
	}
	return p.retick()
}

// jump goes to a point and shows what its event did.
func (p *Player) jump(to int) {
	p.show(to)
	p.clock = p.reel.at[p.point]
	if p.point == p.reel.last() {
		p.stop()
	}
	p.pane.Bottom()
	for entry := range p.reel.past.Changed(max(p.point-1, 0), p.point) {
		p.pane.Show(p.reel.past.First(entry).ID)
	}
}

// show brings the pane to a point. The cost depends on what happened between there
// and its last point, in either direction.
func (p *Player) show(to int) {
	to = min(max(to, 1), p.reel.last())
	past, from := p.reel.past, p.point
	p.point = to
	kept := min(past.Entries(from), past.Entries(to))
	p.pane.Truncate(len(p.notes) + int(p.reel.shown[kept]))
	for entry := range past.Changed(min(from, to), max(from, to)) {
		if entry < kept {
			p.set(entry)
		}
	}
	for entry := kept; entry < past.Entries(to); entry++ {
		p.set(entry)
	}
	p.scroll = 0
	p.layout()
}

func (p *Player) set(entry int) {
	if kind := p.reel.kinds[entry]; kind.Shown {
		p.pane.Set(p.o.Teller.Past(p.reel.past, entry, p.point, kind))
	}
}

// subject is the decision that the point is about.
func (p *Player) subject() (replay.Replayed, bool) {
	if p.reel == nil || p.point == 0 || p.reel.about[p.point] < 0 {
		return replay.Replayed{}, false
	}
	i := int(p.reel.about[p.point])
	x, result, ok := p.reel.exchange(i, p.point)
	if !ok {
		return replay.Replayed{}, false
	}
	r := replay.Replayed{Exchange: x, Who: p.who(i), Tool: p.reel.tool(i), Gone: p.reel.decisions[i].gone, Told: p.reel.decisions[i].told, PutOff: p.putOff}
	if x.Permission != nil && x.Permission.Kind == store.PermitDeliver && result != nil {
		r.Result = &result.Outcome.Content
		if p.filming {
			given := p.reel.given(i, *r.Result)
			r.Result = &given
		}
	}
	r.At, r.Of, r.Skipped = p.reel.place(i)
	if x.Inquiry != nil && x.Inquiry.EscalatedFrom != "" {
		r.Escalated = p.reel.escalation(x.Inquiry.EscalatedFrom, p.point)
	}
	p.decided = replay.NewReplayed(r, p.decided)
	return p.decided, true
}
