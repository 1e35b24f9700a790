package views

import (
	"encoding/json"

	"parley/store"
)

// readable lays out a call's arguments for reading.
func readable(raw json.RawMessage) string { return store.Readable(raw) }

func indentJSON(raw json.RawMessage) string { return store.IndentJSON(raw) }
