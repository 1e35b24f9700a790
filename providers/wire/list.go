package wire

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"parley/providers"
)

// listWait is how long a document may take: no model works on it, and somebody is
// waiting.
const listWait = 15 * time.Second

// mostList is how many bytes a document may have: the longest list known has half a
// million.
const mostList = 8 << 20

// listing is the exchange for a document.
func (p *Server) listing(cancel context.CancelCauseFunc) *exchange {
	x := p.exchangeFor(providers.Request{}, cancel)
	x.first, x.idle, x.limit, x.list = listWait, listWait, mostList, true
	return x
}

// limited ends the exchange after listWait, whatever the server sends, unless the
// function that it returns is called first.
func (x *exchange) limited() func() {
	stop := x.p.cfg.AfterFunc(listWait, func() { x.cancel(errIdle) })
	return func() { stop() }
}

// Beside asks the server something outside its protocol, below the address without
// /v1. Its response counts; the reason for a missing one does not.
func (p *Server) Beside(ctx context.Context, method, path string, body []byte) ([]byte, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	x := p.listing(cancel)
	defer x.limited()()
	return x.fetch(ctx, method, strings.TrimSuffix(p.base(), "/v1")+path, body)
}

// Document reads a document from the server: a path below the base address. It asks
// once, without retries.
func (p *Server) Document(ctx context.Context, path string) ([]byte, error) {
	if f := p.Unkeyed(); f != nil {
		return nil, f.Err
	}
	caller := ctx
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	x := p.listing(cancel)
	defer x.limited()()
	raw, err := x.get(ctx, path)
	switch {
	case err == nil:
		return raw, nil
	case caller.Err() != nil:
		return nil, caller.Err()
	case errors.Is(context.Cause(ctx), errIdle):
		f := p.Fail(0, true, fmt.Sprintf(textSlowList, p.Title(), providers.Lasting(listWait)), "", fmt.Sprintf(helpUnreachable, p.Name()))
		f.Err.Err = errIdle
		return nil, f.Err
	}
	return nil, p.broken("", err, &try{x: x}).Err
}

// NoList reports a list of models that cannot be read.
func (p *Server) NoList(raw []byte, err error) *Failure {
	f := p.Fail(0, false, fmt.Sprintf(textNoList, p.Title()), ParseFault(raw, true).Message, fmt.Sprintf(helpNoStream, p.Name()))
	f.Err.Err = err
	return f
}
