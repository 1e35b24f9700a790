//go:build !unix

package instructions

// nonblock is nothing where there is no such flag.
const nonblock = 0
