//go:build !unix

package instructions

// nonblock is nothing on systems without such a flag.
const nonblock = 0
