package local

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"parley/coordinator/tool"
)

// What a command does can lie in files of the workspace, which an assistant may change: a
// program, or the script that an interpreter is given. They are found by the words of the
// command, and what such a file reads or runs in turn is not looked for.

// Rests is a digest of the programs and scripts of the workspace that the command names.
func (l local) Rests(call tool.Call) string {
	dir := l.config.Dir
	if dir == "" {
		dir = call.Dir
	}
	h, found := sha256.New(), false
	for _, words := range l.commands() {
		for _, p := range programs(words) {
			file := p.place(dir)
			info, err := os.Stat(file)
			if err != nil || info.IsDir() || !within(call.Dir, file) {
				continue
			}
			found = true
			sum, err := tool.Sum(file)
			if err != nil { // it cannot be read, or is too large
				sum = fmt.Sprint(info.Mode(), info.Size(), info.ModTime().UnixNano())
			}
			fmt.Fprintf(h, "%q %s\n", p.word, sum)
		}
	}
	if !found {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}

// commands are the words of the command or, of a line of shell, of those that it seems to
// consist of.
func (l local) commands() [][]string {
	if len(l.config.Command) > 0 {
		return [][]string{l.config.Command}
	}
	var all [][]string
	for _, part := range strings.FieldsFunc(l.config.Shell, func(r rune) bool { return strings.ContainsRune(";|&()`\n", r) }) {
		words := strings.Fields(part)
		for i, w := range words {
			words[i] = strings.Trim(w, `"'`)
		}
		all = append(all, words)
	}
	return all
}

// program is a word that names what is run, or the script that an interpreter is given.
type program struct {
	word   string
	script bool
}

var (
	// before are words that may stand before a command, which is the next word.
	before = [...]string{"{", "!", "if", "then", "else", "elif", "while", "until", "do", "exec", "command", "env", "nohup", "nice", "time", "timeout", "setsid", "sudo"}
	// interpreters run the file that is their first word without a dash.
	interpreters = [...]string{
		"sh", "bash", "dash", "ash", "zsh", "ksh", "fish", "pwsh", "python", "pypy", "node", "deno", "bun", "ruby", "perl", "php", "lua", "Rscript",
		"tclsh", "osascript", "source",
	}
)

// programs are those of one command.
func programs(words []string) (all []program) {
	for len(words) > 0 && (slices.Contains(before[:], words[0]) || assigns(words[0])) {
		words = words[1:]
	}
	if len(words) == 0 {
		return nil
	}
	all = append(all, program{word: words[0]})
	if !slices.Contains(interpreters[:], strings.TrimRight(filepath.Base(words[0]), "0123456789.")) && words[0] != "." {
		return all
	}
	for _, w := range words[1:] {
		all = append(all, program{w, true})
		if !strings.HasPrefix(w, "-") {
			break
		}
	}
	return all
}

// assigns reports whether a word before a command sets a variable for it.
func assigns(word string) bool {
	name, _, is := strings.Cut(word, "=")
	return is && name != "" && !strings.ContainsAny(name, "/.")
}

// place is where the file would be: seen from the folder in which the command runs or, of a
// program without a slash, where PATH finds it.
func (p program) place(dir string) string {
	switch {
	case p.word == "":
		return ""
	case !p.script && !strings.Contains(p.word, "/"):
		file, err := exec.LookPath(p.word)
		if err != nil {
			return ""
		}
		return file
	case filepath.IsAbs(p.word):
		return filepath.Clean(p.word)
	}
	return filepath.Join(dir, p.word)
}

// within reports whether a file lies in a folder, by its name or by where its links lead.
func within(dir, file string) bool {
	files, dirs := []string{file}, []string{dir}
	if real, err := filepath.EvalSymlinks(file); err == nil {
		files = append(files, real)
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dirs = append(dirs, real)
	}
	for _, d := range dirs {
		for _, f := range files {
			if rel, err := filepath.Rel(d, f); err == nil && filepath.IsLocal(rel) {
				return true
			}
		}
	}
	return false
}
