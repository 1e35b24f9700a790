package mcp

import (
	"slices"
	"strings"

	"parley/store/text/secret"
)

// What is the name of a key among the variables of a program is one as a label of a form: for both it is secret.Names that
// says so. Only what is called a key, a pass or a token is judged in asks, since a form may ask for a sort key.

// Words beside those for a secret.
var (
	// aspects say of the word in front of them that it is not the thing itself that is asked for (cookie name), or of what
	// follows with a preposition (name of the cookie).
	aspects = wordSet("name names id ids type types kind kinds mode method methods scheme scope scopes policy consent banner notice domain path lifetime life length size limit count number expiry expiration date time timeout " +
		"title label description event events status level version format algorithm issuer audience claim claims subject provider app device devices serial context contexts prefix owner settings options " +
		"colour color line lines recipe flavour flavor")
	// ofAuthorization are addresses of whoever grants it, which anybody may know.
	ofAuthorization = wordSet("url uri endpoint server host")
	prepositions    = wordSet("of to for in from on at by under behind about")
	// servers are what is reached at an address with a login in it.
	servers = wordSet("connection database db postgres postgresql mysql mariadb mongo mongodb redis amqp rabbitmq jdbc mssql sqlserver clickhouse broker datenbank signed presigned sas webhook")
	// keyless words end in "key" by chance.
	keyless = wordSet("monkey turkey donkey hockey jockey whiskey lackey turnkey mickey hotkey")
	// alike are the words that are written as one or as two.
	alike = strings.NewReplacer(" web hook", " webhook", " kube config", " kubeconfig", " data base ", " database ")
)

// divided are words, those that end in "key" or a word for a password as two: sshkey, dbpass.
func divided(words []string) (all []string) {
	for _, w := range words {
		begin := w
		for _, end := range [...]string{"key", "keys", "pass", "pw"} {
			if before, is := strings.CutSuffix(w, end); is && (strings.HasPrefix(end, "key") && !keyless[strings.TrimSuffix(w, "s")] || passOf[before]) {
				begin = before
			}
		}
		for _, part := range [...]string{begin, w[len(begin):]} {
			if part != "" {
				all = append(all, part)
			}
		}
	}
	return all
}

// namesSecret reports whether a label is the name of a secret.
func namesSecret(words []string) bool {
	words = strings.Fields(alike.Replace(" " + strings.Join(words, " ") + " "))
	if len(words) > 1 && aspects[words[0]] && prepositions[words[1]] {
		return false
	}
	if n := len(words) - 1; n > 1 && (words[0] == "url" || words[0] == "uri") && prepositions[words[1]] && servers[words[n]] {
		return true
	}
	name := []string{"FORM"} // alone, PWD would be a folder
	for i, w := range words {
		switch {
		case isNoun(words, i) && !ofAspect(words, i):
			return true
		case ofAspect(words, i), keyword(w), w == "cookiecutter":
			w = "X"
		}
		name = append(name, strings.ToUpper(w))
	}
	return secret.Names(strings.Join(name, "_"))
}

// keyword reports whether a word is left to asks.
func keyword(w string) bool {
	return w == "pat" || w == "token" || w == "tokens" || strings.HasSuffix(w, "key") || strings.HasSuffix(w, "keys") || strings.HasSuffix(w, "pass")
}

// isNoun reports whether the word at a place names a secret, by itself or with those in front of it.
func isNoun(words []string, at int) bool {
	w, before := words[at], ""
	if at > 0 {
		before = words[at-1]
	}
	switch w {
	case "kubeconfig", "netrc", "pgpass", "pem", "passkey", "sessionid", "jsessionid", "phpsessid", "sessid":
		return true
	case "cookiecutter":
		return false
	case "id", "ids", "identifier":
		return before == "session"
	case "string", "strings", "str":
		return before == "connection" || before == "conn" || before == "database" || before == "db"
	case "header", "headers":
		return before == "authorization" || before == "auth"
	case "url", "urls", "uri":
		return servers[before]
	case "link":
		return before == "magic" || before == "webhook"
	case "json", "file":
		return before == "account" && at > 1 && words[at-2] == "service"
	}
	return !keyword(w) && secret.Names(strings.ToUpper(w))
}

// ofAspect reports whether the word behind one at a place says that it is about something else.
func ofAspect(words []string, at int) bool {
	w, rest := words[at], words[at+1:min(len(words), at+6)]
	if len(rest) > 1 && (rest[0] == "header" || rest[0] == "url") && aspects[rest[1]] {
		rest = rest[1:]
	}
	if len(rest) == 0 || slices.Contains(rest, "value") {
		return false
	}
	return aspects[rest[0]] && !(w == "session" && rest[0] == "id") || w == "authorization" && ofAuthorization[rest[0]] || w == "bearer" && rest[0] == "of"
}

// Words of sentences.
var (
	handing  = wordSet("paste enter type provide supply give input copy submit insert share with need")
	articles = wordSet("the a an your my our this")
	verbs    = wordSet("is are was were be has have had will would can may must should expired expires gets")
)

// handed reports whether a sentence asks for such a thing to be given, or is only the name of it. One may also
// tell of it.
func handed(text string) bool {
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(".,:;!?()\n。、", r) }) {
		words := strings.Fields(alike.Replace(" " + strings.Join(plainWords(part), " ") + " "))
		for i, w := range words {
			if w == "authorization" || w == "bearer" || !isNoun(words, i) || ofAspect(words, i) || i+1 < len(words) && (verbs[words[i+1]] || isNoun(words, i+1)) {
				continue
			}
			if begins(words[:i]) {
				return true
			}
		}
	}
	return false
}

// begins reports whether words lead to the thing that is asked for: what it is to be done with, or none at all but
// an article and a word or two.
func begins(words []string) bool {
	for i := len(words) - 1; i >= max(0, len(words)-4); i-- {
		switch {
		case handing[words[i]]:
			return true
		case prepositions[words[i]], verbs[words[i]]:
			return false
		}
	}
	return len(words) == 0 || len(words) < 4 && articles[words[0]] || len(words) == 1 && (words[0] == "session" || servers[words[0]]) || len(words) == 2 && words[0] == "service"
}
