package tool

import (
	"fmt"
	"strings"
)

// What a model reads if its arguments do not fit.

func wrongArguments(tool, shape string, faults []string, more int) string {
	if more > 0 {
		faults = append(faults, fmt.Sprintf("Faults that are not listed here: %d.", more))
	}
	return fmt.Sprintf("The arguments of %s are wrong, so it did not run. Correct all of these and call it again:\n- %s\nIt takes %s.",
		tool, strings.Join(faults, "\n- "), shape)
}

func notJSON(tool, why, shape string) string {
	return fmt.Sprintf("The arguments of %s are not valid JSON (%s), so it did not run. Call it again with one JSON object: %s.", tool, why, shape)
}

func notObject(tool, got, shape string) string {
	return fmt.Sprintf("The arguments of %s must be one JSON object, not %s, so it did not run. Call it again with %s.", tool, got, shape)
}

func missingText(path, want string) string {
	return fmt.Sprintf("%q is missing: it must be %s.", path, want)
}

func unknownText(path, near string) string {
	if near == "" {
		return fmt.Sprintf("%q is unknown: leave it out.", path)
	}
	return fmt.Sprintf("%q is unknown: did you mean %q?", path, near)
}

func twiceText(path string) string {
	return fmt.Sprintf("%q is given more than once: give it once.", path)
}

func mistypedText(path, want, got string) string {
	return fmt.Sprintf("%q must be %s, not %s.", path, want, got)
}

func otherFaultText(path, message string) string {
	if path == "" {
		return message
	}
	return fmt.Sprintf("%q: %s", path, message)
}

func noToolText(name, near string) string {
	if near == "" {
		return fmt.Sprintf("There is no tool named %q. Use one of the tools you have been given.", name)
	}
	return fmt.Sprintf("There is no tool named %q. Did you mean %q?", name, near)
}
