//go:build !unix

package git

// nonblock is nothing where there is no such flag.
const nonblock = 0
