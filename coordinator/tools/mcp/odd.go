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

// The pause between two requests for what a server offers: at first, and where it keeps changing.
const (
	calmly  = time.Second
	calmest = time.Minute
)

// refreshes asks again what the server offers, because it said that this has changed. However
// often it says so, there is only one request at a time, with a pause behind each.
func (l *link) refreshes(c *connection) {
	c.asked.Lock()
	defer c.asked.Unlock()
	if c.again = c.asks; c.asks {
		return
	}
	c.asks = true
	go l.refreshing(c)
}

// refreshing asks, and does so again as long as the server announced another change meanwhile.
func (l *link) refreshing(c *connection) {
	for {
		l.refresh(l.set.ctx, c)
		select {
		case <-l.set.o.after(c.pause(l.set.o.now())):
		case <-l.set.ctx.Done():
			return
		}
		if !c.more() {
			return
		}
	}
}

// pause is how long the server is not asked again. Each pause is twice the one before: a change is
// told, and a question about a changed tool is asked anew, so that many would fill the record and
// leave nobody the time to answer. After a quiet while it begins afresh.
func (c *connection) pause(now time.Time) time.Duration {
	c.asked.Lock()
	defer c.asked.Unlock()
	if now.Sub(c.paused) > 2*calmest {
		c.pausing = 0
	}
	c.paused, c.pausing = now, min(max(2*c.pausing, calmly), calmest)
	return c.pausing
}

// more reports whether the server announced another change in the meantime.
func (c *connection) more() bool {
	c.asked.Lock()
	defer c.asked.Unlock()
	c.asks, c.again = c.again, false
	return c.asks
}
