package launch

import "syscall"

// A library asks the tmux that the program runs in, when it begins, how many colours there are.
// It takes the first program of that name in PATH, which may be one of a workspace, and does so
// even where nothing is drawn. So the variable that says that there is a tmux is not there while
// the libraries begin; who draws asks by itself.
const variable = "TMUX"

var tmux, inTmux = syscall.Getenv(variable)

func init() {
	if inTmux {
		_ = syscall.Unsetenv(variable) // it fails only for a name that is none
	}
}

// ShowTmux gives the process back what its environment says of a tmux. It comes before whatever
// takes the environment in.
func ShowTmux() {
	if inTmux {
		_ = syscall.Setenv(variable, tmux) // as it was given
	}
}
