package screens

import (
	"context"
	"errors"

	"parley/coordinator"
	"parley/model/cli/headless"
	"parley/model/cli/session"
	"parley/model/cli/socket"
)

// outside yields the answers of other processes to what is asked in a conversation. It
// begins to listen when it is first asked for one, after the first picture. The tour is
// nobody else's business, and leaves nothing behind.
func outside(x *session.Session) coordinator.Performer {
	return func(ctx context.Context) (coordinator.Input, coordinator.Performer) {
		if isTour(x.Config) {
			return nil, nil
		}
		s, err := headless.Listen(x.Prog, x)
		switch {
		case errors.Is(err, socket.ErrUnsupported):
			return nil, nil
		case err != nil:
			return coordinator.Deaf{Why: headless.DeafText(err)}, nil
		}
		return s.Performer()(ctx)
	}
}
