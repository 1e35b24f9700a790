package screens

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/term"

	"parley/model/cli/launch"
	"parley/model/cli/process"
	"parley/model/cli/version"
)

// abrupt are the signals by which a process is made to fail. Left alone they
// would print what every goroutine does over the picture, and leave the terminal
// raw. What the program does wrong itself comes as a panic, not as one of these.
func abrupt() []os.Signal {
	return []os.Signal{syscall.SIGQUIT, syscall.SIGABRT, syscall.SIGSEGV, syscall.SIGBUS, syscall.SIGFPE, syscall.SIGILL, syscall.SIGTRAP, syscall.SIGSYS}
}

// orderly is how long the screen has to end by itself.
const orderly = 2 * time.Second

// salvage ends the screen when an abrupt signal comes: in order, as long as it
// still does what it is told; else the terminal is given back and the signal has
// its effect. The returned function is called when the screen has ended.
func salvage(p *process.Program, end func()) (ended func()) {
	signals, done := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, abrupt()...)
	give := giveBack(p)
	var work sync.WaitGroup
	work.Go(func() {
		select {
		case s := <-signals:
			end()
			select {
			case <-done:
			case <-time.After(orderly):
				_ = give() // nobody is left who could be told
				if p.Caretaker != nil {
					p.Caretaker.Left()
				}
				signal.Reset(s)
				_ = syscall.Kill(os.Getpid(), s.(syscall.Signal))
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

// giveBack remembers how the terminal is, and returns what makes it so again.
func giveBack(p *process.Program) func() error {
	in, ok := p.In.(*os.File)
	out, drawn := process.FileOf(p.Out)
	if !ok || !drawn {
		return func() error { return nil }
	}
	state, err := term.GetState(int(in.Fd()))
	if err != nil {
		return func() error { return err }
	}
	return func() error {
		_, err := io.WriteString(out, asItWas)
		return errors.Join(err, term.Restore(int(in.Fd()), state))
	}
}

// asItWas turns off everything that the screen turns on. A terminal without a second
// screen keeps the picture: the shell goes on below it.
const asItWas = ansi.ResetModeSynchronizedOutput + ansi.ResetModeMouseNormal + ansi.ResetModeMouseButtonEvent + ansi.ResetModeMouseAnyEvent +
	ansi.ResetModeMouseExtSgr + ansi.ResetModeFocusEvent + ansi.ResetModeBracketedPaste + "\x1b[<u" + "\x1b[>4m" + ansi.ResetStyle +
	ansi.SetModeAutoWrap + "\x1b[9999;1H" + ansi.ResetModeAltScreenSaveCursor + ansi.SetModeTextCursorEnable + "\x1b]2;\a" + "\x1b[0 q" +
	ansi.ResetModeUnicodeCore

// caretakes has the terminal looked after: should the program be killed or fail, it is given back all the same. The
// program goes on without, where there can be no such process.
func caretakes(p *process.Program) {
	file, err := faultFile(p, fmt.Sprintf("-%d", os.Getpid()))
	if err != nil {
		return
	}
	line := func(s string) string { return strings.ReplaceAll("parley: "+s+"\n", "\n", "\r\n") }
	_ = p.Caretaker.Begin(launch.Orders{
		Undo: asItWas, Ended: line(killedText), Failed: line(failedText + fmt.Sprintf(faultFileText, process.Terminal(file))), Unkept: line(failedText),
		File: file, Head: version.Line() + "\n",
	})
}
