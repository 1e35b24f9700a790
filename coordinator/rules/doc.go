// Package rules decides by rules what a call may do without being asked about.
//
// A rule is one line of text, the same in a file, on the screen and in the record:
//
//	run_command(go test ./... -run *)     a line of shell, compared word by word
//	fs_modify_file(docs/**)               a file tool and the paths it may touch
//	github__*                             any other tool, by its name
//
// Decide is a pure function of rules, a call and facts: what PATH finds, where a path
// leads, what the repository's configuration names. It looks at nothing itself. A fact
// that it needs and was not given is listed in the result's Wants; until it is known, the
// call is not allowed.
//
// A line of shell is read as POSIX and as Bash, because nobody knows which of them
// `sh` is. It is allowed if both see the same commands, words and redirections, and
// each simple command is covered by itself. Whatever this package does not know is
// never allowed: the shapes of a line, the flags of a command, the forms of a wrapper
// are lists of what is harmless, not of what is dangerous. For `ask` and `deny` it is
// the other way round: they are looked for as widely as possible, also in a line that
// cannot be read. They keep from slips and are no wall.
//
// What programs, flags, variables and files mean stands in tables/*.tsv, which can be
// added to without Go.
package rules
