package mcp

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"parley/forms"
	"parley/store/text/clean"
)

// What people and models read about servers and their calls.

const (
	badServerText    = "its url is none that is used"
	unauthorizedText = "it does not take the Authorization header that is configured"
	silentText       = "it was started, and does not answer; a first start that downloads something may need more time: try again"
	silentWebText    = "it was reached, and said nothing"
	notAnsweredText  = "its address does not answer"
	notStartedText   = "it cannot be started"
	noServerText     = "its address answers, but not as a server of the protocol does"
	endedAtOnceText  = "it ended before it said what it offers"
	noiseText        = "what it prints is not of the protocol"
	moreNoiseText    = "more than this, which is left out here"
	noListText       = "it did not say what it offers"
	acceptText       = "Accept?"
	secretWarning    = "It asks for what looks like a password, a key, a code or a card. The protocol forbids a server to ask for that in a form; give it only if you are sure."
	noObjectText     = "what it asks for is not described by properties of an object"
	noSchemaText     = "what it asks for is not described by a JSON Schema"
	namelessText     = "one of the fields that it asks for has no name"
	tooLargeText     = "it is too large"
	stateHoldsText   = "what it wants to get back holds a secret that it was given"
	notAQuestionText = "it is no question to a person"
	badAddressText   = "its address is not that of a web page"
	userAddressText  = "its address holds a user, which hides where it leads"
	schemeText       = "its address is neither https nor of this machine"
	brokenText       = "its message is not JSON"
	otherAnswerText  = "it is the answer to something else"
	longAnswerText   = "it is longer than 16 MiB"
	otherSessionText = "it went on in another session than it began"
	oddMessageText   = "its message does not follow the protocol"
	emptyText        = "there is nothing in it"
	hungUpText       = "it ended, or hung up"
	tooLateText      = "it took too long"
	endlessText      = "its list of tools does not end"
	largeListText    = "it takes more than 32 MiB"
	longListText     = "its list of tools is longer than 2 MiB"
	longPromptsText  = "it says more than 16 MiB about its prompts: the rest of them are left out"
	oddToolText      = "the server's description of it does not follow the protocol"
	deepToolText     = "the server's description of it is nested too deeply"
	unreadPartText   = "[a part that does not follow the protocol and was left out]"
	unknownPartText  = "[a part of a kind that is not known]"
)

func sameNameText(name string, n int) string {
	return fmt.Sprintf("%s is left out: %d tools would have this name", name, n)
}

func ownNameText(name string) string {
	return fmt.Sprintf("%s is left out: there is a tool of this name that is of no server", name)
}

func alikeText(name, other string) string {
	return fmt.Sprintf("%s is left out: its name looks like %s, and nobody could tell which one is asked about", name, other)
}

func moreText(what string) string {
	return fmt.Sprintf("it has more %s than are taken: those after the first %d are left out", what, mostListed)
}

func tooManyOptionsText() string {
	return fmt.Sprintf("it has more than %d choices", forms.MostOptions)
}

// crowdedText is that a message has more values than are read.
func crowdedText() string { return fmt.Sprintf("it has more than %d values", mostValues) }

func unlistedText(what string, err error) string {
	return fmt.Sprintf("its %s are not known: %s", what, err)
}

// noiseLineText is a line of a server's log.
func noiseLineText(line string) string { return "printed among its messages: " + line + "\n" }

// filesElseText is why a server of a workspace is not started again.
const filesElseText = "files of the workspace that its command names have changed since you trusted them; parley config trust, or the next start, asks you about them"

// Why something of a server is left out.
const (
	untypedText    = "its name cannot be typed"
	secretNameText = "its name holds a secret that its server was given"
)

func leftOutText(what, name, why string) string {
	return fmt.Sprintf("the %s %q is left out: %s", what, cut(name), why)
}

func asksFirstText(server string) string {
	return fmt.Sprintf("%s asks something first, which only a call of a tool can pass on", server)
}

func badToolText(name string, err error) string {
	return fmt.Sprintf("%s is left out: %s", name, strings.TrimPrefix(err.Error(), fmt.Sprintf("tool %q: ", name)))
}

func unreachedText(server string, err error, last string) string {
	return fmt.Sprintf("The server %s could not be reached, so the tool did not run: %s.%s Do not retry; the user can look at /mcp.",
		server, strings.TrimRight(err.Error(), "."), lastText(last))
}

func lastText(last string) string {
	if strings.TrimSpace(last) == "" {
		return ""
	}
	return " The last that it wrote:\n" + last + "\n"
}

func cancelledText(name string) string {
	return name + " was stopped before it ended. What it had done until then stays done."
}

func silentCallText(name string, limit time.Duration) string {
	return fmt.Sprintf("%s was given up: its server said nothing for %s. What it has done stays done, and it may go on.", name, limit)
}

func refusedText(server, why string) string {
	return fmt.Sprintf("The server %s refused the call: %s", server, why)
}

// otherKindText says that a result is neither complete nor asks for anything.
func otherKindText(kind string) string {
	return fmt.Sprintf("it is a result of a kind that is not known (%.40q)", kind)
}

func unusableText(server, why string) string {
	return fmt.Sprintf("The server %s answered the call, but nothing can be made of the answer: %s. The call may or may not have taken effect: look before you repeat it.", server, why)
}

func brokeText(server string, err error, last string) string {
	return fmt.Sprintf("The connection with the server %s broke while the call ran (%v). The call may or may not have taken effect: look before you repeat it.%s",
		server, err, lastText(last))
}

// What a model reads where a server's question cannot be asked.

func badQuestionText(server string, err error) string {
	return fmt.Sprintf("The server %s asked for something that cannot be put to the user: %s. The call did not end; do not retry it, and tell the user.", server, strings.TrimRight(err.Error(), "."))
}

func tooManyFormsText(server string, calls int) string {
	if calls > 1 {
		return fmt.Sprintf("The server %s asked for more than %d forms while %d of its calls ran, so they were ended. Do not retry this; tell the user.", server, mostForms, calls)
	}
	return fmt.Sprintf("The server %s asked for more than %d forms in one call, so the call was ended. Do not retry it; tell the user.", server, mostForms)
}

func busyText(server string) string {
	return fmt.Sprintf("The server %s is busy and asks for the call to be made again later.", server)
}

func lostStateText(name string) string {
	return name + " cannot go on: what its server wanted back with the answers is damaged. Call it again from the beginning if it is still needed."
}

func otherServerText(server string) string {
	return fmt.Sprintf("The answers were not sent: the server %s is configured in another way than when it asked. Call it again from the beginning if it is still needed.", server)
}

func notVisitedText(server string) string {
	return fmt.Sprintf("The server %s makes this call only once the user has visited a page, and the user declined. Do not retry it; go on without it.", server)
}

func noReasonText(name string) string {
	return name + " failed without saying why."
}

// imageText marks the place of an image in a result; the list below the result says the rest.
func imageText(n int, kind string) string {
	if kind == "" {
		return "[" + imageName(n) + "]"
	}
	return fmt.Sprintf("[%s, %s]", imageName(n), kind)
}

// lostImageText stands for an image of a prompt: only text is taken from one.
func lostImageText(kind string, size int) string {
	return fmt.Sprintf("[an image, %s, %d bytes, which cannot be passed on]", kind, size)
}

// imageName is how an image of a result is called that has no name.
func imageName(n int) string { return fmt.Sprintf("image %d", n) }

func audioText(kind string, size int) string {
	return fmt.Sprintf("[a sound, %s, %d bytes, which cannot be passed on]", kind, size)
}

func linkText(name, uri, kind, description string) string {
	s := "[a link to " + name + ": " + uri
	if kind != "" {
		s += ", " + kind
	}
	if description != "" {
		s += ", " + description
	}
	return s + "; nothing was read from there]"
}

func blobText(uri, kind string, size int) string {
	return fmt.Sprintf("[%s, %s, %d bytes that are no text]", uri, kind, size)
}

func resourceText(uri, text string) string { return uri + ":\n" + text }

func progressText(done, total float64, message string) string {
	s := amountText(done)
	if total > 0 {
		s += " of " + amountText(total)
	}
	if message != "" {
		s += ", " + message
	}
	return s
}

// amountText is a number in all its digits, if these are not too many.
func amountText(n float64) string {
	if math.Abs(n) >= 1e21 {
		return fmt.Sprintf("%g", n)
	}
	return strconv.FormatFloat(n, 'f', -1, 64)
}

// serverSaysText stands above what a server says in a question in which Parley says something, too.
const serverSaysText = "The server says:"

func header(server string) string { return "server " + server }

func kindText(kind string) string {
	if kind == "" {
		return "it says no type"
	}
	return fmt.Sprintf("it is of the type %q, and only strings, numbers, booleans and lists can be asked for", kind)
}

// mostHost is how many letters of a host have room in a line of a small screen.
const mostHost = 34

// visitText names the end of a long host, which says whose it is: on a small screen the rest of a question is cut.
func visitText(host string) string {
	if n := len(host) - mostHost; n > 0 {
		host = "…" + host[n:]
	}
	return "Did you do at " + host + " what it asks for?"
}

func visitContext(host, address string) string {
	return "It wants you to visit a page. Its host, and the whole address:\n\n    " + host + "\n    " + address + "\n\nOpen it only if you trust that host. Yes goes on, no declines."
}

// What a person is told of a tool that a rule would allow, and that is not what it was.

func newToolText(server string) string {
	return "the server " + server + " has begun to offer this tool since you agreed to its tools, so no rule allows it yet"
}

func lostToolText(server string) string {
	return "what you agreed to of the tools of the server " + server + " cannot be read or kept, so no rule allows this one yet"
}

// deadText says that servers cannot be reached.
func deadText(names []string) string {
	if n := len(names); n > 1 {
		shown := names[:min(n, 5)]
		last := " and " + shown[len(shown)-1]
		if n > len(shown) {
			last = fmt.Sprintf(", %s and %d more", shown[len(shown)-1], n-len(shown))
		}
		return "The servers " + strings.Join(shown[:len(shown)-1], ", ") + last + " cannot be reached: /mcp says why, or `parley mcp ls`."
	}
	return "The server " + names[0] + " cannot be reached: /mcp says why, or `parley mcp ls`."
}

// newsText tells that the tools of a server are not what they were.
func newsText(server string, d difference) string {
	var parts []string
	for _, part := range []struct {
		names []string
		words string
	}{{d.new, "new"}, {d.changed, "changed"}, {d.gone, "gone"}} {
		if n := len(part.names); n > 0 {
			shown := make([]string, min(n, 5))
			for i := range shown {
				shown[i] = toolName(server, part.names[i])
			}
			more := ""
			if n > len(shown) {
				more = fmt.Sprintf(" and %d more", n-len(shown))
			}
			parts = append(parts, part.words+" "+strings.Join(shown, ", ")+more)
		}
	}
	if len(parts) == 0 {
		parts = []string{"another order"}
	}
	return fmt.Sprintf("The server %s has changed its tools: %s. That counts from the next request on; no rule allows such a tool before you were asked about it.", server, strings.Join(parts, "; "))
}

func changedToolText(server string) string {
	return "the server " + server + " has changed what it says about this tool since you last let it run, so no rule allows it"
}

// notAsItWasText is what a model reads of a call of a tool that is another by now.
func notAsItAskedText(name string) string {
	return "The answers were not sent: since " + name + " asked, its server describes it in another way than you were told, or offers it no more. " +
		"It may have done something before it asked. From the next request on you are told how it is; call it again from the beginning then if it is still needed."
}

func notAsItWasText(name string) string {
	return name + " was not run: by now its server describes it in another way than you were told, or offers it no more. " +
		"Nothing was done. From the next request on you are told how it is; call it again then if it is still needed."
}

func moreLinesText(server string, n int) string {
	return fmt.Sprintf(clean.Ours("… and %s; /mcp %s shows what it says now"), count(n, "more line", "more lines"), server)
}
