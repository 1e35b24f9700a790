package wire

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func equal(t testing.TB, got, want any) {
	t.Helper()
	if got != want {
		t.Errorf("got\n\t%+v\nwant\n\t%+v", got, want)
	}
}

func TestBackoff(t *testing.T) {
	for _, c := range []struct {
		n      int
		asked  time.Duration
		chance float64
		want   time.Duration
	}{
		{1, 0, 0, 500 * time.Millisecond},
		{1, 0, 0.5, 750 * time.Millisecond},
		{2, 0, 0, time.Second},
		{5, 0, 0, 8 * time.Second},
		{6, 0, 0, 15 * time.Second},
		{1000, 0, 0, 15 * time.Second},
		{1, 2 * time.Second, 0, 2 * time.Second},
		{9, 2 * time.Second, 0.5, 2100 * time.Millisecond},
		{1, time.Minute, 0.5, 60500 * time.Millisecond},
	} {
		equal(t, backoff(c.n, c.asked, c.chance), c.want)
	}
}

func TestRetryAfterIsReadWithCare(t *testing.T) {
	for value, want := range map[string]time.Duration{
		"": 0, "-3": 0, "NaN": 0, "0": 0, "1.5": 1500 * time.Millisecond, "1e300": 24 * time.Hour, "+Inf": 24 * time.Hour,
	} {
		equal(t, retryAfter(http.Header{"Retry-After": {value}}, time.Time{}), want)
	}
}

func TestStringsAreWrittenAsJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"))
		var got, want string
		if err := json.Unmarshal(AppendString(nil, in), &got); err != nil {
			t.Fatalf("%q: %v", in, err)
		}
		raw, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(raw, &want); err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Fatalf("%q became %q, want %q", in, got, want)
		}
	})
}
