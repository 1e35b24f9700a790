package firstrun

// The words of a first run, in one place.
const (
	textNeedsModel   = "Parley needs a model."
	textFound        = "Found"
	textFoundNone    = "No key is set in the environment, and no model server answers on this machine."
	textLooking      = "looking for servers on this machine…"
	textOr           = "Or"
	textAnother      = "Another server…"
	textAnotherAbout = "any OpenAI-compatible address"
	textTour         = "Take the tour"
	textTourAbout    = "offline, two minutes, nothing is changed"
	textBeginTour    = "laying out the tour…"
	textAskingServer = "asking the server for its models…"
	textTypeName     = "Write the name of a model."
	textAddress      = "Its address, up to and with /v1"
	textVariable     = "Variable with its key, empty for none"
	textBadAddress   = "The address should begin with http:// or https://."
	textNoAddress    = "This is no address. It should look like http://localhost:8000/v1."
	textNoServer     = "The address names no server. It should look like http://localhost:8000/v1."
	textBadPort      = "The port of the address should be a number from 1 to 65535."
	textLongAddress  = "The address should end with its path, without ? and #."
	textMendAddress  = "Esc corrects the address."
	textMendEnd      = "Esc corrects the address, which often ends in /v1."
	textMendKey      = "Esc corrects the address and the variable with its key."
	textBadVariable  = "This should be the name of a variable, such as MY_API_KEY, not the key itself."
)
