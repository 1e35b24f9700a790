package rulebook

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"parley/coordinator/git"
)

// harmlessGit reports whether git, run in a folder, runs nothing that the repository
// names: its configuration contains only what is known to name no program, and no hook can
// be run.
func harmlessGit(dir string) bool {
	r, sound := repositoryOf(dir)
	if !sound || r.common == "" {
		return sound
	}
	for _, file := range r.settings() {
		if !harmlessSettings(file, false) {
			return false
		}
	}
	return noHooks(filepath.Join(r.common, "hooks"))
}

// repository is where git keeps one: its own folder, and the one shared by all its work
// trees. Both are "" if there is none.
type repository struct{ at, common string }

// settings are the files of its configuration.
func (r repository) settings() []string {
	files := []string{filepath.Join(r.common, "config"), filepath.Join(r.common, "config.worktree")}
	if r.at != r.common {
		files = append(files, filepath.Join(r.at, "config.worktree"))
	}
	return files
}

// repositoryOf finds the repository of a folder; false for one that may contain others, that
// lies elsewhere and does not know of the folder, or that cannot be found with certainty.
func repositoryOf(dir string) (repository, bool) {
	if !without(dir, "HEAD") && (!without(dir, "commondir") || !without(dir, "objects") && !without(dir, "refs")) {
		return repository{}, false // it is a repository itself, without .git
	}
	r, sound := foldersOf(dir)
	if !sound || !without(dir, ".gitmodules") || r.common != "" && (!without(r.at, "modules") || !without(r.common, "modules")) {
		return repository{}, false // git enters each, and each has a configuration of its own
	}
	if within, err := git.Modules(dir); within || err != nil {
		return repository{}, false
	}
	if r.common != "" && !gitTakes(r.at, r.common) {
		return repository{}, false // git continues with the folders above, which may have another
	}
	if r.common != "" && !(harmlessState(r.at) && harmlessPlaces(r)) {
		return repository{}, false
	}
	return r, true
}

// harmlessPlaces reports whether no file of a repository, besides its settings, says where other
// repositories lie.
func harmlessPlaces(r repository) bool {
	none := func(string) bool { return false }
	return only(filepath.Join(r.common, "remotes"), none) && only(filepath.Join(r.common, "branches"), none)
}

// gitTakes reports whether git takes a folder for a repository's own: it does not where it may not
// go into the folders there.
func gitTakes(at, common string) bool {
	for _, name := range []string{"/objects/.", "/refs/."} {
		if _, err := os.Stat(common + name); err != nil {
			return false
		}
	}
	head, err := read(filepath.Join(at, "HEAD"))
	return err == nil && headLine().MatchString(head)
}

// headLine is the content of HEAD: a branch, or a commit.
var headLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(ref: refs/[^\n\x00]+|[0-9a-f]{40}|[0-9a-f]{64})\n?$`)
})

// noHooks reports whether a folder of hooks holds none that git would run.
func noHooks(dir string) bool {
	list, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return true
	}
	if err != nil {
		return false
	}
	for _, d := range list {
		if strings.HasSuffix(d.Name(), ".sample") || strings.HasSuffix(d.Name(), ".md") || strings.HasSuffix(d.Name(), ".txt") {
			continue
		}
		info, err := os.Stat(filepath.Join(dir, d.Name()))
		if err != nil || info.IsDir() || info.Mode()&0o111 != 0 {
			return false
		}
	}
	return true
}

// gitSettings are settings of a repository that name no program, one section per line, in
// lower case; where a section has a name of its own, the name is left out. With a promisor
// remote, each command that reads a file fetches what is missing from it, so a rule for
// git log would cause network traffic.
const gitSettings = `core repositoryformatversion filemode bare logallrefupdates ignorecase precomposeunicode symlinks autocrlf eol safecrlf abbrev quotepath trustctime checkstat preloadindex untrackedcache compression bigfilethreshold protecthfs protectntfs sparsecheckout sparsecheckoutcone longpaths sharedrepository commentchar
extensions objectformat refstorage worktreeconfig compatobjectformat
remote url pushurl fetch push mirror prune prunetags tagopt gh-resolved
branch remote merge rebase pushremote description autosetuprebase autosetupmerge sort gh-merge-base vscode-merge-base github-pr-owner-number
user name email useconfigonly
submodule url active branch ignore
pull rebase ff
push default autosetupremote followtags
fetch prune prunetags parallel
merge ff conflictstyle renames stat
rebase autosquash autostash updaterefs
rerere enabled autoupdate
gc auto autodetach autopacklimit pruneexpire reflogexpire reflogexpireunreachable
pack threads windowmemory
index version threads
feature manyfiles experimental
color ui branch diff status interactive
status showuntrackedfiles short branch
log date decorate follow abbrevcommit
diff algorithm renames colormoved mnemonicprefix noprefix context
commit verbose
init defaultbranch
advice *
lfs repositoryformatversion access locksverify
safe barerepository
`

// gitKeys are the keys of a section that name no program, nil for an unknown section.
func gitKeys(section string) []string {
	for line := range strings.Lines(gitSettings) {
		if words := strings.Fields(line); words[0] == section {
			return words[1:]
		}
	}
	return nil
}

// harmlessSettings reports whether every line of a git configuration file has one of a few
// plain shapes, and every setting in it, except perhaps the folder of the hooks, is known
// to name no program.
func harmlessSettings(file string, hooks bool) bool {
	section, sound := "", true
	return lines(file, func(line string) bool {
		if strings.HasSuffix(line, `\`) { // it continues in the next
			return false
		}
		if rest, is := strings.CutPrefix(line, "["); is {
			name, after, closed := strings.Cut(rest, "]")
			section, _, _ = strings.Cut(name, " ")
			section = strings.ToLower(section)
			named := strings.Contains(name, " ")
			sound = closed && strings.TrimSpace(after) == "" && gitKeys(section) != nil && !strings.Contains(section, ".") && (!named || mayBeNamed(section))
			return sound
		}
		key, value, _ := strings.Cut(line, "=")
		key = strings.ToLower(strings.TrimSpace(key))
		return sound && (hooks && section == "core" && key == "hookspath" || harmlessSetting(section, key, strings.TrimSpace(value)))
	})
}

// mayBeNamed reports whether sections of a kind have names of their own, under which their
// keys mean no program.
func mayBeNamed(section string) bool {
	switch section {
	case "remote", "branch", "submodule", "lfs":
		return true
	}
	return false
}

func harmlessSetting(section, key, value string) bool {
	known := gitKeys(section)
	if section == "" || !slices.Contains(known, key) && !slices.Contains(known, "*") {
		return false
	}
	switch {
	case section == "remote" && (key == "url" || key == "pushurl"), section == "submodule" && key == "url":
		return plainAddress(value)
	case section == "extensions" && key == "refstorage": // it can name a place as well
		return value == "files" || value == "reftable"
	case section == "branch" && key == "sort": // by signatures, which another program checks
		return !strings.Contains(strings.ToLower(value), "signature") && !strings.Contains(value, `"`)
	case section == "core" && strings.HasPrefix(key, "protect"): // without it a tree can name a file of .git
		return strings.EqualFold(value, "true")
	case section == "core" && key == "bare":
		return strings.EqualFold(value, "false")
	}
	return true
}

// plainAddress reports whether a remote's address runs nothing but what the user has for
// its protocol.
func plainAddress(url string) bool {
	url = strings.Trim(url, `"`)
	return !strings.Contains(url, "::") && !strings.HasPrefix(url, "-") && !strings.Contains(url, "@-") && !strings.Contains(url, "/-")
}
