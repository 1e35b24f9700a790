package rawjson

import "strings"

var (
	toStep = strings.NewReplacer("~", "~0", "/", "~1")
	toKey  = strings.NewReplacer("~1", "/", "~0", "~")
)

// Step is a key as a step of a JSON Pointer (RFC 6901).
func Step(key string) string { return toStep.Replace(key) }

// Key is the key that a step of a JSON Pointer stands for.
func Key(step string) string { return toKey.Replace(step) }
