package mcp

import "fmt"

// What people and models read about logins.

const (
	logInText         = "it wants you to log in"
	notRenewedText    = "its login could not be renewed"
	noLoginFileText   = "is no login; remove it and log in again"
	openLoginText     = "holds a login and can be read by others; remove it and log in again"
	largeLoginText    = "the result of the login is too large to be kept"
	nowhereText       = "there is no state folder to keep a login in"
	rightsText        = "its login does not have the rights that it asks for"
	noURLText         = "it is started as a program, and nobody logs in to that"
	ownHeaderText     = "its configuration has an Authorization header, which is used instead of a login; remove that first"
	noLoginText       = "it asks for no login"
	keyedText         = "its answer repeats a key that the server was given, so it is not used"
	keyInAddressText  = "a key stands in its address, which whoever gives the login would be told; put it into a header (docs/mcp.md)"
	noTokenText       = "the login came back, and gave no token"
	noBearerText      = "the answer holds no token that can be used"
	notRevokedText    = "its tokens could not be taken back, and stay good until they run out"
	unreadLoginText   = "the file that held them could not be read"
	otherClientText   = "it was made with another client than the one that is configured now"
	badPageText       = "the page to log in at is none that is used"
	nobodyCameText    = "nobody logged in for five minutes; try again when you have the time"
	notBackText       = "that is not the address at which the browser ends; log in again"
	otherLoginText    = "the answer belongs to another login, so it was not used; log in again"
	otherIssuerText   = "the answer does not come from where the login was asked for, so it was not used"
	noCodeText        = "the login came back without a code; log in again"
	deskText          = "Parley has what it needs. You can close this page.\n"
	deskTwiceText     = "This login has been answered already.\n"
	deskOtherText     = "This does not belong to the login that Parley waits for, so it was not used.\nParley still waits: finish the login in the page that it named.\n"
	deskElsewhereText = "Nothing is here.\n"
)

func loggedInText(issuer string) string { return "logged in by " + oneLine(cut(issuer)) }

func inwardText(address string) string {
	return fmt.Sprintf("%s is no public address over https, and a server may not send a login there", oneLine(cut(address)))
}

func refusalText(code, description string) string {
	s := "it was refused: " + oneLine(cut(code))
	if description != "" {
		s += ", " + oneLine(cut(description))
	}
	return s
}

func oddAnswerText(status string) string {
	return "the answer cannot be read (" + oneLine(cut(status)) + ")"
}

func noIssuerText(issuer string) string {
	return fmt.Sprintf("%s, where one would log in, does not say how", oneLine(cut(issuer)))
}

func noPKCEText(issuer string) string {
	return fmt.Sprintf("%s does not protect a login against being taken over on the way (PKCE with S256), so none is begun", oneLine(cut(issuer)))
}

func noProtectionText(at string) string {
	return fmt.Sprintf("%s does not say where to log in", oneLine(cut(at)))
}

func otherResourceText(at, resource string) string {
	return fmt.Sprintf("%s speaks for %s, which is another server, so no login is begun", oneLine(cut(at)), oneLine(cut(resource)))
}

func noRegistrationText(issuer, server string) string {
	return fmt.Sprintf("%s takes only programs that it knows already; register one there for yourself and set mcp.%s.oauth.client_id (docs/mcp.md), or get a token there and set headers.Authorization = \"Bearer ${NAME}\"", oneLine(cut(issuer)), server)
}

func unnamedIssuerText(issuer string) string {
	return fmt.Sprintf("the server sends you to %[1]s to log in; if that is where the client was registered, set oauth.issuer = %[1]q beside its client_id", oneLine(cut(issuer)))
}

func anotherIssuerText(issuer, configured string) string {
	return fmt.Sprintf("the server sends you to %s to log in, and the configuration names %s, so no login is begun", oneLine(cut(issuer)), oneLine(cut(configured)))
}

func noSecretTakenText(issuer string) string {
	return fmt.Sprintf("%s does not take a client's secret, neither in a header nor in a form, and there is no other way here", oneLine(cut(issuer)))
}

func takenPortText(port int) string {
	return fmt.Sprintf("the browser cannot come back to port %d, which oauth.callback_port names", port)
}

func noClientText(issuer string) string {
	return fmt.Sprintf("%s did not take this program", oneLine(cut(issuer)))
}

// What a model reads.

func wantsLoginText(server string) string {
	return fmt.Sprintf("The server %s wants the user to log in, so the tool did not run. Do not retry; tell the user to run `parley mcp login %s` in a terminal, and that the next call uses it.", server, server)
}

func wantsRightsText(server string) string {
	return fmt.Sprintf("The login to the server %s does not have the rights that this call needs, so the tool did not run. Do not retry; tell the user to run `parley mcp login %s` again, which asks for them.", server, server)
}
