package mcp

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// errOdd means that the library could not handle a message of the server.
var errOdd = errors.New(oddMessageText)

// safely keeps the program alive when the library panics on a message: it does so on a
// notification without parameters, and on a question that is null.
func safely(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, r mcp.Request) (result mcp.Result, err error) {
		defer func() {
			if recover() != nil {
				result, err = nil, fmt.Errorf("%s: %w", method, errOdd)
			}
		}()
		return next(ctx, method, r)
	}
}

// calmly is the pause between two requests for what a server offers.
const calmly = time.Second

// refreshes asks again what the server offers, because it said that this has changed. However
// often it says so, there is only one request at a time, with a pause in between.
func (l *link) refreshes(c *connection) {
	c.asked.Lock()
	defer c.asked.Unlock()
	if c.again = c.asks; c.asks {
		return
	}
	c.asks = true
	go func() {
		for l.refresh(l.set.ctx, c); c.more(); l.refresh(l.set.ctx, c) {
			select {
			case <-l.set.o.after(calmly):
			case <-l.set.ctx.Done():
				return
			}
		}
	}()
}

// more reports whether the server announced another change in the meantime.
func (c *connection) more() bool {
	c.asked.Lock()
	defer c.asked.Unlock()
	c.asks, c.again = c.again, false
	return c.asks
}
