package rulebook

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"

	"parley/coordinator/rules"
	"parley/store/system"
)

// What the workspace's configuration of a family of commands names. The question is not
// what is dangerous: a setting that is not known to be harmless counts as one that names a
// program.

// config looks at the files of a family, in the root or in the folder behind a colon.
func (l *looker) config(family string) rules.Config {
	o := l.book.o
	if family, folder, is := strings.Cut(family, ":"); is {
		if harmlessBelow(l.ctx, family, o.Dir, folder) {
			return rules.NamesNothingNew
		}
		return rules.NamesUnseen
	}
	if family == "git" && (o.User.Elsewhere(o.Dir) || l.hooksHere() || l.runsHere()) {
		return rules.NamesUnseen
	}
	if family == "git" && (l.readsAway() || leadsAway(l.ctx, o.Dir)) {
		return rules.LeadsAway
	}
	if family == "git" && o.Unset {
		if plain, err := o.User.Plain(o.Dir); !plain || err != nil {
			return rules.LeadsAway
		}
	}
	if family == "remotes" && o.Unset {
		return rules.NamesUnseen // a word of the command could be a place, and nothing keeps git from it
	}
	if harmless(l.ctx, family, o.Dir) {
		return rules.NamesNothingNew
	}
	if family == "git" && o.Trusted != nil {
		if text, is := Hooks(o.Dir); is && o.Trusted(HooksOf(o.Dir), text) {
			return rules.NamesNothingNew
		}
	}
	return rules.NamesUnseen
}

// harmlessBelow looks at the files of a family in a folder of the root and in those above it:
// a command that goes there finds them before those of the root. What is no folder holds none.
func harmlessBelow(ctx context.Context, family, dir, folder string) bool {
	at := filepath.Join(dir, filepath.FromSlash(folder))
	if info, err := os.Stat(at); err != nil || !info.IsDir() {
		return true
	}
	root, err := filepath.EvalSymlinks(dir)
	real, fault := filepath.EvalSymlinks(at)
	if err != nil || fault != nil || real != filepath.Join(root, filepath.FromSlash(folder)) {
		return false // others lie above it
	}
	for ; folder != "."; folder = path.Dir(folder) {
		at := filepath.Join(dir, filepath.FromSlash(folder))
		fine := family == "git" && without(at, ".git", "HEAD") || family != "git" && harmless(ctx, family, at)
		if !fine {
			return false
		}
	}
	return true
}

func harmless(ctx context.Context, family, dir string) bool {
	switch family {
	case "git":
		return harmlessGit(dir)
	case "npm":
		return harmlessNPM(dir)
	case "cargo":
		return harmlessCargo(dir)
	case "go":
		return harmlessGo(dir)
	case "python":
		return harmlessPython(dir)
	case "links":
		return harmlessLinks(dir)
	case "remotes":
		return harmlessRemotes(dir)
	case "sums":
		return harmlessSums(dir)
	case "sources":
		return harmlessSources(ctx, dir)
	case "built":
		return harmlessBuilt(ctx, dir)
	case "code":
		return harmlessCode(ctx, dir)
	case "lists":
		return harmlessLists(ctx, dir)
	case "bazel":
		return without(dir, ".bazelrc", "tools/bazel.rc", "tools/bazel", ".bazelversion", ".bazeliskrc")
	case "pre-commit":
		return without(dir, ".pre-commit-config.yaml", ".pre-commit-config.yml", ".pre-commit-hooks.yaml")
	case "versions":
		return harmlessVersions(dir)
	case "mise":
		return without(dir, ".tool-versions", ".envrc") && harmlessMise(dir)
	}
	return false
}

func harmlessMise(dir string) bool {
	return withoutLike(dir, "mise", ".mise", "mise.*", ".mise.*", "mise-*", ".mise-*", ".miserc*", ".rtx*") && withoutLike(filepath.Join(dir, ".config"), "mise*", "rtx*")
}

// mostConfig is the size up to which a configuration file is read.
const mostConfig = 1 << 20

var errLarge = errors.New("too large to be read")

// read reads a whole configuration file; anything but a regular file is an error.
func read(name string) (string, error) {
	info, err := os.Stat(name)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", errors.New("not a regular file")
	}
	f, err := system.Open(name, 0)
	if err != nil {
		return "", err
	}
	defer f.Close() // only read: nothing can be lost
	data, err := io.ReadAll(io.LimitReader(f, mostConfig+1))
	if err == nil && len(data) > mostConfig {
		err = errLarge
	}
	return string(data), err
}

// without is harmless if none of the files exists.
func without(dir string, names ...string) bool {
	for _, name := range names {
		if _, err := os.Lstat(filepath.Join(dir, name)); !errors.Is(err, fs.ErrNotExist) {
			return false
		}
	}
	return true
}

// withoutLike is harmless if no name in a folder is like one of the patterns, in any case. A
// folder that is not there holds none.
func withoutLike(dir string, patterns ...string) bool {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	return !slices.ContainsFunc(entries, func(e os.DirEntry) bool {
		return slices.ContainsFunc(patterns, func(like string) bool {
			is, err := path.Match(like, strings.ToLower(e.Name()))
			return is || err != nil
		})
	})
}

// lines reports whether a file does not exist, or all its lines are harmless.
func lines(name string, harmless func(line string) bool) bool {
	text, err := read(name)
	if errors.Is(err, fs.ErrNotExist) {
		_, err = os.Lstat(name)
		return errors.Is(err, fs.ErrNotExist) // nor a dangling link
	}
	if err != nil || strings.ContainsAny(strings.ReplaceAll(text, "\r\n", "\n"), "\r\x00") { // some programs take one alone for the end of a line or a name
		return false
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, ";") && !harmless(line) {
			return false
		}
	}
	return true
}

// npmKeys are settings of npm, pnpm and yarn that run nothing.
var npmKeys = [...]string{
	"registry", "always-auth", "save-exact", "save-prefix", "engine-strict", "fund", "audit", "audit-level", "loglevel", "legacy-peer-deps",
	"strict-peer-deps", "package-lock", "progress", "update-notifier", "auto-install-peers", "strict-peer-dependencies", "shamefully-hoist",
	"hoist", "hoist-pattern[]", "public-hoist-pattern[]", "node-linker", "link-workspace-packages", "prefer-workspace-packages", "shared-workspace-lockfile",
	"resolution-mode", "lockfile", "prefer-frozen-lockfile", "ignore-scripts", "color", "unicode", "timing", "dedupe-peer-dependents", "message",
}

// ownToken is a line of .npmrc that sends the token of a public server to that server. Any other with a
// variable may send its value, be it whatever secret, to a server that the workspace names.
var ownToken = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^//(registry\.npmjs\.org/:_authToken *= *\$\{(NPM|NODE_AUTH)_TOKEN\}|npm\.pkg\.github\.com/:_authToken *= *\$\{(GITHUB|NODE_AUTH)_TOKEN\})$`)
})

func harmlessNPM(dir string) bool {
	if !without(dir, ".yarnrc", ".yarnrc.yml", ".pnp.cjs", ".pnp.loader.mjs", ".pnpmfile.cjs", ".pnpmfile.mjs", ".yarn", "bunfig.toml") {
		return false
	}
	if !lines(filepath.Join(dir, "pnpm-workspace.yaml"), workspaceLine().MatchString) {
		return false
	}
	return lines(filepath.Join(dir, ".npmrc"), func(line string) bool {
		key, _, _ := strings.Cut(line, "=")
		key = strings.ToLower(strings.TrimSpace(key))
		if strings.Contains(line, `\`) {
			return false // in quotes it can spell a variable
		}
		if strings.Contains(line, "$") {
			return ownToken().MatchString(line)
		}
		return slices.Contains(npmKeys[:], key) || strings.HasPrefix(key, "@") && strings.HasSuffix(key, ":registry") || strings.HasPrefix(key, "//") && !strings.Contains(key, "tokenhelper")
	})
}

// workspaceLine is a line of pnpm-workspace.yaml that says which folders belong to it. Any
// other may be a setting, such as the shell for scripts.
var workspaceLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(packages:|- *("[-\w@./*!{},]+"|'[-\w@./*!{},]+'|[-\w@./]+(/\*\*?)?))$`)
})

// channel is a line of rust-toolchain that names a toolchain by its channel.
var channel = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(\[toolchain\]|((channel|profile) *= *)?"?(stable|beta|nightly|minimal|default|complete|[0-9.]+)(-[0-9-]+)?"?|(components|targets) *= *\[[-a-z0-9_", ]*\])$`)
})

func harmlessCargo(dir string) bool {
	if !without(dir, ".cargo", "rust-toolchain.d") {
		return false
	}
	return lines(filepath.Join(dir, "rust-toolchain"), channel().MatchString) && lines(filepath.Join(dir, "rust-toolchain.toml"), channel().MatchString)
}

// release is the name of a toolchain published by the Go project.
var release = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^go1(\.[0-9]+)*((rc|beta)[0-9]+)?$`)
})

func harmlessGo(dir string) bool {
	toolchain := func(line string) bool {
		name, is := strings.CutPrefix(line, "toolchain")
		name, _, _ = strings.Cut(name, "//")
		name = strings.TrimSpace(name)
		return !is || name == "default" || release().MatchString(name)
	}
	for at := dir; ; at = filepath.Dir(at) { // go asks the first from there up for the version, and they run what they name
		if !without(at, ".hg", ".svn", ".bzr", ".fslckout", "_FOSSIL_") {
			return false
		}
		if at == filepath.Dir(at) || !without(at, ".git") {
			break
		}
	}
	return lines(filepath.Join(dir, "go.mod"), toolchain) && lines(filepath.Join(dir, "go.work"), toolchain)
}

// python is a line of .python-version that says a version. Any other may be a path, or the name
// of a program.
var python = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(system|((cpython|pypy|graalpy|pyodide)[-@]?)?[0-9][0-9a-z.]*([-+][-+0-9a-z_.]*)?)$`)
})

// environments is a line of poetry.toml that says no more than whether a project has an
// environment of its own.
var environments = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(\[virtualenvs\]|(virtualenvs\.)?(in-project|create) *= *(true|false))$`)
})

func harmlessPython(dir string) bool {
	if !without(dir, "sitecustomize.py", "usercustomize.py", "pytest.ini", ".pytest.ini", "pytest.toml", ".pytest.toml", "uv.toml", "tox.ini", "tox.toml", "setup.cfg", "noxfile.py") {
		return false
	}
	if !lines(filepath.Join(dir, ".python-version"), python().MatchString) || !lines(filepath.Join(dir, ".python-versions"), python().MatchString) ||
		!lines(filepath.Join(dir, "poetry.toml"), environments().MatchString) {
		return false
	}
	project, runs := filepath.Join(dir, "pyproject.toml"), false
	plain := lines(project, func(line string) bool {
		runs = runs || strings.Contains(line, "tox")
		// a name in quotes can be spelled with backslashes
		return !strings.Contains(line, `\`) && !strings.Contains(line, "addopts") && !strings.Contains(line, "plugins") && !strings.Contains(line, "pythonpath")
	})
	return plain && (!runs || !toxIn(project))
}

// toxIn reports whether a pyproject.toml has settings of tox, however its tables are written.
func toxIn(name string) bool {
	text, err := read(name)
	if err != nil {
		return true
	}
	var project struct {
		Tool map[string]any `toml:"tool"`
	}
	if toml.Unmarshal([]byte(text), &project) != nil {
		return true
	}
	_, is := project.Tool["tox"]
	return is
}
