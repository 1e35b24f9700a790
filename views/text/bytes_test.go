package text

import "testing"

func TestBytes(t *testing.T) {
	for n, want := range map[int]string{0: "0 bytes", 1: "1 byte", 891: "891 bytes", 999: "999 bytes", 1000: "1.0 kB", 11_000: "11.0 kB", 999_949: "999.9 kB", 999_950: "1.0 MB", 5_340_000: "5.3 MB"} {
		if got := Bytes(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}
