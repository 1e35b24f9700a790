// Platforms looks at the program as a compiler on every system would, without compiling it
// and what it imports for each of them, which takes minutes:
//
//	go run ./teatest/platforms
//
// It reads the types of everything, and the functions of this module, its tests among them.
// What only an assembler or a linker would say it does not see; .ci/platforms builds it all.
package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"
)

// platforms are what Parley is built for.
var platforms = []string{
	"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "freebsd/amd64", "freebsd/arm64",
	"windows/amd64", "windows/arm64",
}

func main() {
	here, err := os.Getwd()
	if err == nil {
		err = run(os.Stdout, here, platforms)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "platforms:", err)
		os.Exit(1)
	}
}

func run(out io.Writer, here string, platforms []string) error {
	r := reader{here: here, files: token.NewFileSet(), read: map[string]*ast.File{}}
	var errs []error
	for _, p := range platforms {
		faults, n, err := r.check(p)
		if err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
		for _, f := range faults {
			errs = append(errs, fmt.Errorf("%s: %s", p, f))
		}
		fmt.Fprintf(out, "  %s: %d packages, %d faults\n", p, n, len(faults))
	}
	return errors.Join(errs...)
}

// reader reads files for all platforms, each once.
type reader struct {
	here  string // this module
	files *token.FileSet

	mu   sync.Mutex
	read map[string]*ast.File
}

// parse reads a file. The functions of others are left empty: what is wrong in them is not
// ours, and their types say all that we need.
func (r *reader) parse(files *token.FileSet, name string, text []byte) (*ast.File, error) {
	r.mu.Lock()
	known := r.read[name]
	r.mu.Unlock()
	if known != nil {
		return known, nil
	}
	f, err := parser.ParseFile(files, name, text, parser.SkipObjectResolution|parser.AllErrors)
	if err != nil {
		return f, err
	}
	if !strings.HasPrefix(name, r.here+string(filepath.Separator)) {
		for _, d := range f.Decls {
			if fn, is := d.(*ast.FuncDecl); is {
				fn.Body = nil
			}
		}
	}
	r.mu.Lock()
	r.read[name] = f
	r.mu.Unlock()
	return f, nil
}

// check is what is wrong for a platform, and how many packages of ours were looked at.
func (r *reader) check(platform string) (faults []string, n int, err error) {
	system, processor, _ := strings.Cut(platform, "/")
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedTypes | packages.NeedModule,
		Env:  append(os.Environ(), "GOOS="+system, "GOARCH="+processor, "CGO_ENABLED=0"),
		Dir:  r.here, Tests: system != "windows", // some tests need a Unix
		Fset: r.files, ParseFile: r.parse,
	}, "./...")
	if err != nil {
		return nil, 0, err
	}
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		if p.Module == nil || !p.Module.Main || strings.HasSuffix(p.PkgPath, ".test") { // a test's main function is generated
			return
		}
		n++
		for _, e := range p.Errors {
			if !slices.Contains(faults, e.Error()) { // a package and its tests are two
				faults = append(faults, e.Error())
			}
		}
	})
	return faults, n, nil
}
