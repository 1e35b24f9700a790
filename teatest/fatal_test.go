package teatest

import (
	"fmt"
	"runtime"
	"testing"
)

// failing is a test within a test: it keeps its failure.
type failing struct {
	*testing.T
	message string
}

func (f *failing) Fatalf(format string, args ...any) {
	f.message = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

// failure runs what should fail and returns its message, "" if it did not fail.
func failure(t *testing.T, do func(T)) string {
	f := &failing{T: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		do(f)
	}()
	<-done
	return f.message
}
