//go:build unix

package teatest

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// TestPlainLinesEndedAbruptly: whatever ends the program while it asks in plain lines, the terminal is
// as it was, so it shows what is typed and hands on lines.
func TestPlainLinesEndedAbruptly(t *testing.T) {
	const tool = "[conversation.tools.deploy]\ncommand = ['printf', '%s', '" +
		`{"type":"needs_input","question":{"id":"key","text":"Key?","answer_type":"secret"}}` +
		"']\nrun = 'unattended'\ndescription = 'Deploy.'\nparameters = { type = 'object' }\n"
	for delay, shown := range map[string]string{"1h": "one moment", "1ms": "Answer (not shown):"} {
		for _, sig := range []syscall.Signal{syscall.SIGQUIT, syscall.SIGABRT, syscall.SIGSEGV, syscall.SIGTERM} {
			place := NewPlace(t)
			place.Scenario("deploy", "[[answer]]\n[[answer.call]]\nname = \"deploy\"\n")
			config := filepath.Join(place.Home, ".config", "parley", "config.toml")
			if err := os.MkdirAll(filepath.Dir(config), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(config, []byte("forms.arming_delay = \""+delay+"\"\n"+tool), 0o600); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command("sh", "-c", `trap : TERM QUIT ABRT SEGV
				"$0" --accessible -m script/deploy go 2>/dev/null
				printf '\nnow '; stty -a | tr ' ;' '\n\n' | grep -x -e '-*icanon' -e '-*echo' | tr '\n' ' '
				echo is left; read line; echo "and read $line."`, place.Command().Path)
			cmd.Dir, cmd.Env = place.Dir, place.Env
			x := Start(t, 60, 16, cmd)
			x.WaitFor("Key?")
			if delay == "1h" {
				x.Type("too early")
			}
			x.WaitFor(shown)
			if delay != "1h" {
				x.Type("half a secret")
				x.Answered()
			}
			x.Kill(sig)
			if s := x.WaitFor("is left"); !s.Has("now icanon echo is left") {
				t.Errorf("%s, while %q is shown:\n%s", sig, shown, s)
			}
			x.Type("\r")
			if s := x.WaitFor("and read"); !s.Has("and read .") {
				t.Errorf("%s, while %q is shown: the shell gets what was typed\n%s", sig, shown, s)
			}
		}
	}
}
