package mcp

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
	"parley/coordinator/tool"
)

// What a property asks for is told by its words. The protocol forbids to ask for
// passwords in a form; what looks like one is neither shown nor recorded. What is taken for
// one and is none is typed unseen, and what is one and is not taken for it stays on record:
// so a label that may mean either is taken for one.

// words of a password, a key, a token, a one-time code, a card, a session or a connection, in ten languages, without accents.
var secretWords = [...]string{
	"password", "passwd", "passphrase", "passcode", "secret", "apikey", "accesskey", "privatekey", "token", "credential", "pin", "cvv", "cvc", "cvv2", "cvc2", "creditcard", "debitcard", "bankcard", "paymentcard", "cardnumber", "otp", "totp", "hotp", "puk", "pwd", "pw",
	"seedphrase", "seedwords", "recoveryphrase", "recoverywords", "backupphrase", "mnemonic", "recoverycode", "backupcode", "verificationcode", "securitycode", "accesscode", "authcode", "authenticationcode", "authenticatorcode", "logincode", "confirmationcode",
	"onetimecode", "2facode", "mfacode", "smscode", "unlockcode", "factorcode",
	"passwort", "kennwort", "geheim", "schlussel", "kreditkarte", "kartennummer",
	"motdepasse", "cle", "jeton", "cartebancaire", "cartedecredit", "codesecret",
	"contrasena", "clave", "tarjeta", "ficha", "parola", "segreto", "chiave", "cartadicredito", "senha", "segredo", "cartao",
	"wachtwoord", "geheimwoord", "sleutel", "haslo", "hasło", "klucz", "tajne", "karta", "пароль", "секрет", "ключ", "токен", "карта",
	"verbindungszeichenfolge", "sitzungsid", "chainedeconnexion", "iddesession", "cadenadeconexion", "iddesesion", "stringadiconnessione", "iddisessione", "stringdeconexao", "iddasessao", "iddesessao", "verbindingsreeks", "sessieid",
	"ciagpolaczenia", "idsesji", "идентификаторсессии", "接続文字列", "セッションクッキー", "セッションid", "连接字符串", "連接字串", "会话id", "會話id", "연결문자열", "세션id",
	"パスワード", "暗証番号", "密码", "密碼", "密钥", "令牌", "비밀번호", "암호",
}

// short words count only where they stand alone.
var alone = map[string]bool{"pin": true, "otp": true, "totp": true, "hotp": true, "puk": true, "pwd": true, "pw": true, "cvv": true, "cvc": true, "cvv2": true, "cvc2": true, "cle": true, "ficha": true, "karta": true, "карта": true, "token": true, "clave": true, "mnemonic": true}

// Words beside "key" and "pass".
var (
	// strongKeys make a key one of the user's in any text.
	strongKeys = wordSet("api access private secret ssh signing encryption licence license your login auth account master deploy service")
	// otherKeys say in a label that a key is one of data, of music or of a keyboard.
	otherKeys = wordSet("sort sorting order primary foreign public map json yaml xml object partition issue shortcut hot cache row group unique composite candidate natural surrogate index hash range dictionary dict " +
		"translation message config configuration setting settings property attribute field metadata label tag routing project ticket arrow return escape tab space function modifier any each every which lookup search " +
		"storage registry environment variable env idempotency deduplication correlation feature flag minor major column columns name names binding bindings combination path prefix suffix pattern type size length " +
		"format schema point points finding findings press frame metric metrics result results takeaway takeaways")
	// passOf say in a label that a pass is a password.
	passOf = wordSet("user db database login admin root account smtp ftp keystore ssh http mail email imap proxy wifi your enter new old current confirm repeat my")
	// otherFields say what a field asks for, whatever the message is about.
	otherFields = wordSet("name names user username email mail title url host hostname port path file folder directory reason comment note description date age city country count amount")
)

// wordSet is a set of words.
func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(list) {
		set[word] = true
	}
	return set
}

// decomposed are the words as plainWords writes them.
var decomposed = sync.OnceValue(func() []string {
	out := make([]string, len(secretWords))
	for i, w := range secretWords {
		out[i] = strings.Join(plainWords(w), "")
	}
	return out
})

// isSecret reports whether a property asks for something that must not be in a form.
func isSecret(name string, d described) bool {
	return strings.EqualFold(d.Format, "password") || asks(d.own(name), true, d.counts()) || asks(d.own(d.Title), true, d.counts()) || asks(d.own(d.Description), false, d.counts()) ||
		d.isCode(name) && tellsCode(d.own(d.Description))
}

// meant reports whether the message of a form asks for such a thing, in a field that does not say
// what it is for. A field of a format that an answer is held to says it.
func meant(message, name string, d described) bool {
	for _, label := range []string{name, d.Title} {
		if slices.ContainsFunc(plainWords(label), func(w string) bool { return otherFields[w] }) {
			return false
		}
	}
	return !d.formed() && asks(d.own(message), false, d.counts())
}

// isCode reports whether a property is a code, and does not say which.
func (d described) isCode(name string) bool { return bareCode(name) || bareCode(d.Title) }

// formed reports whether an answer is held to a format.
func (d described) formed() bool {
	return d.Type == "string" && slices.Contains([]string{"email", "uri", "date", "date-time"}, d.Format)
}

// own is what a server said itself of a text in its form: a word that stands in place of a secret asks for
// none.
func (d described) own(text string) string {
	if d.hidden {
		return strings.ReplaceAll(text, tool.Hidden, " ")
	}
	return text
}

// asks reports whether a text asks for such a thing: a label, or one of whole sentences.
func asks(text string, label, number bool) bool {
	all := slices.DeleteFunc(divided(plainWords(text)), func(w string) bool { return strings.HasPrefix(w, "secretar") })
	joined := strings.Join(all, "")
	for _, w := range decomposed() {
		if !alone[w] && strings.Contains(joined, w) {
			return true
		}
	}
	carried := slices.ContainsFunc(all, func(w string) bool { return w == "sent" || w == "texted" || w == "authenticator" })
	for i, w := range all {
		before := ""
		if i > 0 {
			before = all[i-1]
		}
		switch {
		case alone[w], w == "tokens" && !number:
			return true
		case w == "keys" && label && strongKeys[before], w == "key" && (strongKeys[before] || label && !slices.ContainsFunc(all, func(w string) bool { return otherKeys[w] })):
			return true
		case w == "pass" && label && (len(all) == 1 || passOf[before]), w == "pat" && label && i == len(all)-1:
			return true
		case w == "code" && carried:
			return true
		}
	}
	switch {
	case asksCode(all, label), asksTAN(text, label):
		return true
	case label:
		return !number && namesSecret(all)
	}
	return strings.Contains(" "+text+" ", " PAT ") || !number && handed(text)
}

// plainWords are the words of a text in small letters without accents, look-alikes of
// Latin letters replaced, camel case divided.
func plainWords(text string) []string {
	var b strings.Builder
	lower := false
	for _, r := range norm.NFKD.String(text) {
		if unicode.Is(unicode.Mn, r) || r == 0x200b || r == 0x200c || r == 0x200d || r == 0xad || r == 0x2060 || r == 0xfeff {
			continue
		}
		switch {
		case unicode.IsLetter(r):
			if unicode.IsUpper(r) && lower {
				b.WriteByte(' ')
			}
			lower = unicode.IsLower(r)
			b.WriteRune(unicode.ToLower(r))
		case unicode.IsDigit(r), r == '$', r == '@': // signs that stand for letters
			lower = false
			b.WriteRune(r)
		case r >= 0x1f130 && r <= 0x1f189 && (r-0x1f130)%32 < 26: // letters on squares and disks
			lower = false
			b.WriteRune('a' + (r-0x1f130)%32)
		default:
			lower = false
			b.WriteByte(' ')
		}
	}
	words := strings.Fields(b.String())
	for i, w := range words {
		if latin := lookAlike.Replace(strings.Trim(w, "@$")); isLatin(latin) {
			words[i] = latin
		}
	}
	return words
}

// lookAlike puts Latin letters and digits for letters that look like them.
var lookAlike = strings.NewReplacer("а", "a", "е", "e", "о", "o", "р", "p", "с", "c", "х", "x", "у", "y", "і", "i", "ѕ", "s", "ԁ", "d", "к", "k", "т", "t", "м", "m", "н", "h", "в", "b",
	"α", "a", "ο", "o", "ρ", "p", "ν", "v", "τ", "t", "ω", "w", "ı", "i", "0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "$", "s", "@", "a")

func isLatin(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) < 0
}
