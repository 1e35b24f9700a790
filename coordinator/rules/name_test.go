package rules

import "testing"

// TestNamesOfPrograms: a program is looked up without its version, its target and its variant;
// a name that merely ends in a digit stays as it is.
func TestNamesOfPrograms(t *testing.T) {
	for name, want := range map[string]string{
		"go1.22": "go", "go1.22.3": "go", "go1.24rc1": "go", "go-1.23": "go", "go-v1.2": "go",
		"python3.12": "python3", "python3.13t": "python3", "python-3.12": "python", "python3": "python",
		"node20": "node", "node-v20.1.0": "node", "gcc-12": "gcc", "clang++-17": "clang++", "lua5.4": "lua", "ruby3.2": "ruby",
		"php8.2": "php", "php8.2-dbg": "php", "pip3.12": "pip3", "perl5.36-x86_64": "perl", "bash-5.2": "bash", "ksh93": "ksh",
		"x86_64-linux-gnu-gcc-12": "gcc", "x86_64-linux-gnu-gcc-ar": "gcc-ar", "aarch64-linux-gnu-gcc-ar-13.2.0": "gcc-ar",
		"arm-none-eabi-gdb": "gdb", "i686-w64-mingw32-gcc-win32": "gcc", "x86_64-linux-gnu-ld": "ld", "x86_64-linux-gnu-ld.bfd": "ld.bfd",
		"llvm-ar-17": "ar", "gdb-multiarch": "gdb", "gdb-multiarch-14.1": "gdb", "emacs-nox": "emacs", "busybox.static": "busybox", "gfortran-12": "gfortran",
		"gcp": "cp", "grm": "rm", "gtimeout": "timeout", "gsed": "sed", "gdb": "", "gcc": "", "gzip": "",
		"go": "", "git": "", "bzip2": "", "base64": "", "md5sum": "", "w3m": "", "7z": "", "m4": "", "my-tool": "", "tool12": "",
		"x86_64": "", "python3.12-config": "", "go1.22x": "", "1.22": "", "-": "", "go1.2.3.4.5.6.7": "go",
	} {
		if got := tablesOf().family(name); got != want {
			t.Errorf("%s is %q and not %q", name, got, want)
		}
	}
}

// FuzzFamily: whatever a name is, what is found for it is in a table and shorter.
func FuzzFamily(f *testing.F) {
	for _, name := range []string{"go1.22.3", "x86_64-linux-gnu-gcc-12", "gdb-multiarch", "--1", "a.v1", "\xff1"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		for n := name; n != ""; {
			next := tablesOf().family(n)
			if next != "" && (len(next) >= len(n) || !tablesOf().known[next]) {
				t.Fatalf("%q is %q", n, next)
			}
			n = next
		}
	})
}
