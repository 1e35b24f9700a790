package config

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// many repeats a line with its number.
func many(n int, line string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, line+"\n", i)
	}
	return b.String()
}

// hostileFiles are configurations that would be expensive to read without limits, and what
// is said about each.
func hostileFiles() map[string][2]string {
	const deep = "nested more than 32 levels deep; make it flatter"
	chain := "providers.llm.aliases.a0 = 'openai/m'\n"
	for i := range 3999 {
		chain += fmt.Sprintf("providers.llm.aliases.a%d = 'a%d'\n", i+1, i)
	}
	long := strings.Repeat("x", 1000)
	return map[string][2]string{
		"a name of 40,000 parts":         {"[" + strings.Repeat("a.", 40000) + "a]\n", ":1: " + deep},
		"a key of 40,000 parts":          {strings.Repeat("a.", 40000) + "a = 1\n", ":1: " + deep},
		"tables within tables":           {"a = " + strings.Repeat("{a = ", 9000) + "1" + strings.Repeat("}", 9000), ":1: " + deep},
		"lists within lists":             {"a = " + strings.Repeat("[", 9000) + strings.Repeat("]", 9000), ":1: " + deep},
		"tables within lists":            {"a = " + strings.Repeat("[{a.b.c = ", 20) + "1" + strings.Repeat("}]", 20), ":1: " + deep},
		"30,000 keys":                    {many(30000, "k%d=1"), ":4097: the file sets more than 4096 keys; take some out"},
		"10,000 tables":                  {many(10000, "[k%d.a]"), ":4097: the file sets more than 4096 keys; take some out"},
		"10,000 keys in tables of lists": {"a = [" + strings.Repeat("{b=1},", 10000) + "]", ":1: the file sets more than 4096 keys; take some out"},
		"a long name before many keys":   {"[" + long + "." + long + "]\n" + many(4000, "k%d=1"), ":1: the key is longer than 1024 bytes with the tables that it stands in; shorten it"},
		"4,000 unknown keys":             {many(4000, "themes%d=1"), ": there are more faults than these 100; mend them first"},
		"4,000 unknown tools":            {many(4000, "conversation.tools.fs_read_fil%d.enable=false"), ": there are more faults than these 100; mend them first"},
		"4,000 wrong values":             {many(4000, "conversation.tools.t%d.run='asks'"), ": there are more faults than these 100; mend them first"},
		"a chain of 4,000 aliases":       {chain, ": there are more faults than these 100; mend them first"},
		"4,000 aliases that lead nowhere": {many(4000, "providers.llm.aliases.gpt%d = 'gtp'"),
			": there are more faults than these 100; mend them first"},
		"4,000 servers without address": {many(4000, "providers.llm.s%d.api_key_env = 'A'"), ": there are more faults than these 100; mend them first"},
		"4,000 questions":               {many(4000, "conversation.tools.run_command.questions.q%d.exclusive = true"), ""},
		"4,000 settings that wait":      {many(4000, "conversation.tools.run_command.questions.q%d.answer = true"), ""},
	}
}

// TestHostileFilesCostLittle counts the bytes that are allocated, so that no clock
// decides. Each file is read as trusted and as untrusted, shown, and explained.
func TestHostileFilesCostLittle(t *testing.T) {
	const most = 96 << 20 // without limits these take up to gigabytes
	if testing.Short() {
		return // a file is read by one goroutine, and takes the race detector seconds
	}
	for name, file := range hostileFiles() {
		for _, trusted := range []bool{false, true} {
			w := newWorld(t).workspace(file[0])
			if trusted {
				w.trusting()
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			c, err := Load(w.Sources)
			c.Show()
			if _, err := c.Explain("ui.theme"); err != nil {
				t.Error(err)
			}
			runtime.ReadMemStats(&after)
			if used := after.TotalAlloc - before.TotalAlloc; used > most {
				t.Errorf("%s, trusted %v: %d MB", name, trusted, used>>20)
			}
			waits := strings.Contains(file[0], "aliases") || strings.Contains(file[0], "providers")
			if !trusted && waits {
				continue // it is left out entirely
			}
			last := ""
			if err != nil {
				last = w.short(err.Error())
				last = strings.TrimPrefix(last[strings.LastIndex(last, "\n")+1:], "  repo/.parley/config.toml")
			}
			same(t, last, file[1])
		}
	}
}

// TestManyWorkspaceFiles: a file in each of many folders is as bad as a large one.
func TestManyWorkspaceFiles(t *testing.T) {
	const text = "there are more than 32 workspace files from the root of the repository down to here, or they are larger than 1 MiB together; take some out, or start further up"
	for _, c := range []struct {
		files, size int
		want        string
	}{
		{32, 1, ""}, {33, 1, "33.toml: " + text}, {5, 250 << 10, "5.toml: " + text},
	} {
		w := newWorld(t)
		for i := range c.files {
			w.Workspace = append(w.Workspace, w.write(fmt.Sprintf("%d.toml", i+1), strings.Repeat("#", c.size)))
		}
		_, err := Load(w.Sources)
		got := ""
		if err != nil {
			got = strings.TrimPrefix(w.short(err.Error()), "the configuration has a fault:\n  ")
		}
		same(t, got, c.want)
	}
}

// TestManyWorkspaceRules: what a stranger denies is compared with each file of a search. The
// user's own file may have as many rules as it can hold.
func TestManyWorkspaceRules(t *testing.T) {
	const fault = "the configuration has a fault:\n  repo/.parley/config.toml:2: conversation.rules.deny: the workspace files have more than 500 rules together; take some out, or put them into your own configuration file"
	rules := func(n int) string {
		return "conversation.rules.ask = 'fs_read_file(a)'\nconversation.rules.deny = [" + many(n, "'fs_read_file(d%d)',") + "]\n"
	}
	same(t, newWorld(t).workspace(rules(500)).faults(), fault)
	c := newWorld(t).user(rules(501)).workspace(rules(499)).load()
	if n := len(c.Conversation.Rules); n != 1002 {
		t.Errorf("%d rules", n)
	}
}

// TestLimitsOfOtherSources: excessive depth is reported wherever it comes from.
func TestLimitsOfOtherSources(t *testing.T) {
	w := newWorld(t)
	deep := strings.Repeat("a.", 40) + "a"
	w.Sets = []string{deep + "=1", "conversation.tools.run_command.options=" + strings.Repeat("[", 40) + strings.Repeat("]", 40)}
	w.Env = []string{"PARLEY_" + strings.ToUpper(strings.ReplaceAll(deep, ".", "__")) + "=1"}
	const key = "a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.…: nested more than 32 levels deep; make it flatter\n"
	same(t, w.faults(), `the configuration has 3 faults:
  PARLEY_`+strings.Repeat("A__", 17)+"A_…: "+key+"  -c: "+key+
		"  -c: conversation.tools.run_command.options: must be a table, not a list")
}

// TestAliasSteps: only so many aliases may lead on to each other.
func TestAliasSteps(t *testing.T) {
	text := "[providers.llm.aliases]\na0 = 'openai/m'\n"
	for i := range 64 {
		text += fmt.Sprintf("a%d = 'a%d'\n", i+1, i)
	}
	w := newWorld(t).user(text)
	same(t, w.faults(), `the configuration has a fault:
  config.toml:66: providers.llm.aliases.a64: more than 64 aliases lead on to each other; let one of them name a model`)
}
