package mcp

import (
	"slices"
	"strings"
	"sync"
	"unicode"
)

// A code is a secret where a word beside it says that it proves who somebody is, or how it came: there are as many other
// codes. Where a word may mean either, it is taken for one.

// Words beside a code, as plainWords writes them once they have gone through it.
var (
	// proofs are parts of words that say what a code is good for.
	proofs = [...]string{"verif", "confirm", "authent", "authoriz", "authoris", "validat", "activat", "onetime", "twofactor", "twostep", "2step", "login", "signin", "recover", "backup", "unlock", "reset", "pairing", "device", "approv", "emergenc", "temporary", "securit", "acces",
		"bestatig", "bestaetig", "sicherheit", "einmal", "freischalt", "zugang", "zugriff", "freigabe", "anmeld", "prufcode", "pruefcode", "wiederherstell", "aktivier", "entsperr", "usageunique", "connexion", "secours", "recuper",
		"segurid", "autentic", "autoriz", "solouso", "activac", "desbloque", "sicurez", "conferm", "monouso", "attivaz", "sblocc", "seguran", "usounico", "acesso", "ativac", "bevestig", "beveilig", "eenmalig", "toegang", "inlog", "herstel",
		"weryfik", "potwierdz", "bezpiecz", "jednoraz", "dostep", "autoryz", "uwierzyteln", "odzysk", "подтвержд", "проверочн", "безопасн", "одноразов", "доступ", "авториз", "верифик", "аутентиф", "восстанов"}
	// counted are beginnings of words that say of how many digits it is; carried and sent say how it came.
	counted = [...]string{"digit", "stellig", "ziffer", "chiffre", "cifr", "cijfer", "cyfr", "цифр", "значн"}
	carried = wordSet("sms authenticator 2fa 2sv mfa otp totp door gate alarm magic " + textMessage)
	sent    = wordSet("sent texted emailed mailed received recu envoye recibido enviado enviamos ricevuto inviato recebido erhalten geschickt gesendet zugesandt ontvangen verzonden gestuurd otrzymany wyslany wyslalismy отправили отправлен прислали")
	// origins are where it is read, behind one of the words in readIn.
	origins = wordSet("app apps mail email phone handy telefon aplikacji sms " + textMessage + " " + strings.Join(plainWords("приложения"), ""))
	readIn  = wordSet("from in by via shown displayed aus per par por im z ze del dal della " + strings.Join(plainWords("из"), ""))
	// otherCodes are codes of something else, or what is written of code.
	otherCodes = wordSet("country language postal zip post postcode area dial dialing dialling calling error exit status response return http source currency airport airline bar qr colour color style snippet block review coverage owner author accession accessory accessibility " +
		"sort tax promo coupon discount state region province pays pais paese kraju страны")
	// codeWords are the words for it; "code" may also end one.
	codeWords = wordSet("code codes kod kodu kody код кода коды codigo codigos codice codici")
	// leading words say nothing of a code.
	leading = wordSet("the a your my enter type paste insert this")
	// ofWords lead from a code to what it is good for.
	ofWords = wordSet("de di d do da a of")
	// doing are what is done with code.
	doing = wordSet("verify confirm approve authorize authorise authenticate validate activate recover unlock reset access backup verifies confirms")
)

// textMessage is СМС as plainWords writes it.
var textMessage = strings.Join(plainWords("смс"), "")

// joinedCodes are such codes where no blank divides words: each of the first with each of the last.
var joinedCodes = sync.OnceValue(func() (all []string) {
	for _, c := range [...]struct{ good, codes string }{
		{"認証 確認 検証 ワンタイム セキュリティ セキュリティー アクセス 復旧 バックアップ リカバリー ログイン 承認 桁 桁の 有効化", "コード"}, {"認証 確認", "番号"}, {"パス", "コード"},
		{"验证 驗證 校验 校驗 确认 確認 动态 動態 安全 授权 授權 认证 認證 登录 登入 恢复 恢復 备用 備用 激活 短信 簡訊 位 位数 位數 一次性", "码 碼 代码 代碼 口令"},
		{"인증 확인 일회용 보안 복구 백업 로그인 접근 자리", "코드 번호"},
	} {
		for good := range strings.FieldsSeq(c.good) {
			for code := range strings.FieldsSeq(c.codes) {
				all = append(all, strings.Join(plainWords(good+code), ""))
			}
		}
	}
	return all
})

// asksCode reports whether a text asks for such a code: a label, or one of whole sentences.
func asksCode(words []string, label bool) bool {
	joined := strings.Join(words, "")
	if slices.ContainsFunc(joinedCodes(), func(c string) bool { return strings.Contains(joined, c) }) {
		return true
	}
	if label && slices.ContainsFunc(words, func(w string) bool { return otherCodes[w] }) {
		return false
	}
	proven := label && proves(words)
	for i, w := range words {
		if (w == "2fa" || w == "mfa") && (label || begins(words[:i])) && !ofAspect(words, i) {
			return true
		}
		if !isCode(w) || i+1 < len(words) && aspects[words[i+1]] || i > 0 && otherCodes[words[i-1]] {
			continue
		}
		if proven || !label && proves(aroundCode(words, i)) || read(words[i:min(len(words), i+8)], label) {
			return true
		}
	}
	return false
}

// isCode reports whether a word is one for a code, or ends in one: Bestätigungscode.
func isCode(w string) bool {
	return codeWords[w] || strings.HasSuffix(w, "code") || strings.HasSuffix(w, "codes")
}

// proves reports whether words say that a code proves something.
func proves(words []string) bool {
	joined := strings.Join(words, "")
	return slices.ContainsFunc(words, func(w string) bool {
		return carried[w] || sent[w] || slices.ContainsFunc(counted[:], func(c string) bool { return strings.HasPrefix(w, c) })
	}) || slices.ContainsFunc(proofs[:], func(p string) bool { return strings.Contains(joined, p) })
}

// aroundCode are the words of a sentence that belong to the code at a place.
func aroundCode(words []string, at int) []string {
	from, to := at, at+1
	for from > max(0, at-2) && !articles[words[from-1]] && !doing[words[from-1]] && !prepositions[words[from-1]] {
		from--
	}
	switch rest := words[at+1:]; {
	case len(rest) > 1 && ofWords[rest[0]]:
		to = min(len(words), at+5)
	case len(rest) > 0 && !strings.HasSuffix(words[at], "code"):
		to = at + 2
	}
	return words[from:to]
}

// read reports whether words that begin with a code say where it is read. In a sentence code may also be in an app, and be
// shown there.
func read(words []string, label bool) bool {
	for i, w := range words {
		if !label && sent[w] && codeWords[words[0]] {
			return true
		}
		if !readIn[w] {
			continue
		}
		behind := words[i+1 : min(len(words), i+4)]
		if len(behind) > 0 && (behind[0] == "sms" || behind[0] == textMessage) {
			return true
		}
		written := !label && (w == "in" || w == "by" || w == "per") && !readIn[words[i-1]]
		if !written && slices.ContainsFunc(behind, func(w string) bool { return origins[w] }) {
			return true
		}
	}
	return false
}

// bareCode reports whether a label says only that a code is asked for.
func bareCode(label string) bool {
	words := slices.DeleteFunc(plainWords(label), func(w string) bool { return leading[w] })
	return len(words) == 1 && codeWords[words[0]]
}

// tellsCode reports whether what describes a field for a code says that it is such a code.
func tellsCode(description string) bool {
	words := plainWords(description)
	return slices.ContainsFunc(words, func(w string) bool { return carried[w] || sent[w] || strings.HasPrefix(w, "digit") }) || read(append([]string{"code"}, words...), false)
}

// asksTAN reports whether a text asks for the code of a German bank; in small letters it is a colour.
func asksTAN(text string, label bool) bool {
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, w := range words {
		begin, is := strings.CutSuffix(w, "TAN")
		if i+1 < len(words) && aspects[strings.ToLower(words[i+1])] {
			continue
		}
		if is && strings.ToLower(begin) == begin || label && len(words) == 1 && w == "tan" {
			return true
		}
	}
	return false
}
