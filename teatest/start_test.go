package teatest

import (
	"errors"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// BenchmarkRunUntilTheRequest is the program's own time before a request leaves: from the
// start of `parley run` until a server on this machine has it. The median must be at most
// 30 ms; the time per operation is that of the whole run.
func BenchmarkRunUntilTheRequest(b *testing.B) {
	arrived := make(chan time.Time, 1)
	url := answering(b, func() { arrived <- time.Now() })
	place := NewPlace(b)
	place.Env = append(place.Env, "PARLEY_PROVIDERS__LLM__LOCAL__BASE_URL="+url, "PARLEY_ASSISTANT__MODEL__ID=local/any")
	var took []time.Duration
	for b.Loop() {
		began := time.Now()
		if r := place.Run("run", "--non-interactive", "hi"); r.Status != 0 || r.Out != "Yes.\n" {
			b.Fatalf("%+v", r)
		}
		took = append(took, (<-arrived).Sub(began))
	}
	b.ReportMetric(median(took), "median-ms-to-request")
}

// answering gives one short response to every request, after reporting it.
func answering(b *testing.B, tell func()) string {
	b.Helper()
	listen, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	served := make(chan error, 1)
	s := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		tell()
		w.Header().Set("Content-Type", "text/event-stream")
		if _, err := w.Write([]byte(`data: {"choices":[{"index":0,"delta":{"content":"Yes."},"finish_reason":"stop"}]}` +
			"\n\ndata: [DONE]\n\n")); err != nil {
			b.Error(err)
		}
	})}
	go func() { served <- s.Serve(listen) }()
	b.Cleanup(func() {
		if err := s.Close(); err != nil {
			b.Error(err)
		}
		if err := <-served; !errors.Is(err, http.ErrServerClosed) {
			b.Error(err)
		}
	})
	return "http://" + listen.Addr().String() + "/v1"
}

// median is the middle one, in milliseconds.
func median(took []time.Duration) float64 {
	slices.Sort(took)
	return float64(took[len(took)/2].Microseconds()) / 1000
}

// BenchmarkVersion must take at most 1.5 times as long as BenchmarkEmptyProgram if the
// program needs no C library; if it does, loading that is most of the time.
func BenchmarkVersion(b *testing.B) {
	for name, flags := range map[string][]string{"as built": nil, "without a C library": {"-tags=netgo,osusergo"}} {
		if flags != nil && testing.Short() {
			continue // nearly everything is compiled again for it
		}
		b.Run(name, func(b *testing.B) {
			place := NewPlace(b, flags...)
			benchmarkStart(b, func() *exec.Cmd { return place.Command("version") })
		})
	}
}

// BenchmarkEmptyProgram starts a Go program that does nothing.
func BenchmarkEmptyProgram(b *testing.B) {
	dir := b.TempDir()
	source, program := filepath.Join(dir, "main.go"), filepath.Join(dir, "empty")
	if err := os.WriteFile(source, []byte("package main\n\nfunc main() {}\n"), 0o600); err != nil {
		b.Fatal(err)
	}
	if out, err := exec.Command("go", "build", "-o", program, source).CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	benchmarkStart(b, func() *exec.Cmd { return exec.Command(program) })
}

func benchmarkStart(b *testing.B, command func() *exec.Cmd) {
	b.Helper()
	var took []time.Duration
	for b.Loop() {
		began := time.Now()
		if err := command().Run(); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(began))
	}
	b.ReportMetric(median(took), "median-ms")
}
