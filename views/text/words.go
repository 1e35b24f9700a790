package text

import (
	"strconv"
	"strings"
)

// Spaces returns n blanks, none if n is not positive.
func Spaces(n int) string { return strings.Repeat(" ", max(n, 0)) }

// Count writes a number of things: "1 line", "12 lines".
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// Bytes writes a size: 1 byte, 891 bytes, 11.0 kB, 1.3 MB.
func Bytes(n int) string {
	switch {
	case n < 1000:
		return Count(n, "byte", "bytes")
	case n < 999_950:
		return strconv.FormatFloat(float64(n)/1000, 'f', 1, 64) + " kB"
	}
	return strconv.FormatFloat(float64(n)/1_000_000, 'f', 1, 64) + " MB"
}

// Thousands writes a number of tokens or bytes in short: 950, 14.2k, 1.3M.
func Thousands(n int) string {
	switch {
	case n < 1000:
		return strconv.Itoa(n)
	case n < 999_950:
		return strconv.FormatFloat(float64(n)/1000, 'f', 1, 64) + "k"
	default:
		return strconv.FormatFloat(float64(n)/1_000_000, 'f', 1, 64) + "M"
	}
}
