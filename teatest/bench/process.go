package main

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"parley/teatest"
)

// tick is the kernel's unit of processor time.
const tick = 10 * time.Millisecond

// used is the processor time of a process so far.
func used(t teatest.T, cmd *exec.Cmd) time.Duration {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", cmd.Process.Pid))
	if err != nil {
		t.Fatalf("%v", err)
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	fields := strings.Fields(rest)
	user, err1 := strconv.Atoi(fields[11])
	system, err2 := strconv.Atoi(fields[12])
	if err1 != nil || err2 != nil {
		t.Fatalf("cannot read %q", stat)
	}
	return time.Duration(user+system) * tick
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

// pause lets the measured program be.
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
	sorted := slices.Sorted(slices.Values(all))
	at := func(p int) string { return ms(sorted[min(len(sorted)*p/100, len(sorted)-1)]) }
	return at(50) + " / " + at(95) + " / " + at(99)
}
