package coordinator

import (
	"errors"
	"fmt"
)

// Texts about a reviewer's answer.

// emptyText stands for an answer without a word.
const emptyText = "(empty)"

// againText sends back an answer that does not fit.
func againText(fault error) string {
	return fmt.Sprintf("That answer cannot be used: %s. Answer again with one JSON object that holds first `reason`, "+
		"then `answer`, and nothing else.", fault)
}

// What is wrong with an answer, for the model that gave it.
var (
	errNotOneObject = errors.New("it is not one JSON object with `reason` and `answer`")
	errNoReason     = errors.New("`reason` is missing; say briefly why")
	errReasonType   = errors.New("`reason` is not a string")
	errCalls        = errors.New("it calls a tool, and only an answer is asked for")
	errNoAnswer     = errors.New("`answer` is missing")
)

func twiceFault(key string) error   { return fmt.Errorf("`%s` stands twice", clipText(key)) }
func strangeFault(key string) error { return fmt.Errorf("`%s` does not belong there", clipText(key)) }
func unendedFault(finish string) error {
	return fmt.Errorf("it was broken off before its end (%s)", finish)
}
func misfitFault(err error) error { return fmt.Errorf("`answer` does not fit: %w", err) }

// Why a review failed, for the user and the assistant.
const (
	reviewStoppedText = "the review was stopped"
	questionGoneText  = "the question is gone"
	noReviewerText    = "no reviewing model is configured"
)

func unusableText(fault error) error { return fmt.Errorf("it gave no usable answer: %w", fault) }
