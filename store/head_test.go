package store

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestAHeadIsReadAsAnyJSON, whichever way it is read; of two fields with one name the last
// counts.
func TestAHeadIsReadAsAnyJSON(t *testing.T) {
	const plain = `{"v":1,"seq":12,"event":"e","time":"2026-01-02T15:04:05.5Z","conversation":"c","turn":3,"type":"chat_request"`
	for rest, quick := range map[string]bool{
		`}`: true, `,"text":"a\\"}`: true, `,"text":"\"seq\":"}`: true, ` , "text" : "seq" } `: true, `,"new":{"seq":4},"text":"type"}`: true,
		`,"new":[{"a":"]"},["turn"]],"text":"x"}`: true, `,"seq":13}`: false, `,"text":"x","SEQ":13}`: false, `,"\u0073eq" : 13}`: false,
		`,"turn":4,"text":""}`: false, `,"t\u0079pe":"turn_start"}`: false, `,"type":"turn_start"}`: false, `,"ſeq":13}`: false, `,"text":"open`: false,
		`,"\u0063\u006f\u006e\u0076\u0065\u0072\u0073\u0061\u0074\u0069\u006f\u006e":"d"}`: false,
	} {
		check(t, plain+rest, quick)
	}
	for _, c := range [][2]string{
		{`"seq":12`, `"seq":012`}, {`"seq":12`, `"seq":-1`}, {`"seq":12`, `"seq":9223372036854775807`}, {`"seq":12`, `"seq":1e3`}, {`"seq":12`, `"seq":`},
		{`"v":1`, `"v":2`}, {`"v":1`, `"v":0`}, {`"e"`, `"\u0065"`}, {`"e"`, `"é"`}, {`"c"`, `"`}, {`05.5Z`, `05.5+02:00`}, {`T15`, `T5`}, {`"v"`, ` "v"`},
		{`"chat_request"`, `"new_one"`}, {`"chat_request"`, `"chat_request`}, {`"turn":3`, `"turn":3.0`},
	} {
		line := strings.Replace(plain, c[0], c[1], 1) + `,"text":"x"}`
		check(t, line, c[1] == `05.5+02:00` || c[1] == `"seq":012` || c[1] == `T5`) // the rest says what is wrong
	}
}

// check compares what Decode makes of a line with what encoding/json does, and checks
// whether its head was read in place.
func check(t *testing.T, line string, quick bool) {
	t.Helper()
	if _, ok := readHead([]byte(line)); ok != quick {
		t.Errorf("%s: its head is read at its place: %v", line, ok)
	}
	var h wireHead
	wrong := json.Unmarshal([]byte(line), &h)
	e, err := Decode([]byte(line))
	if wrong != nil && (err == nil || err.Error() != jsonFault([]byte(line), wrong)) {
		t.Errorf("%s: the fault is %v, not %v", line, err, wrong)
	}
	if h.Time = h.Time.UTC(); err == nil && (e.Head != h.Head || e.Body.Type() != h.Type) {
		t.Errorf("%s: %+v (%s), not %+v (%s)", line, e.Head, e.Body.Type(), h.Head, h.Type)
	}
}
