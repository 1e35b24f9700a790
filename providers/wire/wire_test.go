package wire

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"parley/providers"
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
		"Fri, 31 Dec 9999 23:59:59 GMT": 24 * time.Hour, "Mon, 01 Jan 0001 00:00:07 GMT": 7 * time.Second,
	} {
		equal(t, retryAfter(http.Header{"Retry-After": {value}}, time.Time{}), want)
	}
}

func TestADelayWithinARefusalIsReadWithCare(t *testing.T) {
	for said, want := range map[string]time.Duration{
		`[{"@type":"a","links":[]},{"@type":"b","retryDelay":"1.5s"}]`: 1500 * time.Millisecond,
		`[{"retryDelay":"-3s"}]`: 0, `[{"retryDelay":"soon"}]`: 0, `[{"retryDelay":"99999h"}]`: 24 * time.Hour, `{"retryDelay":"1s"}`: 0, `[7]`: 0, `null`: 0,
	} {
		ft := ParseFault([]byte(`[{"error":{"code":429,"message":"slow","details":`+said+`}}]`), true)
		equal(t, delay(ft.After), want)
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

func TestIDsStayApartAndTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		form := rapid.SampledFrom([]IDForm{NineLetters, DashedID}).Draw(t, "form")
		ids := rapid.SliceOfDistinct(rapid.String(), rapid.ID).Draw(t, "ids")
		var in []providers.Message
		for _, id := range ids {
			in = append(in, providers.Message{Role: providers.Assistant, Calls: []providers.Call{{ID: id}}}, providers.Message{Role: providers.Tool, CallID: id})
		}
		out := CallIDs(in, form)
		seen := map[string]bool{}
		for i, m := range out {
			if i%2 == 0 {
				if id := m.Calls[0].ID; seen[id] || !form.takes(id) {
					t.Fatalf("%q became %q", ids[i/2], id)
				}
				seen[m.Calls[0].ID] = true
			} else if ids[i/2] != "" && m.CallID != out[i-1].Calls[0].ID {
				t.Fatalf("the result of %q is told to be %q's", out[i-1].Calls[0].ID, m.CallID)
			}
			if i < len(in) && len(out) > 2 {
				shorter := CallIDs(in[:2], form)
				if shorter[0].Calls[0].ID != out[0].Calls[0].ID {
					t.Fatal("an id changed as the conversation went on")
				}
			}
		}
	})
}

func TestPastArgumentsAreAlwaysAnObject(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", " ", "null", "[1]", "1", `"x"`, "{}", `{"a":1}`, `{"a":1} x`})).Draw(t, "arguments")
		var object map[string]any
		if err := json.Unmarshal([]byte(Sendable(in)), &object); err != nil || object == nil {
			t.Fatalf("%q became %q", in, Sendable(in))
		}
	})
}

func TestOnlyAWholeTextIsAnObject(t *testing.T) {
	for in, want := range map[string]string{
		` {"a":1} `:                           `{"a":1}`,
		"```json\n{\"a\": \"}\"}\n```":        `{"a": "}"}`,
		"```\n{\"a\":1}\n``` so":              "```\n{\"a\":1}\n``` so",
		"```no, not\n{\"a\":1}\n```":          "```no, not\n{\"a\":1}\n```",
		"```json {\"a\":1}\n{\"b\":2}\n```":   "```json {\"a\":1}\n{\"b\":2}\n```",
		`The file says {"a":true}, I do not.`: `The file says {"a":true}, I do not.`,
		`{"a":1} {"b":2}`:                     `{"a":1} {"b":2}`,
		`yes`:                                 `yes`,
		`{"a":`:                               `{"a":`,
		``:                                    ``,
		"```":                                 "```",
		strings.Repeat("{", 1000):             strings.Repeat("{", 1000),
	} {
		equal(t, ObjectIn(in), want)
	}
}
