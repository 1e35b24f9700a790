package kit

// ServerState is what the user is shown about a server of tools.
type ServerState struct {
	How    ServerHow
	Text   string
	Detail string // what there is to unfold
}

// ServerHow is the state of a server.
type ServerHow int

// The states of a server.
const (
	ServerIdle  ServerHow = iota // nothing is wrong, and there is no connection
	ServerReady                  // it is connected
	ServerWaits                  // it waits for a person, to log in or to say yes
	ServerDead                   // it cannot be reached
)
