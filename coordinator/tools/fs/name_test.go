package fs

import (
	"strings"
	"testing"

	"parley/coordinator/tools/fs/paths"
)

// TestNamesThatAreNotWritten is the table of names that some system takes for something
// else. It is the same on every system.
func TestNamesThatAreNotWritten(t *testing.T) {
	const (
		control = "it has a control character in it"
		colon   = "it has a : in it, which names a part of another file on some systems"
		slash   = `it has a \ in it, which leads into a folder on some systems`
		end     = "it ends in a dot or a blank, which some systems leave out"
		port    = "it names a device on some systems"
		form    = "it is the short form of another name on some systems"
	)
	rows := map[string]string{
		"a": "", "a.go": "", "sub/a.go": "", ".parley": "", "..a": "", "a..b": "", "a b": "", "日本": "", "~": "", "a~": "", "~1": "", "a.txt~": "",
		"report~one": "", "longername~1": "", "git~1.jsonc": "", "git~1.a.b": "", "console": "", "com": "", "com10": "", "comx": "", "auxiliary.go": "", "null": "", "lpt.txt": "",
		"a\nb": control, "a\x1b": control, "a\x7f": control, "a\u0085b": control, "\x01/b": control, "a/b\t": control,
		"a:b": colon, "a.txt::$DATA": colon, "c:/x": colon, ":": colon, "d:x/a": colon,
		`.parley\config.toml`: slash, `a\b`: slash, `..\x`: slash, `x/a\`: slash,
		"a.": end, "a ": end, "a. .": end, ".git.": end, ".parley /config.toml": end, "a\u00a0": end, "a\u3000": end, "...": end,
		"NUL": port, "nul": port, "nul.txt": port, "sub/Con": port, "con/x": port, "aux.tar.gz": port, "PRN": port, "com1": port, "COM0.log": port, "lpt9": port,
		"com¹": port, "LPT³.x": port, "nul .txt": port, "CONIN$": port, "conout$": port, "clock$": port,
		"GIT~1": form, "git~1": form, "parley~2/config.toml": form, "PARLEY~1.TOM": form, "a~12": form, "x/AGENTS~1.MD": form, "GI7EB4~1": form,
	}
	for name, want := range rows {
		if got := paths.Fault(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
	y := newYard(t, map[string]string{"a": "x\n"})
	for name, want := range rows {
		if want == "" {
			continue
		}
		for _, one := range []string{"fs_create_file", "fs_modify_file", "fs_delete_file", "fs_move_file"} {
			y.want(y.run(one, calls(name)[one], nil), "error: "+paths.Show(cleaned(name))+" is not a name for a file that is written: "+want+". Nothing was changed. Choose another name.")
		}
		y.want(y.run("fs_move_file", moveArguments{"a", name}, nil), "error: "+paths.Show(cleaned(name))+" is not a name for a file that is written: "+want+". Nothing was changed. Choose another name.")
	}
	y.wantNames("a")
}

func TestNamesForFilesThatNobodyNamed(t *testing.T) {
	for name, want := range map[string]bool{
		"notes.md": true, "about-agents.md": true, "agents-2.md": true, "agents.md": false, "Claude.md": false, "nul.md": false, "git~1.md": false, "a:b.md": false,
	} {
		if got := Harmless(name); got != want {
			t.Errorf("%q: %v, want %v", name, got, want)
		}
	}
}

func cleaned(p string) string { return strings.TrimPrefix(p, "./") }
