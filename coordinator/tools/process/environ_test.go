package process_test

import (
	"slices"
	"strings"
	"testing"

	"parley/coordinator/tools/process"
)

// TestEnviron is the list of names: what looks like a key or leads out is kept from a
// command, everything else is passed on.
func TestEnviron(t *testing.T) {
	withheld := strings.Fields(`OPENAI_API_KEY MY_TOKEN github_token AWS_SECRET_ACCESS_KEY AWS_ACCESS_KEY_ID AWS_SESSION_TOKEN DB_PASSWORD
		PGPASSWORD MYSQL_PWD REDISCLI_AUTH SSHPASS GOOGLE_APPLICATION_CREDENTIALS MYAPIKEY GITHUBTOKEN CLIENTSECRET DOCKER_AUTH_CONFIG
		DATABASE_URL TEST_DATABASE_URL SENTRY_DSN COOKIE SESSION_COOKIE_JAR AWS_CREDS MYCREDS GPG_PASSPHRASE VNC_PASSWD SECRET KEYS
		GITLAB_PAT NPM_TOKENS STRIPE_SECRETS_FILE JWT AUTHORIZATION CI_BEARER SLACK_WEBHOOK_URL PARLEY_X PARLEY_PROVIDERS__LLM__X__BASE_URL parley_y
		OPENAI_API_KEY2 DB_PASSWORD1 APITOKEN02 TOKEN2_FILE DSN SLACK_WEBHOOK GITHUB_OAUTH PGPASSFILE STORAGE_CONNECTION_STRING
		TMUX TMUX_PANE STY KITTY_LISTEN_ON WEZTERM_UNIX_SOCKET DISPLAY XAUTHORITY WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS NVIM
		NVIM_LISTEN_ADDRESS`)
	given := strings.Fields(`PATH HOME PWD OLDPWD SSH_AUTH_SOCK KEYBOARD TOKENIZERS_PARALLELISM LANG TERM GOPATH HTTP_PROXY PATTERN
		KEYMAP AUTHOR COMPASS_DIR PASSENGER_APP TMUXINATOR DISPLAY_NAME XPARLEY_X OAUTH2 SHA256
		GIT_CONFIG_COUNT GIT_CONFIG_KEY_0 GIT_CONFIG_VALUE_0`)
	var env []string
	for i := range max(len(withheld), len(given)) { // mixed, to show that the order stays
		if i < len(withheld) {
			env = append(env, withheld[i]+"=v=w")
		}
		if i < len(given) {
			env = append(env, given[i]+"=v=w")
		}
	}
	names := func(e process.Environment) []string {
		var list []string
		entries := e.Environ(append(slices.Clip(env), "BELOW_PARLEY=0", process.ToNotify)) // the user cannot say who started the command
		last := len(entries) - 1
		if entries[last] != process.Mark {
			t.Errorf("the last is %q", entries[last])
		}
		for _, entry := range entries[:last] {
			name, value, _ := strings.Cut(entry, "=")
			if value != "v=w" {
				t.Errorf("%s has become %q", name, value)
			}
			list = append(list, name)
		}
		return list
	}
	if got := names(process.Environment{}); !slices.Equal(got, given) {
		t.Errorf("got  %q\nwant %q", got, given)
	}
	e := process.Environment{Drop: []string{"LANG", "TERM"}, Allow: []string{"TERM", "MY_TOKEN", "PARLEY_X", "DISPLAY", "!SSH_AUTH_SOCK", "!BELOW_PARLEY", "BELOW_PARLEY", "BELOW_PARLEY_TO_NOTIFY", "!COOKIE", "COOKIE", "my_token"}}
	var want []string
	for _, entry := range env {
		name, _, _ := strings.Cut(entry, "=")
		if name != "LANG" && name != "SSH_AUTH_SOCK" && (slices.Contains(given, name) || name == "MY_TOKEN" || name == "PARLEY_X" || name == "DISPLAY") {
			want = append(want, name)
		}
	}
	if got := names(e); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestEnvironOfAddresses: an address in which a password stands, or a string that sets one, is not
// passed on, whatever the name of its variable, but that of a proxy is.
func TestEnvironOfAddresses(t *testing.T) {
	const password = "://me:hunter2@host/base?x=y"
	given := []string{"HTTP_PROXY=http" + password, "all_proxy=socks5" + password, "REGISTRY=https://host:8080/@scope/name", "HOME_PAGE=https://me@host",
		"URL=https://:@host", "CLONE=git@host:me/name", "DOCS=https://host/a:b@c", "LS_COLORS=*.tar=01;31:*.key=01;32", "PROMPT=cd /a; PWD=; ls", "GIT_CONFIG_KEY_0=url.https" + password + ".insteadof",
		`GIT_CONFIG_VALUE_1=!f() { echo username=me; echo "password=hunter2"; }; f`}
	withheld := []string{"MONGO_URI=mongodb+srv" + password, "AMQP_URL=amqp" + password, "REDIS_URL=redis://:hunter2@host", "X=y=https" + password, "ORDERS=Server=h;User Id=sa;Password=hunter2;"}
	if got := (process.Environment{}).Environ(append(slices.Clone(withheld), given...)); !slices.Equal(got, append(given, process.Mark)) {
		t.Errorf("got %q", got)
	}
	if got := (process.Environment{Allow: []string{"AMQP_URL"}}).Environ(withheld); !slices.Equal(got, []string{withheld[1], process.Mark}) {
		t.Errorf("allowed: got %q", got)
	}
	if got := process.Keys(append(slices.Clone(given), withheld[0])); !slices.Equal(got, []string{"mongodb+srv" + password}) {
		t.Errorf("what an export leaves out: %q", got)
	}
}

// TestEnvironOfKeys: the key of a server is not passed on under another name either, nor within
// something longer.
func TestEnvironOfKeys(t *testing.T) {
	const key = "sk-0123456789abcdef"
	env := []string{"MINE=" + key, "OPENAI_SK=" + key, "HEADER=Bearer " + key, "SHORT=ollama", "LOCAL=ollama", "HALF=sk-0123456789", "PATH=/bin", "EMPTY="}
	e := process.Environment{Drop: []string{"MINE", "SHORT", "UNSET", "EMPTY"}}
	if got, want := e.Environ(env), []string{"LOCAL=ollama", "HALF=sk-0123456789", "PATH=/bin", process.Mark}; !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	e.Allow = []string{"OPENAI_SK"}
	if got, want := e.Environ(env)[0], "OPENAI_SK="+key; got != want {
		t.Errorf("allowed by name: got %q, want %q", got, want)
	}
}

// TestIsKey: what no command gets because it is a key or holds one.
func TestIsKey(t *testing.T) {
	env := []string{"MINE=the-key-of-a-model", "AGAIN=Bearer the-key-of-a-model", "ORDERS=postgres://me:word@db/orders", "TEAM=blue", "HTTP_PROXY=http://me:word@proxy"}
	e := process.Environment{Drop: []string{"MINE", "UNSET"}}
	for name, want := range map[string]bool{"MINE": true, "UNSET": true, "AGAIN": true, "ORDERS": true, "MY_TOKEN": true, "TEAM": false, "HTTP_PROXY": false, "TEA": false, "": false} {
		if got := e.IsKey(env, name); got != want {
			t.Errorf("%q: %t", name, got)
		}
	}
}
