package openai

import (
	"context"
	"errors"
	"testing"
	"time"

	"parley/providers"
)

// waits records what a provider waits for, and adds nothing to it.
func waits(into *[]time.Duration) func(*Config) {
	return func(c *Config) {
		c.Sleep = func(ctx context.Context, d time.Duration) error {
			*into = append(*into, d)
			return ctx.Err()
		}
	}
}

func failing(status int, header ...string) reply {
	r := reply{status: status, kind: "application/json", chunks: []string{`{"error":{"message":"no"}}`}, header: map[string]string{}}
	for i := 0; i+1 < len(header); i += 2 {
		r.header[header[i]] = header[i+1]
	}
	return r
}

func TestFailuresBeforeTheFirstDeltaAreTriedAgain(t *testing.T) {
	for _, c := range []struct {
		name string
		bad  reply
		want providers.Retrying
	}{
		{"408", failing(408), providers.Retrying{Wait: 500 * time.Millisecond, Reason: "testing refused the request (408)"}},
		{"409", failing(409), providers.Retrying{Wait: 500 * time.Millisecond, Reason: "testing refused the request (409)"}},
		{"429", failing(429), providers.Retrying{Wait: 500 * time.Millisecond, Reason: "testing gets too many requests"}},
		{"500", failing(500), providers.Retrying{Wait: 500 * time.Millisecond, Reason: "testing failed (500)"}},
		{"529", failing(529), providers.Retrying{Wait: 500 * time.Millisecond, Reason: "testing failed (529)"}},
		{"seconds", failing(429, "Retry-After", "7"), providers.Retrying{Wait: 7 * time.Second, Reason: "testing gets too many requests"}},
		{"a date", failing(503, "Retry-After", "Sat, 21 Nov 2026 12:00:42 GMT"), providers.Retrying{Wait: 42 * time.Second, Reason: "testing failed (503)"}},
		{"a past date", failing(503, "Retry-After", "Sat, 21 Nov 2026 11:00:00 GMT"), providers.Retrying{Wait: 500 * time.Millisecond, Reason: "testing failed (503)"}},
		{"milliseconds", failing(503, "Retry-After-Ms", "1500", "Retry-After", "9"), providers.Retrying{Wait: 1500 * time.Millisecond, Reason: "testing failed (503)"}},
		{"Google's delay", refused(429, `[{"error":{"code":429,"message":"slow","details":[{"@type":"q","violations":[]},{"retryDelay":"36s"}]}}]`),
			providers.Retrying{Wait: 36 * time.Second, Reason: "testing gets too many requests"}},
		{"nonsense", failing(503, "Retry-After", "soon"), providers.Retrying{Wait: 500 * time.Millisecond, Reason: "testing failed (503)"}},
		{"a fault in the stream", chat(`{"error":{"code":502,"message":"x"}}`), providers.Retrying{Wait: 500 * time.Millisecond, Reason: "testing failed (502)"}},
		{"a cut", streamed(": x\n"), providers.Retrying{Wait: 500 * time.Millisecond, Reason: "the response broke off"}},
		{"a cut connection", reply{kind: "text/event-stream", chunks: []string{": x\n"}, cut: true},
			providers.Retrying{Wait: 500 * time.Millisecond, Reason: "the response broke off"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var waited []time.Duration
			s := serve(t, c.bad, chat(hi, stop))
			got, err := ask(t, s.provider(t, waits(&waited)), hello(retries(2)))
			c.want.Attempt, c.want.Max = 1, 3
			equal(t, err, nil)
			equal(t, got, []providers.Delta{c.want, providers.TextDelta{Text: "hi"}, providers.Finished{Response: said("hi")}})
			equal(t, waited, []time.Duration{c.want.Wait})
			equal(t, s.seen()[1].body, s.seen()[0].body)
		})
	}
}

func TestRetriesEnd(t *testing.T) {
	var waited []time.Duration
	s := serve(t, failing(500), failing(502), failing(503))
	got, err := ask(t, s.provider(t, waits(&waited)), hello(retries(2)))
	equal(t, got, []providers.Delta{
		providers.Retrying{Attempt: 1, Max: 3, Wait: 500 * time.Millisecond, Reason: "testing failed (500)"},
		providers.Retrying{Attempt: 2, Max: 3, Wait: time.Second, Reason: "testing failed (502)"},
	})
	equal(t, err.Error(), "testing failed (503): no. The fault is the server's and may pass.")
	equal(t, waited, []time.Duration{500 * time.Millisecond, time.Second})
}

func TestWhatIsNotTriedAgain(t *testing.T) {
	for _, c := range []struct {
		name string
		in   reply
		want int // deltas before the error
	}{
		{"a refusal", failing(400), 0},
		{"a bad key", failing(401), 0},
		{"no credit", reply{status: 429, kind: "application/json", chunks: []string{`{"error":{"code":"insufficient_quota","message":"no"}}`}}, 0},
		{"a wait of an hour", failing(429, "Retry-After", "3600"), 0},
		{"a cut after a delta", streamed("data: " + hi + "\n\n"), 1},
		{"a fault after a delta", chat(hi, `{"error":{"code":500,"message":"x"}}`), 1},
		{"a redirect", reply{status: 307, header: map[string]string{"Location": "http://example.com/"}}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := serve(t, c.in)
			got, err := ask(t, s.provider(t), hello(retries(3)))
			equal(t, len(got), c.want)
			equal(t, err != nil, true)
			equal(t, len(s.seen()), 1)
		})
	}
}

func TestALongWaitIsTold(t *testing.T) {
	_, err := ask(t, serve(t, failing(429, "Retry-After", "3600")).provider(t), hello(retries(3)))
	equal(t, err.Error(), "testing gets too many requests: no. It asks to wait for 1 h.")
}

func TestAServerThatIsNotThereIsTriedAgain(t *testing.T) {
	s := serve(t)
	p := s.provider(t)
	s.Close()
	got, err := ask(t, p, hello(retries(1)))
	equal(t, len(got), 1)
	equal(t, err.Error(), "testing is not running at "+s.URL+"/v1. Start it, or set providers.llm.testing.base_url to where it is.")
	var e *providers.Error
	equal(t, errors.As(err, &e) && e.Transient, true)
}
