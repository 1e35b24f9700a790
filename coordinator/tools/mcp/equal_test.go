package mcp

import (
	"reflect"
	"testing"
	"time"
)

// TestServersDifferInAnyField: one that was configured anew is started anew.
func TestServersDifferInAnyField(t *testing.T) {
	for i := range reflect.TypeFor[Server]().NumField() {
		var was, now Server
		f := reflect.ValueOf(&now).Elem().Field(i)
		switch v := f.Addr().Interface().(type) {
		case *string:
			*v = "x"
		case *bool:
			*v = true
		case *[]string:
			*v = []string{"x"}
		case *map[string]string:
			*v = map[string]string{"x": "y"}
		case *Client:
			*v = Client{ID: "x"}
		case *time.Duration:
			*v = time.Second
		case *func() bool:
			continue // it looks at Files, which are compared
		default:
			t.Fatalf("a field of type %s", f.Type())
		}
		if was.equal(now) || !now.equal(now) {
			t.Errorf("%s is not compared", reflect.TypeFor[Server]().Field(i).Name)
		}
	}
}
