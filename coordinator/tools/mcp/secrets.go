package mcp

import (
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// What a property asks for is told by its words. The protocol forbids to ask for
// passwords in a form; what looks like one is neither shown nor recorded.

// words of a password, a key, a token or a card, in ten languages, without accents.
var secretWords = [...]string{
	"password", "passwd", "passphrase", "passcode", "secret", "apikey", "accesskey", "privatekey", "token", "credential", "pin", "cvv", "cvc", "creditcard", "cardnumber", "otp",
	"passwort", "kennwort", "geheim", "schlussel", "kreditkarte", "kartennummer",
	"motdepasse", "cle", "jeton", "cartebancaire", "cartedecredit", "codesecret",
	"contrasena", "clave", "tarjeta", "ficha", "parola", "segreto", "chiave", "cartadicredito", "senha", "segredo", "cartao",
	"wachtwoord", "geheimwoord", "sleutel", "haslo", "hasło", "klucz", "tajne", "karta", "пароль", "секрет", "ключ", "токен", "карта",
	"パスワード", "暗証番号", "密码", "密碼", "密钥", "令牌", "비밀번호", "암호",
}

// short words count only where they stand alone.
var alone = map[string]bool{"pin": true, "otp": true, "cvv": true, "cvc": true, "cle": true, "key": true, "ficha": true, "karta": true, "карта": true, "token": true, "clave": true}

// decomposed are the words as plainWords writes them.
var decomposed = sync.OnceValue(func() []string {
	out := make([]string, len(secretWords))
	for i, w := range secretWords {
		out[i] = strings.Join(plainWords(w), "")
	}
	return out
})

// secret reports whether a property asks for something that must not be in a form.
func secret(name string, d described) bool {
	if d.Format == "password" {
		return true
	}
	for _, text := range []string{name, d.Title, d.Description} {
		words := plainWords(text)
		joined := strings.Join(words, "")
		for _, w := range decomposed() {
			if !alone[w] && strings.Contains(joined, w) {
				return true
			}
		}
		for i, w := range words {
			if alone[w] && w != "key" || w == "tokens" && !d.counts() {
				return true
			}
			if w == "key" && (len(words) == 1 || i > 0 && strings.Contains(" api access private secret ssh signing encryption licence license your the ", " "+words[i-1]+" ")) {
				return true
			}
		}
	}
	return false
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
		default:
			lower = false
			if unicode.IsDigit(r) {
				b.WriteRune(r)
			} else {
				b.WriteByte(' ')
			}
		}
	}
	words := strings.Fields(b.String())
	for i, w := range words {
		if latin := lookAlike.Replace(w); isLatin(latin) {
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
