package coordinator

import (
	"context"

	"parley/coordinator/tool"
	"parley/store"
)

// reading makes the arguments of a response's calls ready as soon as it has arrived: as they are
// recorded, and with all that the core will want to know of them. The registry keeps what it
// found, so that long ones are not read while a key waits.
func reading(tools tool.Registry, dir string, p Performer) Performer {
	if p == nil {
		return nil
	}
	return func(ctx context.Context) (Input, Performer) {
		said, next := p(ctx)
		if done, ok := said.(ModelDone); ok && len(done.Response.Calls) <= mostCalls {
			for _, c := range done.Response.Calls {
				arguments := store.AsWritten(recordedArguments(c.Arguments))
				tools.Read(c.Name, dir, arguments)
				done.Arguments = append(done.Arguments, arguments)
			}
			said = done
		}
		return said, reading(tools, dir, next)
	}
}
