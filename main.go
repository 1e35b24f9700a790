// Parley is a terminal assistant for programmers, built around decisions. This file starts
// it: what a process has goes in, the exit status comes out.
package main

import (
	"io"
	"log"
	"os"

	"parley/model/cli"
	"parley/model/cli/launch" // the garbage collector waits while the libraries begin
)

func main() {
	launch.TakeName()
	log.SetOutput(io.Discard) // libraries write there what servers sent, in the middle of the screen
	os.Exit(cli.Own())
}
