package teatest

import (
	"errors"
	"fmt"
	"os"
	"runtime"
)

// Alone runs something that drives programs outside a test, and returns its failure.
// Everything registered with Cleanup is done before it returns, and what was built is
// removed.
func Alone(do func(T)) error {
	a := &lone{}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer a.clean()
		do(a)
	}()
	<-done
	return errors.Join(a.err, built().remove())
}

// lone is the T of a program that is not a test.
type lone struct {
	err  error
	last []func()
}

func (*lone) Helper() {}

func (a *lone) Cleanup(f func()) { a.last = append(a.last, f) }

// Fatalf ends the work; what was registered is still done. Later failures are added to the
// first.
func (a *lone) Fatalf(format string, args ...any) {
	a.err = errors.Join(a.err, fmt.Errorf(format, args...))
	runtime.Goexit()
}

func (a *lone) TempDir() string {
	dir, err := os.MkdirTemp("", "parley-teatest-")
	if err != nil {
		a.Fatalf("%w", err)
	}
	a.Cleanup(func() { a.err = errors.Join(a.err, os.RemoveAll(dir)) })
	return dir
}

// clean does what was registered, last first. One that fails does not prevent the others.
func (a *lone) clean() {
	for len(a.last) > 0 {
		f := a.last[len(a.last)-1]
		a.last = a.last[:len(a.last)-1]
		done := make(chan struct{})
		go func() {
			defer close(done)
			f()
		}()
		<-done
	}
}
