package store

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestNoEventTellsAStrangerOfTheMachine: whichever event names who decided, its copy for a
// stranger names no process, terminal or parent, and the event itself keeps them.
func TestNoEventTellsAStrangerOfTheMachine(t *testing.T) {
	via := Via{Program: "claude", PID: 4711, Terminal: "/dev/pts/31", Parents: []string{"tmux"}, Said: "me"}
	told := map[string]bool{}
	for _, b := range slices.Concat(story(), besideTurns()) {
		v := reflect.New(reflect.TypeOf(b)).Elem()
		v.Set(reflect.ValueOf(b))
		if by := v.FieldByName("AnsweredBy"); by.IsValid() {
			by.Set(reflect.ValueOf(&AnsweredBy{By: ByUser, Via: &via}))
		} else if f := v.FieldByName("Via"); !f.IsValid() {
			continue
		} else if f.Kind() == reflect.Pointer {
			f.Set(reflect.ValueOf(&via))
		} else {
			f.Set(reflect.ValueOf(via))
		}
		own := v.Interface().(Body)
		told[own.Type()] = true
		data, err := json.Marshal(Outward(own))
		if err != nil {
			t.Fatal(err)
		}
		if said := string(data); strings.Contains(said, "4711") || strings.Contains(said, "/dev/pts") || strings.Contains(said, "tmux") || !strings.Contains(said, `"via":{"program":"claude","said":"me"}`) {
			t.Errorf("%s: %s", own.Type(), said)
		}
		if kept, err := json.Marshal(own); err != nil || !strings.Contains(string(kept), `"pid":4711,"terminal":"/dev/pts/31","parents":["tmux"]`) {
			t.Errorf("%s: %s, %v", own.Type(), kept, err)
		}
	}
	if len(told) != 9 {
		t.Errorf("these events name somebody: %v", told)
	}
}
