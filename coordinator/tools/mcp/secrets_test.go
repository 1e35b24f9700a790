package mcp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"parley/coordinator/tool"
)

// TestANumberCanBeASecret: a card or a PIN that is asked for as a number goes to the server as one.
func TestANumberCanBeASecret(t *testing.T) {
	all, err := request{Schema: json.RawMessage(`{"properties":{"n":{"type":"integer","title":"Credit card number"},"pin":{"type":"number","default":1},
		"code":{"type":"integer","format":"password"},"odd":{"type":"number","title":"CVV"},"max_tokens":{"type":"integer","default":5}}}`)}.ask("t", map[string]bool{})
	if err != nil {
		t.Fatal(err)
	}
	answers := map[string]json.RawMessage{"n": []byte(`"4111111111111111"`), "pin": []byte(`"1234"`), "code": []byte(`"7"`), "odd": []byte(`"12a"`), "max_tokens": []byte(`9`)}
	var kinds []string
	for _, p := range all {
		kinds = append(kinds, fmt.Sprint(p.id, " ", p.question.AnswerType.Kind, " ", string(p.question.Default)))
	}
	same(t, "the questions", strings.Join(kinds, "\n"), "n secret \npin secret \ncode secret \nodd secret \nmax_tokens number 5")
	sent, err := json.Marshal(content(all, answers))
	same(t, "what is sent", fmt.Sprint(string(sent), err), `{"code":7,"max_tokens":9,"n":4111111111111111,"odd":"12a","pin":1234}<nil>`)
}

// TestSecrets has what is taken for a secret and what is not: as the label of a field, as what describes
// it, and as the message of a form with a field that says nothing.
func TestSecrets(t *testing.T) {
	label := func(text string) bool { return isSecret(text, described{}) && isSecret("x", described{Title: text}) }
	prose := func(text string) bool {
		return isSecret("x", described{Description: text}) && meant(text, "value", described{})
	}
	for name, c := range map[string]struct {
		is   func(string) bool
		want bool
		of   []string
	}{
		"a label of one": {label, true, []string{"password", "passWord", "API key", "apiKey", "access_token", "GitHub token", "your key", "PIN", "CVV", "Kreditkarte", "Passwort", "mot de passe", "contraseña", "senha", "wachtwoord",
			"hasło", "пароль", "パスワード", "密码", "비밀번호", "pаssword", "p\u00adassword", "ｐａｓｓｗｏｒｄ", "pass\u200bword", "secret", "Parola", "pa55w0rd", "P@ssword", "pa$$word", "🅿🅰🆂🆂🆆🅾🆁🅳", "ⓟⓐⓢⓢⓦⓞⓡⓓ", "🄿🄰🅂🅂🅆🄾🅁🄳", "CVV2", "cvc2 code",
			"openai_key", "openaiKey", "OPENAI_KEY", "Enter key:", "Key for Anthropic", "Login key", "key", "Key", "stripe key", "pwd", "db_pwd", "PAT", "github_pat", "GitHub PAT", "pass", "db_pass", "smtpPass", "Your pass",
			"debit card", "Debit card number", "Seed phrase", "recovery phrase", "mnemonic", "Mnemonic phrase", "2FA code", "MFA code", "two-factor code", "recovery code", "backup codes", "verification code", "security code",
			"one-time code", "SMS code", "Code from your authenticator", "TOTP", "Code we sent you"}},
		"a label of none": {label, false, []string{"user", "name", "keyboard", "monkey", "primary key column", "card of thanks", "pinning", "article", "clear", "shipping", "tokenize words",
			"sort key", "foreign_key", "public key", "map key", "JSON key", "object key", "partitionKey", "issue key", "Jira issue key", "shortcut key", "hot key", "cache key", "project key", "config key", "Arrow key", "key points",
			"Key name", "key binding", "Which key", "boarding pass", "Number of passes", "first pass", "passenger", "pass threshold", "Arguments to pass", "pattern", "path", "patch", "patient",
			"country code", "zip code", "postal code", "source code", "error code", "exit code", "status code", "code", "seed", "phrase", "secretary", "card", "business card", "security level", "recovery time"}},
		"a text about one": {prose, true, []string{"Please enter your password", "Give me your key.", "The API key of the service", "Paste a PAT here.", "Type the verification code", "Enter the code that was sent to your phone", "Your seed phrase, in twelve words",
			"What is the PIN?", "Log in with your access token", "Open your authenticator and type the code"}},
		"a text about none": {prose, false, []string{"Which file?", "Sort by this key", "The key under which it is stored", "Arguments to pass", "Rows to pass on", "Pat the dog", "The code of the country", "Choose a card from the deck", "The key of the map"}},
	} {
		for _, text := range c.of {
			if got := c.is(text); got != c.want {
				t.Errorf("%s: %q is %v", name, text, got)
			}
		}
	}
}

// TestAMessageCanAskForASecret: the field says nothing, so it is what the message asks for.
func TestAMessageCanAskForASecret(t *testing.T) {
	for _, c := range []struct{ message, properties, want string }{
		{"Please enter your password", `"value":{"type":"string","minLength":1,"default":"x"}`, "value secret"},
		{"Please enter your PIN", `"value":{"type":"integer","minimum":0}`, "value secret"},
		{"Please enter your password", `"value":{"type":"string","format":"plain"}`, "value secret"},
		{"Please enter your PIN", `"value":{"type":"integer","format":"date"}`, "value secret"},
		{"Log in", `"value":{"type":"string","format":"PASSWORD"}`, "value secret"},
		{"Please enter your name", `"value":{"type":"string"}`, "value text"},
		{"Log in with your password", `"user":{"type":"string"},"password":{"type":"string"},"realm":{"type":"string"}`, "user text|password secret|realm text"},
		{"Your password expires. Whom shall we tell?", `"who":{"type":"string","format":"email"},"when":{"type":"string","enum":["now","later"]},"again":{"type":"boolean"}`, "who text|when select|again boolean"},
		{"Choose a name for the secret", `"name":{"type":"string"}`, "name text"},
	} {
		all := fieldsOf(t, c.message, c.properties)
		var kinds []string
		for _, p := range all {
			kinds = append(kinds, p.id+" "+string(p.question.AnswerType.Kind))
			if p.question.AnswerType.Kind == "secret" && (p.question.Default != nil || !strings.Contains(p.question.Context, secretWarning)) {
				t.Errorf("%s: %s has a default or no warning", c.message, p.id)
			}
		}
		same(t, c.message, strings.Join(kinds, "|"), c.want)
	}
}

// TestASecretIsLostBehindItsForm: a program that was killed while a later form was open has lost the
// secret of an earlier one, without which nothing goes back.
func TestASecretIsLostBehindItsForm(t *testing.T) {
	r := remote{link: &link{Server: Server{Name: "t"}}}
	form := func(id, field string) request {
		return request{ID: id, Message: "Who?", Schema: json.RawMessage(`{"type":"object","properties":{"` + field + `":{"type":"string"}},"required":["` + field + `"]}`)}
	}
	a := asking{Asker: r.link.asker(), Requests: []request{form("a", "name"), form("b", "password"), form("c", "day"), form("d", "note")}, At: 3, Declined: []string{"a", "c"}}
	call := tool.Call{Answers: map[string]tool.Answer{"note": {Value: json.RawMessage(`"x"`)}}}
	var asked []string
	for {
		state, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		call.State = string(state)
		_, responses, o := r.again(call)
		needs, is := o.(tool.NeedsInput)
		if !is {
			same(t, "the forms", strings.Join(asked, " "), "password day note")
			sent, err := json.Marshal(responses)
			same(t, "what goes back", string(sent), `{"a":{"action":"decline"},"b":{"action":"accept","content":{"password":"new password"}},`+
				`"c":{"action":"accept","content":{"day":"new day"}},"d":{"action":"accept","content":{"note":"new note"}}}`)
			if err != nil {
				t.Fatal(err)
			}
			return
		}
		id := needs.Form.Questions()[0].ID
		if asked = append(asked, id); !needs.Untold {
			t.Errorf("%s is asked as if the server had been told of what was answered before", id)
		}
		a = asking{}
		if err := json.Unmarshal([]byte(needs.State), &a); err != nil {
			t.Fatal(err)
		}
		call.Answers[id] = tool.Answer{Value: json.RawMessage(`"new ` + id + `"`)}
	}
}
