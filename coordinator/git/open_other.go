//go:build !unix

package git

// nonblock is zero: there is no such flag.
const nonblock = 0
