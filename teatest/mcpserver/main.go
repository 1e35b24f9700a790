// mcpserver is a server of tools for tests and by hand: it asks, it misbehaves, it
// dies (docs/try.md). Its words say how: go doc ./teatest/mcpserver/server. With the word
// login=ADDRESS it is reached over HTTP, by those who log in.
package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"parley/teatest/mcpserver/gate"
	"parley/teatest/mcpserver/server"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "mcpserver:", err)
		os.Exit(1)
	}
}

func run(words []string) error {
	i := slices.IndexFunc(words, func(word string) bool { return strings.HasPrefix(word, "login=") })
	if i < 0 {
		return server.Serve(context.Background(), words...)
	}
	l, err := net.Listen("tcp", strings.TrimPrefix(words[i], "login="))
	if err != nil {
		return err
	}
	fmt.Printf("http://%s%s\n", l.Addr(), gate.Path)
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server.New(words...) }, nil)
	return http.Serve(l, &gate.Gate{Behind: handler})
}
