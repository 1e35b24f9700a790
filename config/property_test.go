package config

import (
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// goodSetting draws a key of the table with a value that it takes.
func goodSetting(t *rapid.T) string {
	row := rapid.SampledFrom(specs()).Draw(t, "row")
	key := strings.NewReplacer(
		"<tool>", "run_command", "<question>", rapid.SampledFrom([]string{"q", "*"}).Draw(t, "question"),
		"<provider>", "openai", "<header>", "X-Team", "<alias>", "quick", "<model>", `"m:1.5"`, "<server>", map[bool]string{true: "there", false: "here"}[strings.Contains(row.Pattern, ".url")], "<variable>", "A_B",
	).Replace(row.Pattern)
	value := map[kind]string{
		kindText: "text", kindBool: "false", kindInt: "20", kindFloat: "0.5", kindDuration: "5s", kindBytes: "4096",
		kindURL: "https://x.example", kindPath: "~/x", kindModel: "openai/m", kindCommand: "['a', 'b']", kindNames: "['A_B', '!C']", kindWords: "['-y', 'a']", kindRules: "['github__*']", kindTable: "{ a = 1 }", kindAny: "{ b = [2] }",
	}[row.Kind]
	switch {
	case strings.HasSuffix(key, ".source"):
		value = "builtin"
	case strings.HasPrefix(key, "mcp.here.args"), strings.HasPrefix(key, "mcp.here.env"):
		return "mcp.here.command=" + value
	case strings.HasPrefix(key, "mcp.here.headers"):
		return "mcp.there.url=" + value
	case strings.HasPrefix(key, "mcp.here.oauth"):
		return "mcp.there.url=https://x.example"
	case strings.HasSuffix(key, "run_command.command"):
		return "conversation.tools.mine.command=" + value
	case row.Words != nil:
		value = rapid.SampledFrom(row.Words).Draw(t, "word")
	}
	return key + "=" + value
}

// TestGoodSettings: every good setting loads, and is shown as set there.
func TestGoodSettings(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := Sources{Servers: []string{"openai"}, Builtin: shipped(), StoreDir: "/d", Home: "/h"}
		for range rapid.IntRange(1, 4).Draw(rt, "settings") {
			s.Sets = append(s.Sets, goodSetting(rt))
		}
		c, err := Load(s)
		if err != nil {
			rt.Fatalf("%q: %v", s.Sets, err)
		}
		ask(t, c)
		shown := 0
		for _, set := range c.Show() {
			if set.Origin.Kind == FromSet {
				shown++
			}
		}
		if shown == 0 {
			rt.Fatalf("%q is not shown: %v", s.Sets, c.Show())
		}
	})
}

// anySetting mostly draws a key of the table, with a value that it may or may not take.
func anySetting(t *rapid.T) string {
	rows := specs()
	row := rapid.SampledFrom(rows).Draw(t, "row")
	segments := strings.Split(row.Pattern, ".")
	for i, s := range segments {
		if strings.HasPrefix(s, "<") {
			segments[i] = rapid.SampledFrom([]string{"*", "run_command", "ask_user", "x", "a.b", "aliases", "openai"}).Draw(t, "name")
		}
	}
	if rapid.Bool().Draw(t, "deeper") {
		segments = append(segments, rapid.SampledFrom([]string{"a", "state", "kind", "model", "run"}).Draw(t, "below"))
	}
	values := append([]string{
		"true", "3", "1.5", "", "x", "inherit", "openai/m", "[]", "['a']", "{}", "{ a = { b = 1 } }", "{ state = false }",
		"{ model.id = 'x' }", "{ escalation = true }", "10s", "https://x/y", "/tmp/x", "nan", "2026-01-01", "'''a'''",
	}, row.Words...)
	return Key(segments...) + "=" + rapid.SampledFrom(values).Draw(t, "value")
}

// TestAnySettings: whatever is set, the result can be asked anything, and loading again
// ends the same way.
func TestAnySettings(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := Sources{Servers: []string{"openai"}, Builtin: shipped(), StoreDir: "/d", Home: "/h"}
		for range rapid.IntRange(1, 4).Draw(rt, "settings") {
			s.Sets = append(s.Sets, anySetting(rt))
		}
		c, err := Load(s)
		ask(t, c)
		again, err2 := Load(s)
		if !reflect.DeepEqual(err, err2) || !reflect.DeepEqual(c.Show(), again.Show()) {
			rt.Fatalf("twice the same, and not the same: %v, %v", err, err2)
		}
	})
}

// TestWordsAreTables: a word and the table that it stands for are the same setting, over
// whatever was set before.
func TestWordsAreTables(t *testing.T) {
	pairs := []struct{ key, word, table string }{
		{"enable", "true", "{ state = true, allow_toggle = 'any' }"},
		{"enable", "off", "{ state = false, allow_toggle = 'any' }"},
		{"enable", "always", "{ state = true, allow_toggle = 'never' }"},
		{"enable", "explicit", "{ state = false, allow_toggle = 'if_named' }"},
		{"detached", "auto", "{ run = 'auto', deliver = 'auto', tool = 'auto' }"},
		{"questions.q.target", "assistant", "{ escalation = false }"},
		{"questions.q.target", "assistant_with_escalation", "{ escalation = true }"},
	}
	before := []string{
		"enable=explicit", "enable=on", "enable={state=false}", "enable.allow_toggle=never", "detached=defaults", "detached.run=defaults",
		"questions.q.target=user", "questions.q.target={model.id='openai/x'}", "questions.q.target=assistant_with_escalation",
	}
	rapid.Check(t, func(t *rapid.T) {
		const tool = "conversation.tools.run_command."
		var sets []string
		for range rapid.IntRange(0, 4).Draw(t, "before") {
			sets = append(sets, tool+rapid.SampledFrom(before).Draw(t, "set"))
		}
		p := rapid.SampledFrom(pairs).Draw(t, "pair")
		see := func(value string) (Tool, Target, Assistant) {
			c, err := Load(Sources{Builtin: shipped(), Sets: append(sets[:len(sets):len(sets)], tool+p.key+"="+value)})
			if err != nil {
				t.Fatal(err)
			}
			run := c.Tool("run_command")
			run.config = nil
			a, err := c.Reviewer("run_command", "q")
			if err != nil {
				t.Fatal(err)
			}
			return run, c.Tool("run_command").Question("q").Target, a
		}
		tool1, target1, a1 := see(p.word)
		tool2, target2, a2 := see(p.table)
		if !reflect.DeepEqual(tool1, tool2) || target1 != target2 || a1 != a2 {
			t.Fatalf("%s and %s after %q:\n%+v %+v\n%+v %+v", p.word, p.table, sets, tool1, target1, tool2, target2)
		}
	})
}
