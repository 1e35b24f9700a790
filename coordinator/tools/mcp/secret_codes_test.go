package mcp

import (
	"encoding/json"
	"strings"
	"testing"

	"parley/store/text/secret"
)

// labelled reports whether a field of this name, and of this title, is taken for a secret.
func labelled(text string) bool {
	return isSecret(text, described{}) && isSecret("x", described{Title: text})
}

// describedAs reports the same of what describes a field, and of the message of a form with a field that says nothing.
func describedAs(text string) bool {
	return isSecret("x", described{Description: text}) && meant(text, "value", described{})
}

// TestNamesOfSecretVariables: what is the name of a key among the variables of a program is one as a label too.
func TestNamesOfSecretVariables(t *testing.T) {
	for _, name := range []string{"JWT", "BEARER", "AUTHORIZATION", "COOKIE", "SESSION_COOKIE", "DATABASE_URL", "APP_DATABASE_URL", "DSN", "SENTRY_DSN", "REGISTRY_AUTH", "GITHUB_OAUTH", "SLACK_WEBHOOK", "SLACK_WEBHOOK_URL",
		"AWS_CREDS", "MYSQL_PASSWD", "GPG_PASSPHRASE", "PASSFILE", "AZURE_CONNECTION_STRING", "GH_PAT", "DB_PASS", "OPENAI_API_KEY", "SSHKEY", "GITHUBTOKEN", "DBPASS"} {
		if !secret.Names(name) {
			t.Errorf("%s is no name of a secret variable", name)
		}
		for _, label := range []string{name, strings.ToLower(name), strings.ReplaceAll(strings.ToLower(name), "_", " "), strings.ReplaceAll(name, "_", "-")} {
			if !labelled(label) {
				t.Errorf("%q is shown", label)
			}
		}
	}
}

// TestLabelsOfSecrets has labels of the kinds of TestSecrets that are no word for a password.
func TestLabelsOfSecrets(t *testing.T) {
	for _, label := range []string{
		"Session cookie", "sessionCookie", "cookies", "Your cookies from the browser", "Cookie header", "Session cookie (name=value)", "cookie value", "session id", "sessionId", "SESSIONID", "PHPSESSID", "Session identifier",
		"JWT", "jwt", "JWT of the service", "Bearer", "bearer header", "Authorization", "Authorization header", "Authorization header value", "auth", "Basic auth", "OAuth",
		"Connection string", "connectionString", "Connection URI", "Connection URL", "Database URL", "databaseUrl", "Database URL (Postgres)", "db_url", "Postgres URI", "Redis URL", "mongodb_uri", "JDBC URL", "AMQP URL",
		"DSN", "Sentry DSN", "DSN of the database", "Webhook URL", "webhookUrl", "WebHook URL", "Webhook URL for alerts", "Slack webhook", "Webhook address", "URL of the database", "conn_str", "connStr", "auth_header", "Broker URL", "Datenbank-URL", "Signed URL", "SAS URL", "Magic link",
		"kubeconfig", "kube_config", "Kubeconfig file", "Service account JSON", "service_account_json", "Service account file", "passkey", "Your passkey", "pw", "root pw", "db_pw", "rootpw", "Passwd file", "SSH keys", "stripekey", "authtoken",
		"netrc", "PEM", "PUK", "seed words", "Keystore pass", "Verbindungszeichenfolge", "Sitzungs-ID", "Sitzungscookie", "Chaîne de connexion", "ID de session", "Cadena de conexión", "Stringa di connessione", "String de conexão", "ID da sessão", "Строка подключения", "接続文字列", "セッションID", "连接字符串", "연결 문자열",
	} {
		if !labelled(label) {
			t.Errorf("%q is shown", label)
		}
	}
}

// TestLabelsOfCodes: a word for a code beside one that says what it is good for, or how it came.
func TestLabelsOfCodes(t *testing.T) {
	for language, labels := range map[string][]string{
		"English": {"authorization code", "Authorisation code", "2FA", "MFA", "2fa code", "mfa_code", "6-digit code", "Six digit code", "Code (6 digits)", "Code from the app", "Code in your authenticator app", "Code shown in the app",
			"Code from SMS", "The code you received", "Emailed code", "Code from the e-mail", "Activation code", "Pairing code", "Device code", "Unlock code", "Reset code", "Password reset code", "login_code", "Sign-in code",
			"codeVerifier", "Confirm code", "Door code", "Alarm code", "OTP code", "One time code", "Two-step code", "temporary code", "Validation code", "Approval code", "Emergency code"},
		"German": {"Bestätigungscode", "Bestaetigungscode", "Sicherheitscode", "Einmalcode", "TAN", "tan", "mTAN", "pushTAN", "Ihre TAN", "TAN-Nummer", "SMS-TAN", "Freischaltcode", "Zugangscode", "Zugriffscode", "Freigabecode", "Anmeldecode", "Prüfcode", "Wiederherstellungscode", "Code zur Bestätigung", "Code aus der App",
			"Code per SMS", "Verifizierungscode", "6-stelliger Code"},
		"French":     {"code de vérification", "Code de sécurité", "code de confirmation", "Code à usage unique", "Code reçu par SMS", "code d'accès", "code d’authentification", "Code de connexion", "Code de validation", "Code à 6 chiffres", "Code de secours", "Code de récupération"},
		"Spanish":    {"código de verificación", "Código de seguridad", "codigo de confirmacion", "Código de un solo uso", "código de acceso", "Código recibido por SMS", "Código de 6 dígitos", "código de recuperación"},
		"Italian":    {"codice di verifica", "Codice di sicurezza", "codice di conferma", "Codice monouso", "codice di accesso", "Codice a 6 cifre", "codice di recupero", "Codice ricevuto via SMS"},
		"Portuguese": {"código de verificação", "Código de segurança", "codigo de confirmacao", "Código de uso único", "código de acesso", "Código de 6 dígitos", "Código recebido por SMS"},
		"Dutch":      {"verificatiecode", "Bevestigingscode", "Beveiligingscode", "eenmalige code", "toegangscode", "inlogcode", "herstelcode", "6-cijferige code"},
		"Polish":     {"kod weryfikacyjny", "Kod potwierdzający", "kod bezpieczeństwa", "Kod jednorazowy", "kod dostępu", "Kod z SMS", "kod autoryzacyjny", "Kod odzyskiwania"},
		"Russian":    {"код подтверждения", "Проверочный код", "Код безопасности", "Одноразовый код", "код доступа", "Код из СМС", "Код авторизации", "Код восстановления", "Код из приложения"},
		"Japanese":   {"認証コード", "確認コード", "ワンタイムコード", "パスコード", "認証番号", "セキュリティコード", "２段階認証コード", "検証コード", "復旧コード", "バックアップコード", "6桁のコード", "アクセスコード"},
		"Chinese":    {"验证码", "驗證碼", "校验码", "确认码", "動態碼", "动态口令", "安全码", "授权码", "短信验证码", "一次性代码", "恢复码", "认证码", "登录码", "6位数代码"},
		"Korean":     {"인증번호", "인증 코드", "확인 코드", "일회용 코드", "보안 코드", "복구 코드", "백업 코드", "6자리 코드", "인증코드"},
	} {
		for _, label := range labels {
			if !labelled(label) {
				t.Errorf("%s: %q is shown", language, label)
			}
		}
	}
}

// TestOrdinaryLabels: what is typed unseen without need cannot be looked over before it is sent.
func TestOrdinaryLabels(t *testing.T) {
	for kind, labels := range map[string][]string{
		"codes": {"Country code", "Country code (2 digits)", "countryCode", "Postal code", "postcode", "Zip code, 5-digit", "ZIP", "Area code", "Dialling code", "Error code", "Error code from the app", "Exit code", "Status code", "HTTP response code", "Return code",
			"Code style", "Code review", "Code owner", "Code coverage", "Source code", "Language code", "Currency code", "3-digit currency code", "Airport code", "Bar code", "QR code", "Product code", "Promo code", "Coupon code", "Booking code", "Tracking code", "Sort code", "Tax code", "Course code", "Project code", "Colour code", "Code", "code", "Code block", "Code snippet", "App code", "Code of the app",
			"Code to run", "Codes", "codec", "Encoder", "decode", "Code name", "Codename", "Number of digits", "digits", "Unicode", "VS Code version", "Accession code"},
		"codes elsewhere": {"Postleitzahl", "Ländercode", "Fehlercode", "Quellcode", "code postal", "Code pays", "code source", "Código postal", "código fuente", "codice fiscale", "Codice postale", "CAP", "Código do país", "postcode", "landcode", "kod pocztowy", "Kod kraju", "kod źródłowy", "почтовый индекс", "Код страны", "код ошибки",
			"郵便番号", "電話番号", "国コード", "エラーコード", "ソースコード", "邮政编码", "国家代码", "错误码", "源代码", "电话号码", "우편번호", "전화번호", "국가 코드", "오류 코드", "소스 코드"},
		"verification without a code": {"Verification method", "Verified by", "Confirmation e-mail", "Confirm", "Security group", "Access level", "Activation date", "Recovery e-mail", "Device", "Device name", "App", "App name", "SMS sender", "Authentication method", "Two-factor method", "2FA method", "MFA device", "mfa_serial", "Login", "Login name", "Number of steps", "Reset date", "Bestätigung", "Sicherheitsstufe", "認証方式", "确认日期", "확인"},
		"sessions and cookies":        {"Session name", "Session", "Session length", "Session title", "Session idle time", "Cookie policy", "Cookie consent", "Cookie name", "cookieName", "cookie_domain", "Cookie path", "Cookie lifetime", "Name of the cookie", "Number of cookies", "Cookie banner text", "Cookiecutter template", "Cookie recipe"},
		"webhooks and addresses": {"Webhook name", "Webhook event", "Webhook type", "Webhook description", "Number of webhooks", "URL", "Repository URL", "Homepage URL", "Callback URL", "Redirect URI", "Image link", "Database", "Database name", "database host", "Database type", "Database user", "Connection name", "Connection type", "connection_timeout", "Redis host", "DSN name", "Base URL",
			"Signed URL lifetime", "Connection string format"},
		"authorization": {"Authorization mode", "Authorization type", "authorizationUrl", "Authorization endpoint", "Authorization server", "Auth method", "auth_type", "Author", "Authority", "OAuth scopes", "Bearer of the letter", "Name of the bearer", "JWT issuer", "JWT audience", "JWT algorithm", "Issuer of the JWT", "Type of auth"},
		"other names": {"Passkey name", "Kubeconfig path", "Path to the kubeconfig", "kubeconfig context", "Service account", "Service account name", "Service account e-mail", "Tan colour", "tan color", "Tanzania", "Titan", "SULTAN_NAME", "Monkey", "Turkey", "Compass", "Turnkey", "Hotkeys", "sortkey", "publicKey", "Bypass", "Keyboard", "Jockey", "Number of keys", "Keys to delete", "Power", "PowerShell", "Wordpress version",
			"String", "Connection", "Carta", "Author of the code"},
	} {
		for _, label := range labels {
			if isSecret(label, described{}) || isSecret("x", described{Title: label}) {
				t.Errorf("%s: %q is typed unseen", kind, label)
			}
		}
	}
}

// TestNumbersAreNoCookies: how many cookies or webhooks there are may be seen, a code of digits not.
func TestNumbersAreNoCookies(t *testing.T) {
	for label, want := range map[string]bool{"cookies": false, "webhook": false, "Max cookies": false, "JWT": false, "6-digit code": true, "2FA": true, "TAN": true, "Bestätigungscode": true, "code": false, "Error code": false, "passkey": true} {
		if got := isSecret(label, described{Type: "integer"}); got != want {
			t.Errorf("%q as a number is %v", label, got)
		}
	}
}

// TestSentencesAboutSecrets: a sentence is about much, so that it must ask for the thing.
func TestSentencesAboutSecrets(t *testing.T) {
	for _, text := range []string{"Paste your session cookie", "Enter the 6-digit code from your app", "the JWT", "The JWT of the service.", "connection string", "The connection string of the database", "Paste the whole kubeconfig here.", "Your webhook URL", "Enter the webhook URL of the channel",
		"The database URL, with login", "Please provide the Sentry DSN", "Copy the Authorization header", "The session ID from the cookie", "Enter your passkey", "Provide the cookies of your browser", "We need the cookie. Paste the cookie here.", "Log in with your session cookie",
		"Enter the code from your authenticator app", "Type the code shown in the app", "The authorization code", "Enter the one-time code", "Enter the code we emailed to you", "Bitte geben Sie den Bestätigungscode ein", "Entrez le code de vérification", "Introduzca el código de verificación", "Inserisci il codice di verifica",
		"Podaj kod weryfikacyjny", "Введите код подтверждения", "请输入验证码", "認証コードを入力してください", "인증번호를 입력하세요", "Voer de verificatiecode in", "Digite o código de verificação", "Geben Sie die TAN ein", "Enter your pw",
		"Service account JSON", "Enter your 2FA", "Введите код из СМС", "Saisissez le code reçu par SMS", "Introduce el código que te enviamos", "Gib den Code aus der App ein", "Inserisci il codice ricevuto", "Wpisz kod z aplikacji"} {
		if !describedAs(text) {
			t.Errorf("%q is shown", text)
		}
	}
	for _, text := range []string{"Verify that the code compiles", "The code to verify", "The app whose code is reviewed", "The code is confirmed by a reviewer", "Which country code?", "Error code shown in the app", "Cookies are used on this page", "The name of the cookie", "How many cookies are kept", "Sets a cookie for each page",
		"The webhook URL is called after each build", "Issuer of the JWT", "The audience of the JWT", "Name of the database", "The context in the kubeconfig", "A tan line", "Kein Code ist nötig", "Name of the connection string", "The type of authorization", "Who gives the authorization?", "Enter the name of the session",
		"Enter the cookie name", "The path to the kubeconfig", "Number of digits of the code that are shown in a country code", "The language of the source code", "Enter the code style", "Das ist der Ländercode", "le code postal de la ville", "Enter the verification method",
		"Enter the URL of the repository", "Choose a webhook", "Your database", "Paste the code from the file", "Enter the code to be formatted", "Do you need access to the code?", "Write code in the app", "Is 2FA on?", "Name of the 2FA device", "How long the JWT lasts", "Il codice di errore", "Código de barras", "Код страны", "Введите код", "コードを確認してください"} {
		if isSecret("x", described{Description: text}) || meant(text, "value", described{}) {
			t.Errorf("%q is typed unseen", text)
		}
	}
}

// TestACodeThatWasSent: the field says only that it is a code, and its description or the message says which, also
// beside a field for a password.
func TestACodeThatWasSent(t *testing.T) {
	for _, c := range []struct{ message, properties, want string }{
		{"Which?", `"code":{"type":"string"}`, "code text"},
		{"Enter the 6-digit code from your app", `"code":{"type":"string"}`, "code secret"},
		{"We sent you a code", `"code":{"type":"integer"},"email":{"type":"string"}`, "code secret|email text"},
		{"We sent you a code", `"password":{"type":"string"},"code":{"type":"string"},"realm":{"type":"string"}`, "password secret|code secret|realm text"},
		{"We sent you a code", `"password":{"type":"string"},"country_code":{"type":"string"}`, "password secret|country_code text"},
		{"Log in", `"code":{"type":"string","description":"Six digits, from your authenticator"}`, "code secret"},
		{"Log in", `"code":{"type":"string","description":"Sent to your phone."}`, "code secret"},
		{"Log in", `"code":{"type":"string","description":"From the app on your phone"}`, "code secret"},
		{"Run", `"code":{"type":"string","description":"Python that is verified, then run in the app"}`, "code text"},
	} {
		var kinds []string
		for _, p := range fieldsOf(t, c.message, c.properties) {
			kinds = append(kinds, p.id+" "+string(p.question.AnswerType.Kind))
		}
		same(t, c.message+" "+c.properties, strings.Join(kinds, "|"), c.want)
	}
}

// fieldsOf are the fields of a form with a message and properties.
func fieldsOf(t *testing.T, message, properties string) []property {
	t.Helper()
	all, err := request{Message: message, Schema: json.RawMessage(`{"properties":{` + properties + `}}`)}.ask("t", map[string]bool{})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
