package servers

import (
	"fmt"
	"strings"

	"parley/coordinator/tools/mcp"
	"parley/store/text/clean"
)

// What a person reads while logging in.

// LoginHint is said to what is typed and not understood.
const LoginHint = "Type y to open the page, paste the address at which the browser ended, or press Ctrl+C to give up."

// LoginText shows the page to log in at. typed: somebody can type. The host stands in the last
// lines again: what a stranger wants, and its address, can be longer than a screen.
func LoginText(page mcp.Page, typed bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "The server %s wants you to log in, on a page of\n\n    %s\n\nThe whole address:\n\n    %s\n\n", page.Server, plain(page.Host), plain(page.Address))
	if len(page.Scopes) > 0 {
		fmt.Fprintf(&b, "It asks for these rights: %s\n", plain(strings.Join(page.Scopes, ", ")))
	}
	if len(page.Beside) > 0 {
		fmt.Fprintf(&b, "Its address says more, which may mean other rights: %s\n", plain(strings.Join(page.Beside, "; ")))
	}
	fmt.Fprintf(&b, "Who issues the login: %s\n", plain(page.Issuer))
	trusted := plain(page.Host)
	if page.Tokens != page.Host { // an issuer may name the page of another one, and use there what that one gives
		fmt.Fprintf(&b, "What you allow on that page goes to another host: %s\n", plain(page.Tokens))
		trusted += " and " + plain(page.Tokens)
	}
	b.WriteByte('\n')
	if typed {
		fmt.Fprintf(&b, "If you trust %s:\ntype y and press Enter to open the page, or open it yourself. Where the\nbrowser is on another machine, paste the address at which it ends.\n", trusted)
	} else {
		fmt.Fprintf(&b, "If you trust %s,\nopen the page in a browser on this machine.\n", trusted)
	}
	fmt.Fprintf(&b, "This waits for %s; Ctrl+C gives up.", minutes(page))
	return b.String()
}

func minutes(page mcp.Page) string { return fmt.Sprintf("%d minutes", int(page.Waits.Minutes())) }

func plain(s string) string { return clean.Tame(clean.OneLine(s)) }

// LoggedIn tells how a server is after a login.
func LoggedIn(s mcp.State) string { return "You are logged in.\n" + s.Short() }

// LoggedOut tells what a logout did.
func LoggedOut(name string, was bool, left error) string {
	switch {
	case !was:
		return "There was no login to " + name + "."
	case left != nil:
		return "The login to " + name + " is forgotten here. But " + left.Error() + "."
	}
	return "The login to " + name + " is forgotten, and its tokens are taken back."
}
