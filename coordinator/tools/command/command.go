// Package command is run_command, the tool that runs a line of shell in the
// workspace.
package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"parley/coordinator/tool"
	"parley/coordinator/tools/process"
	"parley/store/system"
	"parley/store/text/clean"
)

// Name is the name of the tool.
const Name = "run_command"

const (
	defaultLimit = 2 * time.Minute
	longestLimit = 30 * time.Minute
	kept         = 256 << 10 // bytes of output that the model gets
)

// Config is what New needs. The zero value is what a program uses.
type Config struct {
	Shell string                               // "" means the system's shell
	Env   []string                             // nil means the program's own
	Given process.Environment                  // which variables a command gets
	After func(time.Duration) <-chan time.Time // nil means time.After
}

// New returns the tool.
func New(c Config) tool.Tool { return runner{c} }

type runner struct{ config Config }

type arguments struct {
	Command   string `json:"command"`
	Directory string `json:"directory"`
	Timeout   *int64 `json:"timeout_seconds"`
}

func (r runner) Spec() tool.Spec {
	return tool.Spec{
		Name: Name, Description: description, Parameters: json.RawMessage(parameters),
		Run: tool.Ask, Result: tool.Unattended,
	}
}

// Run runs the command to its end. An exit status other than 0 is a result, not
// a failure of the tool.
func (r runner) Run(ctx context.Context, call tool.Call) tool.Outcome {
	var args arguments
	if err := json.Unmarshal(call.Arguments, &args); err != nil {
		return tool.Failure{Message: badArgumentsText}
	}
	limit, problem := sound(args)
	if problem != "" {
		return tool.Failure{Message: problem}
	}
	dir, err := directory(call, args.Directory)
	if err != nil {
		return tool.Failure{Message: directoryText(args.Directory, err)}
	}
	at, done, err := hold(call, args.Directory, dir)
	if err != nil {
		return tool.Failure{Message: directoryText(args.Directory, err)}
	}
	defer done()
	if call.Rests != "" && call.Rests != folder(at) {
		return tool.Failure{Message: tool.ChangedFolder(call.Name)}
	}
	return r.run(ctx, call, args.Command, dir, at, limit)
}

// Refused says why a call will never be carried out, as far as its arguments tell.
func (r runner) Refused(dir string, raw json.RawMessage) string {
	var args arguments
	if json.Unmarshal(raw, &args) != nil {
		return badArgumentsText
	}
	_, problem := sound(args)
	if problem == "" && (dir != "" || !filepath.IsAbs(args.Directory)) && args.Directory != "" && !filepath.IsLocal(inside(dir, args.Directory)) {
		problem = directoryText(args.Directory, errOutside)
	}
	return problem
}

// sound returns the time limit of a call, and what is wrong with the call.
func sound(args arguments) (limit time.Duration, problem string) {
	if limit, problem = limitOf(args); problem == "" {
		problem = commandProblem(args.Command)
	}
	return limit, problem
}

func (r runner) run(ctx context.Context, call tool.Call, line, dir, at string, limit time.Duration) tool.Outcome {
	status, printed, err := r.config.shell(ctx, line, dir, at, process.Command{
		Env: r.config.environ(dir, call), Stdout: live{call.Live}, Limit: limit,
	})
	if err != nil {
		return tool.Failure{Message: notStartedText(err)}
	}
	text := printedText(printed)
	switch status.Ending {
	case process.Cancelled:
		return tool.Failure{Message: cancelledText + text}
	case process.TimedOut:
		return tool.Failure{Message: timedOutText(limit) + text}
	}
	return tool.Success{Content: statusText(status) + text, Exit: tool.ExitOf(status.Exit())}
}

// shell gives a line to the shell in a folder, which at leads to whatever has its name by then, with what c says
// beside, and returns what is kept of its output.
func (x Config) shell(ctx context.Context, line, dir, at string, c process.Command) (process.Status, string, error) {
	if x.Shell == "" {
		found, err := system.Shell(dir)
		if err != nil {
			return process.Status{}, "", err
		}
		x.Shell = found
	}
	output := process.NewOutput(kept)
	c.Args, c.Dir, c.After = []string{x.Shell, "-c", "--", line}, at, x.After
	c.Stdout = io.MultiWriter(output, c.Stdout)
	status, err := process.Run(ctx, c)
	return status, output.Text(), err
}

// environ is the environment of a command. Variables that say where it is are set
// anew.
func (x Config) environ(dir string, call tool.Call) []string {
	env := x.Env
	if env == nil {
		env = os.Environ()
	}
	env = slices.DeleteFunc(x.Given.Environ(env), isWhere)
	if call.ByRule {
		env = quietGit(slices.DeleteFunc(env, isPosix))
	}
	if call.Listed {
		env = outOf(call.Dir, env)
	}
	return append(env, "PWD="+dir)
}

// quiet are settings of git, which it takes before any other's, and what it is given of each:
// a rule permits git, not a program whose name git finds in the workspace.
var quiet = [...]string{
	"safe.bareRepository=explicit", // no folder that looks like a bare repository is one
	// What lies in a nested repository has settings of its own. git would go into one for each
	// commit of it that a tree names, whether or not the index does.
	"diff.ignoreSubmodules=dirty", "diff.submodule=short", "status.submoduleSummary=false",
	"submodule.recurse=false", "fetch.recurseSubmodules=false", "push.recurseSubmodules=no",
	"index.threads=1",           // the index is read from its beginning, as it was looked at, not where a table at its end says
	"core.untrackedCache=false", // folders are looked into, not taken from a list at its end, which may name some elsewhere
	"core.multiPackIndex=false", // packs are found by looking, not by a list that may name some elsewhere
}

// protocols are those of other machines. Through a path, git would run the hooks of the repository
// there, read it and write into it.
const protocols = "git:http:https:ssh"

// quietGit makes git run no pager and no editor, go to other machines only, and do what quiet says.
func quietGit(env []string) []string {
	env = slices.DeleteFunc(env, func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		switch name {
		case "GIT_PAGER", "GIT_EDITOR", "GIT_SEQUENCE_EDITOR", "GIT_CONFIG_COUNT", "GIT_ALLOW_PROTOCOL":
			return true
		}
		return strings.HasPrefix(name, "GIT_CONFIG_KEY_") || strings.HasPrefix(name, "GIT_CONFIG_VALUE_")
	})
	env = append(env, "GIT_PAGER=cat", "GIT_EDITOR=true", "GIT_SEQUENCE_EDITOR=true", "GIT_ALLOW_PROTOCOL="+protocols, fmt.Sprintf("GIT_CONFIG_COUNT=%d", len(quiet)))
	for i, setting := range quiet {
		key, value, _ := strings.Cut(setting, "=")
		env = append(env, fmt.Sprintf("GIT_CONFIG_KEY_%d=%s", i, key), fmt.Sprintf("GIT_CONFIG_VALUE_%d=%s", i, value))
	}
	return env
}

// outOf leaves out what names a place in a workspace: a rule permits git or go, not a program of the
// workspace that it starts by its name, such as another release of go, ssh or a compiler, nor what it
// loads, nor where a trace of it is written. What git is told of its repository and its settings stays,
// since the rules look at it, and so does where go gets modules, which would otherwise be a server.
func outOf(dir string, env []string) []string {
	kept := func(entry string) bool {
		is := func(prefix string) bool { return strings.HasPrefix(entry, prefix) }
		return is("GIT_") && !is("GIT_EXEC_PATH=") && !is("GIT_TRACE") && !is("GIT_TEST_") || is("GOPROXY=")
	}
	told := slices.DeleteFunc(slices.Clone(env), func(entry string) bool { return !kept(entry) })
	return append(system.Outside(slices.DeleteFunc(slices.Clone(env), kept), dir), told...)
}

// Lends reports whether variables of an environment name places in a workspace that a command gets
// only where it is not listed.
func Lends(dir string, env []string) bool {
	env = slices.DeleteFunc(slices.Clone(env), isWhere)
	rest := outOf(dir, env)
	slices.Sort(env)
	slices.Sort(rest)
	return !slices.Equal(env, rest)
}

// Brings reports whether a command that another program runs with an environment gets what would be
// taken from one that a rule allows here.
func Brings(dir string, env []string) bool {
	return Lends(dir, env) || slices.ContainsFunc(env, isPosix)
}

// isPosix reports whether a variable makes files of the flags behind an operand.
func isPosix(entry string) bool { return strings.HasPrefix(entry, "POSIXLY_CORRECT=") }

// isWhere reports whether a variable says where a program is; each command gets its own.
func isWhere(entry string) bool {
	return strings.HasPrefix(entry, "PWD=") || strings.HasPrefix(entry, "OLDPWD=")
}

// live shows output as it is produced; if nobody watches any more, the command still
// goes on.
type live struct{ w io.Writer }

func (l live) Write(p []byte) (int, error) {
	if l.w != nil {
		_, _ = l.w.Write(p)
	}
	return len(p), nil
}

func limitOf(args arguments) (time.Duration, string) {
	if args.Timeout == nil {
		return defaultLimit, ""
	}
	most := int64(longestLimit / time.Second)
	if *args.Timeout < 1 || *args.Timeout > most {
		return 0, timeoutText(*args.Timeout, most)
	}
	return time.Duration(*args.Timeout) * time.Second, ""
}

func commandProblem(line string) string {
	switch {
	case strings.TrimSpace(line) == "":
		return emptyCommandText
	case strings.ContainsRune(line, 0):
		return nulCommandText
	}
	return ""
}

// directory returns the path to run in. It is resolved through the workspace's root,
// so that it lies inside, whatever the links.
func directory(call tool.Call, name string) (string, error) {
	if name == "" || name == "." {
		return call.Dir, nil
	}
	name = filepath.Clean(inside(call.Dir, name)) // what is looked at is where it runs, and what is shown
	if !filepath.IsLocal(name) {
		return "", errOutside
	}
	info, err := call.Root.Stat(name)
	if err != nil {
		return "", cause(err) // the name is reported anyway
	}
	if !info.IsDir() {
		return "", errNotDirectory
	}
	return filepath.Join(call.Dir, name), nil
}

// hold opens the folder that a command runs in, so that it is the one that is looked at, and returns a path that
// leads to it. Where the system has no such path, the folder is the one that has its name.
func hold(call tool.Call, name, dir string) (at string, done func(), err error) {
	if dir == call.Dir {
		return dir, func() {}, nil
	}
	f, err := call.Root.Open(filepath.Clean(inside(call.Dir, name)))
	if errors.Is(err, fs.ErrPermission) {
		return dir, func() {}, nil // one may enter it without reading it
	}
	if err != nil {
		return "", nil, cause(err)
	}
	at, ok := system.Held(f)
	if !ok {
		at = dir
	}
	return at, func() { f.Close() }, nil // it was only looked at
}

// cause is an error without the path that it is about.
func cause(err error) error {
	var fault *fs.PathError
	if errors.As(err, &fault) {
		return fault.Err
	}
	return err
}

// inside makes an absolute path below the workspace relative to it; other paths are
// returned unchanged.
func inside(dir, name string) string {
	if !filepath.IsAbs(name) {
		return name
	}
	relative, err := filepath.Rel(dir, name)
	if err != nil || !filepath.IsLocal(relative) {
		return name
	}
	return relative
}

// Describe shows the first line of the command and where it runs.
func (r runner) Describe(raw json.RawMessage) string {
	var args arguments
	if json.Unmarshal(raw, &args) != nil {
		return string(raw)
	}
	first, rest, more := strings.Cut(strings.Trim(args.Command, "\n"), "\n")
	if more {
		first += fmt.Sprintf(" … (%d lines)", strings.Count(rest, "\n")+2)
	}
	if at := place(args.Directory); at != "" {
		first += "  (in " + clean.InWords(at) + ")"
	}
	return first
}

// Covers is exactly this command in this directory, whatever its time limit.
func (r runner) Covers(raw json.RawMessage) tool.Cover {
	var args arguments
	if json.Unmarshal(raw, &args) != nil {
		return tool.Cover{Key: string(raw), Text: coversText("")}
	}
	at := place(args.Directory)
	return tool.Cover{Key: at + "\x00" + args.Command, Text: coversText(at)}
}

// place names a directory to the user, "" for the workspace itself.
func place(name string) string {
	if name == "" || filepath.Clean(name) == "." {
		return ""
	}
	return filepath.Clean(name)
}
