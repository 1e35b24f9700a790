// mcpserver is a server of tools for tests and by hand: it asks, it misbehaves, it
// dies (docs/try.md). Its words say how: go doc ./teatest/mcpserver/server.
package main

import (
	"context"
	"fmt"
	"os"

	"parley/teatest/mcpserver/server"
)

func main() {
	if err := server.Serve(context.Background(), os.Args[1:]...); err != nil {
		fmt.Fprintln(os.Stderr, "mcpserver:", err)
		os.Exit(1)
	}
}
