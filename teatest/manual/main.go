// Manual writes what a package of Parley contains beside the program: a manual page for each
// command, one for each document in docs/, and a completion script for each shell.
//
//	go run ./teatest/manual -version 1.2.3 -date 2026-11-23 DIR
//
// The program itself contains none of it, and grows by nothing.
package main

import (
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"parley/model/cli"
	"parley/model/cli/process"
)

func main() {
	number := flag.String("version", "development", "the version that the pages name")
	date := flag.String("date", "", "its date")
	zip := flag.Bool("gzip", false, "compress the pages, as systems keep them")
	flag.Parse()
	err := errors.New("usage: go run ./teatest/manual [-version N] [-date D] DIR")
	if flag.NArg() == 1 {
		err = write(".", flag.Arg(0), edition{*number, *date}, *zip)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "manual:", err)
		os.Exit(1)
	}
}

// edition is what a page is of.
type edition struct{ number, date string }

// page is the file of a manual page, such as parley-run.1, and its text.
type page struct{ name, text string }

// write writes the pages of the module at a folder, and the completion scripts, below dir.
func write(module, dir string, e edition, zip bool) error {
	root := cli.Commands(&process.Program{})
	documents, err := documentPages(filepath.Join(module, "docs"), e)
	if err != nil {
		return err
	}
	readme, err := os.ReadFile(filepath.Join(module, "README.md"))
	if err != nil {
		return err
	}
	statuses, err := exitStatuses(readme)
	if err != nil {
		return err
	}
	for _, p := range slices.Concat(commandPages(root, statuses, documents, e), documents) {
		name, text := filepath.Join(dir, "man", "man"+p.name[len(p.name)-1:], p.name), p.text
		if zip {
			name += ".gz"
			if text, err = compressed(text); err != nil {
				return err
			}
		}
		if err := save(name, text); err != nil {
			return err
		}
	}
	return completions(root, filepath.Join(dir, "completions"))
}

// completions writes a script for each shell, named as the shell wants it.
func completions(root *cobra.Command, dir string) error {
	for name, generate := range map[string]func(*strings.Builder) error{
		"parley":      func(b *strings.Builder) error { return root.GenBashCompletionV2(b, true) },
		"_parley":     func(b *strings.Builder) error { return root.GenZshCompletion(b) },
		"parley.fish": func(b *strings.Builder) error { return root.GenFishCompletion(b, true) },
		"parley.ps1":  func(b *strings.Builder) error { return root.GenPowerShellCompletionWithDesc(b) },
	} {
		var b strings.Builder
		if err := generate(&b); err != nil {
			return err
		}
		if err := save(filepath.Join(dir, name), b.String()); err != nil {
			return err
		}
	}
	return nil
}

// compressed is a text as gzip, the same at any time.
func compressed(text string) (string, error) {
	var b strings.Builder
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err == nil {
		_, err = z.Write([]byte(text))
	}
	if err == nil {
		err = z.Close()
	}
	return b.String(), err
}

func save(name, text string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(text), 0o644)
}
