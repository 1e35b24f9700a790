// Package mcp makes tools of what servers of the Model Context Protocol offer. It
// starts and reaches the servers, keeps what their tools are, and turns their
// questions into forms; the protocol's own types stay in here (docs/mcp.md).
package mcp

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"parley/coordinator/tools/process"
)

// Server is a server as it is started, or reached over HTTP.
type Server struct {
	Name     string
	Own      bool              // it is the user's, and none of a workspace's
	Command  []string          // program and arguments, "" for one that has a URL
	Env      []string          // variables besides those that every command gets, NAME=value
	URL      string            // where it is reached
	Headers  map[string]string // of every request to it
	Timeout  time.Duration     // the longest silence in a call, 0 for no limit
	Identity string            // what rules, tokens and caches are bound to, see Identity
	Given    string            // a digest of its variables and headers, as they were written
	Fault    string            // why it cannot be used, "" if it can
	Waits    bool              // the Fault is that the user was not asked yet, or said no: that is told elsewhere
	Keys     []string          // the keys in what it is given, which nothing repeats that it says
	Files    string            // what is in the files of the workspace that its command names, as somebody agreed to it; "" for none
	May      func() bool       // whether that is so now, nil if no workspace names its command
	Client   Client            // how this program is known where one logs in to it
}

// equal reports whether two servers are the same in everything.
func (s Server) equal(to Server) bool {
	return s.Name == to.Name && s.Own == to.Own && slices.Equal(s.Command, to.Command) && slices.Equal(s.Env, to.Env) && s.URL == to.URL &&
		maps.Equal(s.Headers, to.Headers) && s.Timeout == to.Timeout && s.Identity == to.Identity && s.Given == to.Given && s.Fault == to.Fault && s.Waits == to.Waits && s.Files == to.Files && slices.Equal(s.Keys, to.Keys) && s.Client == to.Client
}

// goesOn reports whether a server that runs is this one, of which only the files have changed since it was started.
func (l *link) goesOn(to Server) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.conn == nil || !to.Waits || l.Files == to.Files {
		return false
	}
	to.Fault, to.Waits, to.Files = l.Fault, l.Waits, l.Files
	return l.Server.equal(to)
}

// Identity tells a server from every other: where it is configured, under which name there, and what is
// started or reached, as it was written. A server of the same name elsewhere is
// another one, and so is the same address under another name: it may be another account's.
func Identity(where, name, url string, command []string) string {
	h := sha256.New()
	fmt.Fprintf(h, "parley mcp 2\n%q\n%q\n%q\n%q\n", where, name, url, command)
	return hex.EncodeToString(h.Sum(nil))
}

// GivenOf is a digest of the variables and headers of a server, as they are written. With other ones it may be at
// work elsewhere, or as somebody else.
func GivenOf(env, headers map[string]string) string {
	if len(env)+len(headers) == 0 {
		return ""
	}
	h := sha256.New()
	for _, of := range []map[string]string{env, headers} {
		for _, name := range slices.Sorted(maps.Keys(of)) {
			fmt.Fprintf(h, "%q=%q\n", name, of[name])
		}
		fmt.Fprintln(h)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// asker tells to whom the answers of a call go: the server at the place that variables of its
// configuration gave it when it asked.
func (s Server) asker() string {
	return strings.TrimSuffix(Identity(s.Identity, s.Name, s.URL, s.Command)+" "+s.Given, " ")
}

// Options are what all servers have in common.
type Options struct {
	Work    Start               // of servers of a workspace
	Own     Start               // of the user's
	Given   process.Environment // which of that a server gets
	State   string              // the folder of caches and logs
	Client  *http.Client        // for servers over HTTP; nil for one of our own
	Version string              // of this program
	After   func(time.Duration) <-chan time.Time
	Now     func() time.Time
	// Resolver finds the addresses that a login reaches; nil for the system's.
	Resolver *net.Resolver
}

// Start is how the programs of servers are started.
type Start struct {
	Dir     string                            // the folder in which they begin
	Environ []string                          // of which they get a part
	Find    func(name string) (string, error) // finds a program by its name; nil: the system does
}

// found is a command with its program found.
func (s Start) found(command []string) ([]string, error) {
	if s.Find == nil {
		return command, nil
	}
	program, err := s.Find(command[0])
	if err != nil {
		return nil, err
	}
	return append([]string{program}, command[1:]...), nil
}

func (o Options) after(d time.Duration) <-chan time.Time {
	if o.After == nil {
		return time.After(d)
	}
	return o.After(d)
}

// where is the command or the address of the server.
func (s Server) where() string {
	if s.URL != "" {
		return s.URL
	}
	return strings.Join(s.Command, " ")
}
