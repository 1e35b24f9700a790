package notice

import (
	"errors"
	"fmt"
	"io/fs"
)

// untoldText says that a run of notify.command failed, so that perhaps nobody was told.
func untoldText(how string) string {
	return "notify.command failed, so perhaps nobody was told of what waits: " + how
}

func unstartedText(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		return fmt.Sprintf("%s cannot be started: %v", path.Path, path.Err)
	}
	return fmt.Sprintf("it cannot be started: %v", err)
}

func exitText(code int) string { return fmt.Sprintf("it ended with status %d", code) }

func signalText(name string) string { return "it was ended by the signal " + name }

const limitText = "it was ended after ten seconds"
