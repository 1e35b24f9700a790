package grants

import (
	"os"
	"testing"

	"parley/coordinator/git"
)

// TestWhatLinesOfSettingsRun: a file counts that a line of a repository's settings names, wherever the
// line goes first, and any in a folder of it where the line does not write out which.
func TestWhatLinesOfSettingsRun(t *testing.T) {
	for name, c := range map[string]struct {
		config string
		path   string
		none   bool
	}{
		"an address":                        {config: "[remote \"x\"]\n\turl = ext::sh conf/c %S\n"},
		"an address that is the program":    {config: "[remote \"x\"]\n\tpushurl = ext::conf/c\n"},
		"one with a blank kept":             {config: "[remote \"x\"]\n\turl = ext::sh -c sh% conf/c\n"},
		"one with a folder":                 {config: "[remote \"x\"]\n\turl = ext::sh -c cd% conf&&./c\n"},
		"a file with a blank":               {config: "[remote \"x\"]\n\turl = ext::sh conf/a% b\n", path: "conf/a b"},
		"the name of a remote":              {config: "[remote \"ext::sh conf/c\"]\n\tfetch = x\n"},
		"a branch's":                        {config: "[branch \"x\"]\n\tremote = ext::sh conf/c\n"},
		"where to push":                     {config: "[remote]\n\tpushDefault = ext::conf/c\n"},
		"a submodule's":                     {config: "[submodule \"x\"]\n\turl = ext::sh conf/c\n"},
		"another kind of address":           {config: "[remote \"x\"]\n\turl = mine::conf/c\n"},
		"put before an address":             {config: "[url \"ext::sh conf/c \"]\n\tinsteadOf = x:\n"},
		"before what is pushed to":          {config: "[url \"ext::sh conf/c \"]\n\tpushInsteadOf = x:\n"},
		"with the beginning of a name":      {config: "[url \"ext::sh conf/\"]\n\tinsteadOf = x:\n"},
		"in two parts":                      {config: "[url \"ext:\"]\n\tinsteadOf = x\n[remote \"x\"]\n\turl = x:sh conf/c\n"},
		"by its own kind":                   {config: "[remote \"x\"]\n\tvcs = ext\n\turl = sh conf/c\n"},
		"the first word, by its own kind":   {config: "[remote \"x\"]\n\tvcs = ext\n\turl = ./c\n", path: "c"},
		"a plain address":                   {config: "[remote \"x\"]\n\turl = conf/c\n", none: true},
		"a plain name":                      {config: "[user]\n\tname = conf/c\n", none: true},
		"a folder gone to":                  {config: "[alias]\n\ty = \"!cd conf; ./c\"\n"},
		"and another file of it":            {config: "[alias]\n\ty = \"!cd conf; ./c\"\n", path: "conf/d", none: true},
		"without a path":                    {config: "[alias]\n\ty = !cd conf && sh c\n"},
		"one behind the other":              {config: "[alias]\n\ty = !cd conf && cd deep && sh t\n", path: "conf/deep/t"},
		"and back":                          {config: "[alias]\n\ty = !cd conf/deep && cd .. && sh c\n"},
		"by a shell":                        {config: "[alias]\n\ty = \"!sh -c 'cd conf && ./c'\"\n"},
		"by a shell in other quotes":        {config: "[alias]\n\ty = \"!sh -c \\\"cd 'conf' && ./c\\\"\"\n"},
		"with a flag":                       {config: "[alias]\n\ty = !cd -P -- conf && ./c\n"},
		"in a name in quotes":               {config: "[alias]\n\ty = \"!cd 'a b' && ./c\"\n", path: "a b/c"},
		"in a name with a mark":             {config: "[alias]\n\ty = !cd a\\\\ b && ./c\n", path: "a b/c"},
		"put on a pile":                     {config: "[alias]\n\ty = !pushd conf && ./c\n"},
		"as a flag":                         {config: "[alias]\n\ty = !env -C conf sh c\n"},
		"as a flag in one word":             {config: "[alias]\n\ty = !env -Cconf sh c\n"},
		"as a long flag":                    {config: "[alias]\n\ty = !env --chdir=conf sh c\n"},
		"in a section of its own":           {config: "[alias \"y\"]\n\tcommand = !cd conf && ./c\n"},
		"an alias of git's words":           {config: "[alias]\n\ty = -c alias.q='!cd conf && ./c' q\n"},
		"of an ssh":                         {config: "[core]\n\tsshCommand = cd conf && ./c\n"},
		"of a helper":                       {config: "[credential]\n\thelper = !cd conf && ./c\n"},
		"of a helper for one place":         {config: "[credential \"https://x\"]\n\thelper = \"!f() { sh conf/c; }; f\"\n"},
		"of an editor":                      {config: "[sequence]\n\teditor = cd conf && ./c\n"},
		"of a difference":                   {config: "[diff \"x\"]\n\tcommand = cd conf && ./c\n"},
		"of a program for signing":          {config: "[gpg]\n\tprogram = conf/c\n"},
		"of a hook":                         {config: "[hook \"x\"]\n\tcommand = cd conf && ./c\n"},
		"of a submodule":                    {config: "[submodule \"conf\"]\n\tupdate = !./c\n"},
		"of an included file":               {config: "[include]\n\tpath = ../more\n"},
		"a name that is not written out":    {config: "[alias]\n\ty = !sh conf/$1\n"},
		"the end of a name":                 {config: "[alias]\n\ty = !sh conf/c$1\n"},
		"a pattern":                         {config: "[alias]\n\ty = !sh conf/*\n"},
		"a choice":                          {config: "[alias]\n\ty = !sh conf/{c,d}\n"},
		"a variable":                        {config: "[alias]\n\ty = \"!d=conf; sh $d/c\"\n"},
		"where programs are looked for":     {config: "[alias]\n\ty = !PATH=$PWD/conf:$PATH c\n"},
		"a folder that is found out":        {config: "[alias]\n\ty = \"!cd \\\"$(git rev-parse --show-toplevel)/conf\\\" && ./c\"\n"},
		"a file below one":                  {config: "[alias]\n\ty = \"!sh $(git rev-parse --show-toplevel)/conf/c\"\n"},
		"a file below a variable":           {config: "[alias]\n\ty = !sh $PWD/conf/c\n"},
		"in old quotes":                     {config: "[alias]\n\ty = !sh `pwd`/conf/c\n"},
		"what is found in a folder":         {config: "[alias]\n\ty = !find conf -type f -exec sh {} +\n"},
		"what a folder has":                 {config: "[core]\n\teditor = run-parts conf\n"},
		"deep in it":                        {config: "[alias]\n\ty = !sh conf/$1\n", path: "conf/deep/t"},
		"a link in it":                      {config: "[alias]\n\ty = !sh conf/$1\n", path: "c"},
		"beside it":                         {config: "[alias]\n\ty = !sh conf/$1\n", path: "config/c", none: true},
		"all that there is":                 {config: "[alias]\n\ty = !cd ${GIT_PREFIX:-.} && ls $1 .\n", none: true},
		"no folder named":                   {config: "[alias]\n\ty = \"!f() { git checkout $1; }; f\"\n", none: true},
		"a folder of a line that is plain":  {config: "[alias]\n\ty = !ls conf\n", none: true},
		"a folder that a plain line enters": {config: "[alias]\n\ty = !cd conf && make\n", none: true},
	} {
		t.Run(name, func(t *testing.T) {
			y := newYard(t, map[string]string{"conf/c": "", "conf/d": "", "conf/deep/t": "", "a b/c": "", "config/c": "", "c": "", "more": "[alias]\n\ty = !cd conf && ./c\n"})
			y.git("init", "-q")
			y.must(os.Symlink("../c", y.path("conf/link")))
			config, err := os.ReadFile(y.path(".git/config"))
			y.must(err)
			y.put(".git/config", string(config)+c.config)
			if c.path == "" {
				c.path = "conf/c"
			}
			want := byRun
			if c.none {
				want = ""
			}
			if got := Of(git.User{Home: t.TempDir()}, y.call(""), c.path); got.Why != want {
				t.Errorf("%s: %+v", c.path, got)
			}
		})
	}
}
