package script

// Texts of faults in a scenario file. Each is preceded by its place.
const (
	textShape        = "%s must be %s, not %s"
	textList         = "%[1]s must be a list of tables, each headed [[%[2]s]], not %[3]s"
	textUnknown      = "unknown key %q in %s; the keys are %s"
	textUnknownNear  = "unknown key %q in %s; did you mean %q?"
	textRange        = "%s must be a whole number from %d to %d, not %s"
	textTimes        = "%s must be a number from 1 or \"always\", not %q"
	textRate         = "%s must be more than 0 and at most 1000000, not %s"
	textDuration     = "%s must be a time such as \"2s\" or \"150ms\", not %q"
	textOneOf        = "%s cannot be %q; it is one of %s"
	textEmpty        = "%s must not be empty"
	textTooLong      = "a scenario has at most %d bytes; this one has %d"
	textNoAnswers    = "a scenario needs at least one [[answer]]"
	textNoServer     = "server cannot be %q; it is one of %s"
	textSaysNothing  = "the answer says nothing; give it text, generate or an [[answer.call]]"
	textTwoTexts     = "text and generate exclude each other; drop one"
	textSameName     = "the name %q is taken by the answer of line %d; choose another"
	textNoSuchName   = "then names %q, but no answer has that name; give an answer name = %[1]q"
	textNoName       = "the call has no name; write name = \"<tool>\""
	textArguments    = "arguments must be a table or a string (sent as it is, valid or not), not %s"
	textNoJSON       = "%s cannot be written as JSON: %v"
	textReviewNone   = "the review needs answer or raw"
	textReviewBoth   = "raw is the whole answer; drop answer and reason"
	textReviewReason = "reason needs an answer beside it"
	textSameModel    = "reviewer is the same name as model; choose another, or drop it if one model does both"
	textFilePath     = "the file path %q must be relative, with / between, and without . or .."
	textFaultKind    = "the fault has no kind; write status = 503, or kind = one of %s"
	textFaultField   = "%s means nothing for a fault of kind %s; drop it"
	textFaultStatus  = "a fault of kind status needs status, from 400 to 599"
	textGenerateKind = "generate needs kind = \"markdown\""
	textGenerateSize = "generate needs tokens, from 1 to %d"
)

// Texts of requests that a scenario does not answer, and of its faults.
const (
	textRefused           = "The model server refused the request: %v."
	textOver              = "The scenario %s has nothing for answer %d of this conversation: it has %d, and none fits here. The model was told %q."
	textUnexpected        = "The scenario %s (line %d) expected the model to be told %q, but it was told %q."
	textNoReview          = "The scenario %s has no review that matches the question %q."
	textMend              = "Change the scenario, or what leads up to it."
	textRefusedConnection = "The model server closed the connection without an answer."
	textCut               = "The connection to the model server broke off in the middle of the answer."
	textSilent            = "The model server sent nothing for %s."
	textGarbage           = "The model server sent something that is not an answer."
	textStreamError       = "The model server reported an error: %s."
	textStreamNoWords     = "The model server reported an error without a word about it."
	textNoFinish          = "The answer ended without a finish reason; part of it may be missing."
)

// UsualError is what a server reports within its stream where a fault says no body.
const UsualError = "the model stopped working"

// Texts about a scenario that is missing or is not read.
const (
	textNoScenario      = "There is no scenario %q. The embedded one is script/tour."
	textNoScenarioFile  = "There is no scenario %q: neither embedded nor a file %s."
	textScenarioNotFile = "There is no scenario %q: %s is not a regular file."
	textScenarioLarge   = "The scenario %q is not read: %s has more than %d bytes."
)
