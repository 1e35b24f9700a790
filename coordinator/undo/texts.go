package undo

import "errors"

// What the user is told about a file that stays as it is.
const (
	textChanged = "changed since; it stays as it is"
	textAlready = "it stands as it stood before"
	textMissing = "what stood there is not kept, so it cannot be put back"
)

var errMissing = errors.New(textMissing)
