// Package system covers what operating systems do differently about files and processes, so
// that other rooms need not know which system they are on.
package system
