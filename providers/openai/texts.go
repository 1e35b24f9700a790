package openai

// Every text that a person or a model reads is here. In the texts for a person
// %[1]s is the server's title.
const (
	textNoKey        = "There is no key for %[1]s."
	helpSetKey       = "Set %s to your key."
	helpSetKeyConfig = "Name the variable that holds it with providers.llm.%s.api_key_env."
	textKeyRefused   = "%[1]s refused the key"
	textKeyWanted    = "%[1]s wants a key"
	helpKeyRefused   = "Set %s to a valid key."
	textForbidden    = "%[1]s does not allow this"
	helpForbidden    = "Check what the key in %s may use."
	helpForbiddenAny = "Check what this account may use."

	textNoModel     = "%[1]s does not know the model %[2]q"
	helpNoModel     = "`parley models` lists those that it offers."
	textNoAddress   = "%[1]s answers nothing at %[2]s"
	helpNoAddress   = "Check the model %[1]q against `parley models`, and providers.llm.%[2]s.base_url."
	textRedirect    = "%[1]s sends us on to %[2]s."
	helpRedirect    = "If that is right, set providers.llm.%s.base_url to it."
	textTooLong     = "The conversation is too long for %[2]s"
	helpTooLong     = "Start a new conversation, or choose a model with a larger window."
	textTooFast     = "%[1]s gets too many requests"
	helpTooFast     = "Wait a little and send it again."
	helpTooFastTill = "It asks to wait for %s."
	textNoCredit    = "The account at %[1]s has no credit left"
	helpNoCredit    = "Add credit there, or choose another model."
	textServerFault = "%[1]s failed (%[2]d)"
	helpServerFault = "The fault is the server's; try again later."
	textRefused     = "%[1]s refused the request (%[2]d)"
	textFault       = "%[1]s reports a fault"

	textNotRunning   = "%[1]s is not running at %[2]s."
	helpNotRunning   = "To start it, %s."
	helpNotRunningAt = "Start it, or set providers.llm.%s.base_url to where it is."
	textUnreachable  = "%[1]s cannot be reached at %[2]s"
	helpUnreachable  = "Check the network, and providers.llm.%s.base_url."
	textBadAddress   = "The address of %[1]s is not a URL: %[2]q."
	helpBadAddress   = "Set providers.llm.%s.base_url to an address such as http://localhost:8080/v1."
	textBadTLS       = "The certificate of %[1]s is not trusted"
	helpBadTLS       = "Check providers.llm.%s.base_url, and the clock and certificates of this machine."

	textNoStream     = "%[1]s sent %[2]s instead of a stream"
	helpNoStream     = "Check providers.llm.%s.base_url; it often ends in /v1."
	textNotJSON      = "%[1]s sent something that is not JSON"
	textBrokeOff     = "The answer of %[1]s broke off before its end"
	textSilent       = "%[1]s sent nothing for %[2]s."
	helpSilent       = "Try again, or raise %s."
	textTooLarge     = "The answer of %[1]s is larger than the limit of %[2]d bytes."
	helpTooLarge     = "Raise %s if that is wanted."
	textEventLarge   = "One event in the answer of %[1]s is larger than 8 MiB."
	textNoList       = "%[1]s sent a list of models that cannot be read"
	textNoReasoning  = "%[2]s does not take the reasoning effort %[3]q."
	helpNoReasoning  = "Change %s."
	textNoSampling   = "%[2]s takes no temperature and no top_p."
	helpNoSampling   = "Remove them from %s."
	textNoChat       = "%[2]s cannot hold a conversation."
	textBadSchema    = "The schema of %q is not JSON."
	textModelRefused = "This model cannot be asked this way"

	whyRefused = "the connection was refused"
	whyNoName  = "the name %s was not found"
	whyCut     = "the connection was cut"
	whyTimeout = "no answer in time"

	reasonBrokeOff = "the answer broke off"
	reasonSilent   = "nothing came for %s"
	webPage        = "a web page"
	plainText      = "a file of type %s"
)

// Texts for the model.
const (
	outputInstruction = "Answer with one JSON object and nothing else: no text before or after it, no code fence. It must fit this JSON Schema:\n"
	outputToolText    = "Give your answer by calling this tool."
)
