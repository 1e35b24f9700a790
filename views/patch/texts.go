package patch

import (
	"fmt"
	"parley/views/text"
)

// The words of a change, in one place.
const (
	textNothingTaken  = "Every change is left out or taken back, so there is nothing to apply. Take a hunk with Space, or press n to reject."
	textHeldBack      = "A part of this change was left out before, and now it can only be taken whole. Press Space, then y, to take all of it, or n to reject."
	textLeftOut       = "left out: stays as it is"
	textNoLastLineEnd = "\\ no line end at the end of the file"
	textEditedPatch   = "edited by you"
	textNowhere       = "not found"
	textWorkingOut    = "working out the change…"
	textTheReviewer   = "The reviewer"
	textSaysNo        = "says no:"
	textNoAnswer      = "gave no answer:"

	textRecommends, textRecommendsShort = "recommends rejecting", "review: no"
	textNoReview, textNoReviewShort     = "gave no review", "no review"
)

// textLongLine and textLongLineDiffers stand above a line that is hard to read to
// its end.
func textLongLine(bytes int) string { return fmt.Sprintf("a line of %d bytes:", bytes) }

func textLongLineDiffers(bytes, from int) string {
	return fmt.Sprintf("a line of %d bytes; it differs from byte %d on:", bytes, from)
}

// textMoreOfLine says that a long line goes on, and how many lines follow.
func textMoreOfLine(after int) string {
	return fmt.Sprintf("more of this line, then %s", text.Count(after, "line", "lines"))
}

// textMoreReason says that a reviewer's reason goes on elsewhere.
func textMoreReason(n int) string {
	return fmt.Sprintf("(%s in the conversation)", text.Count(n, "more line", "more lines"))
}

// textBinaryPatch and textLargePatch say what of a change is not shown.
func textBinaryPatch(old, new int) string {
	return fmt.Sprintf("binary, not shown: %d bytes become %d bytes", old, new)
}

func textLargePatch(old, new int) string {
	return fmt.Sprintf("too large, not shown: %d lines become %d lines", old, new)
}

const textNothingToShow = "The file has no lines; only that it is there changes."

func textCutShort(n int) string {
	return "The first " + text.Count(n, "row", "rows") + " of a long change:"
}
