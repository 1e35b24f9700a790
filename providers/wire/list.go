package wire

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"parley/providers"
)

// Beside asks the server something that lies beside its protocol, below the address
// without /v1. What it says counts; why it says nothing does not.
func (p *Server) Beside(ctx context.Context, method, path string, body []byte) ([]byte, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	x := p.exchangeFor(providers.Request{}, cancel)
	x.first = x.idle
	return x.fetch(ctx, method, strings.TrimSuffix(p.base(), "/v1")+path, body)
}

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
	x.first = x.idle // there is nothing that it would have to read first
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

// NoList is a list of models that cannot be read.
func (p *Server) NoList(raw []byte, err error) *Failure {
	f := p.Fail(0, false, fmt.Sprintf(textNoList, p.Title()), ParseFault(raw, true).Message, fmt.Sprintf(helpNoStream, p.Name()))
	f.Err.Err = err
	return f
}
