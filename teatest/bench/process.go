package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"parley/teatest"
)

// used is the processor time of a process so far, of all its threads.
func used(t teatest.T, cmd *exec.Cmd) time.Duration {
	files, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", cmd.Process.Pid))
	if err != nil || len(files) == 0 {
		t.Fatalf("the process has no threads: %v", err)
	}
	var sum time.Duration
	for _, file := range files {
		stat, err := os.ReadFile(file)
		if err != nil {
			t.Fatalf("%v", err)
		}
		nanoseconds, _, _ := strings.Cut(string(stat), " ")
		n, err := strconv.ParseInt(nanoseconds, 10, 64)
		if err != nil {
			t.Fatalf("cannot read %q", stat)
		}
		sum += time.Duration(n)
	}
	return sum
}

// resident is a process's resident memory in bytes.
func resident(t teatest.T, cmd *exec.Cmd) int {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", cmd.Process.Pid))
	if err != nil {
		t.Fatalf("%v", err)
	}
	for line := range strings.Lines(string(status)) {
		if kb, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			n, err := strconv.Atoi(strings.Fields(kb)[0])
			if err != nil {
				t.Fatalf("%v", err)
			}
			return n << 10
		}
	}
	t.Fatalf("the kernel does not say how much memory it has")
	return 0
}

// pause leaves the measured program alone for a while.
func pause(d time.Duration) { <-time.After(d) }

func ms(d time.Duration) string {
	if d >= 10*time.Second {
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
}

func mb(n int) string          { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }
func percent(p float64) string { return fmt.Sprintf("%.2f %%", p) }

// spread is the median, the 95th and the 99th percentile.
func spread(all []time.Duration) string {
	return ms(at(all, 50)) + " / " + ms(at(all, 95)) + " / " + ms(at(all, 99))
}

// repeated measures n times.
func repeated(n int, measure func() time.Duration) []time.Duration {
	all := make([]time.Duration, n)
	for i := range all {
		all[i] = measure()
	}
	return all
}

func median(all []time.Duration) time.Duration { return at(all, 50) }

// at is a percentile.
func at(all []time.Duration, percent int) time.Duration {
	sorted := slices.Sorted(slices.Values(all))
	return sorted[min(len(sorted)*percent/100, len(sorted)-1)]
}
