package secret

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Names reports whether the name of a variable says that it holds a key or a
// password, or leads to one.
func Names(variable string) bool {
	switch variable {
	case "PWD", "OLDPWD": // folders
		return false
	}
	name := strings.ToUpper(variable)
	switch name {
	case "DOCKER_AUTH_CONFIG", "DSN":
		return true
	}
	if strings.HasPrefix(name, "GIT_CONFIG_KEY_") { // the name of a setting, without which git refuses to start
		return false
	}
	for _, end := range []string{"KEY", "TOKEN", "SECRET", "PASSWORD", "PASS", "PWD", "DATABASE_URL", "_DSN", "_AUTH", "_OAUTH", "WEBHOOK", "WEBHOOK_URL"} {
		if strings.HasSuffix(uncounted(name), end) {
			return true
		}
	}
	for _, part := range []string{"COOKIE", "CREDS", "CREDENTIAL", "PASSWD", "PASSPHRASE", "PASSFILE", "CONNECTION_STRING", "CONNECTIONSTRING"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return slices.ContainsFunc(strings.Split(name, "_"), func(word string) bool { return secretWord(uncounted(word)) })
}

// uncounted is a name without the number of a second one of its kind (OPENAI_API_KEY2).
func uncounted(name string) string { return strings.TrimRight(name, "0123456789") }

// secretWord recognises the words that mark a key wherever they occur in a name.
func secretWord(word string) bool {
	switch word {
	case "KEY", "KEYS", "APIKEY", "TOKEN", "TOKENS", "SECRET", "SECRETS", "PASSWORD", "PASSWORDS", "PAT", "JWT", "BEARER", "AUTHORIZATION":
		return true
	}
	return false
}

// InWords are the keys in the words of a command, by what stands in front of each: a flag or a variable that is set, or a header. One
// of several words, such as a line for a shell, is looked at word by word too. What only stands for a variable is none.
func InWords(words []string) (keys []string) {
	for i, word := range words {
		keys = append(append(keys, set(word)...), InPairs(word)...)
		if name, value, is := strings.Cut(word, ":"); is && flagged(name[strings.LastIndexByte(name, '=')+1:]) {
			keys = append(keys, InHeader(value)...)
		}
		if parts := strings.Fields(word); len(parts) > 1 {
			for j, part := range parts {
				parts[j] = strings.Trim(part, "\"'`;")
			}
			keys = append(keys, InWords(parts)...)
		}
		if flag, value, is := strings.Cut(word, "="); logsIn(flag) && is {
			keys = append(keys, inLogin(value)...)
		} else if logsIn(flag) && i+1 < len(words) {
			keys = append(keys, inLogin(words[i+1])...)
		}
		if i+1 < len(words) && strings.HasPrefix(word, "-") && !strings.ContainsAny(word, "=: ") && flagged(word) && !strings.HasPrefix(words[i+1], "-") {
			keys = append(keys, meant(words[i+1])...)
		}
	}
	return slices.DeleteFunc(keys, isNoKey)
}

// logsIn reports whether a flag takes a name and a password (-u me:x).
func logsIn(flag string) bool {
	switch flag {
	case "-u", "--user", "--auth", "--basic-auth", "--http-auth", "--proxy-user", "--login":
		return true
	}
	return false
}

// inLogin is the password behind a name, or the key behind a scheme.
func inLogin(value string) []string {
	value = strings.Trim(value, "\"'`")
	name, password, is := strings.Cut(value, ":")
	if !is || strings.ContainsAny(name, "/ ") || strings.HasPrefix(password, "//") || name == password { // --user node:node is who runs it
		return BehindScheme(value)
	}
	return meant(password)
}

// set are the keys that a word such as --token=abc or API_TOKEN=abc sets.
func set(word string) []string {
	name, value, is := strings.Cut(word, "=")
	value = strings.Trim(value, "\"'`")
	line := func(part string) bool { return strings.ContainsAny(part, "'\"`") || strings.HasPrefix(part, "-") } // for a shell
	if words := strings.Fields(value); !is || !flagged(name) || len(words) > 1 && (!isPhrase(value) || slices.ContainsFunc(words, line)) {
		return nil
	}
	return meant(value)
}

// flagged reports whether the name of a flag, a variable or a header says that it holds a key.
func flagged(name string) bool {
	name = strings.Trim(name, "-\"' ")
	return !strings.ContainsAny(name, " \t\n/") && Names(strings.ReplaceAll(name, "-", "_"))
}

// isNoKey reports whether a value is a switch, a number, the name of a scheme, or what stands for a variable.
func isNoKey(value string) bool {
	if _, err := strconv.ParseFloat(value, 64); err == nil && len(value) < leastHidden {
		return true
	}
	inside, opens := strings.CutPrefix(value, "$")
	return value == "" || isKnownScheme(value) || value == "true" || value == "false" || opens && !strings.Contains(inside, ":-") && !strings.ContainsAny(inside, "$ ")
}

// InAddress are the keys in an address, or in those among the words of a text: a login in front of its host, and the parameters
// whose names say that they hold one.
func InAddress(text string, names func(parameter string) bool) []string {
	keys := inAddress(text, names)
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(" \t\n\"'`", r) }) {
		if scheme, rest, is := strings.Cut(word, "://"); is && word != text || strings.ContainsAny(scheme, ":=") { // --url=, jdbc:
			keys = append(keys, inAddress(scheme[strings.LastIndexAny(scheme, ":=")+1:]+"://"+rest, names)...)
		}
	}
	return keys
}

func inAddress(address string, names func(parameter string) bool) []string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return nil
	}
	var keys []string
	if password, has := u.User.Password(); has {
		keys = append(keys, password)
	} else if u.User != nil { // a token
		keys = append(keys, u.User.Username())
	}
	for pair := range strings.SplitSeq(u.RawQuery, "&") {
		name, value, _ := strings.Cut(pair, "=")
		if meant, err := url.QueryUnescape(value); err == nil && names(name) {
			keys = append(keys, meant)
		}
	}
	return keys
}
