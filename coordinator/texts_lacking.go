package coordinator

import "fmt"

// lacksText says why a yes to a call is not taken.
func lacksText(tool string) string {
	return fmt.Sprintf("%s is not offered there, so a yes is not taken and what it asks still waits; a no is taken, or the end of the turn", tool)
}
