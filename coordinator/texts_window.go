package coordinator

import (
	"fmt"
	"strings"
)

// Texts about the window, for the user.

const (
	nothingToSumText = "The request is too long for the model, and there is nothing before it to sum up. Shorten the message, take tools away with -T, or choose a model with a larger window."
	sumsUpFirstText  = "What came before is summed up first."
	emptySummaryText = "the model wrote nothing"
)

func noSummaryText(why string) string {
	return fmt.Sprintf("No summary was written: %s.", strings.TrimSuffix(why, "."))
}
