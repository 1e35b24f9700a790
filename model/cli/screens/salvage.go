package screens

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/term"

	"parley/model/cli/launch"
	"parley/model/cli/process"
	"parley/model/cli/terminal"
	"parley/model/cli/version"
	"parley/store/system"
)

// orderly is how long the screen may take to end by itself.
const orderly = 2 * time.Second

// salvage ends the screen when an abrupt signal comes: in order, if it still
// responds; otherwise the terminal is restored and the signal takes its effect. Call
// the returned function when the screen has ended.
func salvage(p *process.Program, end func()) (ended func()) {
	signals, done := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, system.Abrupt()...)
	give := giveBack(p)
	var work sync.WaitGroup
	work.Go(func() {
		select {
		case s := <-signals:
			end()
			if p.End != nil {
				p.End()
			}
			select {
			case <-done:
			case <-time.After(orderly):
				if err := give(); p.Caretaker != nil { // nobody is left to be told of another error
					if errors.Is(err, terminal.ErrUntaken) {
						p.Caretaker.Untaken()
					} else {
						p.Caretaker.Left()
					}
				}
				signal.Reset(s)
				raise(s)
			}
		case <-done:
		}
	})
	return func() {
		signal.Stop(signals)
		close(done)
		work.Wait()
	}
}

// giveBack saves the terminal's state, and returns a function that restores it.
func giveBack(p *process.Program) func() error {
	in, ok := p.In.(*os.File)
	_, drawn := system.FileOf(p.Out)
	if !ok || !drawn {
		return func() error { return nil }
	}
	state, err := term.GetState(int(in.Fd()))
	if err != nil {
		return func() error { return err }
	}
	return func() error {
		_, err := io.WriteString(process.Below(p.Out), asItWas)
		return errors.Join(err, term.Restore(int(in.Fd()), state))
	}
}

// asItWas turns off everything that the screen turns on. A terminal without a second
// screen keeps the picture: the shell continues below it.
const asItWas = ansi.ResetModeSynchronizedOutput + ansi.ResetModeMouseNormal + ansi.ResetModeMouseButtonEvent + ansi.ResetModeMouseAnyEvent +
	ansi.ResetModeMouseExtSgr + ansi.ResetModeFocusEvent + ansi.ResetModeBracketedPaste + "\x1b[<u" + "\x1b[>4m" + ansi.ResetStyle +
	ansi.SetModeAutoWrap + "\x1b[9999;1H" + ansi.ResetModeAltScreenSaveCursor + ansi.SetModeTextCursorEnable + "\x1b]2;\a" + "\x1b[0 q" +
	ansi.ResetModeUnicodeCore

// becomes says what becomes of what was said, if the program does not end as it should.
func becomes(p *process.Program) string {
	if p.Brief != nil && p.Brief() {
		return briefText
	}
	return keptText
}

// caretakes starts a caretaker, so that the terminal is restored even if the program
// is killed or crashes. Where no such process can run, the program goes on without
// it.
func caretakes(p *process.Program) {
	if orders, err := ordersOf(p); err == nil {
		_ = p.Caretaker.Begin(orders)
	}
}

// ordersOf are a caretaker's orders.
func ordersOf(p *process.Program) (launch.Orders, error) {
	file, err := faultFile(p, fmt.Sprintf("-%d", os.Getpid()))
	line := func(s string) string { return strings.ReplaceAll("parley: "+s+"\n", "\n", "\r\n") }
	return launch.Orders{
		Undo: asItWas, Ended: line(killedText + becomes(p) + "."), Failed: line(failedText + becomes(p) + fmt.Sprintf(faultFileText, process.Terminal(file))),
		Unkept: line(failedText + becomes(p)), File: file, Head: version.Line() + "\n",
	}, err
}
