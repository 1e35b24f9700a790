package coordinator

import "fmt"

// replacedText says that a call had asked something for another tool than the one of its name now.
func replacedText(tool string) string {
	return fmt.Sprintf("%s asked something in this call, and by now what stands behind its name has changed: its command, its server, its parameters, its options or its description. "+
		"What was answered was for the other, so it did not run again, and the call may have taken effect in part. Call it again if it is still wanted.", tool)
}

// movedText says that a call was asked about or begun in another workspace than the one of now.
func movedText(tool, from, to string) string {
	if from == to {
		return fmt.Sprintf("%s was called when another folder was at %s. "+
			"What was said of this call was for that folder, so it did not run in this one, and in the other it may have taken effect in part. Call it again if it is still wanted here.", tool, to)
	}
	return fmt.Sprintf("%s was called when the tools worked in %s, and they work in %s now. "+
		"What was said of this call was for that folder, so it did not run in this one, and in the other it may have taken effect in part. Call it again if it is still wanted here.", tool, from, to)
}

// strangeText says that a call stands in a record that another installation made.
func strangeText(c *Call) string {
	said := c.Name + " was called when this conversation was recorded elsewhere, and nothing that was said of it there counts here, so it did not run"
	if c.Run > 0 {
		said += " on. Where it was recorded, it may have taken effect in part"
	}
	return said + ". Call it again if it is still wanted here."
}

// lacksText says why a yes to a call is not taken.
func lacksText(tool string) string {
	return fmt.Sprintf("%s is not offered there, so a yes is not taken and what it asks still waits; a no is taken, or the end of the turn", tool)
}

// incompleteText says why an edited call is not taken.
func incompleteText(tool string) string {
	return fmt.Sprintf("%s would get another call than what was written: it has defaults for what is left out, and reads JSON in a text. Write the whole call; it still waits", tool)
}
