// Bill says what a built program is made of, from what the toolchain noted in it.
//
//	go run ./teatest/bill parts PROGRAM FILE      a bill of materials (CycloneDX 1.5, JSON)
//	go run ./teatest/bill licences PROGRAM FILE   the licences of all modules in it, in full
package main

import (
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bill:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 3 {
		return errors.New("usage: bill parts|licences PROGRAM FILE")
	}
	info, err := buildinfo.ReadFile(args[1])
	if err != nil {
		return err
	}
	var text []byte
	switch args[0] {
	case "parts":
		text, err = json.MarshalIndent(parts(filepath.Base(args[1]), info), "", "  ")
		text = append(text, '\n')
	case "licences":
		text, err = licences(info, folderOf)
	default:
		err = fmt.Errorf("there is no %q; it is parts or licences", args[0])
	}
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(args[2]), 0o755); err != nil {
		return err
	}
	return os.WriteFile(args[2], text, 0o644)
}

// The parts of CycloneDX that are written.
type (
	bill struct {
		Format      string      `json:"bomFormat"`
		Spec        string      `json:"specVersion"`
		Version     int         `json:"version"`
		Metadata    metadata    `json:"metadata"`
		Components  []component `json:"components"`
		Dependences []depends   `json:"dependencies"`
	}
	metadata struct {
		Component component `json:"component"`
	}
	component struct {
		Ref        string     `json:"bom-ref"`
		Type       string     `json:"type"`
		Name       string     `json:"name"`
		Version    string     `json:"version,omitempty"`
		URL        string     `json:"purl,omitempty"`
		Properties []property `json:"properties,omitempty"`
	}
	property struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	depends struct {
		Ref string   `json:"ref"`
		On  []string `json:"dependsOn"`
	}
)

// parts lists the modules of a program, Go's own library first.
func parts(name string, info *debug.BuildInfo) bill {
	main := component{Ref: "program", Type: "application", Name: name, Version: info.Main.Version}
	for _, s := range info.Settings {
		if s.Key == "GOOS" || s.Key == "GOARCH" || s.Key == "vcs.revision" || s.Key == "CGO_ENABLED" {
			main.Properties = append(main.Properties, property{"go:" + s.Key, s.Value})
		}
	}
	std := "pkg:golang/std@" + strings.TrimPrefix(info.GoVersion, "go")
	all := []component{{Ref: std, Type: "library", Name: "std", Version: info.GoVersion, URL: std}}
	for _, m := range modules(info) {
		url := "pkg:golang/" + strings.ToLower(m.Path) + "@" + m.Version
		all = append(all, component{url, "library", m.Path, m.Version, url, []property{{"go:sum", m.Sum}}})
	}
	on := make([]string, len(all))
	for i, c := range all {
		on[i] = c.Ref
	}
	return bill{"CycloneDX", "1.5", 1, metadata{main}, all, []depends{{main.Ref, on}}}
}

// modules are those of others, as they were built: what replaces one stands for it.
func modules(info *debug.BuildInfo) []*debug.Module {
	var list []*debug.Module
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b *debug.Module) int { return strings.Compare(a.Path, b.Path) })
	return list
}

// licence matches the names of files with a licence or a notice.
var licence = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([-.].*)?$`)

// licences are the texts of the licences of all modules, each with what it is for. A
// module without one is an error: it could not be passed on.
func licences(info *debug.BuildInfo, folder func(module string) (string, error)) ([]byte, error) {
	var b strings.Builder
	b.WriteString("Parley contains what others wrote. Their licences follow.\n")
	add := func(name, dir string) error {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		found := false
		for _, e := range entries {
			if !licence.MatchString(e.Name()) || e.IsDir() || strings.HasSuffix(e.Name(), ".go") {
				continue
			}
			text, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				return err
			}
			found = true
			fmt.Fprintf(&b, "\n%s\n%s, %s\n\n%s\n", strings.Repeat("=", 80), name, e.Name(), strings.TrimSpace(string(text)))
		}
		if !found {
			return fmt.Errorf("%s has no licence in %s", name, dir)
		}
		return nil
	}
	std := &debug.Module{Path: standard, Version: strings.TrimPrefix(info.GoVersion, "go")}
	for _, m := range append([]*debug.Module{std}, modules(info)...) {
		dir, err := folder(m.Path)
		if err == nil {
			err = add(m.Path+" "+m.Version, dir)
		}
		if err != nil {
			return nil, err
		}
	}
	return []byte(b.String()), nil
}

// standard names Go itself, which is no module.
const standard = "Go"

// folderOf is where the toolchain keeps a module, or itself.
func folderOf(module string) (string, error) {
	ask := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module)
	if module == standard {
		ask = exec.Command("go", "env", "GOROOT")
	}
	out, err := ask.Output()
	if err != nil {
		return "", fmt.Errorf("where is %s: %w", module, err)
	}
	return strings.TrimSpace(string(out)), nil
}
