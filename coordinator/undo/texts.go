package undo

import "errors"

// What the user is told about a file that stays as it is.
const (
	textChanged  = "changed since; it stays as it is"
	textAlready  = "it stands as it stood before"
	textTooLarge = "it is too large to be kept; it stays as it is"
	textMissing  = "what stood there is not kept, so it cannot be put back"
)

// textHalfMove says why the new name of a file is not removed.
func textHalfMove(from string) string {
	return "it was moved here, and " + from + " cannot be put back; it stays as it is"
}

var errMissing = errors.New(textMissing)
