package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"
)

var built = &debug.BuildInfo{
	GoVersion: "go1.26.0", Main: debug.Module{Path: "parley", Version: "v0.1.0"},
	Settings: []debug.BuildSetting{{Key: "GOOS", Value: "linux"}, {Key: "-ldflags", Value: "-s"}, {Key: "vcs.revision", Value: "0123"}},
	Deps: []*debug.Module{
		{Path: "example.com/B", Version: "v1.0.0", Sum: "h1:b="},
		{Path: "example.com/a", Version: "v2.0.0", Sum: "h1:a=", Replace: &debug.Module{Path: "example.com/a2", Version: "v2.0.1", Sum: "h1:a2="}},
	},
}

func TestParts(t *testing.T) {
	got, err := json.Marshal(parts("parley", built))
	const want = `{"bomFormat":"CycloneDX","specVersion":"1.5","version":1,` +
		`"metadata":{"component":{"bom-ref":"program","type":"application","name":"parley","version":"v0.1.0","properties":[{"name":"go:GOOS","value":"linux"},{"name":"go:vcs.revision","value":"0123"}]}},` +
		`"components":[{"bom-ref":"pkg:golang/std@1.26.0","type":"library","name":"std","version":"go1.26.0","purl":"pkg:golang/std@1.26.0"},` +
		`{"bom-ref":"pkg:golang/example.com/b@v1.0.0","type":"library","name":"example.com/B","version":"v1.0.0","purl":"pkg:golang/example.com/b@v1.0.0","properties":[{"name":"go:sum","value":"h1:b="}]},` +
		`{"bom-ref":"pkg:golang/example.com/a2@v2.0.1","type":"library","name":"example.com/a2","version":"v2.0.1","purl":"pkg:golang/example.com/a2@v2.0.1","properties":[{"name":"go:sum","value":"h1:a2="}]}],` +
		`"dependencies":[{"ref":"program","dependsOn":["pkg:golang/std@1.26.0","pkg:golang/example.com/b@v1.0.0","pkg:golang/example.com/a2@v2.0.1"]}]}`
	if err != nil || string(got) != want {
		t.Errorf("%s, %v\nwant %s", got, err, want)
	}
}

func TestLicences(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"Go/LICENSE": "of Go\n", "example.com/B/LICENSE.txt": "of B\n", "example.com/B/NOTICE": "by B\n", "example.com/B/license.go": "package b\n",
		"example.com/a2/COPYING": "of a2\n",
	} {
		at := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o700), os.WriteFile(at, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	folder := func(module string) (string, error) { return filepath.Join(dir, module), nil }
	const rule = "\n================================================================================\n"
	got, err := licences(built, folder)
	want := "Parley contains what others wrote. Their licences follow.\n" + rule + "Go 1.26.0, LICENSE\n\nof Go\n" + rule + "example.com/B v1.0.0, LICENSE.txt\n\nof B\n" +
		rule + "example.com/B v1.0.0, NOTICE\n\nby B\n" + rule + "example.com/a2 v2.0.1, COPYING\n\nof a2\n"
	if err != nil || string(got) != want {
		t.Errorf("%s, %v\nwant %s", got, err, want)
	}
	if err := os.Remove(filepath.Join(dir, "example.com/a2/COPYING")); err != nil {
		t.Fatal(err)
	}
	if _, err := licences(built, folder); err == nil || err.Error() != "example.com/a2 v2.0.1 has no licence in "+filepath.Join(dir, "example.com/a2") {
		t.Errorf("one without a licence: %v", err)
	}
}
