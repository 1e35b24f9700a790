package cli

import "testing"

// TestNoSuchCommand: a word where a command is meant, and is none, is refused with those that
// there are, by the command itself and by its help.
func TestNoSuchCommand(t *testing.T) {
	const rules = "there is no `parley rules nosuch`; there are add, ls, rm and test"
	for args, want := range map[string]string{
		"rules nosuch":         rules,
		"help rules nosuch":    rules,
		"bridge nosuch":        "there is no `parley bridge nosuch`; there are install, remove and status",
		"reviewer nosuch":      "there is no `parley reviewer nosuch`; there is only test",
		"config nosuch":        "there is no `parley config nosuch`; there are check, explain, path, show and trust",
		"help nosuch":          "there is no `parley nosuch`; `parley help` lists the commands",
		"help sugest":          "there is no `parley sugest`; did you mean \"suggest\"?; `parley help` lists the commands",
		"help run nosuch":      "there is no `parley run nosuch`; `parley run --help` says what it takes",
		"help completion bash": "there is no `parley completion bash`; `parley completion --help` says what it takes",
	} {
		refused(t, args, want)
	}
}

// TestWordsThatBeginWithADash: the error of an unknown flag says how to give such a word to a
// command that takes any words at all.
func TestWordsThatBeginWithADash(t *testing.T) {
	for args, want := range map[string]string{
		"run --nope":        "unknown flag: --nope; `parley run --help` lists the flags, and a message that begins with - goes after --",
		"rules test ls --x": "unknown flag: --x; `parley rules test --help` lists the flags, and a command that has flags goes in quotes",
		"ls --nope":         "unknown flag: --nope; `parley ls --help` lists the flags",
	} {
		refused(t, args, want)
	}
}
