package fs

import (
	"fmt"
	"io/fs"
	"strings"

	"parley/coordinator/tools/fs/paths"
)

// Texts for a person: what a change does in its place that its words do not say.

// textAskAstray asks before a rule that allows one path is taken to allow another.
func textAskAstray(as, p, deed string) string {
	return fmt.Sprintf("%s leads to %s, which no rule of yours allows. %s", paths.Name(as), paths.Name(p), deed)
}

// textAskLed asks before a change that was allowed by its words is made where these lead.
func textAskLed(as, p, deed string) string {
	return fmt.Sprintf("%s leads to %s. %s", paths.Name(as), paths.Name(p), deed)
}

// textDeed asks what a tool would do where the first or the second of its paths leads.
func textDeed(tool string, path int) string {
	switch {
	case tool == "fs_create_file":
		return "Create it there?"
	case tool == "fs_delete_file":
		return "Delete it there?"
	case tool == "fs_move_file" && path == 0:
		return "Move it away from there?"
	case tool == "fs_move_file":
		return "Move the file there?"
	}
	return "Change it there?"
}

func textRefusedAstray(as, p string) string {
	return fmt.Sprintf("%s leads to %s, and the user did not allow a change there. Nothing was changed.", paths.Show(as), paths.Show(p))
}

// textOpens says what may be done with a file that could not be done with the one that it replaces,
// "" for nothing.
func textOpens(was, is fs.FileMode) string {
	var can []string
	if was&0o111 == 0 && is&0o111 != 0 {
		can = append(can, "it can be run then")
	}
	opens := is &^ was
	switch {
	case opens&0o022 != 0:
		can = append(can, "other users can change it then")
	case opens&0o044 != 0:
		can = append(can, "other users can read it then")
	}
	if len(can) == 0 {
		return ""
	}
	return fmt.Sprintf("The file keeps its own permissions, %04o instead of %04o: %s.", is, was, strings.Join(can, ", and "))
}
