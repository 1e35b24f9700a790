package wire

import (
	"context"
	"errors"

	"parley/providers"
)

// Document reads a document of the server: a path below the base address. It asks
// once, without retries.
func (p *Server) Document(ctx context.Context, path string) ([]byte, error) {
	if f := p.Unkeyed(); f != nil {
		return nil, f.Err
	}
	caller := ctx
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	x := p.exchangeFor(providers.Request{}, cancel)
	raw, err := x.get(ctx, path)
	switch {
	case err == nil:
		return raw, nil
	case caller.Err() != nil:
		return nil, caller.Err()
	case errors.Is(context.Cause(ctx), errIdle):
		return nil, p.silent(x).Err
	}
	return nil, p.broken("", err, &try{x: x}).Err
}
